import type { Molecule } from './molecule.ts';

function total(energy: number | null, correction: number | null): number | null {
  return energy === null || correction === null ? null : energy + correction;
}

/** Totals that are derived, never stored (Hartree); each is null when either part is. */
export function totalEnergies(molecule: Molecule) {
  const { energy } = molecule;
  return {
    zeroPoint: total(energy, molecule.zero_point_energy),
    thermal: total(energy, molecule.thermal_energy_corr),
    enthalpy: total(energy, molecule.thermal_enthalpy_corr),
    freeEnergy: total(energy, molecule.thermal_free_energy_corr),
  };
}
