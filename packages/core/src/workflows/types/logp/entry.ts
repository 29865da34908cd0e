import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 1010,
  type: 'logp',
  path: '/logp',
  aliases: [],
  title: 'LogP',
  additional: true,
};

export const summary = 'How a molecule distributes between octanol and water.';

export const question: TypeQuestion = {
  group: 'solution',
  short: 'logP',
  asks: 'How it divides between octanol and water',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'Of 12,584 values of the PHYSPROP database, 1,258 were kept apart from the fit. On these the fit to atom environments has an RMSE of 0.42, Crippen’s atom contributions one of 0.84. When whole scaffolds are left out, that of the fit is 0.60. On 656 values of the Martel set, which are of larger drug-like molecules, the two have 1.17 and 1.23 (`bench/fit_logp.py`).',
  fails:
    'Ions and zwitterions, metals, and large drug-like molecules with several rings, where both methods are more than one log unit off. Neither method knows the shape of a molecule or its internal hydrogen bonds.',
};
