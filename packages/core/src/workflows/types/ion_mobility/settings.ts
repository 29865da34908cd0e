import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode, Settings } from '../../../entities/settings.ts';
import { capabilityReason } from '../../capabilities.ts';
import type { Level } from '../../definition.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { type MethodChoice, OwnMethod } from '../../parts/levels/own-method.ts';

/** Interaction of an element with the gas: mass in Da, sigma in Å, epsilon in kcal/mol. */
const ForceFieldElement = z.looseObject({
  name: z.string(),
  atomic_number: z.int(),
  mass: z.number(),
  sigma: z.number(),
  epsilon: z.number(),
});

export const type = 'ion_mobility';

export const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  protonate: z._default(z.boolean(), false),
  /** Temperature of the gas, K. */
  temperature: z._default(z.number().check(z.positive()), 300),
  do_csearch: z._default(z.boolean(), true),
  do_optimization: z._default(z.boolean(), true),
  forcefield: optionalNull(z.array(ForceFieldElement)),
  ccs_method: OwnMethod,
});
export type Data = z.output<typeof settings>;

/** Our own route runs where the recipe of the type does; the platform's program is a capability of its own. */
export const capabilityOf = (value: string | null) => (value === null ? 'trajectory_method' : type);

export const choice: MethodChoice = {
  type,
  path: 'ccs_method',
  title: 'Cross-section method',
  platform: 'CoSIMS',
  method: (value) => (value === null ? null : 'gfn2_xtb'),
  missing: (value, report) => capabilityReason(report, capabilityOf(value), 'the trajectory method'),
};

/** The method that lets the ion turn and bend in collisions. */
export const inelastic = 'trajectory_n2_inelastic';

/** Our own route optimizes with GFN2-xTB in the gas phase, and fits charges to its electrostatic potential; vibrations say how an ion bends. */
export function levels({ ccs_method: value, do_optimization }: Data): Level[] {
  const method = choice.method(value);
  if (method === null) return [];
  const tasks = ['charge', ...(do_optimization ? ['optimize'] : []), ...(value === inelastic ? ['frequencies'] : [])];
  return [{ settings: z.parse(Settings, { method, tasks }), field: choice.path }];
}
