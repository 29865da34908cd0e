/** What a bond holds together: its two sides where it is a bridge, or why it has none. Atoms count from 0. */
export type BondSides =
  /** The two atoms are not bonded. */
  | { kind: 'none' }
  /** The bond is part of a ring: breaking it leaves one piece. */
  | { kind: 'ring' }
  /** The atoms on the side of the first atom and on that of the second, each in rising order. */
  | { kind: 'sides'; first: number[]; second: number[] };

/** The two sides of the bond between two atoms (0-based); `bonds` are all bonds of the molecule (`bondsOf`). */
export function bondSides(bonds: readonly (readonly [number, number])[], first: number, second: number): BondSides {
  const isIt = ([a, b]: readonly [number, number]) => (a === first && b === second) || (a === second && b === first);
  if (!bonds.some(isIt)) return { kind: 'none' };
  const neighbours = new Map<number, number[]>();
  const link = (from: number, to: number) => neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
  for (const bond of bonds) {
    if (isIt(bond)) continue;
    link(bond[0], bond[1]);
    link(bond[1], bond[0]);
  }
  const reached = (start: number): Set<number> => {
    const found = new Set([start]);
    const waiting = [start];
    for (let atom = waiting.pop(); atom !== undefined; atom = waiting.pop()) {
      for (const next of neighbours.get(atom) ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        waiting.push(next);
      }
    }
    return found;
  };
  const side = reached(first);
  if (side.has(second)) return { kind: 'ring' };
  const rising = (atoms: Set<number>) => [...atoms].sort((a, b) => a - b);
  return { kind: 'sides', first: rising(side), second: rising(reached(second)) };
}
