import type { ChainMode } from './multistage.ts';

/** Settings of the older `conformers` type in one mode, as the API spells them. RMSD in Å, energies in kcal/mol. */
export interface ConformersNumbers {
  num_confs_considered: number;
  num_confs_taken: number;
  rmsd_cutoff: number;
  transition_state: boolean;
  final_method: string;
  solvent: string;
  max_energy: number;
  /** RDKit's part: reckless and rapid. */
  num_initial_confs?: number;
  max_mmff_energy?: number;
  max_mmff_iterations?: number;
  /** CREST's part, careful and meticulous: method of the metadynamics ("ff" or 2), and its flags. */
  gfn?: 'ff' | 2;
  flags?: string;
}

const common = {
  rmsd_cutoff: 0.1,
  transition_state: false,
  final_method: 'aimnet2_wb97md3',
  solvent: 'water',
  max_energy: 5,
};
const distanceGeometry = {
  ...common,
  num_confs_considered: 100,
  num_confs_taken: 50,
  num_initial_confs: 300,
  max_mmff_energy: 15,
  max_mmff_iterations: 500,
};

/**
 * Settings of the older `conformers` type by mode, as the public models really yield them (reckless equals rapid there): RDKit for reckless and rapid,
 * CREST with these flags for careful and meticulous.
 */
export const conformersModes: Readonly<Record<ChainMode, Readonly<ConformersNumbers>>> = {
  reckless: distanceGeometry,
  rapid: distanceGeometry,
  careful: {
    ...common,
    num_confs_considered: 150,
    num_confs_taken: 50,
    flags: '--quick --ewin 10 --noreftopo',
    gfn: 'ff',
  },
  meticulous: {
    ...common,
    num_confs_considered: 500,
    num_confs_taken: 150,
    max_energy: 10,
    flags: '--ewin 15 --noreftopo',
    gfn: 2,
  },
};
