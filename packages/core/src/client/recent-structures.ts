import * as z from 'zod/mini';
import { queryOptions } from './query-core.ts';
import type { Transport } from './transport.ts';

const LatestItems = z.looseObject({
  workflows: z.array(z.looseObject({ name: z.string(), smiles: z._default(z.nullable(z.string()), null) })),
});

/** Items that are looked through for structures. */
const latest = 100;

/** A structure of an item, under the item's name. */
export interface RecentStructure {
  smiles: string;
  name: string;
}

/** The structures of the person's latest items, newest first, each once. */
export function recentStructureCalls({ get }: Pick<Transport, 'get'>) {
  return {
    recentStructures: () =>
      queryOptions({
        queryKey: ['structure', 'recent'],
        queryFn: async ({ signal }): Promise<RecentStructure[]> => {
          const path = `/api/workflow?size=${latest}&sort=created_at&asc=false`;
          const { workflows } = await get(path, LatestItems, signal);
          const found = new Map<string, string>();
          for (const { smiles, name } of workflows) {
            if (smiles !== null && smiles !== '' && !found.has(smiles)) found.set(smiles, name);
          }
          return [...found].map(([smiles, name]) => ({ smiles, name }));
        },
      }),
  };
}
