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
  'No accuracy is known of {method} for this: compare ligands of one series only.':
    'Für {method} ist dabei keine Genauigkeit bekannt: nur Liganden einer Reihe vergleichen.',
};
