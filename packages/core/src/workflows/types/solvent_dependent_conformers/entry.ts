import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 1041,
  type: 'solvent_dependent_conformers',
  path: '/solvent-dependent-conformers',
  aliases: [],
  title: 'Solvent-Dependent Conformers',
  additional: true,
};

export const summary = 'Searches conformers once and weighs them in each of several solvents.';

export const question: TypeQuestion = {
  group: 'shape',
  short: 'conformers by solvent',
  asks: 'How its shape depends on the solvent',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'The energies of a conformer in the solvents are those of single calculations at its geometry, and the weights follow from them (test). The polar gauche form of 1,2-dichloroethane has more weight in water than in hexane (test).',
  fails:
    'Solutes that bind single solvent molecules by hydrogen bonds, and ions in weakly polar solvents: an implicit model has no solvent molecules. The geometries are those of one solvent. Where no frequencies are asked for, vibrations are left out of the free energies.',
};
