import * as z from 'zod/mini';
import { Settings } from '../../../entities/settings.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import type { Level } from '../../definition.ts';

/** Our own way to shieldings, beside the platform's trained model. */
export const ownNmrMethod = 'giao_b3lyp_631gd';

/** How shifts are predicted: the platform's method and our own. */
export const nmrMethods = ['magnet-zero', ownNmrMethod] as const;

const extension = methodExtension('nmr', ownNmrMethod);

/** The calibration of our own method; null for the platform's. */
export const nmrCalibration = (method: string) => (method === ownNmrMethod ? (extension?.calibration ?? null) : null);

/** Title of a method of NMR. */
export function nmrMethodTitle(method: string): string {
  return method === ownNmrMethod ? (extension?.title ?? ownNmrMethod) : 'MagNet-Zero';
}

/** The density-functional level of our own method in a solvent; the trained model has none. */
export function shieldingLevels(method: string, solvent: string): Level[] {
  if (method !== ownNmrMethod) return [];
  const settings = z.parse(Settings, {
    method: 'b3lyp',
    basis_set: '6-31G(d)',
    tasks: ['energy'],
    solvent_settings: { solvent, model: 'cpcm' },
  });
  return [{ settings, field: 'nmr_method' }];
}
