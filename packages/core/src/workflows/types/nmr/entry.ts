import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 180,
  type: 'nmr',
  path: '/nmr',
  aliases: [],
  title: 'NMR',
  feature: 'nmr',
};

export const summary = 'Proton and carbon NMR spectra of a molecule, averaged over its conformers.';

export const question: TypeQuestion = { group: 'spectra', asks: 'Proton and carbon spectra' };

export const accuracy: TypeAccuracy = {
  fails:
    'The CH₂ of ethanol comes out at 3.84 to 3.87 for 3.72, beyond the ± of its class; a result with a hydroxyl group on a C–H carbon says so beside the shifts. Hydrogen on nitrogen and oxygen is outside calibration. Carbons of carbonyl groups and those beside a nitro group are up to 7 ppm off. Elements other than H, C, N, O and F are outside.',
};
