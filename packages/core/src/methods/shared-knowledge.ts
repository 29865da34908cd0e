import { ensembleTemperature } from '../chemistry/boltzmann.ts';
import { impossibleSpinText } from '../chemistry/spin.ts';
import { accuracy } from './accuracy.ts';
import { convergenceByMode } from './convergence.ts';
import { methodExtensions, pkaSharedIntercepts, pkaSharedSlope } from './extensions.ts';
import { methods } from './methods.ts';
import { nmrReference } from './nmr-reference.ts';

/**
 * What the recipes in Python know from here, exported beside the schemas: thresholds (Hartree, Hartree/Å), titles and elements of methods, the
 * temperature of weights (K), exact texts, and our own methods with their calibrations.
 */
export function sharedKnowledge() {
  return {
    convergence: Object.fromEntries(
      Object.entries(convergenceByMode).map(([mode, { energyChange, maxGradient, rmsGradient }]) => [
        mode,
        [energyChange, maxGradient, rmsGradient],
      ]),
    ),
    methods: Object.fromEntries([...methods].map(([name, { title, elements }]) => [name, { title, elements }])),
    ensemble_temperature: ensembleTemperature,
    impossible_spin: impossibleSpinText,
    method_extensions: methodExtensions,
    accuracy,
    nmr_reference: nmrReference,
    pka_shared_lines: { slope: pkaSharedSlope, intercepts: Object.fromEntries(pkaSharedIntercepts) },
  };
}
