/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Binding Affinity': 'Bindungsstärke',
  Ligands: 'Liganden',
  Ligand: 'Ligand',
  Method: 'Methode',
  'Interaction energy': 'Wechselwirkungsenergie',
  'no accuracy is known': 'keine Genauigkeit bekannt',
  'One ligand.': 'Ein Ligand.',
  'The strongest of {count} ligands.': 'Der stärkste von {count} Liganden.',
  'An interaction energy, not a free energy of binding.': 'Eine Wechselwirkungsenergie, keine freie Bindungsenergie.',
  'The accuracy of {method} for this is not known: compare ligands of one series only.':
    'Die Genauigkeit von {method} ist hierfür nicht bekannt: Vergleichen Sie nur Liganden einer Reihe.',
};
