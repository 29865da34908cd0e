import { atomName } from '../../../chemistry/atoms.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { type AtomValues, atomValuesOf } from '../../../tables/atom-values.ts';
import type { TableData } from '../../../tables/table.ts';
import { chargeTable, spinDensityTable } from './calculation-tables.ts';

type Atoms = Molecule['atoms'];

/** Whether a table names its atoms as this structure has them: fragments and products of other elements have values of their own. */
function ofTheseAtoms({ atoms, columns }: TableData, molecule: { atoms: Atoms }): boolean {
  const names = columns.find((column) => column.kind === 'text' && column.id === 'atom');
  if (!atoms || names?.kind !== 'text') return false;
  return atoms.every((atom, row) => atom === null || names.values[row] === atomName(molecule.atoms, atom));
}

/** Returns what a structure itself says about each of its atoms: charges and spin densities of its calculation. */
export function moleculeAtomValues(molecule: { atoms: Atoms } & Partial<Molecule>): AtomValues[] {
  const whole = { mulliken_charges: null, mulliken_spin_densities: null, multiplicity: 1, ...molecule } as Molecule;
  return atomValuesOf([chargeTable(whole, null), spinDensityTable(whole)], molecule.atoms.length);
}

/** Every number that an item has for each atom of a structure: the structure's own, and those of the item's tables about the same atoms. */
export function atomValues(tables: readonly TableData[], molecule: Molecule): AtomValues[] {
  const found = [
    ...moleculeAtomValues(molecule),
    ...atomValuesOf(
      tables.filter((table) => ofTheseAtoms(table, molecule)),
      molecule.atoms.length,
    ),
  ];
  return found.filter(({ id }, index) => found.findIndex((each) => each.id === id) === index);
}
