import type { Client } from '@cuvette/core/client';
import { isFinished, type WorkflowItem } from '@cuvette/core/entities';
import type { ResultDefinition } from '@cuvette/core/workflows';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readOfMolecules } from './use-reads.ts';

/** Whether the molecules that the tables of a finished item need are on their way for the first time: what they make is drawn at once, so that nothing moves. */
export function useFirstMolecules(
  client: Client,
  item: WorkflowItem,
  definition: ResultDefinition | null,
  options: { frequencies?: boolean } = {},
): boolean {
  const uuids = useMemo(() => [...new Set(definition?.calculations(item) ?? [])], [definition, item]);
  const { frequencies = false } = options;
  const waiting = useQueries(
    { queries: uuids.map((uuid) => readOfMolecules(client, item, uuid, { frequencies })), combine: isFirstRead },
    client.queryClient,
  );
  return waiting && isFinished(item.object_status);
}

/** A read that failed once may take long: it keeps nothing back. */
const isFirstRead = (reads: readonly { isPending: boolean; failureCount: number }[]) =>
  reads.some(({ isPending, failureCount }) => isPending && failureCount === 0);
