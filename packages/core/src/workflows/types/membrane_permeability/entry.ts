import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 1090,
  type: 'membrane_permeability',
  path: '/membrane-permeability',
  aliases: [],
  title: 'Membrane Permeability',
  additional: true,
};

export const summary = 'How fast a molecule crosses membranes by itself, and its energy on the way.';

export const question: TypeQuestion = {
  group: 'drug',
  short: 'permeability',
  asks: 'How fast it crosses membranes',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'PyPermm is run as it is published. Its authors compare PerMM with measured permeabilities of bilayers, the blood-brain barrier and Caco-2 cells (DOI 10.1021/acs.jcim.9b00225); nothing was measured again here.',
  fails:
    'Molecules carried by transporters, and flexible ones whose conformer in the membrane differs from the given one. Phosphorus, boron, silicon and metals have no parameters.',
};
