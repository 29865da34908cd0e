/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Interaction Energy Decomposition': 'Zerlegung der Wechselwirkungsenergie',
  Complex: 'Komplex',
  Terms: 'Beiträge',
  Term: 'Beitrag',
  Energy: 'Energie',
  Electrostatics: 'Elektrostatik',
  Exchange: 'Austausch',
  Induction: 'Induktion',
  Dispersion: 'Dispersion',
  'Interaction energy': 'Wechselwirkungsenergie',
  '{term} attracts most.': '{term} zieht am stärksten an.',
};
