/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Constrained Optimization': 'Optimierung mit Zwangsbedingungen',
  'not computed': 'nicht berechnet',
  'Low strain compared with the lowest of {count} conformers.':
    'Geringe Spannung gegenüber dem tiefsten von {count} Konformeren.',
  'Moderate strain compared with the lowest of {count} conformers.':
    'Mäßige Spannung gegenüber dem tiefsten von {count} Konformeren.',
  'High strain compared with the lowest of {count} conformers.':
    'Hohe Spannung gegenüber dem tiefsten von {count} Konformeren.',
  'The strain was not computed and may be large.': 'Die Spannung wurde nicht berechnet und kann groß sein.',
  'Overlay the lowest conformer on the restrained pose': 'Das tiefste Konformer mit der gehaltenen Pose überlagern',
};
