import {
  bondsOf,
  type LigandContact,
  ligandContacts,
  ligandIn,
  type Macromolecule,
  type PlacedAtom,
} from '@cuvette/core/chemistry';
import { formatNumber } from '@cuvette/core/tables';
import type { Mark } from '@cuvette/core/workflows';

/** Hydrogen bonds in a strong colour with their length, close carbon atoms in a quiet one. */
const colours: Readonly<Record<LigandContact['kind'], string>> = {
  'hydrogen bond': '#e6a700',
  'hydrophobic contact': '#8d9699',
};

/** The contacts of a ligand in its protein as dashed lines; without a ligand those of the one that the structure holds itself, if any. */
export function contactMarks(protein: Macromolecule, ligand: readonly PlacedAtom[] | null): Mark[] {
  const own = ligand ? { atoms: ligand, bonds: bondsOf(ligand), residue: null } : ligandIn(protein);
  if (!own) return [];
  return ligandContacts(protein, own.atoms, own.bonds, own.residue).map(
    ({ kind, from, to, distance }): Mark => ({
      ...{ group: kind, meaning: kind, kind: 'line', from, to, colour: colours[kind] },
      ...(kind === 'hydrogen bond' ? { text: `${formatNumber(distance, 2)} Å` } : {}),
    }),
  );
}
