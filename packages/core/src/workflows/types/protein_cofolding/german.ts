/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Protein–Ligand Co-Folding': 'Kofaltung von Protein und Ligand',
  'Co-Folding Scores': 'Bewertung der Kofaltung',
  'a high confidence': 'hoher Konfidenz',
  'a middling confidence': 'mittlerer Konfidenz',
  'a low confidence': 'niedriger Konfidenz',
  '{structure} of {count} is predicted with {confidence}.':
    '{structure} von {count} ist mit {confidence} vorhergesagt.',
};
