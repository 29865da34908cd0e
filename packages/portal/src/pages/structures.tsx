import type { Structure } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { Pager } from '../parts/pager.tsx';
import { Problem } from '../parts/problem.tsx';
import { AddStructureDialog } from '../parts/structures/add-structure-dialog.tsx';
import { RenameStructureDialog } from '../parts/structures/rename-structure-dialog.tsx';
import { StructureCards, StructuresWaiting } from '../parts/structures/structure-cards.tsx';
import { structureWords } from '../parts/structures/words.ts';
import '../styles/structures.css';
import { ProjectPart } from './project-part.tsx';

/** `/project/{uuid}/structures`: what a project keeps for its workflows, twenty at a time. */
export function StructuresPage() {
  const { uuid } = useParams({ from: '/app/project/$uuid/structures' });
  const { page = 1 } = useSearch({ from: '/app/project/$uuid/structures' });
  const navigate = useNavigate();
  const [named, setNamed] = useState('');
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Structure | null>(null);
  const name = named.trim();
  const list = useQuery(
    {
      ...ownerClient.structures(uuid, { page: name === '' ? page - 1 : 0, name }),
      placeholderData: (before) => before,
    },
    ownerClient.queryClient,
  );
  const structures = list.data?.structures ?? [];
  const isEmpty = list.data !== undefined && structures.length === 0;
  return (
    <ProjectPart
      uuid={uuid}
      title={structureWords.title}
      titleOf={structureWords.titleOf}
      hint={structureWords.hint}
      action={{ label: structureWords.add, primary: true, onClick: () => setAdding(true) }}
    >
      {(project) => (
        <>
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
            <StructureCards
              structures={structures}
              readOnly={project?.has_edit_access !== true}
              onRename={setRenaming}
            />
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
            <AddStructureDialog
              project={uuid}
              folder={project?.root_folder_uuid ?? null}
              onClose={() => setAdding(false)}
            />
          ) : null}
          {renaming ? <RenameStructureDialog structure={renaming} onClose={() => setRenaming(null)} /> : null}
        </>
      )}
    </ProjectPart>
  );
}
