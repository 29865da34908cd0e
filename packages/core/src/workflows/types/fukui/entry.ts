import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 70,
  type: 'fukui',
  path: '/fukui',
  aliases: [],
  title: 'Fukui Indices',
};

export const summary = 'Where a molecule is attacked by nucleophiles, electrophiles and radicals.';

export const question: TypeQuestion = { group: 'reactivity', short: 'Fukui indices', asks: 'Where reagents attack' };

export const accuracy: TypeAccuracy = {
  comparedWithProgram: true,
  restsOn: 'The electrophilicity of formaldehyde is that of xtb 6.5.1 (0.8151 eV) within 0.001 eV (test).',
  fails:
    'There is no measured Fukui index. The indices rank the atoms of one molecule; they say nothing about steric hindrance and do not compare molecules.',
};
