import type { PdbAtom } from './schema.ts';

/** Atoms of a residue without their alternates: of several places the one with the highest occupancy, the first of equal ones. */
export function withoutAlternates(atoms: readonly PdbAtom[]): PdbAtom[] {
  const alternates = [...new Set(atoms.flatMap(({ alt_loc }) => alt_loc ?? []))];
  if (alternates.length < 2) return [...atoms];
  const weight = (place: string) =>
    atoms.reduce((sum, atom) => (atom.alt_loc === place ? sum + (atom.occupancy ?? 1) : sum), 0);
  const best = alternates.reduce((kept, place) => (weight(place) > weight(kept) ? place : kept));
  return atoms.filter(({ alt_loc }) => alt_loc === null || alt_loc === best);
}
