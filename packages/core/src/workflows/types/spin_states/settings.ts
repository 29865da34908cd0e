import * as z from 'zod/mini';
import { modeChain, modeChainShape } from '../../parts/chains/mode-chain.ts';
import { chainSettings } from '../../parts/chains/multistage-optimization.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { entry } from './entry.ts';

export const { title } = entry;
export const multiplicity = z.int().check(z.minimum(1));

export const settings = z.looseObject({
  ...moleculeInput,
  ...modeChainShape,
  /** Multiplicities, all of one parity. */
  states: z._default(z.array(multiplicity), [1, 3, 5]),
});
export type Data = z.output<typeof settings>;

/** Method of the energies that are compared: the last one that runs. */
export function finalMethod(data: Data): string | null {
  return chainSettings(modeChain(data)).at(-1)?.method ?? null;
}
