import type { Structure } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { Icon } from '../parts/icon.tsx';
import { Pager } from '../parts/pager.tsx';
import { hasStatus, Problem } from '../parts/problem.tsx';
import { projectName } from '../parts/project/projects.ts';
import { Page } from '../parts/shell/page.tsx';
import { AddStructureDialog } from '../parts/structures/add-structure-dialog.tsx';
import { RenameStructureDialog } from '../parts/structures/rename-structure-dialog.tsx';
import { StructureCards, StructuresWaiting } from '../parts/structures/structure-cards.tsx';
import { structureWords } from '../parts/structures/words.ts';
import '../styles/structures.css';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `/project/{uuid}/structures`: what a project keeps for its workflows, twenty at a time. */
export function StructuresPage() {
  const { uuid } = useParams({ from: '/app/project/$uuid/structures' });
  const { page = 1 } = useSearch({ from: '/app/project/$uuid/structures' });
  const navigate = useNavigate();
  const [named, setNamed] = useState('');
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Structure | null>(null);
  const project = useQuery(ownerClient.project(uuid), ownerClient.queryClient);
  const name = named.trim();
  const list = useQuery(
    {
      ...ownerClient.structures(uuid, { page: name === '' ? page - 1 : 0, name }),
      placeholderData: (before) => before,
    },
    ownerClient.queryClient,
  );
  if (hasStatus(project.error, 404) || hasStatus(project.error, 400)) return <NotFoundNotice />;
  const { data } = project;
  const structures = list.data?.structures ?? [];
  const readOnly = data?.has_edit_access !== true;
  const isEmpty = list.data !== undefined && structures.length === 0;
  return (
    <Page
      title={data ? structureWords.titleOf(projectName(data)) : structureWords.title}
      above={
        <p className="above">
          <Link to="/project/$uuid" params={{ uuid }} search={{}}>
            {data ? projectName(data) : words.projects}
          </Link>
        </p>
      }
      actions={
        data && readOnly ? null : (
          <button
            type="button"
            className="cv-button"
            data-kind="primary"
            disabled={!data}
            onClick={() => setAdding(true)}
          >
            <Icon name="plus" />
            {structureWords.add}
          </button>
        )
      }
    >
      <p className="cv-quiet lead">{structureWords.hint}</p>
      {list.error ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {structures.length > 0 || name !== '' || list.isPending ? (
        <label className="field structure-filter">
          {structureWords.filter}
          <input type="search" value={named} onChange={(event) => setNamed(event.target.value)} />
        </label>
      ) : null}
      {isEmpty ? <p className="cv-quiet">{name === '' ? structureWords.none : structureWords.noneNamed}</p> : null}
      {list.isPending ? (
        <StructuresWaiting />
      ) : (
        <StructureCards structures={structures} readOnly={readOnly} onRename={setRenaming} />
      )}
      {name === '' ? (
        <Pager
          page={page}
          pages={list.data?.num_pages ?? 0}
          onPage={(next) =>
            void navigate({
              to: '/project/$uuid/structures',
              params: { uuid },
              search: next > 1 ? { page: next } : {},
            })
          }
        />
      ) : null}
      {adding ? (
        <AddStructureDialog project={uuid} folder={data?.root_folder_uuid ?? null} onClose={() => setAdding(false)} />
      ) : null}
      {renaming ? <RenameStructureDialog structure={renaming} onClose={() => setRenaming(null)} /> : null}
    </Page>
  );
}
