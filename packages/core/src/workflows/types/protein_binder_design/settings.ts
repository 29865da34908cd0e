import * as z from 'zod/mini';
import { forgivingEnum } from '../../../entities/scalars.ts';
import { messages } from '../../parts/inputs/input-shapes.ts';
import { BinderDesignInput } from './binder-design-input.ts';

export const settings = z.looseObject({
  messages,
  binder_design_input: z.prefault(BinderDesignInput, {}),
  binder_design_settings: z.prefault(
    z.looseObject({
      protocol: z._default(
        forgivingEnum(['protein-anything', 'peptide-anything', 'protein-small_molecule', 'nanobody-anything']),
        'protein-anything',
      ),
      num_designs: z._default(z.int().check(z.minimum(1)), 10),
      budget: z._default(z.int().check(z.minimum(1)), 2),
    }),
    {},
  ),
});
