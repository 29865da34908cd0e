/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  chemical_shifts: 'Chemische Verschiebungen',
  'symmetry-equivalent nuclei': 'Symmetrieäquivalente Kerne',
  Atoms: 'Atome',
  '1H NMR': '¹H-NMR',
  '13C NMR': '¹³C-NMR',
  'Chemical shift': 'Chemische Verschiebung',
  'Chemical shifts': 'Chemische Verschiebungen',
  Protons: 'Protonen',
  Carbons: 'Kohlenstoffe',
  'Symmetry-equivalent nuclei': 'Symmetrieäquivalente Kerne',
  Nuclei: 'Kerne',
  'shieldings of all conformers in the spectrum': 'Abschirmungen aller Konformere im Spektrum',
  'shieldings of the most populated conformer alone': 'Abschirmungen allein des am stärksten besetzten Konformers',
  '1 signal': '1 Signal',
  '{count} signals': '{count} Signale',
  'Shifts of one conformer.': 'Verschiebungen eines Konformers.',
  'Shifts averaged over {count} conformers by their weights.':
    'Verschiebungen, nach Gewichten gemittelt über {count} Konformere.',
};
