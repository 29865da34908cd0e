/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Spin States': 'Spinzustände',
  spin_states: 'Spinzustände',
  'Energy of broken symmetry': 'Energie der gebrochenen Symmetrie',
  'Spin contamination': 'Spinkontamination',
  Multiplicity: 'Multiplizität',
};
