import { type Entry, type Family, family } from './descriptor.ts';

/** Limits of the bins as RDKit has them (MolSurf.py, EState_VSA.py). */
const kinds: [prefix: string, family: string, property: string, limits: number[], count: number][] = [
  [
    'PEOE_VSA',
    'Surface by Gasteiger charge',
    'a Gasteiger charge',
    [-0.3, -0.25, -0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3],
    13,
  ],
  [
    'SMR_VSA',
    'Surface by molar refractivity',
    'a molar refractivity',
    [1.29, 1.82, 2.24, 2.45, 2.75, 3.05, 3.63, 3.8, 4],
    9,
  ],
  [
    'SlogP_VSA',
    'Surface by logP contribution',
    'a logP contribution',
    [-0.4, -0.2, 0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6],
    11,
  ],
  [
    'EState_VSA',
    'Surface by electrotopological state',
    'an electrotopological state',
    [-0.39, 0.29, 0.717, 1.165, 1.54, 1.807, 2.05, 4.69, 9.17, 15],
    10,
  ],
];

const stateLimits = [4.78, 5, 5.41, 5.74, 6, 6.07, 6.45, 7, 11];

function interval(limits: readonly number[], bin: number, unit = ''): string {
  const write = (value: number) => `${String(value).replace('-', '\u2212')}${unit}`;
  const [low, high] = [limits[bin - 2], limits[bin - 1]];
  if (low === undefined) return `under ${write(high ?? 0)}`;
  return high === undefined ? `of ${write(low)} or more` : `from ${write(low)} to ${write(high)}`;
}

const bins = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Van der Waals surface of the atoms by an atomic property, in the way of MOE. */
export const surfaceBinFamilies: readonly Family[] = [
  family('MoeType', 'Labute surface', () => [['LabuteASA', 'Approximate surface area of the molecule after Labute.']]),
  ...kinds.map(([prefix, name, property, limits, count]) =>
    family('MoeType', name, () =>
      bins(count).map(
        (bin): Entry => [
          `${prefix}${bin}`,
          `Approximate surface area of the atoms with ${property} ${interval(limits, bin)}.`,
        ],
      ),
    ),
  ),
  family('MoeType', 'Electrotopological state by surface', () =>
    bins(9).map(
      (bin): Entry => [
        `VSA_EState${bin}`,
        `Sum of the electrotopological states of the atoms with an approximate surface area ${interval(stateLimits, bin, ' Å²')}.`,
      ],
    ),
  ),
];
