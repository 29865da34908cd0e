/** A molecule as a graph: elements, bonds (pairs, 0-based) among its atoms other than hydrogen, and how many hydrogens each of these carries. */
export interface HeavyGraph {
  elements: readonly number[];
  hydrogens: readonly number[];
  bonds: readonly (readonly [number, number])[];
}

/** The atoms other than hydrogen of a structure as a graph, with their places among all atoms, and the hydrogens on each. */
export function heavyGraphOf(
  atoms: readonly { atomic_number: number }[],
  bonds: readonly (readonly [number, number])[],
): HeavyGraph & { atoms: number[] } {
  const places = atoms.flatMap(({ atomic_number }, index) => (atomic_number === 1 ? [] : [index]));
  const placeOf = new Map(places.map((atom, place) => [atom, place]));
  const hydrogens = places.map(() => 0);
  const heavy: [number, number][] = [];
  for (const [a, b] of bonds) {
    const [p, q] = [placeOf.get(a), placeOf.get(b)];
    if (p !== undefined && q !== undefined) heavy.push([p, q]);
    else if (p !== undefined) hydrogens[p] = (hydrogens[p] ?? 0) + 1;
    else if (q !== undefined) hydrogens[q] = (hydrogens[q] ?? 0) + 1;
  }
  return { elements: places.map((atom) => atoms[atom]?.atomic_number ?? 0), hydrogens, bonds: heavy, atoms: places };
}

/** Tried pairs after which the search gives up: drawn molecules are found in a few hundred. */
const stepLimit = 20_000;

/**
 * For each atom of the first graph the atom of the second that it is, or null where the two are not the same molecule: the same elements, hydrogens and bonds (orders
 * are not considered). Of several ways the one that keeps the order is taken first. Plain backtracking along bonds.
 */
export function matchHeavyAtoms(first: HeavyGraph, second: HeavyGraph): number[] | null {
  const count = first.elements.length;
  if (count !== second.elements.length || first.bonds.length !== second.bonds.length) return null;
  const [near, other] = [neighboursOf(first), neighboursOf(second)];
  const order = alongBonds(near);
  const found = new Array<number>(count).fill(-1);
  const taken = new Set<number>();
  let steps = 0;
  const place = (at: number): boolean => {
    const atom = order[at];
    if (atom === undefined) return true;
    const candidates = [atom, ...Array.from({ length: count }, (_, index) => index).filter((index) => index !== atom)];
    for (const candidate of candidates) {
      if (steps++ > stepLimit) return false;
      if (taken.has(candidate) || first.elements[atom] !== second.elements[candidate]) continue;
      if (first.hydrogens[atom] !== second.hydrogens[candidate] || near[atom]?.size !== other[candidate]?.size)
        continue;
      const known = [...(near[atom] ?? [])].filter((neighbour) => (found[neighbour] ?? -1) >= 0);
      if (!known.every((neighbour) => other[candidate]?.has(found[neighbour] ?? -1))) continue;
      found[atom] = candidate;
      taken.add(candidate);
      if (place(at + 1)) return true;
      found[atom] = -1;
      taken.delete(candidate);
    }
    return false;
  };
  return place(0) ? found : null;
}

function neighboursOf({ elements, bonds }: HeavyGraph): Set<number>[] {
  const near = elements.map(() => new Set<number>());
  for (const [a, b] of bonds) {
    near[a]?.add(b);
    near[b]?.add(a);
  }
  return near;
}

/** All atoms, each after one of its neighbours where it has any. */
function alongBonds(near: readonly ReadonlySet<number>[]): number[] {
  const seen = new Set<number>();
  for (const start of near.keys()) {
    const waiting = [start];
    while (waiting.length > 0) {
      const atom = waiting.shift() as number;
      if (seen.has(atom)) continue;
      seen.add(atom);
      waiting.push(...(near[atom] ?? []));
    }
  }
  return [...seen];
}
