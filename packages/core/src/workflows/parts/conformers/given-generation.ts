import * as z from 'zod/mini';
import type { Level } from '../../definition.ts';
import { valueAt } from '../forms/data-path.ts';
import { ConformerGenerationSettings } from './conformer-generation.ts';

export const path = 'conf_gen_settings';

/** A choice of generator as a form gives it: an empty one is none. */
export const OptionalGeneration = z.pipe(
  z.transform((value: unknown) => (valueAt({ value }, 'value.settings_type') === '' ? null : value)),
  z.nullable(ConformerGenerationSettings),
);

/** Levels of theory that a generator computes energies with, besides what its program brings. */
export function generationLevels(generation: ConformerGenerationSettings | null): Level[] {
  if (generation?.settings_type !== 'monte_carlo_multiple_minimum') return [];
  return [{ settings: generation.energy_settings, field: `${path}.energy_settings.method` }];
}

/** Where a generator holds levels of theory. */
export const generationPaths = [`${path}.energy_settings`] as const;
