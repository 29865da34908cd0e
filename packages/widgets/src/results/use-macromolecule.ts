import { type Macromolecule, macromoleculeOf } from '@cuvette/core/chemistry';
import type { Client } from '@cuvette/core/client';
import { texts } from '@cuvette/core/texts';
import type { StructureReference } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

/** Types whose proteins are predictions: their B factors are confidences. */
const predictedTypes = ['protein_cofolding', 'protein_binder_design'];

/**
 * The protein of a structure as the viewer needs it: the structure itself, or what a ligand lies in. Null without one, and until it was read.
 * @param type of the item: its proteins may be predictions
 */
export function useMacromolecule(
  client: Client,
  reference: StructureReference | null,
  type: string,
): { macromolecule: Macromolecule | null; failed: boolean } {
  const within = reference?.within ?? null;
  const source = reference?.source;
  const uuid = source?.kind === 'protein' ? source.uuid : within && 'uuid' in within ? within.uuid : null;
  const query = useQuery({ ...client.protein(uuid ?? ''), enabled: uuid !== null }, client.queryClient);
  const given = within && 'pdb' in within ? within.pdb : null;
  const data = uuid === null ? given : (query.data?.data ?? null);
  const read = useMemo(() => {
    try {
      const predicted = predictedTypes.includes(type) || null;
      return { macromolecule: data ? macromoleculeOf(data, { predicted }) : null, problem: null };
    } catch (problem) {
      return { macromolecule: null, problem };
    }
  }, [data, type]);
  const problem = read.problem ?? (uuid !== null && query.data === undefined ? query.error : null);
  useEffect(() => {
    if (problem) console.error(texts.proteinFailed, problem);
  }, [problem]);
  return { macromolecule: read.macromolecule, failed: problem !== null };
}
