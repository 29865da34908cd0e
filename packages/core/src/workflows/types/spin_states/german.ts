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
  'S(S + 1) where the state is pure: 0, 0.75, 2, 3.75, 6 for multiplicities 1 to 5.':
    'S(S + 1), wenn der Zustand rein ist: 0, 0,75, 2, 3,75, 6 für die Multiplizitäten 1 bis 5.',
  'Mixed: ⟨S²⟩ is off by more than 10 %.': 'Gemischt: ⟨S²⟩ weicht um mehr als 10 % ab.',
};
