import * as z from 'zod/mini';
import { Pdb } from '../../../chemistry/pdb/schema.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { smilesInput } from '../../parts/inputs/input-shapes.ts';

const positive = z.number().check(z.positive());

export const settings = z.looseObject({
  ...smilesInput,
  /** The protein with the ligand in it, in place of one of the platform's. */
  protein: optionalNull(Pdb),
  protein_uuid: optionalNull(z.string()),
  ligand_residue_name: z._default(z.string(), 'LIG'),
  num_trajectories: z._default(z.int().check(z.positive()), 4),
  equilibration_time_ns: z._default(positive, 1),
  simulation_time_ns: z._default(positive, 10),
  /** K */
  temperature: z._default(positive, 300),
  pressure_atm: z._default(positive, 1),
  langevin_timescale_ps: z._default(positive, 1),
  timestep_fs: z._default(positive, 2),
  constrain_hydrogens: z._default(z.boolean(), true),
  /** Å */
  nonbonded_cutoff: z._default(positive, 8),
  /** Å from the ligand; null keeps the whole protein. */
  protein_prune_cutoff: optionalNull(positive),
  /** Å from the ligand; null restrains nothing. */
  protein_restraint_cutoff: z._default(z.nullable(positive), 7),
  /** kcal/(mol Å²) */
  protein_restraint_constant: z._default(positive, 100),
  /** mol/L */
  ionic_strength_M: z._default(z.number().check(z.nonnegative()), 0.1),
  /** Å */
  water_buffer: z._default(positive, 6),
});
export type Data = z.output<typeof settings>;
