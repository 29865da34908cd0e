/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Redox Potential': 'Redoxpotential',
  'Redox Potential Prediction': 'Vorhersage des Redoxpotentials',
  'Neutral Structure': 'Neutrale Struktur',
  'Reduced Structure': 'Reduzierte Struktur',
  'Oxidized Structure': 'Oxidierte Struktur',
  Couple: 'Paar',
  'Reference electrode': 'Bezugselektrode',
  Reduction: 'Reduktion',
};
