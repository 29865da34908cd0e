import * as z from 'zod/mini';
import { forgivingEnum } from '../../../entities/scalars.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';

/** Basis sets that are offered; psi4 has the fitting sets for them. */
export const basisSets = [
  'jun-cc-pVDZ',
  'cc-pVDZ',
  'aug-cc-pVDZ',
  'jun-cc-pVTZ',
  'aug-cc-pVTZ',
  'def2-SVPD',
  'def2-TZVPD',
] as const;

export const settings = z.looseObject({
  ...moleculeInput,
  /** Atoms of the first molecule, counted from 1; the second one has the others. */
  fragment1_indices: z._default(z.array(z.int().check(z.positive())), []),
  energy_decomposition_settings: z.prefault(
    z.looseObject({
      method: z._default(forgivingEnum(['sapt0']), 'sapt0'),
      basis_set: z.prefault(z.looseObject({ name: z._default(z.string(), 'jun-cc-pVDZ') }), {}),
    }),
    {},
  ),
});
export type Data = z.output<typeof settings>;
