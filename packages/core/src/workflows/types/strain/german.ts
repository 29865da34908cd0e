/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Constrained Optimization': 'Optimierung unter Zwang',
  'not computed': 'nicht berechnet',
  'The pose is little strained, compared with the lowest of {count} conformers.':
    'Die Pose ist wenig gespannt, verglichen mit dem tiefsten von {count} Konformeren.',
  'The pose is somewhat strained, compared with the lowest of {count} conformers.':
    'Die Pose ist etwas gespannt, verglichen mit dem tiefsten von {count} Konformeren.',
  'The pose is much strained, compared with the lowest of {count} conformers.':
    'Die Pose ist stark gespannt, verglichen mit dem tiefsten von {count} Konformeren.',
  'The strain is unknown, not small.': 'Die Spannung ist unbekannt, nicht klein.',
};
