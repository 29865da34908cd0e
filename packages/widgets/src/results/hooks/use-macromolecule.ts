import { type Client, macromoleculeOfProtein, type ReadMacromolecule } from '@cuvette/core/client';
import { texts } from '@cuvette/core/texts';
import type { StructureReference } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * The protein of a structure as the viewer needs it: the structure itself, or what a ligand lies in. Null without one, and until it was read.
 * @param predicted whether it is a prediction, whose B factors are confidences
 */
export function useMacromolecule(
  client: Client,
  reference: StructureReference | null,
  predicted: boolean,
): { read: ReadMacromolecule | null; failed: boolean; retry: () => void } {
  const source = reference?.source;
  const place = source?.kind === 'protein' ? { uuid: source.uuid } : (reference?.within ?? null);
  const { data, error, refetch } = useQuery(
    {
      ...macromoleculeOfProtein(client, place ?? { uuid: '' }, predicted),
      enabled: place !== null,
    },
    client.queryClient,
  );
  const problem = place !== null && data === undefined ? error : null;
  useEffect(() => {
    if (problem) console.error(texts.proteinFailed, problem);
  }, [problem]);
  return { read: (place && data) ?? null, failed: problem !== null, retry: () => void refetch() };
}
