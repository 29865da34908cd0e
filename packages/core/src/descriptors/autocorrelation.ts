import { type Family, family } from './descriptor.ts';
import { allWeights, range, unchargedWeights, type Weight, weights } from './weights.ts';

type Kind = [
  prefix: string,
  family: string,
  used: readonly Weight[],
  firstLag: number,
  sentence: (lag: string, weight: string) => string,
];

const kinds: Kind[] = [
  [
    'ATS',
    'Moreau–Broto autocorrelation',
    unchargedWeights,
    0,
    (lag, weight) => `Moreau–Broto autocorrelation at lag ${lag}, weighted by ${weight}.`,
  ],
  [
    'AATS',
    'Averaged Moreau–Broto autocorrelation',
    unchargedWeights,
    0,
    (lag, weight) => `Moreau–Broto autocorrelation at lag ${lag}, averaged over the atom pairs, weighted by ${weight}.`,
  ],
  [
    'ATSC',
    'Centered Moreau–Broto autocorrelation',
    allWeights,
    0,
    (lag, weight) => `Centered Moreau–Broto autocorrelation at lag ${lag}, weighted by ${weight}.`,
  ],
  [
    'AATSC',
    'Averaged and centered Moreau–Broto autocorrelation',
    allWeights,
    0,
    (lag, weight) =>
      `Centered Moreau–Broto autocorrelation at lag ${lag}, averaged over the atom pairs, weighted by ${weight}.`,
  ],
  [
    'MATS',
    'Moran coefficients',
    allWeights,
    1,
    (lag, weight) => `Moran coefficient of autocorrelation at lag ${lag}, weighted by ${weight}.`,
  ],
  [
    'GATS',
    'Geary coefficients',
    allWeights,
    1,
    (lag, weight) => `Geary coefficient of autocorrelation at lag ${lag}, weighted by ${weight}.`,
  ],
];

/** Autocorrelation of atomic properties along the bonds: lags 0 to 8, Moran and Geary 1 to 8. */
export const autocorrelationFamilies: readonly Family[] = kinds.map(([prefix, name, used, firstLag, sentence]) =>
  family('Autocorrelation', name, () =>
    used.flatMap((weight) =>
      range(firstLag, 8).map((lag) => [`${prefix}${lag}${weight}`, sentence(String(lag), weights[weight])] as const),
    ),
  ),
);
