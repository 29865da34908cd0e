import type { Folder } from '@cuvette/core/entities';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ownerClient, useClient } from '../clients.ts';
import { listWords } from '../list-words.ts';
import { ExitQuestion } from '../parts/exit-question.tsx';
import { CreateFolderDialog } from '../parts/folder/folder-dialogs.tsx';
import { DropPlace, UploadButton, UploadDialog } from '../parts/folder/upload.tsx';
import { Icon } from '../parts/icon.tsx';
import { useFolderDrop } from '../parts/list/drag.ts';
import { EntryList, type ListOrder, naturalOrder } from '../parts/list/entry-list.tsx';
import { useLastPage } from '../parts/list/use-last-page.ts';
import { useSelection } from '../parts/list/use-selection.ts';
import { NotesDialog } from '../parts/notes/notes-dialog.tsx';
import { NotesView } from '../parts/notes/notes-view.tsx';
import { hasStatus, Problem } from '../parts/problem.tsx';
import { useReadOnly } from '../parts/project/edit-access.ts';
import { projectName } from '../parts/project/projects.ts';
import { ShareDialog } from '../parts/share/share-dialog.tsx';
import { Page } from '../parts/shell/page.tsx';
import { folderSearch } from '../search.ts';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `/folder/{uuid}` and `/public/folder/{uuid}`: each folder is a page of its own, with its own selection. */
export function FolderPage() {
  const { uuid } = useParams({ strict: false });
  return uuid ? <OneFolder key={uuid} uuid={uuid} /> : <NotFoundNotice />;
}

/** Shows the contents of a folder, twenty at a time. */
function OneFolder({ uuid }: { uuid: string }) {
  const { page = 1, sort = naturalOrder.sort, asc = naturalOrder.asc } = folderSearch(useSearch({ strict: false }));
  const client = useClient();
  const shared = client !== ownerClient;
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [writing, setWriting] = useState(false);
  const [bundle, setBundle] = useState<File | null>(null);
  const folder = useQuery(client.folder(uuid), client.queryClient);
  const rootName = useRootName(shared, folder.data);
  const viewer = useReadOnly(shared ? null : uuid);
  const readOnly = shared || viewer;
  const contents = useQuery(
    { ...client.folderContents(uuid, { page: page - 1, sort, asc }), placeholderData: keepPreviousData },
    client.queryClient,
  );
  const [selection, setSelection] = useSelection(client, contents.data?.items, uuid);
  const show = (next: { page: number } & ListOrder, replace = false) =>
    navigate({
      to: shared ? '/public/folder/$uuid' : '/folder/$uuid',
      params: { uuid },
      search: {
        ...(next.page > 1 ? { page: next.page } : {}),
        ...(next.sort === naturalOrder.sort && next.asc === naturalOrder.asc ? {} : { sort: next.sort, asc: next.asc }),
      },
      resetScroll: false,
      replace,
    });
  useLastPage(contents, page, (last) => void show({ page: last, sort, asc }, true));
  const above = useMemo(() => new Set(folder.data?.path.map((step) => step.uuid)), [folder.data]);

  if (hasStatus(folder.error, 404)) return <NotFoundNotice />;
  if (folder.error && !folder.data) {
    return (
      <Page title={words.folder}>
        <Problem error={folder.error} retry={() => folder.refetch()} />
      </Page>
    );
  }
  const title = folder.data ? ((folder.data.is_root ? rootName : null) ?? folder.data.name) : words.loading;
  const whole = (
    <Page
      // Drawn anew once the folder is known: with its way above the title everything else would move.
      key={folder.data ? 'known' : 'loading'}
      title={title}
      above={folder.data ? <Breadcrumb folder={folder.data} shared={shared} rootName={rootName} /> : null}
      actions={
        shared ? (
          <SharedProteins folder={uuid} />
        ) : viewer ? null : (
          <FolderActions
            uuid={uuid}
            folder={folder.data}
            onCreate={() => setCreating(true)}
            onShare={() => setSharing(true)}
            onWrite={() => setWriting(true)}
            onFile={setBundle}
          />
        )
      }
    >
      {viewer ? (
        <p className="cv-quiet lead" role="note">
          {words.viewerOnly}
        </p>
      ) : null}
      {folder.data?.notes ? (
        <section className="folder-notes" aria-label={words.notes}>
          <NotesView notes={folder.data.notes} />
        </section>
      ) : null}
      {contents.error ? <Problem error={contents.error} retry={() => contents.refetch()} /> : null}
      {contents.data ? (
        <EntryList
          caption={title}
          rows={contents.data.items}
          page={page}
          pages={contents.data.num_pages}
          shared={shared}
          readOnly={readOnly}
          order={{ sort, asc }}
          unread={contents.data.unread}
          selection={selection}
          above={above}
          onSelection={setSelection}
          onPage={(next) => show({ page: next, sort, asc })}
          onOrder={(order) => show({ page: 1, ...order })}
          empty={<EmptyFolder uuid={uuid} readOnly={readOnly} />}
        />
      ) : contents.error ? null : (
        <div className="list-skeleton" role="status">
          <span className="cv-hidden">{words.loading}</span>
        </div>
      )}
      {/* One entry is selected again with one click: only several are worth a question. */}
      <ExitQuestion loss={selection.entries.size > 1 ? listWords.exitSelection : null} />
      {creating ? <CreateFolderDialog parent={uuid} onClose={() => setCreating(false)} /> : null}
      {sharing && folder.data ? (
        <ShareDialog entry={{ type: 'folder', data: folder.data }} onClose={() => setSharing(false)} />
      ) : null}
      {writing && folder.data ? (
        <NotesDialog
          notes={folder.data.notes}
          readOnly={false}
          onSave={(notes, notes_before) => ownerClient.updateFolder(uuid, { notes, notes_before })}
          onRead={async () => (await ownerClient.folder(uuid).queryFn({ signal: new AbortController().signal })).notes}
          onClose={() => setWriting(false)}
        />
      ) : null}
      {bundle ? <UploadDialog file={bundle} folder={uuid} onClose={() => setBundle(null)} /> : null}
    </Page>
  );
  return readOnly ? whole : <DropPlace onFile={setBundle}>{whole}</DropPlace>;
}

interface FolderActionsProps {
  uuid: string;
  /** The folder, once it is read. */
  folder: Folder | undefined;
  onCreate: () => void;
  onShare: () => void;
  onWrite: () => void;
  onFile: (file: File) => void;
}

/** Shows what can be done with a folder by whoever may change it. */
function FolderActions({ uuid, folder, onCreate, onShare, onWrite, onFile }: FolderActionsProps) {
  return (
    <>
      <button type="button" className="cv-button" onClick={onCreate} disabled={!folder}>
        <Icon name="folder" />
        {words.newFolder}
      </button>
      {folder && !folder.is_root ? (
        <button type="button" className="cv-button" onClick={onShare}>
          {folder.public ? words.sharedAction : words.share}
        </button>
      ) : null}
      <button type="button" className="cv-button" onClick={onWrite} disabled={!folder}>
        {folder?.notes ? words.notes : words.addNotes}
      </button>
      <UploadButton onFile={onFile} />
      <Link to="/new" search={{ folder: uuid }} className="cv-button" data-kind="primary">
        <Icon name="plus" />
        {words.newWorkflow}
      </Link>
    </>
  );
}

/** A folder in which nothing lies, and the first thing to do about it. */
function EmptyFolder({ uuid, readOnly }: { uuid: string; readOnly: boolean }) {
  return (
    <div className="cv-state">
      <Icon name="folder" />
      <p>
        <strong>{words.folderEmpty}</strong>
      </p>
      {readOnly ? null : (
        <>
          <p className="cv-quiet">{words.folderEmptyHint}</p>
          <Link to="/new" search={{ folder: uuid }} className="cv-button" data-kind="primary">
            {words.newWorkflow}
          </Link>
        </>
      )}
    </div>
  );
}

/** The way to the proteins that the items of a shared folder use, where there are any. */
function SharedProteins({ folder }: { folder: string }) {
  const client = useClient();
  const list = useQuery(client.folderProteins(folder), client.queryClient);
  if (!list.data || list.data.proteins.length === 0) return null;
  return (
    <Link to="/public/proteins" search={{ folder }} className="cv-button">
      <Icon name="protein" />
      {words.proteins}
    </Link>
  );
}

/** Returns what the root folder of a folder's project is called: "My items" in the default project, else the project's name; null in shared views. */
function useRootName(shared: boolean, folder: Folder | undefined): string | null {
  const own = { enabled: !shared };
  const me = useQuery({ ...ownerClient.me(), ...own }, ownerClient.queryClient).data;
  const projects = useQuery({ ...ownerClient.projects(), ...own }, ownerClient.queryClient).data;
  const place = folder?.project_uuid ?? null;
  const listed = projects?.find(({ uuid }) => uuid === place);
  // The list holds the first of them only.
  const beyond = !shared && place !== null && projects !== undefined && !listed;
  const read = useQuery({ ...ownerClient.project(place ?? ''), enabled: beyond }, ownerClient.queryClient).data;
  if (shared) return null;
  const project = listed ?? (beyond ? read : undefined);
  if (project && project.uuid !== me?.default_project_uuid) return projectName(project);
  return beyond && !read ? null : words.allItems;
}

/** The way down to a folder; the folder itself is the page's heading and only named. What is dragged can be dropped on each step. */
function Breadcrumb({ folder, shared, rootName }: { folder: Folder; shared: boolean; rootName: string | null }) {
  const above = folder.path.filter((step) => step.uuid !== folder.uuid);
  if (above.length === 0) return null;
  return (
    <nav aria-label={words.breadcrumb} className="breadcrumb">
      <ol>
        {above.map((step, index) => (
          <Step
            key={step.uuid}
            uuid={step.uuid}
            name={index === 0 && rootName !== null ? rootName : step.name}
            above={above.slice(0, index).map(({ uuid }) => uuid)}
            shared={shared}
          />
        ))}
        <li aria-current="page">{folder.name}</li>
      </ol>
    </nav>
  );
}

function Step(props: { uuid: string; name: string; above: readonly string[]; shared: boolean }) {
  const drop = useFolderDrop(props);
  return (
    <li {...(props.shared ? {} : drop)}>
      <Link to={props.shared ? '/public/folder/$uuid' : '/folder/$uuid'} params={{ uuid: props.uuid }} search={{}}>
        {props.name}
      </Link>
    </li>
  );
}
