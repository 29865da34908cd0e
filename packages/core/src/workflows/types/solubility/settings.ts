import * as z from 'zod/mini';
import { celsiusOfKelvin } from '../../../chemistry/units.ts';
import { forgivingEnum } from '../../../entities/scalars.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { fastsolvTemperatures } from '../../../methods/solubility-solvents.ts';
import { smilesInput } from '../../parts/inputs/input-shapes.ts';

export const methods = ['fastsolv', 'kingfisher', 'esol', 'esol_crippen', 'esol_environments'] as const;
export type Method = (typeof methods)[number];
export const Method = forgivingEnum(methods);

/** Our own forms of ESOL: its logP is another's. */
export const own = (method: Method) => methodExtension('solubility', method);

export const titles: Readonly<Record<Method, string>> = {
  fastsolv: 'fastsolv',
  kingfisher: 'Kingfisher',
  esol: 'ESOL',
  esol_crippen: own('esol_crippen')?.title ?? 'esol_crippen',
  esol_environments: own('esol_environments')?.title ?? 'esol_environments',
};

/** Hexane, toluene, tetrahydrofuran, ethyl acetate, ethanol, acetonitrile: what the public client starts with. */
const usualSolvents = ['CCCCCC', 'Cc1ccccc1', 'C1CCCO1', 'CC(=O)OCC', 'CCO', 'CC#N'];

export const settings = z.looseObject({
  ...smilesInput,
  solubility_method: z._default(Method, 'fastsolv'),
  /** SMILES */
  solvents: z._default(z.array(z.string()), usualSolvents),
  /** Kelvin */
  temperatures: z._default(z.array(z.number()), [...fastsolvTemperatures]),
});
export type Data = z.output<typeof settings>;

export const celsius = (kelvin: number) => `${celsiusOfKelvin(kelvin)} °C`.replace('-', '−');
