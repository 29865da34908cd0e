import * as z from 'zod/mini';
import type { MethodReport } from '../../entities/method-report.ts';
import { Settings } from '../../entities/settings.ts';
import { methodExtension } from '../../methods/extensions.ts';
import { capabilityReason } from '../capabilities.ts';
import type { Level, Offer, Option } from '../definition.ts';
import { unavailableReason } from '../rules/method-availability.ts';

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

/** Why a method cannot run here, or null when it can. */
export function nmrUnavailable(method: string, report: MethodReport | null): string | null {
  if (method !== ownNmrMethod) return capabilityReason(report, 'magnet', nmrMethodTitle(method));
  return report === null ? null : unavailableReason(report, 'b3lyp');
}

/** Choices of the method field, what does not run here greyed with its reason. */
export function nmrMethodOptions(report: MethodReport | null): Option[] {
  return nmrMethods.map((value) => {
    const unavailable = nmrUnavailable(value, report);
    return { value, title: nmrMethodTitle(value), ...(unavailable === null ? {} : { unavailable }) };
  });
}

/** Our own method in the place of the trained model, where that is missing. */
export function nmrOffers(method: string, report: MethodReport | null): Offer[] {
  const reason = nmrUnavailable(method, report);
  if (report === null || reason === null || method === ownNmrMethod) return [];
  if (nmrUnavailable(ownNmrMethod, report) !== null) return [];
  return [
    {
      field: 'nmr_method',
      text: `${nmrMethodTitle(method)}: ${reason}`,
      action: `Use ${nmrMethodTitle(ownNmrMethod)}`,
      apply: (current) => ({ ...current, nmr_method: ownNmrMethod }),
    },
  ];
}
