import { type FormulaDrawing, FormulaDrawings, mostDrawn } from '../entities/formula-drawing.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import type { Client } from './client.ts';
import { queryOptions } from './query-core.ts';

/** Small structural formulas of the items of a list, of at most a hundred in one call. */
export function drawingCalls({ kind, link, transport }: Pick<Client, 'kind' | 'link' | 'transport'>) {
  return {
    /** FormulaDrawings by the identifier of their item; of what has none, or may not be seen, nothing. A bundle has no server that draws. */
    drawings: (items: readonly Pick<WorkflowItem, 'uuid' | 'smiles'>[]) => {
      const drawn = kind === 'bundle' ? [] : items.filter(({ smiles }) => smiles).slice(0, mostDrawn);
      return queryOptions({
        queryKey: ['drawings', link, drawn.map(({ uuid, smiles }) => [uuid, smiles])],
        queryFn: async ({ signal }): Promise<Record<string, FormulaDrawing | null>> => {
          if (drawn.length === 0) return {};
          const query = new URLSearchParams(drawn.map(({ uuid }) => ['uuids', uuid]));
          if (link) query.set('link', link);
          const base = kind === 'owner' ? '/api' : '/api/shared';
          return (await transport.get(`${base}/workflow/drawings?${query}`, FormulaDrawings, signal)).drawings;
        },
        staleTime: Number.POSITIVE_INFINITY,
      });
    },
  };
}
