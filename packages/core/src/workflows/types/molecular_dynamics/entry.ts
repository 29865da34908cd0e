import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 230,
  type: 'molecular_dynamics',
  path: '/molecular-dynamics',
  aliases: [],
  title: 'Molecular Dynamics',
};

export const summary = 'Motion of a molecule or a periodic system over time, on the energies of a chosen method.';

export const question: TypeQuestion = { group: 'shape', short: 'dynamics', asks: 'How it moves over time' };

export const accuracy: TypeAccuracy = {
  restsOn:
    'At constant energy water drifts by less than 1e-5 Hartree per atom and ps; octane at 300 K keeps 285 to 315 K over 5 ps (tests).',
  fails:
    'Small molecules: the temperature of a few degrees of freedom scatters widely, and the result says how much. Minutes of computing are picoseconds; rare events are not seen. No measured property (density, diffusion) is checked.',
};
