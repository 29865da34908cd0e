import * as z from 'zod/mini';
import { optionalChoice } from '../../../entities/scalars.ts';
import { solventsByUse } from '../../../methods/solvents.ts';
import type { Level } from '../../definition.ts';
import { modeChainLevels, modeChainShape } from '../../parts/chains/mode-chain.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { ownMethod } from './redox-method.ts';

export const [acetonitrile] = solventsByUse.redox_potential;

export const settings = z.looseObject({
  ...moleculeInput,
  ...modeChainShape,
  solvent: z._default(z.nullable(z.string()), acetonitrile),
  oxidation: z._default(z.boolean(), true),
  reduction: z._default(z.boolean(), false),
  /** How energies become a potential; null as the platform's modes do it. An addition to the public keys. */
  redox_method: optionalChoice(z.string()),
});
export type Data = z.output<typeof settings>;

export function levels(data: Data): Level[] {
  const chain = modeChainLevels(data);
  return data.redox_method === ownMethod ? chain.map((level) => ({ ...level, field: 'redox_method' })) : chain;
}
