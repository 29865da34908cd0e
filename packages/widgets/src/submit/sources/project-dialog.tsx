import type { Structure } from '@cuvette/core/entities';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { ReadState } from './read-state.tsx';
import { StructureList } from './structure-list.tsx';
import type { SourceDialogProps } from './structure-sources.tsx';
import { sourceWords as words } from './words.ts';

/** Structures that the project keeps in whose folder the item will lie. */
export default function ProjectDialog({ client, folder, onTake, onClose }: SourceDialogProps) {
  const id = useId();
  const [named, setNamed] = useState('');
  const me = useQuery({ ...client.me(), enabled: folder === null }, client.queryClient);
  const place = useQuery({ ...client.folder(folder ?? ''), enabled: folder !== null }, client.queryClient);
  const project = (folder === null ? me.data?.default_project_uuid : place.data?.project_uuid) ?? null;
  const name = named.trim();
  const list = useInfiniteQuery(
    {
      queryKey: ['structure', 'all', project, name],
      queryFn: ({ pageParam }) =>
        client.queryClient.fetchQuery({ ...client.structures(project ?? '', { page: pageParam, name }), staleTime: 0 }),
      initialPageParam: 0,
      getNextPageParam: ({ num_pages }, _pages, page) => (page + 1 < num_pages ? page + 1 : undefined),
      enabled: project !== null,
    },
    client.queryClient,
  );
  const structures = list.data?.pages.flatMap((page) => page.structures) ?? [];
  const take = (structure: Structure) =>
    onTake({ name: structure.name, smiles: structure.smiles, molecule: structure.molecule });
  const failed = [me, place, list].find(({ error }) => error !== null) ?? list;
  return (
    <Dialog title={words.projectTitle} size="large" open onClose={onClose}>
      <div className="cv-field cv-filter">
        <label htmlFor={id}>{words.filter}</label>
        <input
          id={id}
          type="search"
          value={named}
          onChange={(event) => setNamed(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      <ReadState
        read={failed}
        empty={structures.length > 0 ? null : name === '' ? words.projectEmpty : words.nothingNamed}
      />
      <StructureList
        structures={structures.map(({ uuid, name: title, smiles, molecule }) => ({
          key: uuid,
          name: title ?? '',
          smiles,
          withCoordinates: molecule !== null,
        }))}
        onChoose={(uuid) => {
          const chosen = structures.find((structure) => structure.uuid === uuid);
          if (chosen) take(chosen);
        }}
      />
      {list.hasNextPage ? (
        <button type="button" className="cv-button" onClick={() => void list.fetchNextPage()}>
          {words.more}
        </button>
      ) : null}
    </Dialog>
  );
}
