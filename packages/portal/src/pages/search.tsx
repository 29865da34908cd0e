import { structureOf } from '@cuvette/core/entities';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { listWords } from '../list-words.ts';
import { ExitQuestion } from '../parts/exit-question.tsx';
import { Icon } from '../parts/icon.tsx';
import { EntryList, naturalOrder } from '../parts/list/entry-list.tsx';
import { useLastPage } from '../parts/list/use-last-page.ts';
import { useSelection } from '../parts/list/use-selection.ts';
import { Problem } from '../parts/problem.tsx';
import { ApiQuery } from '../parts/search/api-query.tsx';
import { FilterPanel } from '../parts/search/filter-panel.tsx';
import { chipsOf, notUnderstood, sameSearch, wholeSearch } from '../parts/search/filters.ts';
import { FoundLigands } from '../parts/search/found-ligands.tsx';
import { SavedSearches, SaveSearchDialog } from '../parts/search/saved-searches.tsx';
import { StructureFilter } from '../parts/search/structure-filter.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type FindSearch, findSearch } from '../search.ts';
import { parseSearch } from '../search-text.ts';

const nowhere: ReadonlySet<string> = new Set();

/** `/search`: all items that the person sees and that the filters of the address let through, and the searches that were saved. */
export function SearchPage() {
  // The router hands on what the address holds besides, nonsense too.
  const { page = 1, ...filters } = findSearch(useSearch({ from: '/app/search' }));
  const written = useLocation({ select: ({ searchStr }) => searchStr });
  const leftOut = notUnderstood(parseSearch(written), filters);
  const structure = structureOf(filters);
  // Who asks what is similar wants the most similar first.
  const { sort = structure?.similar_to ? 'similarity' : naturalOrder.sort, asc = naturalOrder.asc } = filters;
  const navigate = useNavigate();
  const [saving, setSaving] = useState(false);
  const place = useProjectOfName(filters);
  const whole = wholeSearch({ ...filters, sort, asc, ...(place.uuid ? { projectUUID: place.uuid } : {}) });
  const found = useQuery(
    { ...ownerClient.found(whole, page - 1), placeholderData: keepPreviousData, enabled: place.known },
    ownerClient.queryClient,
  );
  const saved = useQuery(ownerClient.savedSearches(), ownerClient.queryClient);
  const current = saved.data?.find(({ query }) =>
    sameSearch({ ...query, sort: null, asc: null }, wholeSearch({ ...filters, sort: undefined, asc: undefined })),
  );
  const [selection, setSelection] = useSelection(ownerClient, found.data?.items, null);
  const go = (next: FindSearch, replace = false) =>
    navigate({ to: '/search', search: next, resetScroll: false, replace });
  useLastPage(found, page, (last) => void go(last > 1 ? { ...filters, page: last } : filters, true));
  const chips = chipsOf(filters);
  const total = found.data?.total;
  return (
    <Page
      title={current && chips.length > 0 ? current.name : listWords.searchTitle}
      actions={
        chips.length > 0 ? (
          <>
            <ApiQuery search={whole} />
            <button type="button" className="cv-button" onClick={() => setSaving(true)}>
              {listWords.saveSearch}
            </button>
          </>
        ) : null
      }
    >
      <SavedSearches shown={wholeSearch(filters)} />
      <div className="chips">
        {chips.map(({ id, text, without }) => (
          <Link key={id} to="/search" search={without} className="chip" aria-label={listWords.takeAway(text)}>
            {text}
            <Icon name="close" />
          </Link>
        ))}
        {chips.length > 1 ? (
          <Link to="/search" search={{}} className="cv-button" data-kind="quiet" data-dense="">
            {listWords.clearFilters}
          </Link>
        ) : null}
        <FilterPanel filters={filters} onChange={(next) => void go(next)} />
        <StructureFilter filters={filters} onChange={(next) => void go(next)} />
        <span className="cv-quiet found-count" role="status">
          {total === undefined ? '' : listWords.foundCount(total)}
        </span>
      </div>
      {leftOut.length > 0 ? (
        <p className="cv-quiet lead" role="note">
          {listWords.notUnderstood(leftOut.join(', '))}
        </p>
      ) : null}
      {found.error ? <Problem error={found.error} retry={() => found.refetch()} /> : null}
      {found.data ? (
        <EntryList
          caption={listWords.searchTitle}
          rows={found.data.items}
          page={page}
          pages={found.data.num_pages}
          shared={false}
          readOnly={false}
          order={{ sort, asc }}
          unread={found.data.unread}
          structure={structure}
          matches={found.data.matches}
          selection={selection}
          above={nowhere}
          onSelection={setSelection}
          onPage={(next) => void go(next > 1 ? { ...filters, page: next } : filters)}
          onOrder={(order) => void go({ ...filters, ...order })}
          empty={
            <div className="cv-state">
              <p>
                <strong>{listWords.nothingFound}</strong>
              </p>
              <p className="cv-quiet">{listWords.nothingFoundHint}</p>
            </div>
          }
        />
      ) : found.error ? null : (
        <div className="list-skeleton" role="status">
          <span className="cv-hidden">{listWords.search}</span>
        </div>
      )}
      {structure ? <FoundLigands structure={structure} /> : null}
      <ExitQuestion loss={selection.entries.size > 1 ? listWords.exitSelection : null} />
      {saving ? <SaveSearchDialog search={wholeSearch(filters)} onClose={() => setSaving(false)} /> : null}
    </Page>
  );
}

/** No project: nothing lies in it, so a search in a project of a name that is none finds nothing. */
const noProject = '00000000-0000-4000-8000-000000000000';

/** The project that an address names without its identifier. `known` is false while the server is asked. */
function useProjectOfName({ projectUUID, projectName }: FindSearch): { known: boolean; uuid: string | null } {
  const named = projectUUID === undefined && projectName !== undefined ? projectName : null;
  const { data, error } = useQuery(
    { ...ownerClient.projects(named ?? ''), enabled: named !== null },
    ownerClient.queryClient,
  );
  if (named === null) return { known: true, uuid: null };
  const match = data?.find(({ name }) => name?.toLocaleLowerCase() === named.toLocaleLowerCase());
  return { known: data !== undefined || error !== null, uuid: match?.uuid ?? noProject };
}
