import * as z from 'zod/mini';
import type { MethodReport } from '../../../entities/method-report.ts';
import { Settings } from '../../../entities/settings.ts';
import { methodTitle } from '../../../methods/methods.ts';
import type { Offer, WorkflowData } from '../../definition.ts';
import { unavailableReason } from '../levels/method-availability.ts';
import { solventModelTitle } from '../levels/settings-fields.ts';
import { solventModelFor } from '../levels/solvent-model.ts';
import { chainSettings, type MultistageOptimizationSettings } from './multistage-optimization.ts';

/** What the levels of a mode become by hand: the same ones, the single point with a solvent model that runs here. */
export type ManualLevels = Pick<
  MultistageOptimizationSettings,
  'optimization_settings' | 'singlepoint_settings' | 'solvent'
> & { mode: 'manual' };

/**
 * Where the methods of a chain's mode run here but the solvent model of its single point does not: the same levels by hand, with the first model that the
 * method has for the solvent. Nothing where no model of the method has the solvent.
 */
export function solventModelOffers(
  chain: MultistageOptimizationSettings,
  modeField: string,
  report: MethodReport | null,
  apply: (data: WorkflowData, levels: ManualLevels) => WorkflowData,
): Offer[] {
  const { mode, optimization_settings, singlepoint_settings: point } = chain;
  const solvent = point?.solvent_settings;
  if (mode === 'manual' || !report || !point || !solvent) return [];
  if (chainSettings(chain).some(({ method }) => unavailableReason(report, method) !== null)) return [];
  if (report.methods[point.method]?.solvent_models.includes(solvent.model)) return [];
  const model = solventModelFor(point.method, solvent.solvent, report);
  if (model === null) return [];
  const title = solventModelTitle(solvent.model);
  const instead = solventModelTitle(model);
  const singlepoint_settings = z.parse(Settings, { ...point, solvent_settings: { ...solvent, model } });
  return [
    {
      field: modeField,
      text: `${title} is not available with ${methodTitle(point.method)} on this server.`,
      action: `Use ${instead}, the levels of the mode by hand`,
      missing: { what: `${title} with ${methodTitle(point.method)}`, instead },
      apply: (data) => apply(data, { mode: 'manual', optimization_settings, singlepoint_settings, solvent: null }),
    },
  ];
}
