import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 150,
  type: 'bde',
  path: '/bde',
  aliases: [],
  title: 'Bond-Dissociation Energy',
};

export const summary = 'Energy to break bonds of a molecule homolytically.';

export const question: TypeQuestion = { group: 'reactivity', short: 'BDE', asks: 'Which bond breaks first' };

export const accuracy: TypeAccuracy = {
  fails:
    'O–H bonds by a single line for all bonds (B3LYP, ωB97X-D: 4.7 to 5.5 kcal/mol too low). GFN2-xTB gives no energy for C–O, C–N, C–S and O–O bonds. r²SCAN-3c puts toluene and ethylbenzene 2.5 kcal/mol apart, where 5.3 is measured.',
};
