import { type Entry, family } from './descriptor.ts';

/** Pairs of a total and its average over the heavy atoms ("A" prefix). */
function withAverage(suffix: string, sentence: string): Entry[] {
  return [
    [`ETA_${suffix}`, `${sentence}.`],
    [`AETA_${suffix}`, `${sentence}, averaged over the heavy atoms.`],
  ];
}

const shapes: Entry[] = [
  ['ETA_shape_p', 'Shape index: share of the core count of atoms with one heavy neighbour.'],
  ['ETA_shape_y', 'Shape index: share of the core count of atoms with three heavy neighbours.'],
  ['ETA_shape_x', 'Shape index: share of the core count of atoms with four heavy neighbours.'],
];

const electronegativity = [
  'all atoms',
  'the heavy atoms',
  'the atoms of the reference alkane',
  'the atoms of the saturated carbon skeleton',
  'the heavy atoms and the hydrogens on heteroatoms',
];

/** Extended topochemical atom (ETA) indices (Roy and Ghosh 2003, DOI 10.1021/ci0342066). */
export const topochemicalAtoms = family('ExtendedTopochemicalAtom', 'Extended topochemical atom indices', () => [
  ...withAverage('alpha', 'ETA core count: size of the atomic cores'),
  ...shapes,
  ...withAverage('beta', 'ETA count of mobile valence electrons'),
  ...withAverage('beta_s', 'ETA count of mobile valence electrons, sigma bonds'),
  ...withAverage('beta_ns', 'ETA count of mobile valence electrons, pi bonds and lone pairs'),
  ...withAverage('beta_ns_d', 'ETA count of mobile valence electrons, lone pairs in resonance with an aromatic ring'),
  ...withAverage('eta', 'ETA composite index over all pairs of atoms'),
  ...withAverage('eta_L', 'Local ETA composite index over bonded pairs of atoms'),
  ...withAverage('eta_R', 'ETA composite index of the reference alkane'),
  ...withAverage('eta_RL', 'Local ETA composite index of the reference alkane'),
  ...withAverage('eta_F', 'ETA functionality index: reference alkane minus molecule'),
  ...withAverage('eta_FL', 'Local ETA functionality index: reference alkane minus molecule'),
  ...withAverage('eta_B', 'ETA branching index'),
  ...withAverage('eta_BR', 'ETA branching index with the number of rings'),
  ['ETA_dAlpha_A', 'Core count above that of the reference alkane, per heavy atom; zero when it is below.'],
  ['ETA_dAlpha_B', 'Core count below that of the reference alkane, per heavy atom; zero when it is above.'],
  ...electronegativity.map(
    (atoms, index): Entry => [
      `ETA_epsilon_${index + 1}`,
      `ETA electronegativity epsilon ${index + 1}: mean over ${atoms}.`,
    ],
  ),
  ['ETA_dEpsilon_A', 'Difference of ETA electronegativities: epsilon 1 minus epsilon 3.'],
  ['ETA_dEpsilon_B', 'Difference of ETA electronegativities: epsilon 1 minus epsilon 4.'],
  ['ETA_dEpsilon_C', 'Difference of ETA electronegativities: epsilon 3 minus epsilon 4.'],
  ['ETA_dEpsilon_D', 'Difference of ETA electronegativities: epsilon 2 minus epsilon 5.'],
  ...withAverage('dBeta', 'Unsaturation: non-sigma minus sigma count of mobile valence electrons'),
  ['ETA_psi_1', 'ETA psi: core count per heavy atom over epsilon 2, for the tendency to form hydrogen bonds.'],
  ['ETA_dPsi_A', 'How far ETA psi lies under 0.714; zero when above.'],
  ['ETA_dPsi_B', 'How far ETA psi lies above 0.714; zero when under.'],
]);
