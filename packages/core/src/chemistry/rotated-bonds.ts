import { bondsOf, distance, type Vector3 } from './atoms.ts';
import { bondSides } from './bond-sides.ts';

/** Kinds of bonds whose rotation costs conjugation. */
const conjugatedBonds = [
  'amide',
  'conjugated C–N',
  'conjugated C–O',
  'biaryl',
  'conjugated double bonds',
  'double bond',
] as const;
export type ConjugatedBond = (typeof conjugatedBonds)[number];

/** Shorter than this (Å) a bond between such atoms is a double bond: C=C 1.34 and C–C in butadiene 1.46, C=N 1.28 and C–N of amides 1.33 to 1.38. */
const doubleBondLength = { 6: 1.39, 7: 1.31 } as const;

interface Atom {
  atomic_number: number;
  position: Vector3;
}

/**
 * Returns what kind of conjugation the rotation about a bond breaks, from the structure alone; null for a single bond between atoms that do not
 * conjugate, for a bond in a ring, and for atoms that are not bonded. Atoms count from 0.
 */
export function conjugationOf(atoms: readonly Atom[], first: number, second: number): ConjugatedBond | null {
  const bonds = bondsOf(atoms);
  if (bondSides(bonds, first, second).kind !== 'sides') return null;
  const neighbours = atoms.map((): number[] => []);
  for (const [a, b] of bonds) {
    neighbours[a]?.push(b);
    neighbours[b]?.push(a);
  }
  const element = (atom: number) => atoms[atom]?.atomic_number ?? 0;
  const count = (atom: number) => neighbours[atom]?.length ?? 0;
  const isFlatCarbon = (atom: number) => element(atom) === 6 && count(atom) === 3;
  const [carbon, other] = isFlatCarbon(first) ? [first, second] : [second, first];
  if (!isFlatCarbon(carbon)) return null;
  const [one, two] = [atoms[carbon], atoms[other]];
  if (!one || !two) return null;
  const length = distance(one.position, two.position);
  if (element(other) === 7 && count(other) <= 3) {
    if (count(other) === 2 && length < doubleBondLength[7]) return 'double bond';
    const isAcyl = neighbours[carbon]?.some((atom) => [8, 16, 34].includes(element(atom)) && count(atom) === 1);
    return isAcyl ? 'amide' : 'conjugated C–N';
  }
  if (element(other) === 8 && count(other) === 2) return 'conjugated C–O';
  if (!isFlatCarbon(other)) return null;
  const isInRing = (atom: number) =>
    neighbours[atom]?.some((next) => bondSides(bonds, atom, next).kind === 'ring') ?? false;
  if (isInRing(carbon) && isInRing(other)) return 'biaryl';
  return length < doubleBondLength[6] ? 'double bond' : 'conjugated double bonds';
}
