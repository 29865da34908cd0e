import { isFinished, status } from '@cuvette/core/entities';
import { toCsv } from '@cuvette/core/tables';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
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

/** The form of a document is loaded when it is first opened. */
const MakeDocumentDialog = lazy(() => import('../documents/make-document-dialog.tsx'));

interface SelectionBarProps {
  entries: readonly FolderEntry[];
  /** What the list shows: the table has all of it where nothing is selected. */
  shown: readonly FolderEntry[];
  shared: boolean;
  readOnly: boolean;
  above: ReadonlySet<string>;
  onClear: () => void;
}

type Question = 'move' | 'share' | 'stop' | 'delete' | 'document';

/** Most items in one zip. */
const mostDownloaded = 100;

/** Shows what can be done with what is selected; it has its height while nothing is, so that no row moves. */
export function SelectionBar({ entries, shown, shared, readOnly, above, onClear }: SelectionBarProps) {
  const router = useRouter();
  const client = useClient();
  const { ids } = useColumnChoice();
  const [question, setQuestion] = useState<Question | null>(null);
  const { busy, problem, run } = useAction(() => undefined);
  const count = entries.length;
  const uuids = uuidsOf(entries);
  const open = openSelection(entries, shared, client.link);
  const allStarred = entries.every(({ data }) => data.starred);
  const allShared = entries.every(({ data }) => data.public);
  const unended = unendedOf(entries);
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
    const gone = missing > 0 ? ` ${listWords.goneAlready(missing)}` : '';
    say(
      `${listWords.deletedMany(deletions.length)}${gone}`,
      deletions.length > 0 ? { label: listWords.undo, run: () => void back() } : null,
    );
  };
  const download = downloadOf(entries);
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
          {shared ? null : (
            <>
              <BarButton label={listWords.downloadZip} reason={download.problem} onClick={download.start} />
              <BarButton label={listWords.downloadEln} reason={download.elnProblem} onClick={download.startEln} />
              {readOnly ? null : (
                <BarButton
                  label={words.supportingInformation}
                  reason={documentSource(entries) ? null : listWords.documentOfBoth}
                  onClick={() => setQuestion('document')}
                />
              )}
            </>
          )}
        </>
      ) : null}
      <span className="bar-end">
        <BarButton label={listWords.tableCsv} busy={busy} onClick={() => void run(csv)} />
        <ColumnsButton />
        {count > 0 ? <BarButton label={listWords.clear} onClick={onClear} /> : null}
      </span>
      <ProblemLine text={problem} />
      {question ? (
        <SelectionQuestion {...{ question, entries, above, remove }} onClose={() => setQuestion(null)} />
      ) : null}
    </div>
  );
}

/** Items that still run or wait, which can be stopped. */
function unendedOf(entries: readonly FolderEntry[]) {
  const items = entries.flatMap((entry) => (entry.type === 'workflow' ? [entry.data] : []));
  return items.filter(({ object_status }) => !isFinished(object_status) && object_status !== status.draft);
}

/** How entries are downloaded: a folder by itself as a zip of all that lies in it, items as a zip of their own. */
function downloadOf(entries: readonly FolderEntry[]) {
  const [only] = entries;
  const folder = entries.length === 1 && only?.type === 'folder' ? only.data.uuid : null;
  const uuids = entries.flatMap(({ type, data }) => (type === 'workflow' ? [data.uuid] : []));
  const tooMany = uuids.length > mostDownloaded ? listWords.tooManyDownloaded(mostDownloaded) : null;
  const many = `${ownerClient.origin}/api/workflow/bundles?${new URLSearchParams(uuids.map((uuid) => ['uuids', uuid]))}`;
  const items = uuids.length === 1 ? ownerClient.bundleAddress(uuids[0] ?? '') : many;
  return {
    /** Why they cannot be downloaded; null where they can. */
    problem: folder !== null ? null : uuids.length === 0 ? listWords.noneToDownload : tooMany,
    /** Why they cannot go into one archive for notebooks; null where they can. */
    elnProblem: uuids.length < entries.length || uuids.length === 0 ? listWords.onlyItemsAsEln : tooMany,
    startEln: () => window.location.assign(ownerClient.elnAddress(uuids)),
    start: () => window.location.assign(folder === null ? items : ownerClient.folderBundleAddress(folder)),
  };
}

/** What a document is made of: the selected items, or all that lies in the one selected folder; null for a mixture. */
function documentSource(entries: readonly FolderEntry[]): { uuids: string[] } | { folder_uuid: string } | null {
  const { workflows, folders } = uuidsOf(entries);
  const [folder] = folders;
  if (folder === undefined) return { uuids: [...workflows] };
  return folders.length === 1 && workflows.length === 0 ? { folder_uuid: folder } : null;
}

interface SelectionQuestionProps extends Pick<SelectionBarProps, 'entries' | 'above'> {
  question: Question;
  remove: () => Promise<void>;
  onClose: () => void;
}

/** Shows what is asked before something is done with the selected entries. */
function SelectionQuestion({ question, entries, above, remove, onClose }: SelectionQuestionProps) {
  const [first] = entries;
  const uuids = uuidsOf(entries);
  const unended = unendedOf(entries);
  const allShared = entries.every(({ data }) => data.public);
  switch (question) {
    case 'move':
      return <MoveDialog entries={entries} opened={above} onClose={onClose} />;
    case 'share':
      if (!first) return null;
      if (entries.length === 1) return <ShareDialog entry={first} onClose={onClose} />;
      return (
        <ConfirmDialog
          title={(allShared ? listWords.unshareMany : listWords.shareMany)(entries.length)}
          hint={allShared ? listWords.unshareManyHint : listWords.shareManyHint}
          label={allShared ? listWords.stopSharing : words.share}
          action={() => ownerClient.markEntries(uuids, { public: !allShared })}
          danger={!allShared}
          onClose={onClose}
        />
      );
    case 'stop':
      return (
        <ConfirmDialog
          title={listWords.stopMany(unended.length)}
          hint={words.stopHint}
          label={words.stop}
          action={() => ownerClient.stopWorkflows(unended.map(({ uuid }) => uuid))}
          closeLabel={words.keepRunning}
          onClose={onClose}
        />
      );
    case 'document': {
      const source = documentSource(entries);
      return source ? (
        <Suspense fallback={null}>
          <MakeDocumentDialog source={source} onClose={onClose} />
        </Suspense>
      ) : null;
    }
    case 'delete':
      return (
        <ConfirmDialog
          title={listWords.deleteMany(entries.length)}
          hint={listWords.deleteRunning(unended.length)}
          label={words.delete}
          action={remove}
          onClose={onClose}
        />
      );
  }
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
