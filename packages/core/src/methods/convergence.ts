/** When an optimization has converged: change of energy in Hartree, largest and root-mean-square gradient in Hartree/Å. */
export interface Convergence {
  energyChange: number;
  maxGradient: number;
  rmsGradient: number;
}

/** The platform's thresholds per mode; `auto` means rapid. */
export const convergenceByMode: Record<'reckless' | 'rapid' | 'careful' | 'meticulous' | 'debug', Convergence> = {
  reckless: { energyChange: 2e-5, maxGradient: 7e-3, rmsGradient: 6e-3 },
  rapid: { energyChange: 5e-5, maxGradient: 5e-3, rmsGradient: 3.5e-3 },
  careful: { energyChange: 1e-6, maxGradient: 9e-4, rmsGradient: 6e-4 },
  meticulous: { energyChange: 1e-6, maxGradient: 3e-5, rmsGradient: 2e-5 },
  debug: { energyChange: 1e-6, maxGradient: 4e-6, rmsGradient: 2e-6 },
};
