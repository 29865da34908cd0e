import { atomLabel } from '../../../chemistry/atoms.ts';
import { numbered, type Text } from '../../../entities/phrases.ts';
import { type ColumnOf, tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';

type Atoms = readonly { atomic_number: number }[] | null | undefined;

/** A predicted peak: shift in ppm and the 0-based atoms that share it. */
export interface Peak {
  shift: number;
  atom_indices: readonly number[];
}

/** Decimals of a shift in ppm, as spectra are reported: ¹H and ¹³C. */
export const shiftPrecision = { proton: 2, carbon: 1 } as const;

function names(atoms: Atoms, indices: readonly number[]): string {
  return indices.map((index) => atomLabel(atoms, index, 0)).join(', ');
}

/** The peaks of one spectrum, from low field (large shifts) to high field; `error` gives that of an atom's shift as text. */
export function peakTable(
  head: { id: string; title: string; precision: number; nuclei: string },
  peaks: readonly Peak[],
  atoms: Atoms,
  error: ((atom: number) => Text) | null = null,
): TableData {
  const { id, title, precision, nuclei } = head;
  return tableOf({
    id,
    title,
    rows: [...peaks].sort((a, b) => b.shift - a.shift),
    columns: [
      { id: 'shift', title: 'Chemical shift', unit: 'ppm', precision, value: ({ shift }) => shift },
      { id: 'count', title: nuclei, precision: 0, value: ({ atom_indices }) => atom_indices.length },
      { id: 'atoms', title: 'Atoms', text: ({ atom_indices }) => names(atoms, atom_indices) },
      ...(error
        ? [
            {
              id: 'error',
              title: 'Error',
              help: 'Error of the calibration of this kind of nucleus against experiment.',
              notation: 'term' as const,
              text: ({ atom_indices: [first] }: Peak) => (first === undefined ? null : error(first)),
            },
          ]
        : []),
    ],
    atom: ({ atom_indices }) => atom_indices[0] ?? null,
    empty: 'No peaks yet.',
  });
}

/** Shifts of each nucleus that has one: the average over the ensemble, and of each conformer. */
export function shiftTable(
  shifts: readonly (number | null)[],
  perConformer: readonly (readonly (number | null)[])[],
  atoms: Atoms,
): TableData {
  const length = Math.max(shifts.length, ...perConformer.map((each) => each.length));
  const at = (list: readonly (number | null)[], index: number) => list[index] ?? null;
  const rows = Array.from({ length }, (_, index) => index).filter((index) =>
    [shifts, ...perConformer].some((list) => at(list, index) !== null),
  );
  const ppm = { unit: 'ppm', precision: shiftPrecision.proton };
  return tableOf({
    id: 'chemical_shifts',
    title: 'Chemical shifts',
    rows,
    columns: [
      { id: 'atom', title: 'Atom', text: (index) => atomLabel(atoms, index, 0) },
      {
        id: 'shift',
        title: 'Chemical shift',
        ...ppm,
        help: 'Average over the conformers by their weights',
        perAtom: 'magnitude',
        value: (index) => at(shifts, index),
      },
      ...perConformer.map(
        (list, conformer): ColumnOf<number> => ({
          id: `conformer_${conformer + 1}`,
          title: numbered('Conformer', conformer + 1),
          ...ppm,
          value: (index) => at(list, index),
        }),
      ),
    ],
    atom: (index) => index,
    empty: 'No chemical shifts yet.',
  });
}

/** Groups of nuclei that symmetry or fast rotation makes the same, with the shift that they share. */
export function equivalenceTable(
  groups: readonly (readonly number[])[],
  shifts: readonly (number | null)[],
  atoms: Atoms,
): TableData {
  return tableOf({
    id: 'symmetry_equivalent_nuclei',
    title: 'Symmetry-equivalent nuclei',
    rows: groups,
    columns: [
      { id: 'group', title: 'Group', precision: 0, value: (_, index) => index + 1 },
      { id: 'atoms', title: 'Atoms', text: (group) => names(atoms, group) },
      { id: 'count', title: 'Nuclei', precision: 0, value: (group) => group.length },
      {
        id: 'shift',
        title: 'Chemical shift',
        unit: 'ppm',
        precision: shiftPrecision.proton,
        value: ([first]) => (first === undefined ? null : shifts[first]),
      },
    ],
    empty: 'No symmetry-equivalent nuclei.',
  });
}
