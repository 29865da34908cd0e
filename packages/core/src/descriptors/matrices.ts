import { type Entry, type Family, family } from './descriptor.ts';
import { allWeights, carbonWeights, weights } from './weights.ts';

/** Spectral indices of a graph matrix: Mordred's prefix and what it is. */
const indices = {
  SpAbs: 'Graph energy (sum of the absolute eigenvalues)',
  SpMax: 'Leading eigenvalue',
  SpDiam: 'Spectral diameter (highest minus lowest eigenvalue)',
  SpAD: 'Spectral absolute deviation (of the eigenvalues from their mean)',
  SpMAD: 'Spectral mean absolute deviation',
  LogEE: 'Estrada-like index (logarithm of the summed exponentials of the eigenvalues)',
  SM1: 'First spectral moment (trace)',
  VE1: 'Coefficient sum of the last eigenvector',
  VE2: 'Average coefficient of the last eigenvector',
  VE3: 'Logarithmic coefficient sum of the last eigenvector',
  VR1: 'Randić-like index of the last eigenvector',
  VR2: 'Normalized Randić-like index of the last eigenvector',
  VR3: 'Logarithmic Randić-like index of the last eigenvector',
} as const;
type Index = keyof typeof indices;

const all = Object.keys(indices) as Index[];
/** The trace of the adjacency and of the distance matrix is zero, so they have no SM1. */
const withoutTrace = all.filter((index) => index !== 'SM1');

function spectral(suffix: string, matrix: string, used: readonly Index[]): Entry[] {
  return used.map((index) => [`${index}_${suffix}`, `${indices[index]} of the ${matrix}.`] as const);
}

export const adjacencyMatrix = family('AdjacencyMatrix', 'Adjacency matrix', () =>
  spectral('A', 'adjacency matrix', withoutTrace),
);
export const baryszMatrices: readonly Family[] = carbonWeights.map((weight) =>
  family('BaryszMatrix', `Barysz matrix, weighted by ${weights[weight]}`, () =>
    spectral(`Dz${weight}`, `Barysz matrix weighted by ${weights[weight]}`, all),
  ),
);
export const detourMatrix = family('DetourMatrix', 'Detour matrix', () => [
  ...spectral('Dt', 'detour matrix (longest paths between atoms)', all),
  ['DetourIndex', 'Detour index: sum of the longest paths between all pairs of atoms.'],
]);
export const distanceMatrix = family('DistanceMatrix', 'Distance matrix', () =>
  spectral('D', 'distance matrix (shortest paths between atoms)', withoutTrace),
);

/** Burden matrix: first highest and first lowest eigenvalue for each weight. */
export const burdenMatrix = family('BCUT', 'Burden matrix eigenvalues', () =>
  allWeights.flatMap((weight) => [
    [`BCUT${weight}-1h`, `First highest eigenvalue of the Burden matrix weighted by ${weights[weight]}.`] as const,
    [`BCUT${weight}-1l`, `First lowest eigenvalue of the Burden matrix weighted by ${weights[weight]}.`] as const,
  ]),
);
