import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 140,
  type: 'redox_potential',
  path: '/redox-potential',
  aliases: [],
  title: 'Redox Potential',
};

export const summary = 'Oxidation and reduction potential of a molecule in acetonitrile.';

export const question: TypeQuestion = {
  group: 'reactivity',
  short: 'redox potential',
  asks: 'Oxidation and reduction in acetonitrile',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'The reductions of the set are measured in aprotic solvents against SCE. Their list does not name the solvent of each value; it is probably dimethylformamide, in which such potentials are about 0.1 V less negative than in acetonitrile (both from memory). The lines are fitted to the list as it is; by them the quinones of the list from memory, in acetonitrile, come 0.08 to 0.19 V too high. A result says so above its tabs. Without lines aromatic ketones and phenazine are 0.4 to 0.65 V off, quinones with several chlorine or cyano groups 0.2 to 0.4 V: GFN2-xTB spreads the potentials too much, by half as much again.',
  fails:
    'Acceptors that are neither 1,4-quinones nor aromatic ketones (0.15 and 0.28 V for phenazine and TCNQ; by the list from memory TCNE −0.2 and nitrobenzene +0.2 V); tetrafluorobenzoquinone, outside the domain, 0.8 V; the oxidation of benzene comes out 0.36 V too high, and four oxidations are few. Metal complexes are outside the calibration and have no ± (ferrocene 0.60 V, 0.63 V measured).',
};
