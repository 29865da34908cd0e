import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 280,
  type: 'msa',
  path: '/msa',
  aliases: [],
  title: 'Multiple Sequence Alignment',
};

export const summary = 'Related sequences of one or several proteins, aligned, as files for structure prediction.';

export const question: TypeQuestion = { group: 'protein', short: 'MSA', asks: 'Related sequences, aligned' };

export const accuracy: TypeAccuracy = {
  restsOn:
    'Six relatives of 30 to 90 % identity planted among sixty shuffled sequences are all found, and none of the shuffled ones (test).',
  fails: 'What is found depends on the databases that the server has. Relatives below 30 % identity are not tested.',
};
