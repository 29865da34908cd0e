/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Protein–Ligand Co-Folding': 'Kofaltung von Protein und Ligand',
  'Co-Folding Scores': 'Bewertung der Kofaltung',
  'high confidence': 'hoher Konfidenz',
  'medium confidence': 'mittlerer Konfidenz',
  'low confidence': 'niedriger Konfidenz',
  '{structure} of {count} is predicted with {confidence}.':
    '{structure} von {count} ist mit {confidence} vorhergesagt.',
};
