import { atomLabel } from '../../../chemistry/atoms.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';

/** The three condensed Fukui indices, in the order of their tabs; q is the charge of the atom with so many electrons. */
export const fukuiKinds = [
  { id: 'fukui_positive', title: 'Fukui Positive', column: 'f⁺', help: 'Where a nucleophile attacks: q(N) − q(N+1).' },
  {
    id: 'fukui_zero',
    title: 'Fukui Zero',
    column: 'f⁰',
    help: 'Where a radical attacks: half of q(N−1) − q(N+1).',
  },
  {
    id: 'fukui_negative',
    title: 'Fukui Negative',
    column: 'f⁻',
    help: 'Where an electrophile attacks: q(N−1) − q(N).',
  },
] as const;

/** One Fukui index of each atom, in the order of the atoms; `structure` is the structure that they belong to. */
export function fukuiTable(
  kind: (typeof fukuiKinds)[number],
  values: readonly (number | null)[],
  atoms: Molecule['atoms'] | null,
  structure: string,
): TableData {
  return tableOf({
    id: kind.id,
    title: kind.title,
    rows: values,
    columns: [
      { id: 'atom', title: 'Atom', text: (_, index) => atomLabel(atoms, index, 0) },
      { id: 'value', title: kind.column, help: kind.help, precision: 3, perAtom: 'signed', value: (value) => value },
    ],
    structure: () => structure,
    atom: (_, index) => index,
    empty: 'No Fukui indices yet.',
  });
}
