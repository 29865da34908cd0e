import type { MethodReport } from '../../../entities/method-report.ts';
import { methodTitle } from '../../../methods/methods.ts';
import { type ChainMode, multistageSettings } from '../../../methods/multistage.ts';
import { whyUnavailable } from '../../capabilities.ts';
import type { Level, Offer, Option, WorkflowData } from '../../definition.ts';
import { availableMethods, unavailableReason } from '../levels/method-availability.ts';

const chainTitles: Record<ChainMode, string> = {
  rapid: 'Rapid: r²SCAN-3c//GFN2-xTB',
  reckless: 'Reckless: GFN2-xTB//GFN-FF',
  careful: 'Careful: ωB97X-3c//r²SCAN-3c',
  meticulous: 'Meticulous: ωB97M-D3BJ//ωB97X-3c//r²SCAN-3c',
};

/** Choices of a chain's mode, those that lack a method on this server with the reason. */
export function chainOptions(report: MethodReport | null): Option[] {
  return (Object.keys(chainTitles) as ChainMode[]).map((value) => {
    const option = { value, title: chainTitles[value] };
    const { optimization_settings, singlepoint_settings } = multistageSettings(value, {
      solvent: null,
      xtbPreoptimization: false,
      frequencies: false,
      transitionState: false,
      constraints: [],
    });
    const names = [...optimization_settings, singlepoint_settings].map(({ method }) => String(method));
    const missing = names.find((name) => unavailableReason(report, name) !== null);
    return missing
      ? { ...option, unavailable: `${methodTitle(missing)}: ${unavailableReason(report, missing)}` }
      : option;
  });
}

/** The choice of levels given by hand. */
export const manualOption: Option = { value: 'manual', title: 'Manual: levels of your choice' };

/** Offers manual mode with the best method that runs where the chain lacks a method here. */
export function manualOffers(
  levels: readonly Level[],
  modeField: string,
  report: MethodReport | null,
  apply: (data: WorkflowData, method: string) => WorkflowData,
): Offer[] {
  const [best] = report ? availableMethods(report) : [];
  const missing = levels.find(
    ({ settings, field }) => field === modeField && unavailableReason(report, settings.method) !== null,
  );
  if (!missing || !best) return [];
  const { method } = missing.settings;
  return [
    {
      field: modeField,
      text: whyUnavailable(methodTitle(method), unavailableReason(report, method) ?? ''),
      action: `Use manual mode with ${methodTitle(best)}`,
      missing: { what: methodTitle(method), instead: methodTitle(best) },
      apply: (data) => apply(data, best),
    },
  ];
}

/** A chain by hand: one optimization with one method, in a solvent by the method's own implicit model. */
export function manualChain(method: string, solvent: string | null = null): WorkflowData {
  const level = { method, tasks: ['optimize'], ...(solvent ? { solvent_settings: { solvent } } : {}) };
  return { mode: 'manual', optimization_settings: [level] };
}
