import { distance, type PlacedAtom } from './atoms.ts';

const carbon = 6;

/** Longest bond to carbon in Å by element: hydrogen, then the halogens F, Cl, Br, I, At and Ts. */
const hydrogenCutoff: ReadonlyMap<number, number> = new Map([[1, 1.2]]);
const halogenCutoffs: ReadonlyMap<number, number> = new Map([
  [9, 2],
  [17, 2.2],
  [35, 2.5],
  [53, 2.8],
  [85, 3],
  [117, 4],
]);

/** Whether an element is one of the halogens whose bonds to carbon are found. */
export function isHalogen(atomicNumber: number): boolean {
  return halogenCutoffs.has(atomicNumber);
}

/** Hydrogen atoms on carbon (C–H under 1.2 Å), as 1-based atom numbers, ascending. */
export function hydrogensOnCarbon(atoms: readonly PlacedAtom[]): number[] {
  return atomsOnCarbon(atoms, hydrogenCutoff);
}

/** Halogen atoms on carbon (C–F under 2.0, C–Cl 2.2, C–Br 2.5, C–I 2.8, C–At 3.0, C–Ts 4.0 Å), as 1-based atom numbers, ascending. */
export function halogensOnCarbon(atoms: readonly PlacedAtom[]): number[] {
  return atomsOnCarbon(atoms, halogenCutoffs);
}

function atomsOnCarbon(atoms: readonly PlacedAtom[], cutoffs: ReadonlyMap<number, number>): number[] {
  const carbons = atoms.filter(({ atomic_number }) => atomic_number === carbon);
  return atoms.flatMap(({ atomic_number, position }, index) => {
    const cutoff = cutoffs.get(atomic_number);
    const bonded = cutoff !== undefined && carbons.some((each) => distance(each.position, position) < cutoff);
    return bonded ? [index + 1] : [];
  });
}
