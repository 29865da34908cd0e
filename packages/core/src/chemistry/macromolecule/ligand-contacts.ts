import { distance, type PlacedAtom, type Vector3 } from '../atoms.ts';
import type { Macromolecule } from './macromolecule.ts';
import { residueName } from './residue-names.ts';

/** A hydrogen bond or a close pair of carbon atoms between a ligand and its protein. Atoms count from 0 in each. */
export interface LigandContact {
  kind: 'hydrogen bond' | 'hydrophobic contact';
  ligandAtom: number;
  proteinAtom: number;
  /** Residue of the protein's atom, as chemists name it. */
  residue: string;
  /** Å, between the heavy atoms. */
  distance: number;
  from: Vector3;
  to: Vector3;
}

/**
 * Longest distance of donor and acceptor (Å) and least angle at the hydrogen (°) of a hydrogen bond, as Baker and Hubbard take them
 * (Prog. Biophys. Mol. Biol. 1984, 44, 97); carbon atoms nearer than van der Waals radii and half an ångström.
 */
const limits = { hydrogenBond: 3.5, angle: 120, carbons: 4.0 } as const;

const isPolar = ({ atomic_number }: PlacedAtom) => atomic_number === 7 || atomic_number === 8;

/** Atoms that can give a hydrogen bond in standard residues, by their names; every nitrogen can, but that of proline. */
const hydroxyls = new Set(['OG', 'OG1', 'OH', "O2'", "O3'"]);

/**
 * The first ligand that a structure has by itself, as a co-folded one does: its residue, its atoms, and their bonds by their places in it. Null without
 * one.
 */
export function ligandIn({ atoms, bonds, residues }: Macromolecule) {
  const residue = residues.findIndex(({ kind }) => kind === 'ligand');
  const found = residues[residue];
  if (!found) return null;
  const { first, count } = found;
  return {
    residue,
    atoms: atoms.slice(first, first + count),
    bonds: bonds
      .filter((pair) => pair.every((atom) => atom >= first && atom < first + count))
      .map(([a, b]): [number, number] => [a - first, b - first]),
  };
}

/**
 * Contacts of a ligand that lies in a protein: all hydrogen bonds, and of each residue the closest pair of carbon atoms; nearest first. Waters are left
 * out. In a structure without hydrogens the distance alone decides about what its atoms may give; of the ligand's, where it has none either.
 * @param own the ligand's residue where it is one of the structure's
 */
export function ligandContacts(
  { atoms, bonds, residues, residueOf, names }: Macromolecule,
  ligand: readonly PlacedAtom[],
  ligandBonds: readonly (readonly [number, number])[],
  own: number | null = null,
): LigandContact[] {
  const isHydrogen = ({ atomic_number }: PlacedAtom) => atomic_number === 1;
  const bareLigand = !ligand.some(isHydrogen);
  const bareProtein = !atoms.some((atom, index) => isHydrogen(atom) && residueOf[index] !== own);
  const ofLigand = hydrogensOn(ligand, ligandBonds);
  const ofProtein = hydrogensOn(atoms, bonds);
  const low = [0, 1, 2].map((axis) => Math.min(...ligand.map(({ position }) => position[axis] ?? 0)) - limits.carbons);
  const high = [0, 1, 2].map((axis) => Math.max(...ligand.map(({ position }) => position[axis] ?? 0)) + limits.carbons);
  const found: LigandContact[] = [];
  const closest = new Map<number, LigandContact>();
  atoms.forEach((atom, proteinAtom) => {
    const { position, atomic_number } = atom;
    if (position.some((value, axis) => value < (low[axis] ?? 0) || value > (high[axis] ?? 0))) return;
    const place = residueOf[proteinAtom] ?? -1;
    const residue = residues[place];
    if (!residue || residue.kind === 'water' || place === own) return;
    const name = names?.[proteinAtom] ?? '';
    const gives = bareProtein && (atomic_number === 7 ? residue.name !== 'PRO' || name !== 'N' : hydroxyls.has(name));
    ligand.forEach((other, ligandAtom) => {
      const apart = distance(position, other.position);
      const contact = (kind: LigandContact['kind']): LigandContact => ({
        ...{ kind, ligandAtom, proteinAtom, residue: residueName(residue), distance: apart },
        from: other.position,
        to: position,
      });
      if (isPolar(atom) && isPolar(other) && apart <= limits.hydrogenBond) {
        const donors = [
          ...(ofProtein.get(proteinAtom) ?? []).map((hydrogen) => angle(position, hydrogen, other.position)),
          ...(ofLigand.get(ligandAtom) ?? []).map((hydrogen) => angle(other.position, hydrogen, position)),
        ];
        const unseen = gives || (bareLigand && (bareProtein || donors.length === 0));
        if (unseen || donors.some((degrees) => degrees >= limits.angle)) found.push(contact('hydrogen bond'));
      } else if (atomic_number === 6 && other.atomic_number === 6 && apart <= limits.carbons) {
        if (apart < (closest.get(place)?.distance ?? Number.POSITIVE_INFINITY)) {
          closest.set(place, contact('hydrophobic contact'));
        }
      }
    });
  });
  const nearestFirst = (a: LigandContact, b: LigandContact) => a.distance - b.distance;
  return [...found.sort(nearestFirst), ...[...closest.values()].sort(nearestFirst)];
}

/** Places of the hydrogens on each atom that has any. */
function hydrogensOn(
  atoms: readonly PlacedAtom[],
  bonds: readonly (readonly [number, number])[],
): Map<number, Vector3[]> {
  const found = new Map<number, Vector3[]>();
  for (const [a, b] of bonds) {
    for (const [holder, hydrogen] of [
      [a, b],
      [b, a],
    ] as const) {
      const atom = atoms[hydrogen];
      if (atom?.atomic_number === 1) found.set(holder, [...(found.get(holder) ?? []), atom.position]);
    }
  }
  return found;
}

/** Angle at `middle` in degrees. */
function angle(first: Vector3, middle: Vector3, last: Vector3): number {
  const [a, b] = [first, last].map((point) => point.map((value, axis) => value - (middle[axis] ?? 0)));
  const dot = (a ?? []).reduce((sum, value, axis) => sum + value * (b?.[axis] ?? 0), 0);
  const cosine = dot / (Math.hypot(...(a ?? [])) * Math.hypot(...(b ?? [])));
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
}
