import type { Client } from '@cuvette/core/client';
import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import type { ResultDefinition } from '@cuvette/core/workflows';
import type { Headline } from '@cuvette/core/workflows/headline';
import { calculationsOfHeadline, headlineOf } from '@cuvette/core/workflows/items/headline-of';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readOfMolecules } from './use-reads.ts';

/** Outside the hook, so that what is combined stays the same until something arrives. */
const readsOf = (reads: readonly { data?: Molecule[] | undefined; isPending: boolean }[]) =>
  reads.map(({ data, isPending }) => ({ molecules: data ?? null, isPending }));

/**
 * The headline of an item with the calculations that it needs, and whether one of them is still being read.
 * @param frequencies as the view reads the same calculations, so that each is read once
 */
export function useHeadline(
  client: Client,
  item: WorkflowItem,
  definition: ResultDefinition | null,
  frequencies: boolean,
): { headline: Headline; isReading: boolean } {
  const uuids = useMemo(() => calculationsOfHeadline(definition, item), [definition, item]);
  const reads = useQueries(
    { queries: uuids.map((uuid) => readOfMolecules(client, item, uuid, { frequencies })), combine: readsOf },
    client.queryClient,
  );
  const headline = useMemo(() => {
    const known = uuids.flatMap((uuid, index) => {
      const molecules = reads[index]?.molecules;
      return molecules ? [[uuid, molecules] as const] : [];
    });
    return headlineOf(definition, item, new Map(known));
  }, [definition, item, uuids, reads]);
  return { headline, isReading: reads.some(({ isPending }) => isPending) };
}
