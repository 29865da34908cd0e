import { HARTREE_TO_KCAL_PER_MOL } from '../../chemistry/units.ts';
import { statusName } from '../../entities/item-status.ts';
import type { Molecule } from '../../entities/molecule.ts';
import { comparable, type EnergyBasis, energyBasis } from '../../methods/comparable.ts';
import { levelOfTheory } from '../../methods/level-of-theory.ts';
import { propertyColumn } from '../../tables/saved-columns.ts';
import { type PropertySource, savedProperties } from '../../tables/saved-properties.ts';
import { makeTable, numberColumn, type TableData, textColumn } from '../../tables/table.ts';
import type { ReadItem, WorkflowDefinition } from '../definition.ts';

/** An item of a mixed comparison with the definition of its type; null where this version does not know the type. */
export interface ComparedItem extends ReadItem {
  definition: WorkflowDefinition | null;
}

/**
 * Items of different types side by side, one row each: type, status, every saved property that any of them has, and the energy of each final
 * structure relative to the first item that has one. That difference stands only where it means something; the last column says why it does not.
 */
export function mixedComparison(items: readonly ComparedItem[]): TableData {
  const finals = items.map(finalStructure);
  const sources = items.map(
    ({ item }, index): PropertySource => ({
      data: item.object_data ?? {},
      molecule: finals[index]?.molecule ?? null,
    }),
  );
  const columns = savedProperties
    .filter(({ types }) => items.some(({ item }) => types === null || types.includes(item.object_type)))
    .map((property) => propertyColumn(property, sources))
    .filter((column) => [...column.values].some((value) => value !== null && !Number.isNaN(value)));
  const differences = relativeEnergies(finals);
  return makeTable({
    id: 'comparison',
    title: 'Comparison',
    length: items.length,
    columns: [
      textColumn(
        { id: 'item', title: 'Item' },
        items.map(({ item }) => item.name),
      ),
      textColumn(
        { id: 'type', title: 'Workflow' },
        items.map(({ item, definition }) => definition?.title ?? item.object_type),
      ),
      textColumn(
        { id: 'status', title: 'Status' },
        items.map(({ item }) => statusName(item.object_status)),
      ),
      textColumn(
        { id: 'level', title: 'Level of theory' },
        finals.map((final) => final?.level ?? null),
      ),
      ...columns,
      numberColumn(
        {
          id: 'relative_energy',
          title: 'Energy difference',
          unit: 'kcal/mol',
          precision: 2,
          help: 'To the first item with an energy.',
        },
        differences.map(({ value }) => value),
      ),
      textColumn(
        { id: 'not_comparable', title: 'Why there is no difference' },
        differences.map(({ reason }) => reason),
      ),
    ],
    structures: items.map(({ item }) => item.uuid),
    empty: 'Nothing to compare.',
  });
}

interface FinalStructure {
  molecule: Molecule;
  level: string | null;
  basis: EnergyBasis | null;
}

/** The last molecule of the first structure of an item, with the level of theory of its calculation where that was read. */
function finalStructure({ item, definition, molecules, calculations }: ComparedItem): FinalStructure | null {
  const source = definition?.structures(item, molecules)[0]?.source;
  if (source?.kind !== 'calculation') return null;
  const molecule = molecules.get(source.uuid)?.at(-1);
  if (!molecule) return null;
  const calculation = calculations?.get(source.uuid);
  if (!calculation) return { molecule, level: null, basis: null };
  const { settings, provenance } = calculation;
  const ran = provenance ? { ...settings, method: provenance.ran.method } : settings;
  return { molecule, level: levelOfTheory(ran), basis: energyBasis(molecule, settings, provenance) };
}

function relativeEnergies(
  finals: readonly (FinalStructure | null)[],
): { value: number | null; reason: string | null }[] {
  const reference = finals.find((final) => final !== null && final.molecule.energy !== null);
  return finals.map((final) => {
    const energy = final?.molecule.energy ?? null;
    if (!final || energy === null || !reference) return { value: null, reason: 'No energy was read for this item.' };
    if (final === reference) return { value: 0, reason: null };
    if (!final.basis || !reference.basis) return { value: null, reason: 'The level of theory was not read.' };
    const { comparable: fits, reasons } = comparable(reference.basis, final.basis, 'energy');
    if (!fits) return { value: null, reason: reasons.join(' ') };
    return { value: (energy - (reference.molecule.energy ?? 0)) * HARTREE_TO_KCAL_PER_MOL, reason: null };
  });
}
