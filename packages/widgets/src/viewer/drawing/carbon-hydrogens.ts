import type { Bond } from '../layer.ts';

/** Hydrogens that are bonded to carbon, by their places: those that are left out where C-H bonds are hidden. */
export function carbonHydrogens(atoms: readonly { atomic_number: number }[], bonds: readonly Bond[]): Set<number> {
  const found = new Set<number>();
  for (const [a, b] of bonds) {
    const [first, second] = [atoms[a]?.atomic_number, atoms[b]?.atomic_number];
    if (first === 6 && second === 1) found.add(b);
    else if (first === 1 && second === 6) found.add(a);
  }
  return found;
}
