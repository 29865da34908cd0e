import { bondsOf, type PlacedAtom } from './atoms.ts';

/** Neighbours of an atom whose bonds are all single, by atomic number: C, N, O, Si, S. */
const singleBonds: Readonly<Record<number, number>> = { 6: 4, 7: 3, 8: 2, 14: 4, 16: 2 };

/**
 * Sizes of the rings of single bonds, which can take several forms: smallest rings without those that share more than one bond with
 * another (the rings of a cage hold each other).
 */
export function saturatedRings(atoms: readonly PlacedAtom[]): number[] {
  const around = atoms.map((): number[] => []);
  for (const [a, b] of bondsOf(atoms)) {
    around[a]?.push(b);
    around[b]?.push(a);
  }
  const saturated = (atom: number) => around[atom]?.length === singleBonds[atoms[atom]?.atomic_number ?? 0];
  const rings = new Map<string, number[]>();
  for (const [from, others] of around.entries()) {
    for (const to of others) {
      const ring = to > from && saturated(from) && saturated(to) ? shortestRing(around, from, to) : null;
      if (ring?.every(saturated)) rings.set([...ring].sort((a, b) => a - b).join(), ring);
    }
  }
  const all = [...rings.values()];
  const shared = (one: number[], other: number[]) => one.filter((atom) => other.includes(atom)).length;
  return all.filter((one) => all.every((other) => other === one || shared(one, other) < 3)).map((ring) => ring.length);
}

/** Atoms of a smallest ring that holds a bond; null where the bond is in none. */
function shortestRing(around: readonly (readonly number[])[], from: number, to: number): number[] | null {
  const before = new Map<number, number>([[from, from]]);
  const waiting = [from];
  for (let atom = waiting.shift(); atom !== undefined && !before.has(to); atom = waiting.shift()) {
    for (const next of around[atom] ?? []) {
      if (before.has(next) || (atom === from && next === to)) continue;
      before.set(next, atom);
      waiting.push(next);
    }
  }
  if (!before.has(to)) return null;
  const ring = [to];
  for (let atom = to; atom !== from; ) {
    atom = before.get(atom) as number;
    ring.push(atom);
  }
  return ring;
}
