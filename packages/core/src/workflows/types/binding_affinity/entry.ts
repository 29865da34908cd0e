import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 1070,
  type: 'binding_affinity',
  path: '/binding-affinity',
  aliases: [],
  title: 'Binding Affinity',
  additional: true,
};

export const summary =
  'The interaction energy of a ligand with the pocket around it, by a semiempirical method in water.';

export const question: TypeQuestion = {
  group: 'protein',
  short: 'interaction energy',
  asks: 'How strongly a ligand holds its pocket',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'A ligand far away has no interaction energy, and PM6-D3H4X reproduces the water dimer of S22 within 1 kcal/mol (tests). The accuracy against measured affinities is not known.',
  fails:
    'It is an interaction energy, not a free energy of binding: entropy, the deformation of ligand and pocket, and displaced water are not included. Charged ligands and metals have the largest errors. Compare ligands of one series only.',
};
