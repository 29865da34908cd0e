import * as z from 'zod/mini';
import { Molecule } from '../../../entities/molecule.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode } from '../../../entities/settings.ts';
import { chainLevels, chainOf, chainShape } from '../../parts/chains/multistage-optimization.ts';
import {
  ConformerClusteringSettings,
  ConformerGenerationSettings,
  type GenerationMode,
  generationSettings,
  mostConformersKept,
} from '../../parts/conformers/conformer-generation.ts';
import { moleculeOrSmilesInput } from '../../parts/inputs/input-shapes.ts';

export const settings = z.looseObject({
  ...moleculeOrSmilesInput,
  mode: z._default(Mode, 'auto'),
  conf_gen_mode: z._default(Mode, 'rapid'),
  conf_gen_settings: optionalNull(ConformerGenerationSettings),
  /** Conformers to optimize and rank in place of generated ones: one molecule, its atoms in the same order. */
  initial_conformers: z._default(z.array(Molecule).check(z.maxLength(mostConformersKept)), []),
  ...chainShape,
  nci: z._default(z.boolean(), false),
  max_confs: optionalNull(z.int().check(z.minimum(1), z.maximum(mostConformersKept))),
  conformer_clustering_settings: optionalNull(ConformerClusteringSettings),
});
export type Data = z.output<typeof settings>;

export function generationMode({ conf_gen_mode: mode }: Data): GenerationMode | 'manual' {
  return mode === 'auto' || mode === 'debug' ? 'rapid' : mode;
}

/** Whether the conformers are given, so that none are generated. */
export function areGiven({ initial_conformers }: Pick<Data, 'initial_conformers'>): boolean {
  return initial_conformers.length > 0;
}

export function generationOf(data: Data): ConformerGenerationSettings {
  const mode = generationMode(data);
  if (mode === 'manual') return data.conf_gen_settings ?? generationSettings('rapid', data);
  return generationSettings(mode, data);
}

export function levels(data: Data) {
  return chainLevels(chainOf(data), 'mso_mode');
}
