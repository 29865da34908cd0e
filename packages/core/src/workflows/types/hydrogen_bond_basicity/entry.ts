import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 130,
  type: 'hydrogen_bond_basicity',
  path: '/hydrogen-bond-basicity',
  aliases: [],
  title: 'Hydrogen-Bond Basicity',
};

export const summary = 'Strength of each hydrogen-bond acceptor and donor site of a molecule.';

export const question: TypeQuestion = {
  group: 'solution',
  short: 'hydrogen bonds',
  asks: 'How well each site takes and gives hydrogen bonds',
};

export const accuracy: TypeAccuracy = {
  fails:
    'Aromatic amines (a nearly flat line), and single molecules such as isoxazole, 2,6-difluoropyridine and 3-chloropropyldimethylamine (0.5 to 0.7). Groups without a line are marked as outside calibration.',
};
