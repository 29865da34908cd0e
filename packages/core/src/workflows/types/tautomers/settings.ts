import * as z from 'zod/mini';
import type { MethodReport } from '../../../entities/method-report.ts';
import { Mode, Settings, type SettingsInput } from '../../../entities/settings.ts';
import { methodTitle } from '../../../methods/methods.ts';
import type { Level } from '../../definition.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { type MethodChoice, OwnMethod } from '../../parts/levels/own-method.ts';

export const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'careful'),
  tautomer_method: OwnMethod,
});
export type Data = z.output<typeof settings>;

export const solvent = 'water';

/** Method and solvent model of each way to rank tautomers: optimized in the gas phase, then in water, where they are ranked. */
function levelOf(value: string | null) {
  return value === null ? { method: 'aimnet2_wb97md3', model: 'cpcmx' } : { method: 'gfn2_xtb', model: 'alpb' };
}

function missing(value: string | null, report: MethodReport | null): string | null {
  const { method, model } = levelOf(value);
  if (report === null || report.methods[method]?.solvent_models.includes(model)) return null;
  return `Not available on this server: ${methodTitle(method)} has no ${model.toUpperCase()}(${solvent}) here.`;
}

export const choice: MethodChoice = {
  type: 'tautomers',
  path: 'tautomer_method',
  title: 'Method',
  platform: 'AIMNet2 (ωB97M-D3)/CPCM-X(water)',
  method: (value) => levelOf(value).method,
  missing,
};

export function levels({ tautomer_method: value }: Data): Level[] {
  const { method, model } = levelOf(value);
  const stages: SettingsInput[] = [
    { method, tasks: ['optimize'] },
    { method, tasks: ['optimize'], solvent_settings: { solvent, model } },
  ];
  return stages.map((stage) => ({ settings: z.parse(Settings, stage), field: choice.path }));
}
