import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 1043,
  type: 'analogue_docking',
  path: '/analogue-docking',
  aliases: [],
  title: 'Analogue Docking',
  additional: true,
};

export const summary = 'Docks analogues of a ligand onto its pose: the shared core keeps its place.';

export const question: TypeQuestion = {
  group: 'protein',
  short: 'analogue docking',
  asks: 'How analogues of a known ligand fit its pocket',
  wants: 'a pose',
};

export const accuracy: TypeAccuracy = {
  setsOf: ['docking'],
  restsOn:
    'The ligand of the crystal structure 1IA1, built anew on its own pose, lies within 0.5 Å of it and passes the checks of PoseBusters (test). Poses are judged as those of a docking.',
  fails:
    'Analogues that bind in another way than the reference: nothing is searched, so such a pose is not found. Without the local optimization a small clash spoils the score. Scores do not rank different ligands by affinity.',
};
