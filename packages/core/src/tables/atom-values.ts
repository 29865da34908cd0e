import type { Text } from '../entities/phrases.ts';
import type { AtomValueKind, TableData } from './table.ts';

/** One number for each atom of a structure: what it can be coloured and labelled by. */
export interface AtomValues {
  id: string;
  title: Text;
  unit: string | null;
  /** Decimals that are shown. */
  precision: number;
  /** In the order of the atoms; null for an atom without one. */
  values: readonly (number | null)[];
  kind: AtomValueKind;
}

/**
 * The numbers of atoms that tables hold, for a structure with `atomCount` atoms. Several rows of one atom (two lone pairs, an acid that is a base too)
 * count with their largest value, the strongest site. A table that names an atom beyond the structure belongs to another one and is left out.
 */
export function atomValuesOf(tables: readonly TableData[], atomCount: number): AtomValues[] {
  return tables.flatMap(({ id, atoms, columns }) => {
    if (!atoms || atoms.some((atom) => atom !== null && (atom < 0 || atom >= atomCount))) return [];
    return columns.flatMap((column): AtomValues[] => {
      if (column.kind !== 'number' || column.perAtom === undefined) return [];
      const values = new Array<number | null>(atomCount).fill(null);
      atoms.forEach((atom, row) => {
        const value = column.values[row] as number;
        if (atom === null || Number.isNaN(value)) return;
        const before = values[atom] ?? null;
        if (before === null || value > before) values[atom] = value;
      });
      if (values.every((value) => value === null)) return [];
      return [
        {
          id: `${id}.${column.id}`,
          title: column.title,
          unit: column.unit ?? null,
          precision: column.precision,
          values,
          kind: column.perAtom,
        },
      ];
    });
  });
}
