import { isUuid } from '@cuvette/core/chemistry';
import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow, type StructureReference, type WorkflowDefinition } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { ownerClient } from '../../clients.ts';

/** A structure of an item's result, as another item takes it. */
export interface SourceStructure {
  item: WorkflowItem;
  reference: StructureReference;
  /** Null where there is only a SMILES. */
  molecule: Molecule | null;
  smiles: string | null;
}

/** The definition of a type, read once. */
export const definitionQuery = (type: string | undefined) => ({
  queryKey: ['definition', type],
  queryFn: () => loadWorkflow(type ?? ''),
  enabled: type !== undefined,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The structure with an identifier; a calculation of the item that is none of its structures; what a view shows first where nothing is named. */
export function referenceIn(
  definition: WorkflowDefinition,
  item: WorkflowItem,
  structure: string | null,
): StructureReference | null {
  const structures = definition.structures(item);
  if (structure === null) {
    const active = definition.active(item);
    return structures.find(({ id }) => id === active) ?? structures[0] ?? null;
  }
  const found = structures.find(({ id }) => id === structure);
  if (found) return found;
  if (!isUuid(structure) || !item.calculation_uuids.includes(structure)) return null;
  return { id: structure, name: 'Calculation', source: { kind: 'calculation', uuid: structure, frame: 'last' } };
}

/** The structure that a calculation of an item ended with: by the name that it has among the item's structures, where it is one of them. */
export function calculationReference(
  definition: WorkflowDefinition,
  item: WorkflowItem,
  calculation: string,
): StructureReference | null {
  const own = definition
    .structures(item)
    .find(({ source }) => source.kind === 'calculation' && source.uuid === calculation && source.frame === 'last');
  return own ?? referenceIn(definition, item, calculation);
}

/** A structure of an item as far as it was read. */
export interface TakenStructure {
  read: SourceStructure | null;
  /** There is none with this identifier. */
  missing: boolean;
  error: unknown;
}

/** Reads a structure of an item. `read` is null while it is on its way, and where there is none; `missing` then says that there is none. */
export function useSourceStructure(uuid: string | undefined, structure: string | undefined): TakenStructure {
  const { queryClient } = ownerClient;
  const item = useQuery({ ...ownerClient.workflow(uuid ?? ''), enabled: uuid !== undefined }, queryClient);
  const definition = useQuery(definitionQuery(item.data?.object_type), queryClient);
  const reference = item.data && definition.data ? referenceIn(definition.data, item.data, structure ?? null) : null;
  const calculation = reference?.source.kind === 'calculation' ? reference.source.uuid : null;
  const molecules = useQuery(
    { ...ownerClient.molecules(calculation ?? ''), enabled: calculation !== null },
    queryClient,
  );
  const error = item.error ?? definition.error ?? molecules.error;
  const known = item.data !== undefined && definition.data !== undefined;
  if (!item.data || !reference) return { read: null, missing: known, error };
  const { source } = reference;
  if (source.kind === 'smiles')
    return { read: { item: item.data, reference, molecule: null, smiles: source.smiles }, missing: false, error };
  if (source.kind === 'protein') return { read: null, missing: true, error };
  const steps = source.kind === 'molecule' ? [source.molecule] : molecules.data;
  if (!steps) return { read: null, missing: false, error };
  const frame = source.kind === 'calculation' && typeof source.frame === 'number' ? source.frame : -1;
  const molecule = steps.at(frame) ?? null;
  const smiles = molecule?.smiles ?? item.data.smiles;
  return {
    read: molecule ? { item: item.data, reference, molecule, smiles: smiles ?? null } : null,
    missing: !molecule,
    error,
  };
}
