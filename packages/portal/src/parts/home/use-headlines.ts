import type { WorkflowItem } from '@cuvette/core/entities';
import { loadResults } from '@cuvette/core/workflows';
import { headlineOf } from '@cuvette/core/workflows/items/headline-of';
import { headlineText } from '@cuvette/core/workflows/items/headline-text';
import { useQuery } from '@tanstack/react-query';
import { ownerClient } from '../../clients.ts';

const none: ReadonlyMap<string, string> = new Map();

/** The headlines of items in one line each, by their identifiers; of an item that has none, nothing. The items are read whole. */
export function useHeadlines(items: readonly WorkflowItem[]): ReadonlyMap<string, string> {
  const states = items.map(({ uuid, updated_at }) => [uuid, updated_at]);
  const query = useQuery(
    {
      queryKey: ['headlines', states],
      queryFn: async (): Promise<ReadonlyMap<string, string>> => {
        const whole = await ownerClient.wholeWorkflows(items.map(({ uuid }) => uuid));
        const found = await Promise.all(
          whole.map(async (item): Promise<[string, string | null]> => {
            const definition = await loadResults(item.object_type);
            return [item.uuid, headlineText(headlineOf(definition, item))];
          }),
        );
        return new Map(found.flatMap(([uuid, text]) => (text === null ? [] : [[uuid, text] as const])));
      },
      enabled: items.length > 0,
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: (before: ReadonlyMap<string, string> | undefined) => before,
    },
    ownerClient.queryClient,
  );
  return query.data ?? none;
}
