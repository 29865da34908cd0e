/** Numbers of a conformer generator in one mode, as the API spells them; energies in kcal/mol. */
export interface GenerationNumbers {
  conf_opt_method: 'gfn_ff' | 'gfn0_xtb' | 'gfn2_xtb';
  max_confs: number | null;
  num_initial_confs?: number;
  num_confs_considered?: number;
  max_mmff_iterations?: number;
  max_mmff_energy?: number;
  mtd_method?: 'gfn_ff' | 'gfn2_xtb';
  speed?: 'megaquick' | 'superquick' | 'quick' | 'normal' | 'extensive';
  reopt?: boolean;
  num_monte_carlo_iterations?: number;
  rmsd_threshold?: number;
  energy_window?: number | null;
}

/** Numbers by generator and mode (public models, stjames 0.0.137). */
export const generationNumbers: Readonly<Record<string, GenerationNumbers>> = {
  'etkdg/reckless': {
    conf_opt_method: 'gfn_ff',
    max_confs: 20,
    num_initial_confs: 200,
    num_confs_considered: 50,
    max_mmff_iterations: 500,
    max_mmff_energy: 20,
  },
  'etkdg/rapid': {
    conf_opt_method: 'gfn0_xtb',
    max_confs: 50,
    num_initial_confs: 300,
    num_confs_considered: 100,
    max_mmff_iterations: 500,
    max_mmff_energy: 30,
  },
  'imtd/reckless': {
    conf_opt_method: 'gfn_ff',
    max_confs: 20,
    mtd_method: 'gfn_ff',
    speed: 'megaquick',
    reopt: true,
    energy_window: null,
  },
  'imtd/rapid': {
    conf_opt_method: 'gfn0_xtb',
    max_confs: 50,
    mtd_method: 'gfn_ff',
    speed: 'superquick',
    reopt: true,
    energy_window: null,
  },
  'imtd/careful': {
    conf_opt_method: 'gfn2_xtb',
    max_confs: null,
    mtd_method: 'gfn_ff',
    speed: 'quick',
    reopt: false,
    energy_window: null,
  },
  'imtd/meticulous': {
    conf_opt_method: 'gfn2_xtb',
    max_confs: null,
    mtd_method: 'gfn2_xtb',
    speed: 'normal',
    reopt: false,
    energy_window: null,
  },
  lyrebird: { conf_opt_method: 'gfn_ff', max_confs: null, num_initial_confs: 300 },
  monte_carlo_multiple_minimum: {
    conf_opt_method: 'gfn_ff',
    max_confs: null,
    num_monte_carlo_iterations: 250,
    rmsd_threshold: 0.5,
    energy_window: 20,
  },
};

/** Screening of conformers that are the same: rotational constants within 2 %, RMSD within 0.25 Å. */
export const screeningDefaults = { rotational_constants_threshold: 0.02, rmsd: 0.25 } as const;

/** CREST's speeds: number of metadynamics runs and the energy window in kcal/mol; null where none is published. */
export const metadynamicsSpeeds = {
  megaquick: { runs: 6, energyWindow: 5 },
  superquick: { runs: 6, energyWindow: 5 },
  quick: { runs: 6, energyWindow: 5 },
  normal: { runs: 14, energyWindow: 6 },
  extensive: { runs: null, energyWindow: 8 },
} as const;

const mmffLike = [1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 35, 53];

/** What a generator refuses. A mode can have further rules. */
export interface GeneratorLimits {
  constraints: boolean;
  openShell: boolean;
  transitionState: boolean;
  elements: readonly number[] | null;
  /** Engines whose energies it can use; null for any. */
  engines: readonly string[] | null;
}

/** Limits by generator, from the public client's table (2026-02), but for the constraints of iMTD: CREST holds them. */
export const generatorLimits: Readonly<Record<string, GeneratorLimits>> = {
  etkdg: { constraints: false, openShell: false, transitionState: false, elements: mmffLike, engines: null },
  lyrebird: { constraints: false, openShell: false, transitionState: false, elements: mmffLike, engines: null },
  imtd: { constraints: true, openShell: true, transitionState: true, elements: null, engines: null },
  monte_carlo_multiple_minimum: {
    constraints: false,
    openShell: false,
    transitionState: false,
    elements: null,
    engines: ['aimnet2', 'xtb'],
  },
};
