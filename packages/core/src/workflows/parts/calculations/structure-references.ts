import { isUuid } from '../../../chemistry/identifiers.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { numbered, type Text } from '../../../entities/phrases.ts';
import type { StructureReference, WorkflowData } from '../../definition.ts';

/** The last structure of a calculation under a name; nothing where there is no calculation (it failed, or has not run yet). */
export function calculationStructure(name: Text, uuid: string | null | undefined): StructureReference[] {
  return uuid ? [{ id: uuid, name, source: { kind: 'calculation', uuid, frame: 'last' } }] : [];
}

/** The last stage that gave a structure: stages that failed are null, and what is no UUID is no calculation. */
export function finalStage(stages: readonly (string | null)[] | null | undefined): string | null {
  return stages?.findLast((uuid) => uuid !== null && isUuid(uuid)) ?? null;
}

/** A calculation's identifier, or null where there is none or it is no UUID. */
export function validUuid(uuid: string | null | undefined): string | null {
  return uuid && isUuid(uuid) ? uuid : null;
}

/**
 * Identifiers of an item's conformers that are no UUIDs: their structures are left out of every view, their rows say so, and whoever shows the item
 * logs them as an error. Takes the data of any type that has conformers.
 */
export function badConformerUuids(data: WorkflowData): string[] {
  const listed = [data.conformers, data.conformer_uuids].flatMap((list) => (Array.isArray(list) ? list.flat() : []));
  const uuids = listed.map((entry: unknown) =>
    entry !== null && typeof entry === 'object' && 'uuid' in entry ? entry.uuid : entry,
  );
  return uuids.filter((uuid): uuid is string => typeof uuid === 'string' && !isUuid(uuid));
}

/** Structures of a list of calculations, numbered from 1 by their place ("Conformer 2"), those that failed left out. */
export function numberedStructures(name: string, uuids: readonly (string | null | undefined)[]): StructureReference[] {
  return uuids.flatMap((uuid, index) => calculationStructure(numbered(name, index + 1), uuid));
}

/** A protein of the platform under a name. */
export function proteinStructure(name: Text, uuid: string | null | undefined): StructureReference[] {
  return uuid ? [{ id: uuid, name, source: { kind: 'protein', uuid } }] : [];
}

/** A molecule that is in the data under a name. */
export function moleculeStructure(id: string, name: Text, molecule: Molecule | null | undefined): StructureReference[] {
  return molecule ? [{ id, name, source: { kind: 'molecule', molecule } }] : [];
}

/** A SMILES under a name. */
export function smilesStructure(id: string, name: Text, smiles: string | null | undefined): StructureReference[] {
  return smiles ? [{ id, name, source: { kind: 'smiles', smiles } }] : [];
}

/** The input structure. */
export function initialStructure(data: {
  initial_molecule?: Molecule | null | undefined;
  initial_smiles?: string | null | undefined;
}): StructureReference[] {
  const { initial_molecule, initial_smiles } = data;
  return initial_molecule
    ? moleculeStructure('initial', 'Initial Structure', initial_molecule)
    : smilesStructure('initial', 'Initial Structure', initial_smiles);
}
