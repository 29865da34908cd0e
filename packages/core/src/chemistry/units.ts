/** Conversion factors; the ones that the public Python client prints keep its digits, so that numbers agree to the last place. */
export const HARTREE_TO_KCAL_PER_MOL = 627.509474;
export const HARTREE_TO_KJ_PER_MOL = HARTREE_TO_KCAL_PER_MOL * 4.184;
/** CODATA 2018. */
export const HARTREE_TO_EV = 27.211386245988;
/** CODATA 2018, Å per Bohr. */
export const BOHR_TO_ANGSTROM = 0.529177210903;
/** Hartree per kelvin. */
export const BOLTZMANN_HARTREE_PER_KELVIN = 3.1668105e-6;

/** Units that an energy can be shown in. */
export const energyUnits = ['kcal/mol', 'kJ/mol', 'eV', 'Hartree'] as const;
export type EnergyUnit = (typeof energyUnits)[number];

const perHartree: Record<EnergyUnit, number> = {
  'kcal/mol': HARTREE_TO_KCAL_PER_MOL,
  'kJ/mol': HARTREE_TO_KJ_PER_MOL,
  eV: HARTREE_TO_EV,
  Hartree: 1,
};

/** Converts an energy in Hartree for display. */
export function fromHartree(energy: number, unit: EnergyUnit): number {
  return energy * perHartree[unit];
}

/** Kelvin of a temperature in degrees Celsius: K = °C + 273.15. */
export function kelvinOfCelsius(celsius: number): number {
  return celsius + 273.15;
}

/** Degrees Celsius of a temperature in kelvin. Exact for those that came from hundredths of a degree. */
export function celsiusOfKelvin(kelvin: number): number {
  return Number((kelvin - 273.15).toFixed(10));
}

/** h·c in eV·nm (CODATA 2018): a photon's energy times its wavelength. */
export const ELECTRONVOLT_NANOMETRES = 1239.841984;

/** Wavelength in nm of a photon of an energy in eV. */
export function wavelengthOfElectronvolt(energy: number): number {
  return ELECTRONVOLT_NANOMETRES / energy;
}
