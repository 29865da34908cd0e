import * as z from 'zod/mini';
import { Pdb } from '../../../chemistry/pdb/schema.ts';
import { forgivingEnum, optionalNull } from '../../../entities/scalars.ts';
import { messages } from '../../parts/inputs/input-shapes.ts';

export const methods = ['pocketeer', 'mixmd'] as const;
export type Method = (typeof methods)[number];
export const titles: Readonly<Record<Method, string>> = { pocketeer: 'Pocketeer', mixmd: 'MixMD' };

export const settings = z.looseObject({
  messages,
  protein: optionalNull(z.union([z.string(), Pdb])),
  settings: z.prefault(
    z.looseObject({
      settings_type: z._default(forgivingEnum(methods), 'pocketeer'),
      /** Å within which alpha spheres belong to one pocket */
      merge_distance: z._default(z.number().check(z.nonnegative()), 1.75),
    }),
    {},
  ),
});
export type Data = z.output<typeof settings>;

/** The longest distance that makes sense: farther apart, the whole protein is one pocket. */
export const longestMergeDistance = 10;
