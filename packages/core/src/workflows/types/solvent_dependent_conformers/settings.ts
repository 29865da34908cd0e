import * as z from 'zod/mini';
import { forgivingEnum, optionalNull } from '../../../entities/scalars.ts';
import { Mode, type Settings } from '../../../entities/settings.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { solvents } from '../../../methods/solvents.ts';
import type { Level } from '../../definition.ts';
import { MultistageOptimizationSettings } from '../../parts/chains/multistage-optimization.ts';
import { givenChain, givenChainLevels } from '../../parts/chains/optimization-chain.ts';
import {
  ConformerClusteringSettings,
  ConformerGenerationSettings,
  mostConformersKept,
} from '../../parts/conformers/conformer-generation.ts';
import { generationLevels } from '../../parts/conformers/given-generation.ts';
import { valueAt } from '../../parts/forms/data-path.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';

/** How the free energy of solvation is computed: the first two are the public client's, the others ours. */
export const corrections = [
  'CPCMX',
  'COSMO_RS',
  'gfn2_alpb_solvation',
  'dft_cpcm_solvation',
  'dft_smd_solvation',
] as const;
export type Correction = (typeof corrections)[number];

const ownTitle = (value: Correction) => methodExtension('solvent_dependent_conformers', value)?.title ?? value;

export const correctionTitles: Readonly<Record<Correction, string>> = {
  CPCMX: 'GFN2-xTB with CPCM-X',
  COSMO_RS: 'COSMO-RS',
  gfn2_alpb_solvation: ownTitle('gfn2_alpb_solvation'),
  dft_cpcm_solvation: ownTitle('dft_cpcm_solvation'),
  dft_smd_solvation: ownTitle('dft_smd_solvation'),
};

/** The implicit model of a correction as levels of theory name it; null for COSMO-RS, which is none of theirs. */
export const modelOf: Readonly<Record<Correction, string | null>> = {
  CPCMX: 'cpcmx',
  COSMO_RS: null,
  gfn2_alpb_solvation: 'alpb',
  dft_cpcm_solvation: 'cpcm',
  dft_smd_solvation: 'SMD',
};

/** Levels that were written out without a mode are taken literally: the newer public client sends no mode. */
const GivenChain = z.pipe(
  z.transform((value: unknown) => {
    const levels = valueAt({ value }, 'value.optimization_settings');
    const isWritten = Array.isArray(levels) && levels.length > 0 && !valueAt({ value }, 'value.mode');
    return isWritten ? { ...(value as object), mode: 'manual' } : value;
  }),
  MultistageOptimizationSettings,
);

/** What the public client sends: GFN2-xTB in water for the geometry, g-xTB in the gas phase for the energy. */
const publicChain = {
  mode: 'manual',
  optimization_settings: [
    { method: 'gfn2_xtb', mode: 'rapid', tasks: ['optimize'], solvent_settings: { solvent: 'water', model: 'alpb' } },
  ],
  singlepoint_settings: { method: 'g_xtb', mode: 'rapid', tasks: ['energy'] },
} as const;

const solventNames = [...solvents.keys()] as [string, ...string[]];

export const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  conf_gen_settings: z.prefault(ConformerGenerationSettings, { settings_type: 'openconf' }),
  max_confs: optionalNull(z.int().check(z.minimum(1), z.maximum(mostConformersKept))),
  /** Of each cluster of similar shapes so many are kept before they are optimized; null keeps all. */
  conformer_clustering_settings: z._default(
    z.nullable(ConformerClusteringSettings),
    z.parse(ConformerClusteringSettings, {}),
  ),
  multistage_opt_settings: z.prefault(GivenChain, publicChain),
  solvents: z._default(z.array(forgivingEnum(solventNames)), [
    'hexane',
    'octanol',
    'chloroform',
    'dimethylsulfoxide',
    'water',
  ]),
  enumerate_tautomers: z._default(z.boolean(), false),
  final_correction: z._default(forgivingEnum(corrections), 'CPCMX'),
});
export type Data = z.output<typeof settings>;

/** The chain that runs, from its mode or as given. */
export const chainOf = (data: Data): MultistageOptimizationSettings => givenChain(data.multistage_opt_settings);

export const levels = (data: Data): Level[] => [
  ...generationLevels(data.conf_gen_settings),
  ...givenChainLevels(data.multistage_opt_settings),
];

/** The level that gives the energy without a solvent: the single point, else the last optimization. */
export function energyLevel(data: Data): Settings | null {
  const chain = chainOf(data);
  return chain.singlepoint_settings ?? chain.optimization_settings.at(-1) ?? null;
}

/** The method that the solvation is computed with: GFN2-xTB, or with CPCM and SMD that of the energy. */
export function correctionMethod(data: Data): string {
  const own = data.final_correction === 'dft_cpcm_solvation' || data.final_correction === 'dft_smd_solvation';
  return own ? (energyLevel(data)?.method ?? 'gfn2_xtb') : 'gfn2_xtb';
}
