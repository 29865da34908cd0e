import * as z from 'zod/mini';
import { AppliedCalibration } from './applied-calibration.ts';
import { Caveat } from './caveat.ts';
import { optionalNull } from './scalars.ts';

const LevelRequested = z.looseObject({
  method: z.string(),
  engine: optionalNull(z.string()),
  mode: optionalNull(z.string()),
});
const LevelRan = z.looseObject({
  method: z.string(),
  engine: z.string(),
  engine_version: optionalNull(z.string()),
  mode: optionalNull(z.string()),
});

/**
 * Something that ran otherwise than asked, and why. `kind` is "engine" where only another program ran the same method: the numbers
 * mean what was asked for. Without a kind the deviation concerns the numbers.
 */
export const Deviation = z.looseObject({ what: z.string(), reason: z.string(), kind: optionalNull(z.string()) });
const Change = z.looseObject({ changed: z.nullable(z.boolean()), detail: optionalNull(z.string()) });

export const ThermochemistryRecord = z.looseObject({
  scheme: z.string(),
  doi: optionalNull(z.string()),
  temperature: z.number(),
  pressure_atm: z.number(),
  cutoff_frequency: z.number(),
  scaling_factor: z.number(),
  symmetry_number: z.number(),
  linear: z.boolean(),
  imaginary_modes: z.number(),
  flipped_modes: z._default(z.array(z.number()), []),
  geometry_converged: z.boolean(),
});

/** What was asked and what really ran for one calculation; headings print what ran. */
export const CalculationProvenance = z.looseObject({
  requested: LevelRequested,
  ran: LevelRan,
  deviations: z._default(z.array(Deviation), []),
  calibration: optionalNull(z.looseObject({ name: z.string() })),
  seed: optionalNull(z.number()),
  host: optionalNull(z.string()),
  started_at: optionalNull(z.string()),
  ended_at: optionalNull(z.string()),
  convergence: optionalNull(
    z.looseObject({
      energy_change: optionalNull(z.number()),
      max_gradient: optionalNull(z.number()),
      rms_gradient: optionalNull(z.number()),
      converged: z.boolean(),
      steps: z.number(),
    }),
  ),
  charge_model: optionalNull(z.string()),
  connectivity: optionalNull(Change),
  stereo: optionalNull(Change),
  thermochemistry: optionalNull(ThermochemistryRecord),
});
export type CalculationProvenance = z.infer<typeof CalculationProvenance>;

/** One conformer's place in the ensemble; `excluded` says why it has no weight. */
export const EnsembleMember = z.looseObject({
  degeneracy: z.number(),
  weight: z.nullable(z.number()),
  relative_energy_kcal: z.nullable(z.number()),
  excluded: optionalNull(z.string()),
});

/** A result that an item took from another one, as its provenance records it. */
export type TakenResult = {
  /** Where it was put: a path in the item's data. */
  field: string;
  workflow_uuid: string;
  /** What that item was called then. */
  workflow_name: string;
  path: string;
  /** What the result is called there ("Conformer 1"); null where it has no name. */
  title: string | null;
};

export const ItemProvenance = z.looseObject({
  stages: z._default(z.array(z.looseObject({ name: z.string() })), []),
  ranking: optionalNull(
    z.looseObject({ requested: optionalNull(z.string()), ran: z.string(), reason: optionalNull(z.string()) }),
  ),
  ensemble: optionalNull(
    z.looseObject({
      quantity: z.string(),
      unit: z.string(),
      temperature: z.number(),
      formula: optionalNull(z.string()),
      conformers: z.array(EnsembleMember),
    }),
  ),
  /** SMILES of the tautomers in the order of the results. */
  tautomers: optionalNull(z.array(z.string())),
  /** Radial distribution of a dynamics: how often two atoms are at each distance (Å), for each pair of elements. */
  radial_distribution: optionalNull(
    z.looseObject({
      distances: z.array(z.number()),
      pairs: z.array(z.looseObject({ pair: z.string(), values: z.array(z.number()) })),
      quantity: z.enum(['g(r)', 'density']),
    }),
  ),
  /** Of a protein's dynamics: names of the residues whose alpha carbons were followed. */
  residue_names: optionalNull(z.array(z.string())),
  /** Of each of its trajectories: contacts of residues, and the part of those of the start that each frame has. */
  residue_contacts: optionalNull(
    z.array(
      z.array(z.looseObject({ first: z.string(), second: z.string(), occupancy: z.number(), at_start: z.boolean() })),
    ),
  ),
  native_contacts: optionalNull(z.array(z.array(z.number()))),
  deviations: z._default(z.array(Deviation), []),
  /** Settings that nobody chose and that were filled by the expected time (seconds): with what, and why. */
  choices: z._default(
    z.array(
      z.looseObject({
        path: z.string(),
        value: z.unknown(),
        title: z.string(),
        seconds: z.nullable(z.number()),
        reason: z.string(),
      }),
    ),
    [],
  ),
  /** Results of other items that it was computed from (`TakenResult`); null where a person put everything in. */
  inputs_from: optionalNull(z.array(z.looseObject({ field: z.string(), path: z.string() }))),
  /** What a run found out about its own numbers; the definition adds what follows from the data alone. */
  caveats: z._default(z.array(Caveat), []),
  /** Calibrations on measured values of its project that are applied to its numbers, one for each quantity; the server adds them. */
  measured_calibrations: z.optional(z.nullable(z.array(AppliedCalibration))),
  /** Class of each site of a microscopic pKa in its calibration, in the order of the stored lists; null for one outside calibration. */
  site_classes: optionalNull(
    z.looseObject({
      conjugate_acids: z._default(z.array(z.nullable(z.string())), []),
      conjugate_bases: z._default(z.array(z.nullable(z.string())), []),
    }),
  ),
  /** Class of each broken bond in the calibration of its mode, in the order of the stored list; null for one outside it. */
  bond_classes: optionalNull(z.array(z.nullable(z.string()))),
  /** What shifts come from: by atom its class in the calibration and its shielding (ppm), and the reference's by atomic number. */
  nmr: optionalNull(
    z.looseObject({
      classes: z._default(z.array(z.nullable(z.string())), []),
      shieldings: z._default(z.array(z.nullable(z.number())), []),
      reference: z._default(z.record(z.string(), z.number()), {}),
      /** A SMILES to draw, and the atom (from 0) that each of its atoms is. */
      drawing: optionalNull(z.looseObject({ smiles: z.string(), atoms: z.array(z.int()) })),
    }),
  ),
  /** For a redox potential by our own method: the class of each couple (null outside its calibration) and the potential without a line (V). */
  redox: optionalNull(
    z.looseObject({
      classes: z._default(z.record(z.string(), z.nullable(z.string())), {}),
      absolute: z._default(z.record(z.string(), z.number()), {}),
    }),
  ),
  /** For a redox potential: the electrode that its value is against ("SHE"). */
  reference_electrode: optionalNull(z.string()),
  structure: optionalNull(
    z.looseObject({
      smiles_input: optionalNull(z.string()),
      smiles_ran: optionalNull(z.string()),
      stereo: optionalNull(z.string()),
    }),
  ),
  seed: optionalNull(z.number()),
  host: optionalNull(z.string()),
  /** Cores that the job could use. */
  cores: optionalNull(z.number()),
  /** Machines of a Dask cluster that its pieces ran on, at most at a time; null where they ran on one machine. */
  machines: optionalNull(z.number()),
  started_at: optionalNull(z.string()),
  ended_at: optionalNull(z.string()),
});
export type ItemProvenance = z.infer<typeof ItemProvenance>;
