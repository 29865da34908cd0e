/** Atomic properties that descriptors are weighted by: Mordred's suffix and what it means. */
export const weights = {
  c: 'Gasteiger charge',
  dv: 'number of valence electrons',
  d: 'number of sigma electrons',
  s: 'intrinsic state',
  Z: 'atomic number',
  m: 'mass',
  v: 'van der Waals volume',
  se: 'Sanderson electronegativity',
  pe: 'Pauling electronegativity',
  are: 'Allred–Rochow electronegativity',
  p: 'polarizability',
  i: 'ionization potential',
} as const;
export type Weight = keyof typeof weights;

/** All weights in Mordred's order; charge first. */
export const allWeights = Object.keys(weights) as Weight[];

/** Weights without the charge. */
export const unchargedWeights = allWeights.filter((weight) => weight !== 'c');

/** Weights that relate an atom to carbon, for constitutional and Barysz descriptors. */
export const carbonWeights: readonly Weight[] = ['Z', 'm', 'v', 'se', 'pe', 'are', 'p', 'i'];

/** Whole numbers from first to last, both included. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const ordinals = [
  'zeroth',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** "third" for 3. */
export function ordinal(number: number): string {
  return ordinals[number] ?? `${number}th`;
}
