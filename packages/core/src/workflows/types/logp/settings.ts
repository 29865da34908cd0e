import * as z from 'zod/mini';
import { forgivingEnum } from '../../../entities/scalars.ts';
import { type Calibration, methodExtension } from '../../../methods/extensions.ts';
import { smilesInput } from '../../parts/inputs/input-shapes.ts';

export const methods = ['chemprop_sangster2026', 'crippen', 'cosmors', 'environment_ridge_physprop'] as const;
export type Method = (typeof methods)[number];
export const Method = forgivingEnum(methods);

const own = methodExtension('logp', 'environment_ridge_physprop');

/** Names of the methods; those of our own are the names of the numbers too, as docs/partition-coefficients.md lists them. */
export const titles: Readonly<Record<Method, string>> = {
  chemprop_sangster2026: 'Chemprop (Sangster 2026)',
  crippen: 'LogP (Crippen)',
  cosmors: 'COSMO-RS',
  environment_ridge_physprop: own?.title ?? 'environment_ridge_physprop',
};

/** The error of Crippen's contributions on the values that are kept apart from our own fit, whose limits it shares. */
const crippen: Calibration | null = own?.calibration
  ? {
      ...own.calibration,
      error: 0.84,
      source:
        'Wildman and Crippen 1999 (DOI 10.1021/ci990307l); the error is that on 1258 values of PHYSPROP (Mansouri et al. 2016)',
    }
  : null;

/** Returns what is known of the error of a method; null for those that this server cannot run. */
export function calibrationOf(method: Method): Calibration | null {
  if (method === 'crippen') return crippen;
  return method === 'environment_ridge_physprop' ? (own?.calibration ?? null) : null;
}

/** In a sentence, what a method computes; null for those that this server cannot run. */
export function methodInWords(method: Method): string | null {
  if (method === 'crippen')
    return 'A sum of contributions of the atoms by their type (Wildman and Crippen 1999), by RDKit.';
  return method === 'environment_ridge_physprop' ? (own?.method ?? null) : null;
}

export const settings = z.looseObject({
  ...smilesInput,
  logp_method: z._default(Method, 'chemprop_sangster2026'),
});
export type Data = z.output<typeof settings>;
