import type { AccountClient } from '@cuvette/core/client';
import type { FormulaDrawing, StructureQuery } from '@cuvette/core/entities';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FolderEntry } from '../paths.ts';

const none: Record<string, FormulaDrawing | null> = {};

/** What draws the structures of a list: the server, or the page itself where the server cannot. */
export interface ListDrawings {
  drawings: Record<string, FormulaDrawing | null>;
  drawnHere: boolean;
}

/**
 * Formula drawings of the items of a list by their identifiers, read after the rows themselves; those of the page before stay until the new ones
 * come. Of a search by structure they show what it found.
 */
export function useDrawings(
  client: AccountClient,
  rows: readonly FolderEntry[],
  shown: boolean,
  structure: StructureQuery | null = null,
): ListDrawings {
  const items = shown ? rows.flatMap((entry) => (entry.type === 'workflow' ? [entry.data] : [])) : [];
  const query = useQuery(
    { ...client.drawings(items, structure), placeholderData: keepPreviousData },
    client.queryClient,
  );
  return { drawings: query.data ?? none, drawnHere: query.failureCount > 0 };
}
