import { type Macromolecule, macromoleculeOf } from '@cuvette/core/chemistry';
import type { Client } from '@cuvette/core/client';
import { texts } from '@cuvette/core/texts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

/**
 * A protein of the platform as the viewer needs it; nothing is read for a null identifier.
 * @param predicted says that the structures of this type of item are predictions, whose B factors are confidences
 */
export function useMacromolecule(
  client: Client,
  uuid: string | null,
  predicted: boolean,
): { macromolecule: Macromolecule | null; failed: boolean } {
  const query = useQuery({ ...client.protein(uuid ?? ''), enabled: uuid !== null }, client.queryClient);
  const data = uuid === null ? null : (query.data?.data ?? null);
  const read = useMemo(() => {
    try {
      return { macromolecule: data ? macromoleculeOf(data, { predicted: predicted || null }) : null, problem: null };
    } catch (problem) {
      return { macromolecule: null, problem };
    }
  }, [data, predicted]);
  const problem = read.problem ?? (query.data === undefined ? query.error : null);
  useEffect(() => {
    if (problem) console.error(texts.proteinFailed, problem);
  }, [problem]);
  return { macromolecule: read.macromolecule, failed: problem !== null };
}
