import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 260,
  type: 'pose_analysis_md',
  path: '/pose-analysis-md',
  aliases: [],
  title: 'Pose-Analysis MD',
  finishedPollSeconds: 60,
};

export const summary = 'Molecular dynamics of a docked pose: how far it moves, and which contacts last.';

export const question: TypeQuestion = { group: 'protein', short: 'pose MD', asks: 'Whether a docked pose lasts' };

export const accuracy: TypeAccuracy = {
  restsOn:
    'The ligand has the energy of Amber’s own parameter file, term by term; the energy drifts by less than 1e-4 kcal/mol per ps and atom, and the temperature is within 3 K of 300 K over 20 ps (tests).',
  fails:
    'Nanoseconds do not show binding or unbinding. GAFF2 knows no metals and no covalent ligands, which are refused. A wrong pose can stay for the whole run.',
};
