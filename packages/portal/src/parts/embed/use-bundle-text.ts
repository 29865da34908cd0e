import { useQuery } from '@tanstack/react-query';
import { ownerClient } from '../../clients.ts';

/** Characters of the largest bundle that a preview holds. */
const longest = 5_000_000;

/** An item as the one file that is put beside a page, as text; null until it is there, or where it is too large for a preview. */
export function useBundleText(uuid: string, wanted: boolean): string | null {
  const { data } = useQuery(
    {
      queryKey: ['bundle-text', uuid],
      enabled: wanted,
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async () => {
        const answer = await fetch(`${ownerClient.origin}/api/workflow/${uuid}/bundle`);
        const text = answer.ok ? await answer.text() : '';
        return text.length > longest ? '' : text;
      },
    },
    ownerClient.queryClient,
  );
  return data || null;
}
