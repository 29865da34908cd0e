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
    'The energy of a ligand that is far away is nothing, and the water dimer of S22 is met by PM6-D3H4X within 1 kcal/mol (tests). No accuracy is known against measured affinities.',
  fails:
    'It is an interaction energy, not a free energy of binding: entropy, the deformation of ligand and pocket, and water that is displaced are not in it. Charged ligands and metals are the worst. Compare ligands of one series only.',
};
