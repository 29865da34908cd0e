import { writeExtendedXyz, writeXyz } from '@cuvette/core/chemistry';
import {
  type MethodReport,
  type Molecule,
  modes,
  status,
  switchedOff,
  type WorkflowItem,
} from '@cuvette/core/entities';
import { type Change, changeInWords } from '@cuvette/core/methods';
import { inEnglish } from '@cuvette/core/phrases';
import {
  capabilityReason,
  entryOfPath,
  loadWorkflow,
  summaryOfType,
  type WorkflowDefinition,
  withValueAt,
} from '@cuvette/core/workflows';
import { creditOfDefaults } from '@cuvette/core/workflows/citations/citations';
import {
  emptyFirst,
  emptyMolecule,
  isBatchable,
  type SubmitDraft,
  SubmitForm,
  saveFirst,
} from '@cuvette/widgets/submit';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { basePath } from '../base-path.ts';
import { ownerClient } from '../clients.ts';
import { inputWords } from '../input-words.ts';
import { type TakenStructure, useSourceStructure } from '../parts/input/source-structure.ts';
import { startWithStructure } from '../parts/input/start-with-structure.ts';
import { isFirstRead } from '../parts/is-first-read.ts';
import { lookAgain } from '../parts/item/poll-soon.ts';
import { folderOf, sayIfSeveral } from '../parts/item/several-items.ts';
import { carriedMolecule } from '../parts/new/carried.ts';
import { rememberType } from '../parts/new/last-types.ts';
import { itemPath } from '../parts/paths.ts';
import { Problem } from '../parts/problem.tsx';
import { startWithProtein } from '../parts/protein/start-with-protein.ts';
import { Page } from '../parts/shell/page.tsx';
import type { SubmitSearch } from '../search.ts';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `/new/{type}`: the submit page of one workflow type. */
export function SubmitPage() {
  const { type } = useParams({ from: '/app/new/$type' });
  const search = useSearch({ from: '/app/new/$type' });
  const { folder, from, mode, draft, protein, pocket, input, structure, smiles, carried } = search;
  const router = useRouter();
  const entry = entryOfPath(`/${type}`);
  const definition = useQuery(
    {
      queryKey: ['definition', entry?.type],
      queryFn: () => loadWorkflow(entry?.type ?? ''),
      enabled: entry !== null,
      staleTime: Number.POSITIVE_INFINITY,
    },
    ownerClient.queryClient,
  );
  const sourceUuid = draft ?? from;
  const source = useQuery(
    { ...ownerClient.workflow(sourceUuid ?? ''), enabled: sourceUuid !== undefined },
    ownerClient.queryClient,
  );

  const taken = useSourceStructure(input, structure);

  const methods = useQuery(ownerClient.methods(), ownerClient.queryClient);
  const report = methods.data && methods.data.workers > 0 ? methods.data : null;
  const platform = useQuery(ownerClient.platform(), ownerClient.queryClient);

  if (!entry) return <NotFoundNotice />;
  const title = draft ? words.editTitle(entry.title) : words.submitTitle(entry.title);
  const error = definition.error ?? source.error ?? taken.error;
  const waiting =
    !definition.data ||
    // What the form offers, and what it says of that, is known with the workers' report: drawn before, it would move.
    isFirstRead(methods) ||
    (input !== undefined && !taken.read && !taken.missing) ||
    (sourceUuid !== undefined && (!source.data || methods.isPending));
  const unavailable =
    switchedOff(platform.data ?? null, entry.feature) ?? capabilityReason(report, entry.type, entry.title);
  const start = !definition.data
    ? null
    : source.data
      ? startFrom(definition.data, source.data, mode, report)
      : { draft: newStart(definition.data, taken, search), changes: [] };
  const saved = (item: WorkflowItem) => {
    // The item is known already: its page shows it at once and polls from there.
    ownerClient.queryClient.setQueryData(ownerClient.workflow(item.uuid).queryKey, item);
    router.history.push(itemPath(item, false));
  };
  const submitted = (item: WorkflowItem) => {
    rememberType(entry.type);
    // The field of the next new workflow is empty.
    saveFirst(emptyFirst);
    if (sayIfSeveral(item)) return void router.navigate(folderOf(item));
    saved(item);
    lookAgain(item.uuid);
  };
  return (
    <Page
      title={title}
      wide
      above={
        <Above
          type={type}
          draft={draft}
          folder={folder}
          many={!draft && !from && Boolean(definition.data && isBatchable(definition.data))}
        />
      }
    >
      <p className="cv-quiet lead">
        {[
          summaryOfType(entry.type),
          definition.data && !waiting && unavailable === null ? creditOfDefaults(definition.data, report) : null,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {error ? <Problem error={error} retry={() => void definition.refetch()} /> : null}
      {!error && waiting ? <p className="cv-quiet">{words.loading}</p> : null}
      {!error && unavailable !== null ? (
        <div className="notice" data-tone="neutral" role="note">
          <p>{unavailable}</p>
        </div>
      ) : null}
      {!error && unavailable === null && definition.data && !waiting ? (
        <>
          {source.data ? (
            <p className="cv-quiet">{draft ? words.ofDraft(source.data.name) : words.from(source.data.name)}</p>
          ) : null}
          {input ? <TakenNote taken={taken} definition={definition.data} /> : null}
          {start && start.changes.length > 0 ? <ChangesNote changes={start.changes} /> : null}
          <SubmitForm
            key={`${type}${sourceUuid ?? ''}${mode ?? ''}${protein ?? ''}${pocket ?? ''}${smiles ?? ''}${carried ?? ''}`}
            definition={definition.data}
            client={ownerClient}
            folder={folder ?? null}
            draftKey={draftKeyOf(entry.type, search, source.data)}
            editing={draft ? source.data : undefined}
            start={start?.draft}
            onSubmitted={submitted}
            onSaved={saved}
            pathOf={({ uuid }) => `${basePath}/workflow/${uuid}`}
          />
        </>
      ) : null}
    </Page>
  );
}

/** Name of what this tab remembers of a form. A draft that was changed elsewhere is shown as it is there, not as it is remembered. */
function draftKeyOf(type: string, search: SubmitSearch, source: WorkflowItem | undefined): string {
  const { draft, from, input, structure, mode, protein, pocket, smiles, carried } = search;
  const begun = draft ? source?.updated_at : mode;
  return [type, draft ?? from, input, structure, begun, protein, pocket, smiles, carried].filter(Boolean).join('.');
}

interface AboveProps {
  type: string;
  draft: string | undefined;
  folder: string | undefined;
  /** The type takes many molecules at once. */
  many: boolean;
}

/** Where else to go from a form: the draft, another type, many molecules. */
function Above({ type, draft, folder, many }: AboveProps) {
  const search = folder ? { folder } : {};
  return (
    <p className="above">
      {draft ? (
        <Link to="/workflow/$uuid" params={{ uuid: draft }}>
          {words.backToDraft}
        </Link>
      ) : (
        <Link to="/new" search={search}>
          {words.otherWorkflow}
        </Link>
      )}
      {many ? (
        <Link to="/new/$type/batch" params={{ type }} search={search} className="beside">
          {words.manyMolecules}
        </Link>
      ) : null}
    </p>
  );
}

/** Returns what a new form starts with: a structure of a result, or the molecule and the protein that its address names. */
function newStart(
  definition: WorkflowDefinition,
  { read }: TakenStructure,
  search: SubmitSearch,
): Partial<SubmitDraft> {
  if (read) return startWithStructure(definition, read);
  const molecule = carriedMolecule(search);
  return {
    ...(search.protein ? startWithProtein(definition, search.protein, search.pocket)?.draft : {}),
    ...(molecule ? { molecule } : {}),
  };
}

/** Which structure of which item was put in, or why none was. */
function TakenNote({ taken, definition }: { taken: TakenStructure; definition: WorkflowDefinition }) {
  const { read, missing } = taken;
  if (!read) return missing ? <p role="note">{inputWords.noStructure}</p> : null;
  const wantsSmiles = definition.inputs.some(({ kind }) => kind === 'smiles') && !read.smiles;
  return (
    <p className="cv-quiet" role="note">
      {inputWords.from(inEnglish(read.reference.name), read.item.name)} {wantsSmiles ? inputWords.noSmiles : ''}
    </p>
  );
}

/** Shows what the server's rules changed in settings that are submitted again; the person accepts it by submitting. */
function ChangesNote({ changes }: { changes: readonly Change[] }) {
  return (
    <div className="notice" data-tone="neutral" role="note">
      <p>
        <strong>{words.changedOnResubmission}</strong>
      </p>
      <ul>
        {changes.map((change) => (
          <li key={changeInWords(change)}>{changeInWords(change)}</li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Returns what a resubmission or a draft starts with: the input and the settings of an item, for the person to change, and what had to change in
 * them.
 */
function startFrom(
  definition: WorkflowDefinition,
  item: WorkflowItem,
  mode: string | undefined,
  report: MethodReport | null,
): { draft: Partial<SubmitDraft>; changes: Change[] } {
  const stored = item.object_data ?? {};
  const { value, changes } = definition.resubmit(stored, report);
  const data = mode && (modes as readonly string[]).includes(mode) ? withValueAt(value, 'settings.mode', mode) : value;
  const smiles = typeof stored.initial_smiles === 'string' ? stored.initial_smiles : '';
  const given = storedMolecule(stored.initial_molecule);
  const rest =
    item.object_status === status.draft
      ? { email: item.email_when_complete, limit: item.max_credits === null ? '' : String(item.max_credits) }
      : {};
  if (smiles === '' && given) {
    const file = { name: `${item.name}.xyz`, text: given.cell ? writeExtendedXyz([given]) : writeXyz([given]) };
    const molecule = {
      ...emptyMolecule,
      kind: 'file' as const,
      file,
      // A draft is kept as it was, also with a charge that is no number yet.
      charge: String(given.charge ?? ''),
      multiplicity: String(given.multiplicity ?? ''),
    };
    return { draft: { data, molecule, name: item.name, ...rest }, changes };
  }
  const molecule = { ...emptyMolecule, text: smiles };
  return { draft: { data, molecule, name: item.name, ...rest }, changes };
}

/** The molecule in an item's data, or null where there is none. */
function storedMolecule(value: unknown): Molecule | null {
  const molecule = value as Partial<Molecule> | null | undefined;
  return molecule && Array.isArray(molecule.atoms) && molecule.atoms.length > 0 ? (molecule as Molecule) : null;
}
