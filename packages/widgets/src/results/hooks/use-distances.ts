import type { AtomPair, Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';

interface Read {
  data?: readonly number[] | undefined;
  error: Error | null;
}

/** Outside of the view, so that what is combined stays the same until something arrives. */
const combine = (reads: readonly Read[]) => ({
  lists: reads.map(({ data }) => data ?? null),
  // A later read that fails takes nothing away from what was read before.
  problem: reads.find(({ data, error }) => error !== null && data === undefined)?.error?.message ?? null,
});

/**
 * Distances (Å) of pairs of atoms in each frame of an item's replicate; null for a pair that was not read yet.
 * @param frames of the whole trajectory, as far as it is known: with more of them, those that are new are read
 */
export function useDistances(
  client: Client,
  item: WorkflowItem,
  replicate: number,
  pairs: readonly AtomPair[],
  frames: number | null,
): { lists: readonly (readonly number[] | null)[]; problem: string | null; retry: () => void } {
  const reads = pairs.map((pair) => ({
    ...client.distances(item.uuid, replicate, pair),
    // What a file does not hold it will not hold later either.
    ...(client.kind === 'bundle' ? { retry: false } : {}),
  }));
  const { lists, problem } = useQueries({ queries: reads, combine }, client.queryClient);
  const shortest = lists.reduce((least, list) => Math.min(least, list?.length ?? least), Number.POSITIVE_INFINITY);
  const behind = client.kind !== 'bundle' && frames !== null && shortest < frames;
  useEffect(() => {
    if (!behind) return;
    for (const { queryKey } of reads) void client.queryClient.refetchQueries({ queryKey, exact: true });
    // Once for each number of frames: what a server does not have yet is asked for with the next one.
    // eslint-disable-next-line react/exhaustive-deps
  }, [client, behind, frames]);
  const retry = () => {
    for (const { queryKey } of reads) void client.queryClient.refetchQueries({ queryKey, exact: true });
  };
  return { lists, problem, retry };
}
