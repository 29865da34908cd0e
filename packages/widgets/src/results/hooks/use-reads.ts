import type { Client } from '@cuvette/core/client';
import {
  type CalculationSummary,
  isFinished,
  itemPollInterval,
  type Molecule,
  texts,
  type WorkflowItem,
} from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The read of a calculation's molecules, last one final; repeated with the item while the item is not finished. */
export function readOfMolecules(client: Client, item: WorkflowItem, uuid: string, options?: { frequencies?: boolean }) {
  return { ...client.molecules(uuid, options), refetchInterval: intervalOf(client, item) };
}

/** Molecules of a calculation, last one final; nothing is read for a null identifier. Read again with the item while the item is not finished. */
export function useMolecules(
  client: Client,
  item: WorkflowItem,
  uuid: string | null,
  options: { frequencies?: boolean } = {},
): { molecules: readonly Molecule[] | null; failed: boolean } {
  const query = useQuery(
    { ...readOfMolecules(client, item, uuid ?? '', options), enabled: uuid !== null },
    client.queryClient,
  );
  const failed = query.isError && query.data === undefined;
  useEffect(() => {
    if (failed) console.error(texts.moleculesFailed, query.error);
  }, [failed, query.error]);
  return { molecules: query.data ?? null, failed };
}

/** Settings and provenance of a calculation; null while they are being read or where they cannot be. */
export function useCalculation(client: Client, item: WorkflowItem, uuid: string | null): CalculationSummary | null {
  const query = useQuery(
    { ...client.calculation(uuid ?? ''), enabled: uuid !== null, refetchInterval: intervalOf(client, item) },
    client.queryClient,
  );
  return query.data ?? null;
}

function intervalOf(client: Client, item: WorkflowItem): number | false {
  return client.kind === 'bundle' || isFinished(item.object_status) ? false : itemPollInterval;
}
