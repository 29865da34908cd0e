/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Orbitals and Electronic Properties': 'Orbitale und elektronische Eigenschaften',
  isosurfaces: 'Isoflächen',
  bond_orders: 'Bindungsordnungen',
  Unit: 'Einheit',
  Property: 'Eigenschaft',
  'Mulliken charge': 'Mulliken-Ladung',
  'Löwdin charge': 'Löwdin-Ladung',
  'Wiberg bond order': 'Wiberg-Bindungsordnung',
  'Mayer bond order': 'Mayer-Bindungsordnung',
  'Quadrupole moment': 'Quadrupolmoment',
  'Lowest value': 'Kleinster Wert',
  'Highest value': 'Größter Wert',
  'Grid points': 'Gitterpunkte',
  'The gap is a difference of orbital energies, not an excitation energy.':
    'Die Lücke ist eine Differenz von Orbitalenergien, keine Anregungsenergie.',
};
