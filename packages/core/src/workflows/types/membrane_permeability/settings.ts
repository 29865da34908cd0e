import * as z from 'zod/mini';
import { forgivingEnum } from '../../../entities/scalars.ts';
import { moleculeOrSmilesInput } from '../../parts/inputs/input-shapes.ts';

export const methods = ['chemprop_ohlsson2025', 'pypermm'] as const;
export type Method = (typeof methods)[number];
export const titles: Readonly<Record<Method, string>> = {
  chemprop_ohlsson2025: 'Chemprop (Ohlsson 2025)',
  pypermm: 'PyPermm',
};

export const settings = z.looseObject({
  ...moleculeOrSmilesInput,
  membrane_permeability_method: z._default(forgivingEnum(methods), 'chemprop_ohlsson2025'),
});
export type Data = z.output<typeof settings>;

/** Elements that PerMM has parameters for. */
export const elements = [1, 6, 7, 8, 9, 16, 17, 35, 53] as const;
