import { type Client, macromoleculeOfProtein, type ReadMacromolecule } from '@cuvette/core/client';
import { texts } from '@cuvette/core/texts';
import type { StructureReference } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

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
): { read: ReadMacromolecule | null; failed: boolean } {
  const source = reference?.source;
  const place = source?.kind === 'protein' ? { uuid: source.uuid } : (reference?.within ?? null);
  const { data, error } = useQuery(
    {
      ...macromoleculeOfProtein(client, place ?? { uuid: '' }, predictedTypes.includes(type)),
      enabled: place !== null,
    },
    client.queryClient,
  );
  const problem = place !== null && data === undefined ? error : null;
  useEffect(() => {
    if (problem) console.error(texts.proteinFailed, problem);
  }, [problem]);
  return { read: (place && data) ?? null, failed: problem !== null };
}
