import * as z from 'zod/mini';
import { Mode } from '../../../entities/settings.ts';
import { moleculeOrSmilesInput } from '../../parts/inputs/input-shapes.ts';
import { PkaMethod } from './pka-methods.ts';

export const defaultMethod = 'aimnet2_wagen2024';

export const settings = z.looseObject({
  ...moleculeOrSmilesInput,
  mode: z._default(Mode, 'careful'),
  microscopic_pka_method: z._default(PkaMethod, defaultMethod),
  solvent: z._default(z.nullable(z.string()), 'water'),
  /** Sites outside it are left out. */
  pka_range: z._default(z.tuple([z.number(), z.number()]), [2, 12]),
  /** Atomic numbers; atoms are counted from 1. */
  deprotonate_elements: z._default(z.array(z.int()), [7, 8, 16]),
  deprotonate_atoms: z._default(z.array(z.int()), []),
  protonate_elements: z._default(z.array(z.int()), [7]),
  protonate_atoms: z._default(z.array(z.int()), []),
  /** How far beyond the range a cheap estimate may lie for a site to be computed at all, in pKa units. */
  reasonableness_buffer: z._default(z.number(), 5),
});
export type Data = z.output<typeof settings>;
