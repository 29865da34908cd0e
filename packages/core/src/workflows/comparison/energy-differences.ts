import { HARTREE_TO_KCAL_PER_MOL } from '../../chemistry/units.ts';
import { isFinished } from '../../entities/item-status.ts';
import type { Molecule } from '../../entities/molecule.ts';
import { comparable, type EnergyBasis, energyBasis } from '../../methods/comparable.ts';
import { levelOfTheory } from '../../methods/level-of-theory.ts';
import type { ReadItem, StructureReference, WorkflowDefinition } from '../definition.ts';

/** An item with the definition of its type; null where this version does not know the type. */
export interface ComparedItem extends ReadItem {
  definition: WorkflowDefinition | null;
}

/** The structure that stands for an item, with what its energy rests on where that was read. */
export interface FinalStructure {
  reference: StructureReference;
  molecule: Molecule | null;
  level: string | null;
  basis: EnergyBasis | null;
}

/** A difference in kcal/mol, or why there is none. */
export interface EnergyDifference {
  value: number | null;
  reason: string | null;
}

/** The structure that a view of the item shows first: the lowest conformer, the optimized molecule. Null where it has none. */
export function shownStructure({ item, definition, molecules }: ComparedItem): StructureReference | null {
  if (!definition) return null;
  const structures = definition.structures(item, molecules);
  const active = definition.active(item, molecules);
  return structures.find(({ id }) => id === active) ?? structures[0] ?? null;
}

/** The structure that stands for an item: its last molecule and its level of theory, as far as they were read. */
export function finalStructure(compared: ComparedItem): FinalStructure | null {
  const reference = shownStructure(compared);
  if (!reference) return null;
  const { source } = reference;
  if (source.kind === 'molecule') return { reference, molecule: source.molecule, level: null, basis: null };
  if (source.kind !== 'calculation') return { reference, molecule: null, level: null, basis: null };
  const molecule = compared.molecules.get(source.uuid)?.at(-1) ?? null;
  const calculation = compared.calculations?.get(source.uuid);
  if (!calculation) return { reference, molecule, level: null, basis: null };
  const { settings, provenance } = calculation;
  const ran = provenance ? { ...settings, method: provenance.ran.method } : settings;
  return {
    reference,
    molecule,
    level: levelOfTheory(ran),
    basis: molecule ? energyBasis(molecule, settings, provenance) : null,
  };
}

/**
 * The energy of each item's structure relative to the first item that has one, in kcal/mol. A difference is given only where the two rest on
 * the same formula, charge, method, basis set, solvent, corrections and engine; else the reason is given.
 * @param finals the structure of each item, in the order of `items`; null where there is none
 */
export function energyDifferences(
  items: readonly (ComparedItem | null)[],
  finals: readonly (FinalStructure | null)[],
): EnergyDifference[] {
  const energyOf = (index: number) => {
    const final = finals[index];
    // A structure that was put in carries no energy of this item.
    return final?.reference.source.kind === 'calculation' ? (final.molecule?.energy ?? null) : null;
  };
  const reference = finals.findIndex((_, index) => energyOf(index) !== null);
  const first = finals[reference]?.basis ?? null;
  return finals.map((final, index) => {
    const energy = energyOf(index);
    if (energy === null) return { value: null, reason: whyNoEnergy(items[index] ?? null, final) };
    if (index === reference) return { value: 0, reason: null };
    if (!final?.basis || !first) return { value: null, reason: 'The level of theory was not read.' };
    const { comparable: fits, reasons } = comparable(first, final.basis, 'energy');
    if (!fits) return { value: null, reason: reasons.join(' ') };
    return { value: (energy - (energyOf(reference) ?? 0)) * HARTREE_TO_KCAL_PER_MOL, reason: null };
  });
}

function whyNoEnergy(compared: ComparedItem | null, final: FinalStructure | null): string {
  if (!compared) return 'This item was not read.';
  if (!isFinished(compared.item.object_status)) return 'This item has not finished.';
  if (final?.reference.source.kind !== 'calculation')
    return 'The result of this item is not the energy of one structure.';
  return 'No energy was read for this item.';
}
