import { BOLTZMANN_HARTREE_PER_KELVIN } from './units.ts';

/** Temperature in kelvin at which ensemble weights are given. */
export const ensembleTemperature = 298.15;

/**
 * Boltzmann weights w_i = g_i exp(-(X_i - X_0)/kT) / sum, which add up to 1.
 * @param energies X in Hartree (electronic or free energies, one kind for all)
 * @param degeneracies g, one for each energy (2 for a conformer whose mirror image is another one); missing ones count as 1
 * @param kelvin temperature in K, above 0
 */
export function boltzmannWeights(
  energies: readonly number[],
  degeneracies: readonly number[] = [],
  kelvin = ensembleTemperature,
): number[] {
  if (!(kelvin > 0)) throw new RangeError(`Temperature must be above 0 K, not ${kelvin}.`);
  const lowest = Math.min(...energies);
  const factors = energies.map(
    (energy, index) =>
      (degeneracies[index] ?? 1) * Math.exp(-(energy - lowest) / (BOLTZMANN_HARTREE_PER_KELVIN * kelvin)),
  );
  const total = factors.reduce((sum, factor) => sum + factor, 0);
  return factors.map((factor) => factor / total);
}
