/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Analogue Docking': 'Analoga docken',
  Analogues: 'Analoga',
  Analogue: 'Analogon',
  Reference: 'Referenz',
  Poses: 'Posen',
  Score: 'Score',
  'Best score': 'Bester Score',
  'Best docking score of the analogues': 'Bester Docking-Score der Analoga',
  'RMSD of the core': 'RMSD des Kerns',
  'RMSD of its core': 'RMSD seines Kerns',
  'Atoms of the core': 'Atome des Kerns',
  '{analogue}, pose {number}': '{analogue}, Pose {number}',
  'Overlay the best poses on the reference': 'Die besten Posen mit der Referenz überlagern',
  '{docked} of {count} analogues have a pose on the reference.':
    '{docked} von {count} Analoga haben eine Pose auf der Referenz.',
  'The best one fails a PoseBusters check.': 'Das beste besteht eine Prüfung von PoseBusters nicht.',
};
