import { ensembleTemperature } from '../chemistry/boltzmann.ts';
import { mostAtoms } from '../chemistry/molecule-check.ts';
import { impossibleSpinText } from '../chemistry/spin.ts';
import { accuracy } from './accuracy.ts';
import calibrations from './calibrations.json' with { type: 'json' };
import { convergenceByMode } from './convergence.ts';
import { correctionsOf } from './corrections.ts';
import { methodExtensions } from './extensions.ts';
import { maximumAtoms, methods, ranksSpinStates } from './methods.ts';
import { nmrReference } from './nmr-reference.ts';
import { mostScanPoints, sizeLimits, tooManyHeavyAtoms } from './size-limits.ts';
import { solventSupport } from './solvent-support.ts';
import { solvents, solventsOfModel } from './solvents.ts';

const implicitModels = ['alpb', 'cpcm', 'cosmo', 'pcm', 'smd'] as const;

/**
 * Returns what the recipes in Python know from here, exported beside the schemas: thresholds (Hartree, Hartree/Å), titles and elements of methods,
 * the temperature of weights (K), exact texts, how large a molecule may be, and our own methods with their calibrations.
 */
export function sharedKnowledge() {
  return {
    convergence: Object.fromEntries(
      Object.entries(convergenceByMode).map(([mode, { energyChange, maxGradient, rmsGradient }]) => [
        mode,
        [energyChange, maxGradient, rmsGradient],
      ]),
    ),
    methods: Object.fromEntries(
      [...methods].map(([name, { title, elements }]) => [
        name,
        { title, elements, most_atoms: maximumAtoms(name), ranks_spin_states: ranksSpinStates(name) },
      ]),
    ),
    solvents: [...solvents.keys()],
    solvents_of_model: Object.fromEntries(implicitModels.map((model) => [model, solventsOfModel(model)])),
    solvent_support: solventSupport,
    pyscf_corrections: Object.fromEntries([...methods.keys()].map((name) => [name, correctionsOf(name, 'pyscf')])),
    ensemble_temperature: ensembleTemperature,
    impossible_spin: impossibleSpinText,
    method_extensions: methodExtensions,
    accuracy,
    nmr_reference: nmrReference,
    most_atoms: mostAtoms,
    most_scan_points: mostScanPoints,
    size_limits: sizeLimits,
    too_many_heavy_atoms: tooManyHeavyAtoms,
    calibrations,
  };
}
