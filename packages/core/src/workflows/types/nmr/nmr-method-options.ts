import type { MethodReport } from '../../../entities/method-report.ts';
import { capabilityReason, whyUnavailable } from '../../capabilities.ts';
import type { Offer, Option } from '../../definition.ts';
import { unavailableReason } from '../../parts/levels/method-availability.ts';
import { nmrMethods, nmrMethodTitle, ownNmrMethod } from './nmr-methods.ts';

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
      text: whyUnavailable(nmrMethodTitle(method), reason),
      action: `Use ${nmrMethodTitle(ownNmrMethod)}`,
      missing: { what: nmrMethodTitle(method), instead: nmrMethodTitle(ownNmrMethod) },
      apply: (current) => ({ ...current, nmr_method: ownNmrMethod }),
    },
  ];
}
