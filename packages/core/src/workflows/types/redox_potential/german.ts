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
  'Class of the calibration: that of the acceptor for a reduction, of the donor for an oxidation.':
    'Klasse der Kalibrierung: bei einer Reduktion die des Akzeptors, bei einer Oxidation die des Donors.',
};
