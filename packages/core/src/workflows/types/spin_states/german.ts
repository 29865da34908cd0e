/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Spin States': 'Spinzustände',
  spin_states: 'Spinzustände',
  'Broken-symmetry energy': 'Broken-Symmetry-Energie',
  'Spin contamination': 'Spinkontamination',
  Multiplicity: 'Multiplizität',
  'Lowest state': 'Tiefster Zustand',
  singlet: 'Singulett',
  doublet: 'Dublett',
  triplet: 'Triplett',
  quartet: 'Quartett',
  quintet: 'Quintett',
  sextet: 'Sextett',
  septet: 'Septett',
  'Gap to the {state}': 'Abstand zum {state}',
  'Of {count} states.': 'Von {count} Zuständen.',
  'Of {count} states; {failed} more were requested.': 'Von {count} Zuständen; {failed} weitere waren angefordert.',
};
