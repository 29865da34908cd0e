import * as z from 'zod/mini';
import { convergenceByMode } from '../methods/convergence.ts';
import { forgivingEnum, optionalNull } from './scalars.ts';

export const modes = ['auto', 'reckless', 'rapid', 'careful', 'meticulous', 'debug', 'manual'] as const;
export const Mode = forgivingEnum(modes);
export type Mode = z.infer<typeof Mode>;

export const tasks = [
  'energy',
  'gradient',
  'optimize',
  'optimize_ts',
  'charge',
  'spin_density',
  'dipole',
  'hessian',
  'frequencies',
  'stress',
] as const;
export const Task = forgivingEnum(tasks);
export type Task = z.infer<typeof Task>;

export const Correction = forgivingEnum(['d3bj', 'd3', 'd4', 'gcp']);
export const SolventModel = forgivingEnum(['pcm', 'cpcm', 'alpb', 'cosmo', 'gbsa', 'cpcmx', 'SMD']);

const atomNumber = z.int().check(z.minimum(1));
const positive = z.number().check(z.positive());
const notNegative = z.number().check(z.nonnegative());

/**
 * A geometric constraint on 1-based atoms; value in Å or degrees, null holds the value that the structure has. How many atoms each kind takes is a
 * rule of submitting (`workflows/constraints.ts`): an unfinished draft reads.
 */
export const Constraint = z.looseObject({
  constraint_type: forgivingEnum(['bond', 'angle', 'dihedral', 'freeze_atoms']),
  atoms: z.array(atomNumber),
  value: optionalNull(z.number()),
});
export type Constraint = z.infer<typeof Constraint>;

/** A spring between two 1-based atoms in molecular dynamics: force constant in kcal/mol/Å², equilibrium distance in Å. */
export const PairwiseHarmonicConstraint = z.looseObject({
  atoms: z.tuple([atomNumber, atomNumber]),
  force_constant: positive,
  equilibrium: positive,
});
export type PairwiseHarmonicConstraint = z.infer<typeof PairwiseHarmonicConstraint>;

/** A sphere that molecular dynamics stays in: radius in Å, force constant in kcal/mol/Å². */
export const SphericalHarmonicConstraint = z.looseObject({
  confining_radius: positive,
  force_constant: z._default(positive, 10),
});
export type SphericalHarmonicConstraint = z.infer<typeof SphericalHarmonicConstraint>;

/** Another basis set for some elements or for some 1-based atoms. */
export const BasisSetOverride = z
  .looseObject({
    name: z.string(),
    atomic_numbers: optionalNull(z.array(atomNumber)),
    atoms: optionalNull(z.array(atomNumber)),
  })
  .check(
    z.refine(({ atomic_numbers, atoms }) => (atomic_numbers === null) !== (atoms === null), {
      error: 'an override of the basis set is for elements (atomic_numbers) or for atoms; give one of the two',
    }),
  );

const BasisSetShape = z.looseObject({
  name: z.string(),
  overrides: z._default(z.nullable(z.array(BasisSetOverride)), []),
  cutoff_threshold: z.optional(positive),
});

/** A basis set; a bare name is read too, an empty one means none. */
export const BasisSet = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? (value === '' ? null : { name: value }) : value)),
  z.nullable(BasisSetShape),
);

export const SolventSettings = z.looseObject({ solvent: z.string(), model: SolventModel });

export const OptimizationSettings = z.looseObject({
  max_steps: z._default(z.int().check(z.minimum(1)), 250),
  transition_state: z._default(z.boolean(), false),
  recalc_hess_every: z._default(z.int(), 0),
  max_gradient_threshold: z._default(positive, convergenceByMode.rapid.maxGradient),
  rms_gradient_threshold: z._default(positive, convergenceByMode.rapid.rmsGradient),
  energy_threshold: z._default(positive, convergenceByMode.rapid.energyChange),
  optimize_cell: z._default(z.boolean(), false),
  constraints: z._default(z.array(Constraint), []),
  save_intermediate_steps: z._default(z.boolean(), true),
});

/** Thermochemistry: cutoff in cm⁻¹ (Cramer and Truhlar), temperature in K, concentration in mol/L (the default is 1 atm at 298 K). */
export const ThermochemistrySettings = z.looseObject({
  cutoff_frequency: z._default(notNegative, 100),
  temperature: z._default(notNegative, 298),
  scaling_factor: z._default(notNegative, 1),
  concentration: z._default(notNegative, 0.0408740470708),
});

/** When the second-order solver is used; older stored data says true (always) or false (never). */
const SecondOrderUse = z.pipe(
  z.transform((value: unknown) => (typeof value === 'boolean' ? (value ? 'always' : 'never') : value)),
  forgivingEnum(['always', 'upon_failure', 'never']),
);

export const SelfConsistentFieldSettings = z.looseObject({
  max_iters: z._default(z.int(), 250),
  soscf: z._default(SecondOrderUse, 'upon_failure'),
});

const ComputeType = forgivingEnum(['cpu', 'gpu', 'auto']);
export const ComputeSettings = z.looseObject({
  requested_compute_type: z._default(ComputeType, 'cpu'),
  compute_type_used: optionalNull(ComputeType),
});

/** Excited states by time-dependent theory: how many (none for 0 or null), and whether with the Tamm-Dancoff approximation. */
export const ExcitedStateSettings = z.looseObject({
  settings_type: z._default(z.literal('tddft_settings'), 'tddft_settings'),
  tda: z._default(z.boolean(), true),
  num_excitations: z._default(z.nullable(z.int().check(z.minimum(0))), 5),
  target_root: optionalNull(z.int().check(z.minimum(1))),
});
export type ExcitedStateSettings = z.infer<typeof ExcitedStateSettings>;

/** A level of theory: method, engine, basis set, solvent, tasks and thresholds. */
export const Settings = z.looseObject({
  mode: z._default(Mode, 'auto'),
  tasks: z._default(z.array(Task), ['energy', 'charge', 'dipole']),
  method: z._default(z.string(), 'hf'),
  basis_set: z._default(BasisSet, null),
  engine: optionalNull(z.string()),
  corrections: z._default(z.array(Correction), []),
  solvent_settings: optionalNull(SolventSettings),
  /** Missing or null where no excited states are asked for. */
  excited_state_settings: z.optional(z.nullable(ExcitedStateSettings)),
  scf_settings: z.prefault(z.nullable(SelfConsistentFieldSettings), {}),
  opt_settings: z.prefault(OptimizationSettings, {}),
  thermochem_settings: z.prefault(ThermochemistrySettings, {}),
  compute_settings: z.prefault(ComputeSettings, {}),
  /** Text of the level of theory, computed where settings are written. */
  level_of_theory: z.optional(z.string()),
});
export type Settings = z.infer<typeof Settings>;
export type SettingsInput = z.input<typeof Settings>;

/** Mode with `auto` resolved to what it means. */
export function resolvedMode(mode: Mode): Exclude<Mode, 'auto'> {
  return mode === 'auto' ? 'rapid' : mode;
}

/** Settings with the convergence thresholds of their mode, as they are stored and run (Hartree, Hartree/Å). */
export function withModeThresholds(settings: Settings): Settings {
  const mode = resolvedMode(settings.mode);
  if (mode === 'manual') return settings;
  const { energyChange, maxGradient, rmsGradient } = convergenceByMode[mode];
  return {
    ...settings,
    mode,
    opt_settings: {
      ...settings.opt_settings,
      energy_threshold: energyChange,
      max_gradient_threshold: maxGradient,
      rms_gradient_threshold: rmsGradient,
    },
  };
}
