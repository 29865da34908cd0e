import { type ListedMolecule, readLeftOut } from '@cuvette/core/chemistry/molecule-list';
import { type AccountClient, ApiError } from '@cuvette/core/client';
import { isFinished, status } from '@cuvette/core/entities';
import { entryOfType } from '@cuvette/core/workflows';
import { useId, useMemo, useState } from 'react';
import { useSheet } from '../results/hooks/use-sheet.ts';
import { Table } from '../table/table.tsx';
import { downloadText, fileNameOf } from '../ui/download.ts';
import { Skeleton } from '../ui/states.tsx';
import css from './batch.css?inline';
import { batchTable, rowsOf } from './batch-table.ts';
import { presentItems, recipeRows, recipeTable } from './recipe-table.ts';
import { StopAll } from './stop-all.tsx';
import { type AgainOutcome, submitAgain, submitStepsAgain } from './submit-again.ts';
import { type FolderTable, useFolderValues, type ValuedItem } from './use-folder-values.ts';
import { batchWords as words } from './words.ts';

export interface BatchResultsProps {
  client: AccountClient;
  /** The folder that the items of the batch lie in, its name, and its notes, which name the lines that were not run. */
  folder: string;
  name: string;
  notes: string;
  /** Nothing can be submitted again from here. */
  readOnly: boolean;
  /** The window is that of a phone. */
  narrow?: boolean;
  /** Address of an item's page. */
  addressOf: (item: { uuid: string; object_type: string }) => string;
  onOpen: (address: string) => void;
  /** Puts items side by side. */
  onCompare: (items: readonly { uuid: string; object_type: string }[]) => void;
}

/** Placeholder of the results of a batch, in their size. */
export function BatchWaiting() {
  useSheet(css);
  return (
    <div className="cv-batch-results">
      <div className="cv-batch-head">
        <div className="cv-batch-state">
          <p role="status">{words.loading}</p>
        </div>
        <progress aria-label={words.loading} />
      </div>
      <div className="cv-batch-rows" aria-hidden="true">
        <Skeleton height={28} width={180} />
        <Skeleton height="var(--cv-table-most)" />
      </div>
    </div>
  );
}

/** Why the items could not be read, with a button to try again. */
function NotRead({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  return (
    <div className="cv-problem" role="alert">
      <p>{error instanceof ApiError ? error.detail : String(error)}</p>
      <button type="button" className="cv-button" onClick={onAgain}>
        {words.tryAgain}
      </button>
    </div>
  );
}

/** The rows over a batch, or over the run of a recipe, and their table with the titles of its types. */
function tableOf(
  items: readonly ValuedItem[],
  leftOut: readonly ListedMolecule[],
  known: FolderTable | null,
  narrow: boolean,
) {
  const columns = known?.columns ?? {};
  if (known?.recipe) {
    const rows = recipeRows(items, known.recipe);
    return { rows, table: recipeTable(rows, columns, known.recipe, narrow) };
  }
  const rows = rowsOf(items, leftOut);
  const titles = Object.keys(columns).map((type) => [type, entryOfType(type)?.title ?? type] as const);
  return { rows, table: batchTable(rows, columns, new Map(titles), narrow) };
}

/** One progress bar and one table over all items of a folder, filling while results arrive. */
export function BatchResults({
  client,
  folder,
  name,
  notes,
  readOnly,
  narrow = false,
  addressOf,
  onOpen,
  onCompare,
}: BatchResultsProps) {
  useSheet(css);
  const id = useId();
  const { table: known, error, refetch } = useFolderValues(client, folder);
  const [active, setActive] = useState<number | null>(null);
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [again, setAgain] = useState<{ done: number; all: number } | null>(null);
  const [outcome, setOutcome] = useState<AgainOutcome | null>(null);
  const leftOut = useMemo(() => readLeftOut(notes), [notes]);
  const { rows, table } = useMemo(() => tableOf(known?.items ?? [], leftOut, known, narrow), [known, leftOut, narrow]);
  if (error && !known) return <NotRead error={error} onAgain={refetch} />;
  if (!known) return <BatchWaiting />;
  const items = known.recipe ? presentItems(known.items) : rows.flatMap(({ item }) => item ?? []);
  const chosen = selected.flatMap((row) => rows[row]?.item ?? []);
  const having = (code: number) => items.filter(({ object_status }) => object_status === code);
  const done = items.filter(({ object_status }) => isFinished(object_status)).length;
  const failed = having(status.failed);
  const stopped = having(status.stopped).length;
  const open = items.filter(({ object_status }) => !isFinished(object_status) && object_status !== status.draft);
  const submitFailed = async () => {
    setOutcome(null);
    setAgain({ done: 0, all: failed.length });
    const uuids = failed.map(({ uuid }) => uuid);
    const came = known.recipe
      ? await submitStepsAgain(client, folder)
      : await submitAgain(client, uuids, (count) => setAgain({ done: count, all: uuids.length }));
    setAgain(null);
    setOutcome(came.refused > 0 ? came : null);
    refetch();
  };
  const downloadSdf = async () => {
    const { batchSdf } = await import('./batch-sdf.ts');
    downloadText(fileNameOf(name, 'sdf', 'batch'), await batchSdf(rows, table), 'chemical/x-mdl-sdfile');
  };
  return (
    <div className="cv-batch-results">
      <div className="cv-batch-head">
        <div className="cv-batch-state">
          <p id={id} role="status">
            {[
              words.progress(done, items.length),
              failed.length > 0 ? words.failed(failed.length) : null,
              stopped > 0 ? words.stopped(stopped) : null,
              leftOut.length > 0 ? words.notRunCount(leftOut.length) : null,
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
          {readOnly ? null : <StopAll client={client} uuids={open.map(({ uuid }) => uuid)} onStopped={refetch} />}
          {failed.length > 0 && !readOnly ? (
            <>
              <button
                type="button"
                className="cv-button"
                title={known.recipe ? words.stepsAgainHint : undefined}
                disabled={again !== null}
                onClick={() => void submitFailed()}
              >
                {words.again(failed.length)}
              </button>
              <span role="status">{again ? words.submittingAgain(again.done, again.all) : ''}</span>
            </>
          ) : null}
        </div>
        <progress aria-labelledby={id} max={Math.max(1, items.length)} value={done} />
        {outcome ? (
          <p className="cv-problem" role="alert">
            {words.againFailed(outcome.refused, outcome.reason ?? '')}
          </p>
        ) : null}
      </div>
      <Table
        table={table}
        name={name}
        activeRow={active !== null && active < table.length ? active : null}
        activeKey={active === null ? null : (rows[active]?.item?.uuid ?? null)}
        onActiveRow={setActive}
        onSelectedRows={setSelected}
        onOpen={(row) => {
          const item = rows[row]?.item;
          if (item) onOpen(addressOf(item));
        }}
        rowActions={(row, stop) => {
          const item = rows[row]?.item;
          return item ? (
            <a href={addressOf(item)} tabIndex={stop ? 0 : -1} aria-label={words.openNamed(item.name)}>
              {words.open}
            </a>
          ) : null;
        }}
        bar={
          <BatchBar
            chosen={chosen}
            isEmpty={rows.length === 0}
            onCompare={onCompare}
            onSdf={() => void downloadSdf()}
          />
        }
      />
    </div>
  );
}

interface BatchBarProps extends Pick<BatchResultsProps, 'onCompare'> {
  /** The items of the selected rows. */
  chosen: readonly { uuid: string; object_type: string }[];
  isEmpty: boolean;
  onSdf: () => void;
}

/** Shows what can be done with the rows of a batch: several side by side, all as a file of structures. */
function BatchBar({ chosen, isEmpty, onCompare, onSdf }: BatchBarProps) {
  return (
    <>
      <button
        type="button"
        className="cv-button"
        data-dense=""
        title={words.compareHint}
        disabled={chosen.length < 2}
        onClick={() => onCompare(chosen)}
      >
        {chosen.length < 2 ? words.compare : words.compareMany(chosen.length)}
      </button>
      <button
        type="button"
        className="cv-button"
        data-dense=""
        title={words.sdfHint}
        disabled={isEmpty}
        onClick={onSdf}
      >
        {words.sdf}
      </button>
    </>
  );
}
