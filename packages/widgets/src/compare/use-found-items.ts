import { type Client, findItems } from '@cuvette/core/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

/** An item that can be added, under a name that no other of the list has. */
export interface FoundItem {
  uuid: string;
  label: string;
}

const none: readonly FoundItem[] = [];

/** Items of the person with a text in their name; none of a text of one letter, of an identifier, and where there is no account to search. */
export function useFoundItems(
  client: Client,
  text: string,
  type: string | null,
): { found: readonly FoundItem[]; current: boolean } {
  const asked = useDeferredValue(text.trim());
  const searched = client.kind === 'owner' && asked.length > 1 && asked.length <= 200;
  const query = useQuery(
    {
      queryKey: ['found-items', type, asked],
      queryFn: async ({ signal }) => {
        const items = await findItems(client, asked, type, signal);
        return items.map(({ uuid, name }) => ({ uuid, label: `${name} · ${uuid.slice(0, 8)}` }));
      },
      enabled: searched,
      placeholderData: keepPreviousData,
      staleTime: 10_000,
    },
    client.queryClient,
  );
  return {
    found: searched ? (query.data ?? none) : none,
    current: asked === text.trim() && !query.isFetching && !query.isPlaceholderData,
  };
}
