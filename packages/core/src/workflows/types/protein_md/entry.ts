import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 1060,
  type: 'protein_md',
  path: '/protein-md',
  aliases: [],
  title: 'Protein MD',
  additional: true,
};

export const summary = 'Molecular dynamics of a protein in water: how its shape and its contacts change.';

export const question: TypeQuestion = { group: 'protein', short: 'protein MD', asks: 'How a protein moves' };

export const accuracy: TypeAccuracy = {
  restsOn:
    'The system is that of pose-analysis MD, whose energy drifts by less than 1e-4 kcal/mol per ps and atom. RMSD, RMSF, radius of gyration and clusters are checked against frames whose values are known (tests).',
  fails:
    'Folding, opening of domains and binding take microseconds. ff14SB knows no metals besides single ions, no membranes and no modified residues. A short run shows how the structure relaxes, not how it moves.',
};
