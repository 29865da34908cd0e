import { amideScans } from '../../parts/levels/known-weaknesses.ts';
import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 200,
  type: 'scan',
  path: '/scan',
  aliases: [],
  title: 'Scan',
  gives: 'path',
};

export const summary = 'Energy along a bond length, an angle or a dihedral, in one or two dimensions.';

export const question: TypeQuestion = {
  group: 'shape',
  short: 'scan',
  asks: 'Energy along a bond, an angle or a dihedral',
};

export const accuracy: TypeAccuracy = {
  comparedWithProgram: true,
  restsOn: 'Butane by GFN2-xTB has its barriers of xtb 6.5.1 (4.95 at 0°, 2.57 at 120°, gauche 0.60 as W1h-val).',
  fails: amideScans,
};
