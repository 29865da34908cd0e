import { type LigandContact, ligandContacts, type Macromolecule, type PlacedAtom } from '@cuvette/core/chemistry';
import { formatNumber } from '@cuvette/core/tables';
import type { Mark } from '@cuvette/core/workflows';

/** Hydrogen bonds in a strong colour with their length, close carbon atoms in a quiet one. */
const colours: Readonly<Record<LigandContact['kind'], string>> = {
  'hydrogen bond': '#e6a700',
  'hydrophobic contact': '#8d9699',
};

/** The contacts of a ligand in its protein as dashed lines. */
export function contactMarks(
  protein: Macromolecule,
  ligand: readonly PlacedAtom[],
  bonds: readonly (readonly [number, number])[],
  own: number | null = null,
): Mark[] {
  return ligandContacts(protein, ligand, bonds, own).map(
    ({ kind, from, to, distance }): Mark => ({
      ...{ group: kind, kind: 'line', from, to, colour: colours[kind] },
      ...(kind === 'hydrogen bond' ? { text: `${formatNumber(distance, 2)} Å` } : {}),
    }),
  );
}
