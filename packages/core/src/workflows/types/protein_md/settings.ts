import * as z from 'zod/mini';
import { Pdb } from '../../../chemistry/pdb/schema.ts';
import { forgivingEnum, optionalNull } from '../../../entities/scalars.ts';
import { messages } from '../../parts/inputs/input-shapes.ts';

const positive = z.number().check(z.positive());
const count = z.int().check(z.positive());

/** Force fields of small molecules; the last one is what AmberTools makes here. */
export const smallMoleculeFields = [
  'off_sage_2_0_0',
  'off_sage_2_2_1',
  'off_sage_2_3_0',
  'mango_1_0_0',
  'gaff2_am1bcc',
] as const;
export type SmallMoleculeField = (typeof smallMoleculeFields)[number];
export const smallMoleculeTitles: Readonly<Record<SmallMoleculeField, string>> = {
  off_sage_2_0_0: 'OpenFF Sage 2.0.0',
  off_sage_2_2_1: 'OpenFF Sage 2.2.1',
  off_sage_2_3_0: 'OpenFF Sage 2.3.0',
  mango_1_0_0: 'Mango 1.0.0',
  gaff2_am1bcc: 'GAFF2 with AM1-BCC charges',
};

export const proteinFields = ['ff14sb', 'ff19sb', 'ff99SBildn'] as const;
export const waterFields = ['tip3p', 'tip4p_ew', 'opc'] as const;
export const fieldTitles: Readonly<Record<(typeof proteinFields)[number] | (typeof waterFields)[number], string>> = {
  ff14sb: 'ff14SB',
  ff19sb: 'ff19SB',
  ff99SBildn: 'ff99SB-ILDN',
  tip3p: 'TIP3P',
  tip4p_ew: 'TIP4P-Ew',
  opc: 'OPC',
};

/** Å within which frames belong to one cluster: a short run stays within the 2 Å that public clients have. */
const clusterRadius = 1;

const Clustering = z.looseObject({
  settings_type: z._default(forgivingEnum(['greedy', 'kmeans']), 'greedy'),
  /** Å; of the greedy clusters */
  cutoff_angstrom: z.optional(positive),
  /** of k-means */
  num_clusters: z.optional(count),
});

export const settings = z.looseObject({
  messages,
  protein: optionalNull(z.union([z.string(), Pdb])),
  num_trajectories: z._default(count, 1),
  equilibration_time_ns: z._default(positive, 0.02),
  simulation_time_ns: z._default(positive, 0.1),
  /** Frames are saved this far apart; at most a thousand are kept. */
  frame_save_interval_ps: z._default(positive, 1),
  /** ps between frames whose accessible surface is computed; null for none. */
  analysis_interval_ps: z._default(z.nullable(positive), 10),
  clustering: z._default(z.nullable(Clustering), { settings_type: 'greedy', cutoff_angstrom: clusterRadius }),
  /** K */
  temperature: z._default(positive, 300),
  pressure_atm: z._default(positive, 1),
  langevin_timescale_ps: z._default(positive, 1),
  timestep_fs: z._default(positive, 4),
  /** u */
  hydrogen_mass: z._default(positive, 3),
  constrain_hydrogens: z._default(z.boolean(), true),
  /** Å */
  nonbonded_cutoff: z._default(positive, 8),
  /** mol/L */
  ionic_strength_M: z._default(z.number().check(z.nonnegative()), 0),
  /** Å */
  water_buffer: z._default(positive, 8),
  protein_ff: z._default(forgivingEnum(proteinFields), 'ff14sb'),
  water_ff: z._default(forgivingEnum(waterFields), 'tip3p'),
  small_molecule_ff: z._default(forgivingEnum(smallMoleculeFields), 'off_sage_2_3_0'),
  /** SMILES of residues that are no polymer, by name or place from 0; null for ions and water. */
  small_molecules: optionalNull(z.record(z.string(), z.nullable(z.string()))),
  binder: optionalNull(
    z.looseObject({
      chain_ids: optionalNull(z.array(z.string())),
      small_molecule_residues: optionalNull(z.array(z.union([z.string(), z.int()]))),
    }),
  ),
  /** Å from the binder; null restrains nothing. */
  protein_restraint_cutoff: optionalNull(positive),
  /** kcal/(mol Å²) */
  protein_restraint_constant: z._default(positive, 100),
  restraints: z._default(z.array(z.unknown()), []),
  save_solvent: z._default(z.boolean(), false),
  num_solvent_to_save: optionalNull(count),
  random_seed: optionalNull(count),
});
export type Data = z.output<typeof settings>;

/** SMILES of small molecules that are simulated, by their residues. */
export const ligandsOf = ({ small_molecules }: Data): [string, string][] =>
  Object.entries(small_molecules ?? {}).flatMap(([residue, smiles]) => (smiles ? [[residue, smiles]] : []));
