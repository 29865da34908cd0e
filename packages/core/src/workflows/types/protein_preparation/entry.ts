import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 1042,
  type: 'protein_preparation',
  path: '/protein-preparation',
  aliases: [],
  title: 'Protein Preparation',
  additional: true,
};

export const summary =
  'Makes a new protein with what the structure lacks: residues, atoms, ends and hydrogens at a pH.';

export const question: TypeQuestion = {
  group: 'protein',
  short: 'preparation',
  asks: 'Missing atoms and hydrogens of a protein',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'Atoms that are there keep their places. What is built fits the force field ff14SB (tests); pKa values by PROPKA have a published error of about one unit.',
  fails:
    'Long loops: what is built of a gap is one shape of many, and gaps of more than 20 residues stay open. Ends of chains that were not observed are not built. Protonation of residues at metals and of ligands is not predicted.',
};
