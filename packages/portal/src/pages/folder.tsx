import type { Folder } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient, useClient } from '../clients.ts';
import { CreateFolderDialog } from '../parts/folder/folder-dialogs.tsx';
import { FolderList } from '../parts/folder/folder-list.tsx';
import { DropPlace, UploadButton, UploadDialog } from '../parts/folder/upload.tsx';
import { Icon } from '../parts/icon.tsx';
import { hasStatus, Problem } from '../parts/problem.tsx';
import { useReadOnly } from '../parts/project/edit-access.ts';
import { projectName } from '../parts/project/projects.ts';
import { ShareDialog } from '../parts/share/share-dialog.tsx';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `/folder/{uuid}` and `/public/folder/{uuid}`: what lies in a folder, twenty at a time. */
export function FolderPage() {
  const { uuid } = useParams({ strict: false });
  const { page = 1 } = useSearch({ strict: false });
  const client = useClient();
  const shared = client !== ownerClient;
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [bundle, setBundle] = useState<File | null>(null);
  const folder = useQuery(client.folder(uuid ?? ''), client.queryClient);
  const rootName = useRootName(shared, folder.data);
  const viewer = useReadOnly(shared ? null : (uuid ?? null));
  const readOnly = shared || viewer;
  const contents = useQuery(client.folderContents(uuid ?? '', { page: page - 1 }), client.queryClient);

  if (!uuid || hasStatus(folder.error, 404)) return <NotFoundNotice />;
  if (folder.error && !folder.data) {
    return (
      <Page title={words.folder}>
        <Problem error={folder.error} retry={() => folder.refetch()} />
      </Page>
    );
  }
  const title = folder.data ? ((folder.data.is_root ? rootName : null) ?? folder.data.name) : words.loading;
  const goTo = (next: number) =>
    navigate({
      to: shared ? '/public/folder/$uuid' : '/folder/$uuid',
      params: { uuid },
      search: next > 1 ? { page: next } : {},
    });
  const whole = (
    <Page
      key={uuid}
      title={title}
      above={folder.data ? <Breadcrumb folder={folder.data} shared={shared} rootName={rootName} /> : null}
      actions={
        readOnly ? null : (
          <>
            <button type="button" className="cv-button" onClick={() => setCreating(true)} disabled={!folder.data}>
              <Icon name="folder" />
              {words.newFolder}
            </button>
            {folder.data && !folder.data.is_root ? (
              <button type="button" className="cv-button" onClick={() => setSharing(true)}>
                {folder.data.public ? words.sharedAction : words.share}
              </button>
            ) : null}
            <UploadButton onFile={setBundle} />
            <Link to="/new" search={{ folder: uuid }} className="cv-button" data-kind="primary">
              <Icon name="plus" />
              {words.newWorkflow}
            </Link>
          </>
        )
      }
    >
      {viewer ? (
        <p className="cv-quiet lead" role="note">
          {words.viewerOnly}
        </p>
      ) : null}
      {contents.error ? <Problem error={contents.error} retry={() => contents.refetch()} /> : null}
      {contents.data ? (
        <FolderList
          rows={contents.data.items}
          page={page}
          pages={contents.data.num_pages}
          shared={shared}
          readOnly={readOnly}
          onPage={goTo}
          empty={
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
          }
        />
      ) : contents.error ? null : (
        <div className="list-skeleton" role="status">
          <span className="cv-hidden">{words.loading}</span>
        </div>
      )}
      {creating ? <CreateFolderDialog parent={uuid} onClose={() => setCreating(false)} /> : null}
      {sharing && folder.data ? (
        <ShareDialog entry={{ type: 'folder', data: folder.data }} onClose={() => setSharing(false)} />
      ) : null}
      {bundle ? <UploadDialog file={bundle} folder={uuid} onClose={() => setBundle(null)} /> : null}
    </Page>
  );
  return readOnly ? whole : <DropPlace onFile={setBundle}>{whole}</DropPlace>;
}

/** What the root folder of a folder's project is called: "My items" in the default project, else the project's name; null in shared views. */
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

/** The way down to a folder; the folder itself is the page's heading and only named. */
function Breadcrumb({ folder, shared, rootName }: { folder: Folder; shared: boolean; rootName: string | null }) {
  const above = folder.path.filter((step) => step.uuid !== folder.uuid);
  if (above.length === 0) return null;
  return (
    <nav aria-label={words.breadcrumb} className="breadcrumb">
      <ol>
        {above.map((step, index) => (
          <li key={step.uuid}>
            <Link to={shared ? '/public/folder/$uuid' : '/folder/$uuid'} params={{ uuid: step.uuid }} search={{}}>
              {index === 0 && rootName !== null ? rootName : step.name}
            </Link>
          </li>
        ))}
        <li aria-current="page">{folder.name}</li>
      </ol>
    </nav>
  );
}
