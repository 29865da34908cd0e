import * as z from 'zod/mini';
import { capabilityReason } from '../../capabilities.ts';
import { smilesInput } from '../../parts/inputs/input-shapes.ts';
import { type MethodChoice, OwnMethod } from '../../parts/levels/own-method.ts';

export const settings = z.looseObject({
  ...smilesInput,
  min_pH: z._default(z.number(), 0),
  max_pH: z._default(z.number(), 14),
  min_charge: z._default(z.int(), -2),
  max_charge: z._default(z.int(), 2),
  compute_aqueous_solubility: z._default(z.boolean(), true),
  compute_solvation_energy: z._default(z.boolean(), false),
  /** Where the microstates' energies come from; null is the platform's Starling. */
  macropka_method: OwnMethod,
  /** How penetration of the blood–brain barrier is judged; null is the probability of Kp,uu from the solvation energy. */
  bbb_method: OwnMethod,
});
export type Data = z.output<typeof settings>;

export const methodChoice: MethodChoice = {
  type: 'macropka',
  path: 'macropka_method',
  title: 'Method',
  platform: 'Starling',
  method: (value) => (value === null ? null : 'gfn2_xtb'),
  missing: (value, report) => capabilityReason(report, value === null ? 'starling' : 'rdkit', 'macroscopic pKa'),
};
