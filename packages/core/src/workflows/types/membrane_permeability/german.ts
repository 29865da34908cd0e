/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Membrane Permeability': 'Durchtritt durch Membranen',
  Permeability: 'Durchlässigkeit',
  Permeabilities: 'Durchlässigkeiten',
  Profile: 'Profil',
  Membrane: 'Membran',
  'log P': 'log P',
  'Blood-brain barrier': 'Blut-Hirn-Schranke',
  'Caco-2 cells': 'Caco-2-Zellen',
  'Caco-2 cells, apparent': 'Caco-2-Zellen, scheinbar',
  'Black lipid membrane': 'Schwarze Lipidmembran',
  'Plasma membrane': 'Plasmamembran',
  'Energy on the way through': 'Energie auf dem Weg hindurch',
  'Distance from the middle': 'Abstand von der Mitte',
  'Transfer energy': 'Übergangsenergie',
  'Intrinsic permeabilities, without transporters.': 'Intrinsische Durchlässigkeiten, ohne Transporter.',
};
