import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { Pager } from '../pager.tsx';
import { ResultCards } from './result-cards.tsx';

/** The shipped examples as cards: one real result of each type. */
export function ExamplesGallery({ folder }: { folder: string }) {
  const [page, setPage] = useState(1);
  const contents = useQuery(
    ownerClient.folderContents(folder, { page: page - 1, sort: 'name', asc: true }),
    ownerClient.queryClient,
  ).data;
  if (!contents) return null;
  const items = contents.items.flatMap((entry) => (entry.type === 'workflow' ? [entry.data] : []));
  return (
    <>
      <ResultCards items={items} />
      <Pager page={page} pages={contents.num_pages} onPage={setPage} />
    </>
  );
}
