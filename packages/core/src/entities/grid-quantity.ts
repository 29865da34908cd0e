/** What the values of a grid are. */
export const gridQuantities = [
  'density',
  'density_alpha',
  'density_beta',
  'density_difference',
  'electrostatic_potential',
  'orbital',
] as const;
export type GridQuantity = (typeof gridQuantities)[number];

/** Units of the values of a grid: atomic units, as the programs that compute them write them. */
export const gridUnits: Readonly<Record<GridQuantity, string>> = {
  density: 'e/Bohr³',
  density_alpha: 'e/Bohr³',
  density_beta: 'e/Bohr³',
  density_difference: 'e/Bohr³',
  electrostatic_potential: 'Hartree/e',
  orbital: 'Bohr^(-3/2)',
};
