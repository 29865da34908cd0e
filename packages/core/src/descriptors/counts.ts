import { type Entry, type Family, family } from './descriptor.ts';
import { carbonWeights, range, weights } from './weights.ts';

const elements: [symbol: string, name: string][] = [
  ['H', 'hydrogen'],
  ['B', 'boron'],
  ['C', 'carbon'],
  ['N', 'nitrogen'],
  ['O', 'oxygen'],
  ['S', 'sulfur'],
  ['P', 'phosphorus'],
  ['F', 'fluorine'],
  ['Cl', 'chlorine'],
  ['Br', 'bromine'],
  ['I', 'iodine'],
  ['X', 'halogen'],
];

export const atomCounts = family('AtomCount', 'Atom counts', () => [
  ['nAtom', 'Number of all atoms.'],
  ['nHeavyAtom', 'Number of heavy atoms.'],
  ['nSpiro', 'Number of spiro atoms.'],
  ['nBridgehead', 'Number of bridgehead atoms.'],
  ['nHetero', 'Number of heteroatoms.'],
  ...elements.map(([symbol, name]) => [`n${symbol}`, `Number of ${name} atoms.`] as const),
]);

const bonds: [suffix: string, sentence: string][] = [
  ['', 'Number of all bonds.'],
  ['O', 'Number of bonds between heavy atoms.'],
  ['S', 'Number of single bonds; aromatic bonds are not counted.'],
  ['D', 'Number of double bonds; aromatic bonds are not counted.'],
  ['T', 'Number of triple bonds.'],
  ['A', 'Number of aromatic bonds.'],
  ['M', 'Number of multiple bonds, aromatic ones included.'],
  ['KS', 'Number of single bonds in the Kekulé structure.'],
  ['KD', 'Number of double bonds in the Kekulé structure.'],
];

export const bondCounts = family('BondCount', 'Bond counts', () =>
  bonds.map(([suffix, sentence]) => [`nBonds${suffix}`, sentence] as const),
);

const carbons: [hybridization: number, highest: number][] = [
  [1, 2],
  [2, 3],
  [3, 4],
];

export const carbonTypes = family('CarbonTypes', 'Carbon types', () => [
  ...carbons.flatMap(([hybridization, highest]) =>
    range(1, highest).map((neighbours): Entry => {
      const kind = hybridization === 1 ? 'sp' : `sp${hybridization}`;
      return [
        `C${neighbours}SP${hybridization}`,
        `Number of ${kind} carbons that are bound to ${neighbours} other carbon${neighbours === 1 ? '' : 's'}.`,
      ];
    }),
  ),
  ['HybRatio', 'Hybridization ratio: sp3 carbons over sp2 and sp3 carbons.'],
  ['FCSP3', 'Fraction of the carbons that are sp3.'],
]);

export const constitutionalFamilies: readonly Family[] = [
  family('Constitutional', 'Constitutional sums', () =>
    carbonWeights.map(
      (weight) => [`S${weight}`, `Sum of ${weights[weight]} over the atoms, relative to carbon.`] as const,
    ),
  ),
  family('Constitutional', 'Constitutional means', () =>
    carbonWeights.map(
      (weight) => [`M${weight}`, `Mean of ${weights[weight]} over the atoms, relative to carbon.`] as const,
    ),
  ),
];

const aromaticity: [letter: string, word: string][] = [
  ['', ''],
  ['a', 'aromatic '],
  ['A', 'aliphatic '],
];

/** Ring counts: 3 to 12 members and more, fused ones from 4; any, aromatic or aliphatic; with heteroatoms or any. */
export const ringFamilies: readonly Family[] = [false, true].flatMap((fused) =>
  aromaticity.map(([letter, word]) =>
    family(
      'RingCount',
      `${word}${fused ? 'fused ' : ''}rings`.replace(/^./, (first) => first.toUpperCase()),
      () =>
        ['', 'H'].flatMap((hetero) => {
          const kind = `${word}${fused ? 'fused ' : ''}${hetero ? 'hetero' : ''}rings`;
          const letters = `${fused ? 'F' : ''}${letter}${hetero}`;
          return [
            [`n${letters}Ring`, `Number of ${kind}.`] as const,
            ...range(fused ? 4 : 3, 12).map(
              (size) => [`n${size}${letters}Ring`, `Number of ${kind} with ${size} members.`] as const,
            ),
            [`nG12${letters}Ring`, `Number of ${kind} with 12 or more members.`] as const,
          ];
        }),
    ),
  ),
);
