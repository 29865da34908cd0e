import * as z from 'zod/mini';
import { Molecule } from '../../../entities/molecule.ts';
import { forgivingEnum, optionalNull } from '../../../entities/scalars.ts';
import { Settings } from '../../../entities/settings.ts';
import { doubleEndedSearchEngines, engines } from '../../../methods/engines.ts';
import { engineExtensions } from '../../../methods/extensions.ts';
import { messages } from '../../parts/inputs/input-shapes.ts';
import { refinementSetting } from '../../parts/levels/refinement.ts';
import { runnableLevel } from '../../parts/levels/single-level.ts';

const count = z.int().check(z.minimum(1));
export const coordinates = ['cartesian', 'redundant_internal_coordinates'] as const;
const interpolations = [
  'cartesian',
  'linear_synchronous_transit',
  'redundant_internal_coordinates',
  'geodesic',
] as const;

/** The freezing string method: nodes grow from both ends until they meet. */
const FreezingStringSettings = z.looseObject({
  class_name: z._default(forgivingEnum(['FSM']), 'FSM'),
  optimization_coordinates: z._default(forgivingEnum(coordinates), 'cartesian'),
  interpolation_method: z._default(forgivingEnum(interpolations), 'redundant_internal_coordinates'),
  min_num_nodes: z._default(count, 18),
  num_interpolation_points: z._default(count, 100),
  max_optimizer_iterations: z._default(count, 3),
  max_line_search_steps: z._default(count, 2),
  /** Å */
  max_displacement: z._default(z.number().check(z.positive()), 0.3),
});

export const settings = z.looseObject({
  messages,
  reactant: optionalNull(Molecule),
  product: optionalNull(Molecule),
  calculation_settings: z.prefault(Settings, { method: 'omol25_conserving_s', engine: 'omol25', mode: 'auto' }),
  search_settings: z.prefault(FreezingStringSettings, {}),
  optimize_inputs: z._default(z.boolean(), true),
  optimize_ts: z._default(z.boolean(), true),
  /** Single points with a density functional on reactant, product and transition state. */
  refinement: refinementSetting,
});
export type Data = z.output<typeof settings>;

/** Methods of the engines that a search takes, each once; those of our own compute's engines are among them. */
export const searchMethods = [...new Set(doubleEndedSearchEngines.flatMap((name) => engines.get(name)?.methods ?? []))];

/** Engines allowed for a method: the public ones, and those of Cuvette's own compute for the same methods. */
export function allowedEngines(method: string): string[] {
  const own = searchMethods.includes(method) ? engineExtensions.filter(({ methods }) => methods.includes(method)) : [];
  return [...doubleEndedSearchEngines, ...own.map(({ name }) => name)];
}

export function levelOf({ calculation_settings: level }: Data): Settings {
  return runnableLevel(level, allowedEngines(level.method));
}
