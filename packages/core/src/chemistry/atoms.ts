import { covalentRadiusOf, symbolOf } from './elements.ts';

/** Cartesian coordinates in Å. */
export type Vector3 = [number, number, number];

/** The part of an atom that geometry and naming need. A type, so that it fits where atoms may say more. */
export type PlacedAtom = {
  atomic_number: number;
  position: Vector3;
};

/** Names an atom as chemists do: element and 1-based index in the molecule ("C7"), from a 0-based index. */
export function atomName(atoms: readonly { atomic_number: number }[], index: number): string {
  const atom = atoms[index];
  return `${atom ? symbolOf(atom.atomic_number) : '?'}${index + 1}`;
}

/** Name of an atom from the index that the wire has, which counts from `base`; "atom 7" (from 1) where the molecule is unknown or has no such atom. */
export function atomLabel(
  atoms: readonly { atomic_number: number }[] | null | undefined,
  index: number,
  base: 0 | 1,
): string {
  const place = index - base;
  return atoms?.[place] ? atomName(atoms, place) : `atom ${place + 1}`;
}

/** Molecular formula in Hill order (carbon, hydrogen, then alphabetical), with plain digits: "C13H18O2". */
export function formulaOf(atoms: readonly { atomic_number: number }[]): string {
  const counts = new Map<string, number>();
  for (const atom of atoms) {
    const symbol = symbolOf(atom.atomic_number);
    counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  const rank = (symbol: string) => (counts.has('C') ? (symbol === 'C' ? 0 : symbol === 'H' ? 1 : 2) : 2);
  return [...counts]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([symbol, count]) => (count === 1 ? symbol : `${symbol}${count}`))
    .join('');
}

/** Distance of two points in Å. */
export function distance(a: Vector3, b: Vector3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/**
 * Pairs of bonded atoms (0-based, first < second): closer than 1.25 times the sum of their covalent radii, by at most 0.45 Å (or the ions
 * of one sign in a crystal of salt would be bonded to each other), and farther than 0.4 Å.
 * A dummy atom (X) has no radius, and no bonds: it marks a place. Uses a grid, so that thousands of atoms stay linear.
 */
export function bondsOf(atoms: readonly PlacedAtom[]): [number, number][] {
  const cellSize = 3.5;
  const cells = new Map<string, number[]>();
  const keyOf = (x: number, y: number, z: number) => `${x},${y},${z}`;
  const cellOf = (position: Vector3) => position.map((value) => Math.floor(value / cellSize)) as Vector3;
  const bonds: [number, number][] = [];
  atoms.forEach((atom, index) => {
    if (atom.atomic_number === 0) return;
    const [cx, cy, cz] = cellOf(atom.position);
    for (let x = cx - 1; x <= cx + 1; x++) {
      for (let y = cy - 1; y <= cy + 1; y++) {
        for (let z = cz - 1; z <= cz + 1; z++) {
          for (const other of cells.get(keyOf(x, y, z)) ?? []) {
            const partner = atoms[other];
            if (!partner) continue;
            const length = distance(atom.position, partner.position);
            const radii = covalentRadiusOf(atom.atomic_number) + covalentRadiusOf(partner.atomic_number);
            const limit = Math.min(1.25 * radii, radii + 0.45);
            if (length > 0.4 && length < limit) bonds.push([other, index]);
          }
        }
      }
    }
    const key = keyOf(cx, cy, cz);
    const cell = cells.get(key);
    if (cell) cell.push(index);
    else cells.set(key, [index]);
  });
  return bonds;
}

/** The first pair of atoms (0-based) closer than `limit` Å, or null. Two atoms on one point make every method fail. */
export function firstOverlap(atoms: readonly PlacedAtom[], limit = 0.1): [number, number] | null {
  const order = atoms.map((_, index) => index).sort((a, b) => at(atoms, a)[0] - at(atoms, b)[0]);
  for (let i = 0; i < order.length; i++) {
    const first = order[i] as number;
    for (let j = i + 1; j < order.length; j++) {
      const second = order[j] as number;
      if (at(atoms, second)[0] - at(atoms, first)[0] >= limit) break;
      if (distance(at(atoms, first), at(atoms, second)) < limit)
        return first < second ? [first, second] : [second, first];
    }
  }
  return null;
}

function at(atoms: readonly PlacedAtom[], index: number): Vector3 {
  return (atoms[index] as PlacedAtom).position;
}
