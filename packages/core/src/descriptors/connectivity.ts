import { type Entry, type Family, family } from './descriptor.ts';
import { ordinal, range } from './weights.ts';

const chiWeights = [
  ['d', 'sigma electrons'],
  ['dv', 'valence electrons'],
] as const;

const chiKinds: [prefix: string, subgraph: string, first: number, last: number][] = [
  ['Xch', 'chain', 3, 7],
  ['Xc', 'cluster', 3, 6],
  ['Xpc', 'path-cluster', 4, 6],
];

const chi = (
  prefix: string,
  order: number,
  subgraph: string,
  weight: readonly [string, string],
  averaged = '',
): Entry => [
  `${prefix}-${order}${weight[0]}`,
  `Connectivity index chi of ${ordinal(order)} order over ${subgraph} subgraphs${averaged}, weighted by ${weight[1]}.`,
];

/** Connectivity indices: chains of order 3 to 7, clusters 3 to 6, path-clusters 4 to 6, paths 0 to 7. */
export const chiFamilies: readonly Family[] = [
  ...chiKinds.map(([prefix, subgraph, first, last]) =>
    family('Chi', `Chi, ${subgraph}s`, () =>
      chiWeights.flatMap((weight) => range(first, last).map((order) => chi(prefix, order, subgraph, weight))),
    ),
  ),
  family('Chi', 'Chi, paths', () =>
    chiWeights.flatMap((weight) => [
      ...range(0, 7).map((order) => chi('Xp', order, 'path', weight)),
      ...range(0, 7).map((order) => chi('AXp', order, 'path', weight, ', averaged over them')),
    ]),
  ),
];

export const pathCounts = family('PathCount', 'Path counts', () => [
  ...range(2, 10).map((order) => [`MPC${order}`, `Number of paths of length ${order}.`] as const),
  ['TMPC10', 'Total number of paths up to length 10.'],
  ...range(1, 10).map(
    (order) => [`piPC${order}`, `Number of paths of length ${order}, weighted by bond order, as logarithm.`] as const,
  ),
  ['TpiPC10', 'Total number of paths up to length 10, weighted by bond order, as logarithm.'],
]);

const padded = (order: number) => String(order).padStart(2, '0');

export const walkCounts = family('WalkCount', 'Walk counts', () => [
  ...range(1, 10).map(
    (order) =>
      [
        `MWC${padded(order)}`,
        order === 1 ? 'Number of walks of length 1.' : `Number of walks of length ${order}, as logarithm.`,
      ] as const,
  ),
  ['TMWC10', 'Total walk count up to length 10.'],
  ...range(2, 10).map(
    (order) =>
      [`SRW${padded(order)}`, `Number of walks of length ${order} that return to their start, as logarithm.`] as const,
  ),
  ['TSRW10', 'Total count of walks up to length 10 that return to their start.'],
]);

export const topologicalCharge = family('TopologicalCharge', 'Topological charge', () => [
  ...range(1, 10).map(
    (order) =>
      [
        `GGI${order}`,
        `Topological charge index at distance ${order}: charge terms summed over the atom pairs.`,
      ] as const,
  ),
  ...range(1, 10).map(
    (order) =>
      [`JGI${order}`, `Mean topological charge index at distance ${order}: averaged over the atom pairs.`] as const,
  ),
  ['JGT10', 'Global topological charge index: sum of the mean indices up to distance 10.'],
]);

const valences = ['primary', 'secondary', 'tertiary', 'quaternary'];
const edges: [symbol: string, element: string, highest: number][] = [
  ['C', 'carbons', 4],
  ['O', 'oxygens', 2],
  ['N', 'nitrogens', 3],
];

export const distanceEdges = family('MolecularDistanceEdge', 'Molecular distance edge', () =>
  edges.flatMap(([symbol, element, highest]) =>
    range(1, highest).flatMap((first) =>
      range(first, highest).map(
        (second) =>
          [
            `MDE${symbol}-${first}${second}`,
            `Molecular distance edge between ${valences[first - 1]} and ${valences[second - 1]} ${element}.`,
          ] as const,
      ),
    ),
  ),
);

const identified: [suffix: string, over: string][] = [
  ['', 'all heavy atoms'],
  ['_h', 'heteroatoms'],
  ['_C', 'carbons'],
  ['_N', 'nitrogens'],
  ['_O', 'oxygens'],
  ['_X', 'halogens'],
];

export const molecularIds = family('MolecularId', 'Molecular identification number', () =>
  identified.flatMap(([suffix, over]) => [
    [`MID${suffix}`, `Molecular identification number from weighted paths, summed over ${over}.`] as const,
    [
      `AMID${suffix}`,
      `Molecular identification number from weighted paths over ${over}, averaged over the atoms.`,
    ] as const,
  ]),
);

const informationKinds: [prefix: string, sentence: string][] = [
  ['IC', 'Information content of the atoms by their neighbourhood'],
  ['TIC', 'Total information content (times the number of atoms)'],
  ['SIC', 'Structural information content (over the logarithm of the number of atoms)'],
  ['BIC', 'Bonding information content (over the logarithm of the summed bond orders)'],
  ['CIC', 'Complementary information content (logarithm of the number of atoms minus the information content)'],
  ['MIC', 'Modified information content, weighted by mass'],
  ['ZMIC', 'Modified information content, weighted by atomic number'],
];

export const informationFamilies: readonly Family[] = informationKinds.map(([prefix, sentence]) =>
  family('InformationContent', sentence.replace(/,? \([\s\S]*$/, ''), () =>
    range(0, 5).map((order) => [`${prefix}${order}`, `${sentence}, ${ordinal(order)} order.`] as const),
  ),
);
