import { isFinished, status } from '@cuvette/core/entities';
import { toCsv } from '@cuvette/core/tables';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient, useClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import { words } from '../../words.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import type { FolderEntry } from '../paths.ts';
import { ProblemLine, problemText } from '../problem.tsx';
import { ShareDialog } from '../share/share-dialog.tsx';
import { say } from '../shell/messages.tsx';
import { useAction } from '../use-action.ts';
import { useColumnChoice } from './column-choice.ts';
import { readSources } from './column-values.ts';
import { ColumnsButton } from './columns-dialog.tsx';
import { uuidsOf } from './entry-uuids.ts';
import { listTable } from './list-csv.ts';
import { MoveDialog } from './move-dialog.tsx';
import { openSelection } from './open-selection.ts';
import { saveText } from './save-file.ts';

interface SelectionBarProps {
  entries: readonly FolderEntry[];
  /** What the list shows: the table has all of it where nothing is selected. */
  shown: readonly FolderEntry[];
  shared: boolean;
  readOnly: boolean;
  above: ReadonlySet<string>;
  onClear: () => void;
}

type Question = 'move' | 'share' | 'stop' | 'delete';

/** Most items in one zip. */
const mostDownloaded = 100;

/** What can be done with what is selected; it has its height while nothing is, so that no row moves. */
export function SelectionBar({ entries, shown, shared, readOnly, above, onClear }: SelectionBarProps) {
  const router = useRouter();
  const client = useClient();
  const { ids } = useColumnChoice();
  const [question, setQuestion] = useState<Question | null>(null);
  const { busy, problem, run } = useAction(() => undefined);
  const close = () => setQuestion(null);
  const count = entries.length;
  const uuids = uuidsOf(entries);
  const items = entries.flatMap((entry) => (entry.type === 'workflow' ? [entry.data] : []));
  const open = openSelection(entries, shared, client.link);
  const allStarred = entries.every(({ data }) => data.starred);
  const allShared = entries.every(({ data }) => data.public);
  const unended = items.filter(({ object_status }) => !isFinished(object_status) && object_status !== status.draft);
  const onPage = new Set(shown.map(({ data }) => data.uuid));
  const elsewhere = entries.filter(({ data }) => !onPage.has(data.uuid)).length;
  const csv = async () => {
    const chosen = count > 0 ? entries : shown;
    const workflows = chosen.flatMap((entry) => (entry.type === 'workflow' ? [entry.data] : []));
    const sources = await readSources(client, workflows, ids);
    saveText('items.csv', toCsv(listTable(chosen, ids, sources)), 'text/csv;charset=utf-8');
  };
  const remove = async () => {
    const { deletions, missing } = await ownerClient.deleteEntries(uuids);
    onClear();
    const back = async () => {
      try {
        await ownerClient.restoreDeletions(deletions);
        say(listWords.undone);
      } catch (error) {
        say(problemText(error));
      }
    };
    const told = missing > 0 ? ` ${listWords.goneAlready(missing)}` : '';
    say(
      `${listWords.deletedMany(deletions.length)}${told}`,
      deletions.length > 0 ? { label: listWords.undo, run: () => void back() } : null,
    );
  };
  // A folder by itself is a zip of all that lies in it.
  const [only] = entries;
  const folder = count === 1 && only?.type === 'folder' ? only.data.uuid : null;
  const downloadProblem = (): string | null => {
    if (folder !== null) return null;
    if (items.length === 0) return listWords.noneToDownload;
    return items.length > mostDownloaded ? listWords.tooManyDownloaded(mostDownloaded) : null;
  };
  const zip = () => {
    if (folder !== null) {
      window.location.assign(ownerClient.folderBundleAddress(folder));
      return;
    }
    const query = new URLSearchParams(items.map(({ uuid }) => ['uuids', uuid]));
    window.location.assign(
      items.length === 1 ? ownerClient.bundleAddress(items[0]?.uuid ?? '') : `/api/workflow/bundles?${query}`,
    );
  };
  return (
    <div className="selection-bar" role="toolbar" aria-label={listWords.select} data-empty={count === 0 || undefined}>
      <span className="selection-count" role="status">
        {count > 0 ? listWords.selected(count) : ''}
        {elsewhere > 0 ? <span className="cv-quiet">{listWords.elsewhere(elsewhere)}</span> : null}
      </span>
      {count > 0 ? (
        <>
          <BarButton
            label={count > 1 ? listWords.compare : listWords.open}
            kind="primary"
            reason={'reason' in open ? open.reason : null}
            onClick={() => 'href' in open && router.history.push(open.href, {}, { ignoreBlocker: true })}
          />
          {readOnly ? null : (
            <>
              <BarButton label={listWords.move} onClick={() => setQuestion('move')} />
              <BarButton
                label={allShared && count > 1 ? listWords.stopSharing : words.share}
                onClick={() => setQuestion('share')}
              />
              <BarButton
                label={allStarred ? listWords.unstar : listWords.star}
                busy={busy}
                onClick={() => void run(() => ownerClient.markEntries(uuids, { starred: !allStarred }))}
              />
              <BarButton
                label={words.stop}
                reason={unended.length === 0 ? listWords.noneToStop : null}
                onClick={() => setQuestion('stop')}
              />
              <BarButton
                label={words.delete}
                kind="danger"
                busy={busy}
                onClick={() => (unended.length > 0 ? setQuestion('delete') : void run(remove))}
              />
            </>
          )}
          {shared ? null : <BarButton label={listWords.downloadZip} reason={downloadProblem()} onClick={zip} />}
        </>
      ) : null}
      <span className="bar-end">
        <BarButton label={listWords.tableCsv} busy={busy} onClick={() => void run(csv)} />
        <ColumnsButton />
        {count > 0 ? <BarButton label={listWords.clear} onClick={onClear} /> : null}
      </span>
      <ProblemLine text={problem} />
      {question === 'move' ? <MoveDialog entries={entries} opened={above} onClose={close} /> : null}
      {question === 'share' && count === 1 && entries[0] ? <ShareDialog entry={entries[0]} onClose={close} /> : null}
      {question === 'share' && count > 1 ? (
        <ConfirmDialog
          title={(allShared ? listWords.unshareMany : listWords.shareMany)(count)}
          hint={allShared ? listWords.unshareManyHint : listWords.shareManyHint}
          label={allShared ? listWords.stopSharing : words.share}
          action={() => ownerClient.markEntries(uuids, { public: !allShared })}
          danger={!allShared}
          onClose={close}
        />
      ) : null}
      {question === 'stop' ? (
        <ConfirmDialog
          title={listWords.stopMany(unended.length)}
          hint={words.stopHint}
          label={words.stop}
          action={() => ownerClient.stopWorkflows(unended.map(({ uuid }) => uuid))}
          closeLabel={words.keepRunning}
          onClose={close}
        />
      ) : null}
      {question === 'delete' ? (
        <ConfirmDialog
          title={listWords.deleteMany(count)}
          hint={listWords.deleteRunning(unended.length)}
          label={words.delete}
          action={remove}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

interface BarButtonProps {
  label: string;
  kind?: 'primary' | 'danger' | undefined;
  /** Why it cannot be used now. */
  reason?: string | null | undefined;
  busy?: boolean | undefined;
  onClick: () => void;
}

/** A button of the bar. One that cannot be used stays reachable and says why. */
function BarButton({ label, kind, reason = null, busy = false, onClick }: BarButtonProps) {
  return (
    <button
      type="button"
      className="cv-button"
      data-dense=""
      data-kind={kind}
      title={reason ?? undefined}
      aria-disabled={reason !== null || busy || undefined}
      onClick={() => {
        if (reason === null && !busy) onClick();
      }}
    >
      {label}
    </button>
  );
}
