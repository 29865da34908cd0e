import * as z from 'zod/mini';
import { forgivingEnum, optionalNull } from '../../../entities/scalars.ts';
import { Constraint, Mode, Settings, SolventSettings } from '../../../entities/settings.ts';
import { screeningDefaults } from '../../../methods/conformer-generation-modes.ts';
import { metadynamicsSolventModels } from '../../../methods/solvents.ts';

const rankingMethods = ['gfn_ff', 'gfn0_xtb', 'gfn1_xtb', 'gfn2_xtb', 'g_xtb'] as const;

/** The most conformers that a search may be asked to keep: as many as it may begin with. */
export const mostConformersKept = 10_000;

/** Which conformers are kept: thresholds in kcal/mol, of the rotational constants (relative) and of the RMSD in Å. */
export const ScreeningSettings = z.looseObject({
  energy_threshold: optionalNull(z.number()),
  rotational_constants_threshold: z._default(z.nullable(z.number()), screeningDefaults.rotational_constants_threshold),
  rmsd: z._default(z.nullable(z.number()), screeningDefaults.rmsd),
  max_confs: optionalNull(z.int().check(z.maximum(mostConformersKept))),
});

const shared = {
  mode: z._default(Mode, 'rapid'),
  conf_opt_method: z._default(forgivingEnum(rankingMethods), 'gfn_ff'),
  screening: optionalNull(ScreeningSettings),
  constraints: z._default(z.array(Constraint), []),
  nci: z._default(z.boolean(), false),
  max_confs: optionalNull(z.int().check(z.minimum(1), z.maximum(mostConformersKept))),
};

/** Distance geometry and MMFF94 (energies in kcal/mol). */
export const EtkdgSettings = z.looseObject({
  settings_type: z.literal('etkdg'),
  ...shared,
  num_initial_confs: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 300),
  num_confs_considered: z._default(z.int().check(z.minimum(1)), 100),
  max_mmff_iterations: z._default(z.int().check(z.minimum(1)), 500),
  max_mmff_energy: z._default(z.nullable(z.number()), 30),
});

const implicitModels: readonly string[] = metadynamicsSolventModels;
const CrestSolvent = SolventSettings.check(
  z.refine(({ model }) => implicitModels.includes(model), {
    path: ['model'],
    error: 'a conformer search with CREST takes the solvent models ALPB and GBSA only',
  }),
);

/** CREST's metadynamics; the energy window in kcal/mol. `reopt` is set by the mode, in manual mode by hand. */
export const ImtdSettings = z.looseObject({
  settings_type: z.literal('imtd'),
  ...shared,
  mtd_method: z._default(forgivingEnum(rankingMethods), 'gfn_ff'),
  mtd_runtype: z._default(forgivingEnum(['imtd-gc', 'imtd-smtd']), 'imtd-gc'),
  speed: z._default(forgivingEnum(['megaquick', 'superquick', 'quick', 'normal', 'extensive']), 'quick'),
  reopt: optionalNull(z.boolean()),
  free_energy_weights: z._default(z.boolean(), false),
  energy_window: optionalNull(z.number().check(z.positive())),
  solvent_settings: optionalNull(CrestSolvent),
});

/** Lyrebird, a generative model (a research preview). */
export const LyrebirdSettings = z.looseObject({
  settings_type: z.literal('lyrebird'),
  ...shared,
  num_initial_confs: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 300),
});

/** Torsions turned at random; thresholds in Å and kcal/mol, energies by `energy_settings`. */
export const MonteCarloSettings = z.looseObject({
  settings_type: z.literal('monte_carlo_multiple_minimum'),
  ...shared,
  energy_settings: z.prefault(Settings, { method: 'aimnet2_wb97md3', engine: 'aimnet2' }),
  num_monte_carlo_iterations: z._default(z.int().check(z.minimum(1)), 250),
  rmsd_threshold: z._default(z.number(), 0.5),
  energy_window: z._default(z.number(), 20),
});

const { conf_opt_method: _, ...withoutRanking } = shared;

/** openconf: torsions are moved and ring systems flipped, from the best structures so far; energies by MMFF94s, which also rank; the window in kcal/mol. */
export const OpenconfSettings = z.looseObject({
  settings_type: z.literal('openconf'),
  ...withoutRanking,
  n_steps: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 200),
  energy_window_kcal: z._default(z.number().check(z.positive()), 10),
  parent_strategy: z._default(forgivingEnum(['softmax', 'uniform', 'best']), 'softmax'),
  final_select: z._default(forgivingEnum(['diverse', 'energy']), 'diverse'),
  do_final_refine: z._default(z.boolean(), true),
});

/** How conformers are made, told apart by `settings_type`. */
export const ConformerGenerationSettings = z.discriminatedUnion(
  'settings_type',
  [EtkdgSettings, ImtdSettings, LyrebirdSettings, MonteCarloSettings, OpenconfSettings],
  {
    error: ({ code }) =>
      code === 'invalid_union'
        ? 'is not a known conformer generator; choose etkdg (ETKDG), imtd (CREST), lyrebird (Lyrebird), monte_carlo_multiple_minimum (Monte Carlo) or openconf'
        : undefined,
  },
);
export type ConformerGenerationSettings = z.infer<typeof ConformerGenerationSettings>;

/** What conformers are grouped by. */
export const clusteringDescriptors = [
  'solvent_accessible_surface_area',
  'polar_solvent_accessible_surface_area',
  'radius_of_gyration',
  'plane_of_best_fit',
  'normalized_principal_moment_ratio_1',
  'normalized_principal_moment_ratio_2',
] as const;

/** Grouping of conformers by k-means. */
export const ConformerClusteringSettings = z.looseObject({
  descriptors: z._default(z.array(forgivingEnum(clusteringDescriptors)), [...clusteringDescriptors]),
  num_clusters: z._default(z.int().check(z.minimum(1)), 5),
  conformers_per_cluster: z._default(z.int().check(z.minimum(1)), 3),
});
export type ConformerClusteringSettings = z.infer<typeof ConformerClusteringSettings>;

/** Surface areas in Å² (polar: of all atoms but carbon and hydrogen), radius of gyration in Å. */
export const ConformerProperties = z.looseObject({
  solvent_accessible_surface_area: z.number().check(z.positive()),
  polar_solvent_accessible_surface_area: z.number().check(z.nonnegative()),
  radius_of_gyration: z.number().check(z.positive()),
});
export type ConformerProperties = z.infer<typeof ConformerProperties>;

/** Modes that have fixed numbers. */
export type GenerationMode = 'reckless' | 'rapid' | 'careful' | 'meticulous';

/** Settings of a mode: ETKDG for reckless and rapid, CREST's iMTD for careful and meticulous. */
export function generationSettings(
  mode: GenerationMode,
  options: { nci: boolean; max_confs: number | null; constraints: Constraint[] },
) {
  const { nci, max_confs, constraints } = options;
  switch (mode) {
    case 'reckless':
      return z.parse(EtkdgSettings, {
        settings_type: 'etkdg',
        mode,
        max_confs: max_confs ?? 20,
        num_initial_confs: 200,
        num_confs_considered: 50,
        max_mmff_energy: 20,
      });
    case 'rapid':
      return z.parse(EtkdgSettings, {
        settings_type: 'etkdg',
        mode,
        conf_opt_method: 'gfn0_xtb',
        max_confs: max_confs ?? 50,
      });
    case 'careful':
      return z.parse(ImtdSettings, {
        settings_type: 'imtd',
        mode,
        conf_opt_method: 'gfn2_xtb',
        reopt: false,
        nci,
        max_confs,
        constraints,
      });
    case 'meticulous':
      return z.parse(ImtdSettings, {
        settings_type: 'imtd',
        mode,
        conf_opt_method: 'gfn2_xtb',
        mtd_method: 'gfn2_xtb',
        speed: 'normal',
        reopt: false,
        nci,
        max_confs,
        constraints,
      });
  }
}
