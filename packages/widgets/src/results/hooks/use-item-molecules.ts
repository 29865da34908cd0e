import type { Client } from '@cuvette/core/client';
import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import type { MoleculesByCalculation, ResultDefinition } from '@cuvette/core/workflows';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readOfMolecules } from './use-reads.ts';

/** Outside the hook, so that what is combined stays the same until something arrives. */
const dataOf = (reads: readonly { data?: Molecule[] | undefined }[]) => reads.map((read) => read.data ?? null);

/** The molecules of the calculations that a definition names, as far as they have come; each arrives by itself. */
export function useItemMolecules(
  client: Client,
  item: WorkflowItem,
  definition: ResultDefinition | null,
  options: { frequencies?: boolean } = {},
): MoleculesByCalculation {
  const uuids = useMemo(() => [...new Set(definition?.calculations(item) ?? [])], [definition, item]);
  const { frequencies = false } = options;
  const reads = useQueries(
    { queries: uuids.map((uuid) => readOfMolecules(client, item, uuid, { frequencies })), combine: dataOf },
    client.queryClient,
  );
  return useMemo(
    () => new Map(uuids.flatMap((uuid, index) => (reads[index] ? [[uuid, reads[index]] as const] : []))),
    [uuids, reads],
  );
}
