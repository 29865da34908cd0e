/** Grounds by what the side chains are like, pale enough for black letters: hydrophobic, aromatic, positive, negative, polar, and those with a shape of their own. */
const groups: readonly (readonly [string, string])[] = [
  ['AILMV', '#a9c8ee'],
  ['FWY', '#8fd3cf'],
  ['KRH', '#f2a59d'],
  ['DE', '#d9a7e0'],
  ['NQST', '#a8dba0'],
  ['G', '#f3c98b'],
  ['P', '#e9e08a'],
  ['C', '#f0b8c8'],
];
const colours = new Map(groups.flatMap(([letters, colour]) => [...letters].map((letter) => [letter, colour] as const)));

/** The ground of a letter of a protein sequence; null for gaps and unknown ones. */
export function letterColour(letter: string): string | null {
  return colours.get(letter) ?? null;
}
