import { type AccountClient, completedItems } from '@cuvette/core/client';
import { type FoundPocket, loadResults } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';

/** The type that finds pockets. */
const type = 'pocket_detection';
/** How many of the person's newest pocket detections are looked at. */
const mostItems = 50;

/** A pocket with the name of the item that found it. */
export interface OfferedPocket extends FoundPocket {
  item: string;
}

/** The pockets that the person's newest pocket detections found in a protein, the newest item first; none while they are read. */
export function useFoundPockets(client: AccountClient, protein: string | null): readonly OfferedPocket[] {
  const found = useQuery(
    {
      queryKey: ['workflow', 'found-pockets'],
      queryFn: async ({ signal }) => {
        const workflows = await completedItems(client, type, mostItems, signal);
        if (workflows.length === 0) return [];
        // The list has no results.
        const [definition, items] = await Promise.all([
          loadResults(type),
          client.wholeWorkflows(workflows.map(({ uuid }) => uuid)),
        ]);
        return items.flatMap((item) =>
          (definition?.pockets(item) ?? []).map((pocket): OfferedPocket => ({ ...pocket, item: item.name })),
        );
      },
      staleTime: 15_000,
      enabled: protein !== null,
    },
    client.queryClient,
  );
  return (found.data ?? []).filter((pocket) => pocket.protein === protein);
}
