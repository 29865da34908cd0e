import { writeQuery } from '../entities/folder.ts';
import { type FormulaDrawing, FormulaDrawings, mostDrawn } from '../entities/formula-drawing.ts';
import type { StructureQuery } from '../entities/structure-query.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import type { Client } from './client.ts';
import { queryOptions } from './query-core.ts';

/** Small structural formulas of the items of a list, of at most a hundred in one call. */
export function drawingCalls({ kind, link, transport }: Pick<Client, 'kind' | 'link' | 'transport'>) {
  return {
    /**
     * FormulaDrawings by the identifier of their item; of what has none, or may not be seen, nothing. A bundle has no server that draws. Of a search by
     * structure they are those of the molecules that it found, with what it matched in the colour `accent`.
     */
    drawings: (items: readonly Pick<WorkflowItem, 'uuid' | 'smiles'>[], structure: StructureQuery | null = null) => {
      const drawn =
        kind === 'bundle' ? [] : items.filter(({ smiles }) => structure !== null || smiles).slice(0, mostDrawn);
      return queryOptions({
        queryKey: ['drawings', link, structure, drawn.map(({ uuid, smiles }) => [uuid, smiles])],
        queryFn: async ({ signal }): Promise<Record<string, FormulaDrawing | null>> => {
          if (drawn.length === 0) return {};
          const query = writeQuery({ uuids: drawn.map(({ uuid }) => uuid), ...structure });
          if (link) query.set('link', link);
          const base = kind === 'owner' ? '/api' : '/api/shared';
          return (await transport.get(`${base}/workflow/drawings?${query}`, FormulaDrawings, signal)).drawings;
        },
        staleTime: Number.POSITIVE_INFINITY,
      });
    },
  };
}
