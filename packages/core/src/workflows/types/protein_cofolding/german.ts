/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Protein–Ligand Co-Folding': 'Kofaltung von Protein und Ligand',
  'Co-Folding Scores': 'Bewertung der Kofaltung',
};
