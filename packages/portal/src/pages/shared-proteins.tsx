import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useClient } from '../clients.ts';
import { Icon } from '../parts/icon.tsx';
import { useLastPage } from '../parts/list/use-last-page.ts';
import { Pager } from '../parts/pager.tsx';
import { hasStatus, Problem } from '../parts/problem.tsx';
import { NameFilter } from '../parts/protein/name-filter.tsx';
import { ProteinTable } from '../parts/protein/protein-table.tsx';
import { proteinWords } from '../parts/protein/words.ts';
import { Page } from '../parts/shell/page.tsx';
import type { SharedProteinsSearch } from '../search.ts';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';
import '../styles/protein.css';

/** `/public/proteins?folder={uuid}`: the proteins that the items under a shared folder use, twenty at a time. */
export function SharedProteinsPage() {
  const { folder, page = 1, query = '' } = useSearch({ strict: false }) as SharedProteinsSearch;
  return folder ? <ProteinsOfFolder uuid={folder} page={page} query={query} /> : <NotFoundNotice />;
}

function ProteinsOfFolder({ uuid, page, query }: { uuid: string; page: number; query: string }) {
  const client = useClient();
  const navigate = useNavigate();
  const folder = useQuery(client.folder(uuid), client.queryClient);
  const list = useQuery(
    { ...client.folderProteins(uuid, { page: page - 1, name: query }), placeholderData: keepPreviousData },
    client.queryClient,
  );
  const show = (next: { page?: number; query?: string }, replace = true) =>
    void navigate({
      to: '/public/proteins',
      search: {
        folder: uuid,
        ...(next.query ? { query: next.query } : {}),
        ...(next.page && next.page > 1 ? { page: next.page } : {}),
      },
      replace,
    });
  const read = {
    data: list.data && { ...list.data, items: list.data.proteins },
    isPlaceholderData: list.isPlaceholderData,
  };
  useLastPage(read, page, (last) => show({ query, page: last }));
  if (hasStatus(list.error, 404)) return <NotFoundNotice />;
  const rows = list.data?.proteins ?? [];
  return (
    <Page
      title={words.proteins}
      above={
        <p>
          <Link to="/public/folder/$uuid" params={{ uuid }} search={{}}>
            {folder.data?.name ?? words.folder}
          </Link>
        </p>
      }
    >
      <p className="cv-quiet lead">{proteinWords.sharedHint}</p>
      <search className="protein-filters">
        <NameFilter query={query} onChange={(next) => show({ query: next })} />
      </search>
      {list.error ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {rows.length > 0 ? <ProteinTable proteins={rows} shared projectOf={null} isReadOnly={() => true} /> : null}
      {list.data && rows.length === 0 ? (
        <div className="cv-state">
          <Icon name="protein" />
          <p>
            <strong>{query ? proteinWords.noneFound(query) : proteinWords.sharedEmpty}</strong>
          </p>
        </div>
      ) : null}
      {!list.data && !list.error ? (
        <div className="list-skeleton" role="status">
          <span className="cv-hidden">{words.loading}</span>
        </div>
      ) : null}
      <Pager page={page} pages={list.data?.num_pages ?? 0} onPage={(next) => show({ query, page: next }, false)} />
    </Page>
  );
}
