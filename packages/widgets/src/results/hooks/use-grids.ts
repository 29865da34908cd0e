import type { Client } from '@cuvette/core/client';
import { isFinished, type WorkflowItem } from '@cuvette/core/entities';
import type { ResultDefinition } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GridSource } from '../../viewer/surfaces/grid-source.ts';

/** Grids of a finished item that has some: the list is read at once, the values when a surface is wanted. */
export function useGrids(client: Client, item: WorkflowItem, definition: ResultDefinition | null): GridSource[] {
  const has = definition?.hasGrids(item) ?? false;
  const list = useQuery(
    { ...client.grids(item.uuid), enabled: has && isFinished(item.object_status) },
    client.queryClient,
  ).data;
  return useMemo(
    () =>
      (list?.grids ?? []).map((header) => ({
        header,
        load: () => client.queryClient.fetchQuery(client.grid(item.uuid, header.name)),
      })),
    [client, item.uuid, list],
  );
}
