import type { MethodReport } from '@cuvette/core/entities';
import { type Cost, catalogue, costOf, questionOfType, type WorkflowDefinition } from '@cuvette/core/workflows';
import type { FirstDraft, FirstMolecule } from '@cuvette/widgets/submit';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ownerClient } from '../../clients.ts';

/** The definitions of all types, by type; read once, when costs are first asked for. */
function useAllDefinitions(): ReadonlyMap<string, WorkflowDefinition> | null {
  const { data } = useQuery(
    {
      queryKey: ['definitions'],
      queryFn: async () =>
        new Map(await Promise.all(catalogue.map(async ({ type, load }) => [type, await load()] as const))),
      staleTime: Number.POSITIVE_INFINITY,
    },
    ownerClient.queryClient,
  );
  return data ?? null;
}

/** Returns what each type costs for what was given, by type; null while that is not known. */
export function useTypeCosts(
  first: FirstDraft,
  { pasted, state }: FirstMolecule,
  report: MethodReport | null,
): ReadonlyMap<string, Cost> | null {
  const definitions = useAllDefinitions();
  const { molecule, smiles, inspection, perceived } = state;
  const ready = state.status === 'ready' && molecule !== null;
  const protein = first.protein !== null;
  const molecules = pasted.kind === 'many' ? pasted.lines : ready ? 1 : 0;
  return useMemo(() => {
    // Nothing given yet: every type lacks its molecule, which says nothing.
    if (!definitions || (molecules === 0 && !protein)) return null;
    const given = {
      inputs: ready ? { molecule, smiles, inspection } : { molecule: null, smiles: null },
      coordinates: ready && (perceived || inspection === null),
      protein,
      molecules,
    };
    return new Map(
      [...definitions].map(([type, definition]) => [type, costOf(definition, questionOfType(type), given, report)]),
    );
  }, [definitions, ready, molecule, smiles, inspection, perceived, protein, molecules, report]);
}
