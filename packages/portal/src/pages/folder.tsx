import type { Folder } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient, useClient } from '../clients.ts';
import { CreateFolderDialog } from '../parts/folder-dialogs.tsx';
import { FolderList } from '../parts/folder-list.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { hasStatus, Problem } from '../parts/problem.tsx';
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
  const folder = useQuery(client.folder(uuid ?? ''), client.queryClient);
  const contents = useQuery(client.folderContents(uuid ?? '', { page: page - 1 }), client.queryClient);

  if (!uuid || hasStatus(folder.error, 404)) return <NotFoundNotice />;
  if (folder.error && !folder.data) {
    return (
      <Page title={words.folder}>
        <Problem error={folder.error} retry={() => folder.refetch()} />
      </Page>
    );
  }
  const title = folder.data ? folderTitle(folder.data) : words.loading;
  const goTo = (next: number) =>
    navigate({
      to: shared ? '/public/folder/$uuid' : '/folder/$uuid',
      params: { uuid },
      search: next > 1 ? { page: next } : {},
    });
  return (
    <Page
      key={uuid}
      title={title}
      above={folder.data ? <Breadcrumb folder={folder.data} shared={shared} /> : null}
      actions={
        shared ? null : (
          <>
            <button type="button" className="cv-button" onClick={() => setCreating(true)} disabled={!folder.data}>
              <Icon name="folder" />
              {words.newFolder}
            </button>
            <Link to="/new" search={{ folder: uuid }} className="cv-button" data-kind="primary">
              <Icon name="plus" />
              {words.newWorkflow}
            </Link>
          </>
        )
      }
    >
      {contents.error ? <Problem error={contents.error} retry={() => contents.refetch()} /> : null}
      {contents.data ? (
        <FolderList
          rows={contents.data.items}
          page={page}
          pages={contents.data.num_pages}
          shared={shared}
          onPage={goTo}
          empty={
            <div className="cv-state">
              <Icon name="folder" />
              <p>
                <strong>{words.folderEmpty}</strong>
              </p>
              {shared ? null : (
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
    </Page>
  );
}

/** Name of a folder; the root folder has the portal's word. */
export function folderTitle(folder: Pick<Folder, 'name' | 'is_root'>): string {
  return folder.is_root ? words.allItems : folder.name;
}

/** The way down to a folder; the folder itself is the page's heading and only named. */
function Breadcrumb({ folder, shared }: { folder: Folder; shared: boolean }) {
  const above = folder.path.filter((step) => step.uuid !== folder.uuid);
  if (above.length === 0) return null;
  return (
    <nav aria-label={words.breadcrumb} className="breadcrumb">
      <ol>
        {above.map((step, index) => (
          <li key={step.uuid}>
            <Link to={shared ? '/public/folder/$uuid' : '/folder/$uuid'} params={{ uuid: step.uuid }} search={{}}>
              {index === 0 && !shared ? words.allItems : step.name}
            </Link>
          </li>
        ))}
        <li aria-current="page">{folderTitle(folder)}</li>
      </ol>
    </nav>
  );
}
