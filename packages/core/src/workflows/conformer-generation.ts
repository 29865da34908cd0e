import * as z from 'zod/mini';
import { forgivingEnum, optionalNull } from '../entities/scalars.ts';
import { Constraint, Mode } from '../entities/settings.ts';

const rankingMethods = ['gfn_ff', 'gfn0_xtb', 'gfn1_xtb', 'gfn2_xtb', 'g_xtb'] as const;

const shared = {
  mode: z._default(Mode, 'rapid'),
  conf_opt_method: z._default(forgivingEnum(rankingMethods), 'gfn_ff'),
  screening: optionalNull(
    z.looseObject({
      energy_threshold: optionalNull(z.number()),
      rotational_constants_threshold: z._default(z.nullable(z.number()), 0.02),
      rmsd: z._default(z.nullable(z.number()), 0.25),
      max_confs: optionalNull(z.int()),
    }),
  ),
  constraints: z._default(z.array(Constraint), []),
  nci: z._default(z.boolean(), false),
  max_confs: optionalNull(z.int().check(z.minimum(1))),
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

/** CREST's metadynamics. */
export const ImtdSettings = z.looseObject({
  settings_type: z.literal('imtd'),
  ...shared,
  mtd_method: z._default(forgivingEnum(rankingMethods), 'gfn_ff'),
  mtd_runtype: z._default(z.string(), 'imtd-gc'),
  speed: z._default(forgivingEnum(['megaquick', 'superquick', 'quick', 'normal', 'extensive']), 'quick'),
  reopt: optionalNull(z.boolean()),
  free_energy_weights: z._default(z.boolean(), false),
  energy_window: optionalNull(z.number()),
});

const LyrebirdSettings = z.looseObject({ settings_type: z.literal('lyrebird'), ...shared });
const MonteCarloSettings = z.looseObject({ settings_type: z.literal('monte_carlo_multiple_minimum'), ...shared });

/** How conformers are made, told apart by `settings_type`. */
export const ConformerGenerationSettings = z.discriminatedUnion('settings_type', [
  EtkdgSettings,
  ImtdSettings,
  LyrebirdSettings,
  MonteCarloSettings,
]);
export type ConformerGenerationSettings = z.infer<typeof ConformerGenerationSettings>;

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
