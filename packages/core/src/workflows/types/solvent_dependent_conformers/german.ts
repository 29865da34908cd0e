/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Solvent-Dependent Conformers': 'Konformere nach Lösungsmittel',
  Tautomer: 'Tautomer',
  Tautomers: 'Tautomere',
  Solvents: 'Lösungsmittel',
  Solvation: 'Solvatation',
  Weights: 'Gewichte',
  'Most populated': 'Am stärksten besetzt',
  'Relative free energy': 'Relative freie Energie',
  'Relative free energies': 'Relative freie Energien',
  'Relative free energy in {solvent}': 'Relative freie Energie in {solvent}',
  'Surface area': 'Oberfläche',
  'Polar surface area': 'Polare Oberfläche',
  'Overlay the most populated conformers': 'Die am stärksten besetzten Konformere überlagern',
  '{quantity}, above the lowest conformer in the same solvent':
    '{quantity}, über dem tiefsten Konformer im selben Lösungsmittel',
  'The free energies leave vibrations out: they are energies in the gas phase and free energies of solvation.':
    'Die freien Energien enthalten keine Schwingungen: Sie sind Energien in der Gasphase und freie Solvatationsenergien.',
  'Largest change of a weight': 'Größte Änderung eines Gewichts',
  '{conformer} has {low} % of the weight in {first} and {high} % in {second}.':
    '{conformer} hat in {first} {low} % des Gewichts und in {second} {high} %.',
  'Free energy of the ensemble relative to the solvent in which it is lowest; the difference between two solvents is the free energy of transfer.':
    'Freie Energie des Ensembles gegenüber dem Lösungsmittel, in dem sie am niedrigsten ist; die Differenz zweier Lösungsmittel ist die freie Transferenergie.',
  'Solvent-accessible, averaged by the weights.': 'Lösungsmittelzugänglich, nach den Gewichten gemittelt.',
  'Of all atoms but carbon and hydrogen, averaged by the weights.':
    'Aller Atome außer Kohlenstoff und Wasserstoff, nach den Gewichten gemittelt.',
  'Radius of gyration': 'Gyrationsradius',
  'No solvents yet.': 'Noch keine Lösungsmittel.',
  'Number of conformers': 'Anzahl der Konformere',
};
