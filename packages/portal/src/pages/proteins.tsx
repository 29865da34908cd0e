import { Switch } from '@cuvette/widgets/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { DropPlace } from '../parts/folder/upload.tsx';
import { Icon } from '../parts/icon.tsx';
import { Pager } from '../parts/pager.tsx';
import { Problem } from '../parts/problem.tsx';
import { projectName, roleIn } from '../parts/project/projects.ts';
import { AddProteinDialog } from '../parts/protein/add-protein-dialog.tsx';
import { NameFilter } from '../parts/protein/name-filter.tsx';
import { ProteinTable } from '../parts/protein/protein-table.tsx';
import { proteinWords } from '../parts/protein/words.ts';
import { Page } from '../parts/shell/page.tsx';
import type { ProteinsSearch } from '../search.ts';
import { words } from '../words.ts';
import '../styles/protein.css';

/** `/proteins`: the proteins of the person's projects, twenty at a time, and the way to add one. */
export function ProteinsPage() {
  const { page = 1, query = '', project, jobs } = useSearch({ strict: false }) as ProteinsSearch;
  const navigate = useNavigate();
  const [adding, setAdding] = useState<{ file?: File } | null>(null);
  const list = useQuery(
    {
      ...ownerClient.proteins({ page: page - 1, name: query, project, computed: jobs ? undefined : false }),
      placeholderData: (before) => before,
    },
    ownerClient.queryClient,
  );
  const projects = useQuery(ownerClient.projects(), ownerClient.queryClient).data ?? [];
  const me = useQuery(ownerClient.me(), ownerClient.queryClient).data;
  const goTo = (next: ProteinsSearch) => void navigate({ to: '/proteins', search: next, replace: true });
  const filters = (change: Partial<ProteinsSearch>): ProteinsSearch => {
    const next = { query: query || undefined, project, jobs, ...change };
    return Object.fromEntries(Object.entries(next).filter(([, value]) => value)) as ProteinsSearch;
  };
  const projectOf = (uuid: string | null) => {
    const found = projects.find((each) => each.uuid === uuid);
    return found ? projectName(found) : '';
  };
  const isReadOnly = (uuid: string | null) => {
    // That of another project is here because an item was moved from there.
    if (uuid === null) return true;
    const found = projects.find((each) => each.uuid === uuid);
    return found !== undefined && roleIn(found, me?.uuid ?? null) === 'viewer';
  };
  const rows = list.data?.proteins ?? [];
  const isFiltered = query !== '' || project !== undefined;
  return (
    <DropPlace onFile={(file) => setAdding({ file })} sign={proteinWords.dropHere}>
      <Page
        title={words.proteins}
        actions={
          <button type="button" className="cv-button" data-kind="primary" onClick={() => setAdding({})}>
            <Icon name="plus" />
            {proteinWords.add}
          </button>
        }
      >
        <p className="cv-quiet lead">{proteinWords.hint}</p>
        <search className="protein-filters">
          <NameFilter query={query} onChange={(next) => goTo(filters({ query: next }))} />
          {projects.length > 1 ? (
            <label className="field">
              {proteinWords.inProject}
              <select value={project ?? ''} onChange={(event) => goTo(filters({ project: event.target.value }))}>
                <option value="">{proteinWords.everyProject}</option>
                {projects.map((each) => (
                  <option key={each.uuid} value={each.uuid}>
                    {projectName(each)}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <Switch
            label={proteinWords.ofJobs}
            checked={jobs === 1}
            onChange={(on) => goTo(filters({ jobs: on ? 1 : undefined }))}
          />
        </search>
        {list.error ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
        {list.data && rows.length > 0 ? (
          <ProteinTable proteins={rows} projectOf={projects.length > 1 ? projectOf : null} isReadOnly={isReadOnly} />
        ) : null}
        {list.data && rows.length === 0 && page === 1 ? (
          isFiltered ? (
            <div className="cv-state">
              <p>{query ? proteinWords.noneFound(query) : proteinWords.empty}</p>
              <button type="button" className="cv-button" onClick={() => goTo({})}>
                {proteinWords.clearSearch}
              </button>
            </div>
          ) : (
            <div className="cv-state">
              <Icon name="protein" />
              <p>
                <strong>{proteinWords.empty}</strong>
              </p>
              <p className="cv-quiet">{proteinWords.emptyHint}</p>
              <button type="button" className="cv-button" onClick={() => setAdding({})}>
                {proteinWords.add}
              </button>
            </div>
          )
        ) : null}
        {!list.data && !list.error ? (
          <div className="list-skeleton" role="status">
            <span className="cv-hidden">{words.loading}</span>
          </div>
        ) : null}
        <Pager
          page={page}
          pages={list.data?.num_pages ?? 0}
          onPage={(next) =>
            void navigate({ to: '/proteins', search: next > 1 ? { ...filters({}), page: next } : filters({}) })
          }
        />
        {adding ? <AddProteinDialog file={adding.file} onClose={() => setAdding(null)} /> : null}
      </Page>
    </DropPlace>
  );
}
