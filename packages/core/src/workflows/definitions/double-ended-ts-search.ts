import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { HARTREE_TO_KCAL_PER_MOL } from '../../chemistry/units.ts';
import { Molecule } from '../../entities/molecule.ts';
import { numbered } from '../../entities/phrases.ts';
import { forgivingEnum, optionalNull } from '../../entities/scalars.ts';
import { Settings } from '../../entities/settings.ts';
import { doubleEndedSearchEngines, engines, engineTitle } from '../../methods/engines.ts';
import { hessianGradients, optimizationGradients } from '../../methods/estimate.ts';
import { engineExtensions } from '../../methods/extensions.ts';
import { methodTitle } from '../../methods/methods.ts';
import { resolveEngine } from '../../methods/resolution.ts';
import { tableOf } from '../../tables/build-table.ts';
import { mergedPath } from '../../tables/double-ended-path.ts';
import type { TableData } from '../../tables/table.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { MoleculesByCalculation, Notice, WorkflowInputs } from '../definition.ts';
import { lastOf, pathFacts } from '../results/path-facts.ts';
import { calculationStructure, moleculeStructure } from '../results/structure-references.ts';
import { anyStructure, limitProblems } from '../rules/limits.ts';
import { longJobNotices } from '../rules/long-jobs.ts';
import { pairProblems } from '../schemas/double-ended-molecules.ts';
import { modeField, number, optionsOf, select, toggle } from '../schemas/form-fields.ts';
import { messages } from '../schemas/input-shapes.ts';
import { levelProblems } from '../schemas/levels.ts';
import { methodField, solventField } from '../schemas/settings-fields.ts';
import { runnableLevel, singleLevelProblems } from '../schemas/single-level.ts';
import type { TabPart } from '../tab-parts.ts';

const count = z.int().check(z.minimum(1));
const coordinates = ['cartesian', 'redundant_internal_coordinates'] as const;
const interpolations = ['cartesian', 'linear_synchronous_transit', 'redundant_internal_coordinates'] as const;

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

const settings = z.looseObject({
  messages,
  reactant: optionalNull(Molecule),
  product: optionalNull(Molecule),
  calculation_settings: z.prefault(Settings, { method: 'omol25_conserving_s', engine: 'omol25', mode: 'auto' }),
  search_settings: z.prefault(FreezingStringSettings, {}),
  optimize_inputs: z._default(z.boolean(), true),
  optimize_ts: z._default(z.boolean(), true),
});
type Data = z.output<typeof settings>;

const uuids = z._default(z.array(z.nullable(z.string())), []);
const distances = z._default(z.array(z.number()), []);
const results = z.looseObject({
  /** Distance of each node along the string from the reactant; the backward nodes are listed from the product inwards. */
  forward_string_distances: distances,
  backward_string_distances: distances,
  /** Calculations in the same order; null where one failed. */
  forward_calculation_uuids: uuids,
  backward_calculation_uuids: uuids,
  /** The highest node, or the transition state that was optimized from it. */
  ts_guess_calculation_uuid: optionalNull(z.string()),
});

/** Fewest nodes and shortest largest displacement (Å) that the search takes. */
const limits = { nodes: 5, displacement: 0.001 } as const;

/** Methods of the engines that a search takes, each once; those of our own compute's engines are among them. */
const searchMethods = [...new Set(doubleEndedSearchEngines.flatMap((name) => engines.get(name)?.methods ?? []))];

/** Engines allowed for a method: the specification's, and those of our own compute for the same methods. */
function allowedEngines(method: string): string[] {
  const own = searchMethods.includes(method) ? engineExtensions.filter(({ methods }) => methods.includes(method)) : [];
  return [...doubleEndedSearchEngines, ...own.map(({ name }) => name)];
}

function levelOf({ calculation_settings: level }: Data): Settings {
  return runnableLevel(level, allowedEngines(level.method));
}

function engineRule({ calculation_settings: level }: Data): Problem[] {
  const { value } = resolveEngine(level.method, level.engine, allowedEngines(level.method));
  if (value !== null) return [];
  return [
    {
      field: 'calculation_settings.method',
      detail: `${methodTitle(level.method)} is not offered for a double-ended search; it takes methods of ${doubleEndedSearchEngines.map(engineTitle).join(', ')}.`,
    },
  ];
}

function searchRules({ search_settings }: Data): Problem[] {
  const found: Problem[] = [];
  if (search_settings.min_num_nodes < limits.nodes) {
    const detail = `A string needs at least ${limits.nodes} nodes; this is ${search_settings.min_num_nodes}.`;
    found.push({ field: 'search_settings.min_num_nodes', detail });
  }
  if (search_settings.max_displacement < limits.displacement) {
    const detail = `The largest displacement is at least ${limits.displacement} Å; this is ${search_settings.max_displacement} Å.`;
    found.push({ field: 'search_settings.max_displacement', detail });
  }
  return found;
}

function moleculeRules(data: Data): Problem[] {
  const { reactant, product } = data;
  const of = (role: 'reactant' | 'product') => {
    const molecule = data[role];
    if (!molecule) return [];
    const inputs: WorkflowInputs = { molecule, smiles: null };
    const level = [{ settings: levelOf(data), field: 'calculation_settings.method' }];
    // What the method says of itself is said once, for the whole submission; here counts what it says of this molecule.
    const elements = levelProblems(level, inputs, null).filter(({ field }) => field === 'initial_molecule');
    return [...limitProblems(anyStructure, inputs, 'Double-Ended TS Search'), ...elements].map(({ detail }) => ({
      field: role,
      detail,
    }));
  };
  const ofReactant = of('reactant');
  const pair = reactant && product ? pairProblems(reactant, product) : [];
  return [...ofReactant, ...(ofReactant.length > 0 ? [] : of('product')), ...pair];
}

const failureNotice: Notice = {
  kind: 'warning',
  title: 'Double-Ended TS Searches Have a High Failure Rate',
  body: 'If a search fails and you cannot tell why, contact support.',
};

const coordinateTitles = { cartesian: 'Cartesian', redundant_internal_coordinates: 'Redundant internal coordinates' };

function pathTable(data: Data & z.output<typeof results>, molecules: MoleculesByCalculation): TableData {
  const rows = mergedPath(data).map((point) => ({ ...point, molecule: molecules.get(point.calculationUuid)?.at(-1) }));
  const first = rows[0]?.molecule?.energy ?? null;
  return tableOf({
    id: 'double_ended_ts_search',
    title: 'double_ended_ts_search',
    rows,
    columns: [
      { id: 'structure', title: 'Structure', notation: 'term', text: ({ from }, index) => pointName(from, index) },
      {
        id: 'from',
        title: 'Grown from',
        notation: 'term',
        text: ({ from }) => (from === 'optimized guess' ? null : from),
      },
      {
        id: 'distance',
        title: 'String distance',
        help: 'Along the string, from the reactant',
        precision: 2,
        value: ({ distance }) => distance,
      },
      {
        id: 'relative_energy',
        title: 'Relative energy',
        unit: 'kcal/mol',
        help: 'Relative to the first point of the path',
        precision: 2,
        value: ({ molecule }) =>
          molecule?.energy == null || first === null ? null : (molecule.energy - first) * HARTREE_TO_KCAL_PER_MOL,
      },
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: ({ molecule }) => molecule?.energy },
      {
        id: 'guess',
        title: 'Guess',
        help: 'The node that the transition state was guessed from',
        notation: 'term',
        text: ({ calculationUuid, from }) =>
          from !== 'optimized guess' && calculationUuid === data.ts_guess_calculation_uuid ? 'TS guess' : null,
      },
    ],
    structure: ({ calculationUuid }) => calculationUuid,
    empty: 'No point of the path has finished yet.',
  });
}

/** A switch that lays the highest node of the string, which the saddle point was optimized from, over the saddle point. */
function guessBesideSaddle(data: z.output<typeof results>, molecules: MoleculesByCalculation): TabPart[] {
  const path = mergedPath(data);
  const saddle = path.find(({ from }) => from === 'optimized guess')?.calculationUuid;
  const nodes = path.flatMap(({ from, calculationUuid }) => {
    const energy = molecules.get(calculationUuid)?.at(-1)?.energy;
    return from === 'optimized guess' || energy == null ? [] : [{ calculationUuid, energy }];
  });
  const guess = nodes.reduce<(typeof nodes)[number] | null>(
    (highest, node) => (highest && highest.energy >= node.energy ? highest : node),
    null,
  );
  if (!saddle || !guess) return [];
  const title = 'Lay the guess over the optimized transition state';
  return [{ kind: 'overlay', title, shown: saddle, beside: [guess.calculationUuid] }];
}

function pointName(from: string, index: number): string {
  return from === 'optimized guess' ? 'Transition State' : numbered('Step', index + 1);
}

/** A reaction path between a reactant and a product by the freezing string method, and the transition state on it. */
export default defineWorkflow({
  type: 'double_ended_ts_search',
  inputs: [
    { role: 'reactant', kind: 'molecule', title: 'Reactant', required: true },
    { role: 'product', kind: 'molecule', title: 'Product', required: true },
  ],
  limits: () => ({ batch: false }),
  settings,
  results,
  levelPaths: ['calculation_settings'],

  complete: (data) => ({ calculation_settings: levelOf(data) }),
  levels: (data) => [{ settings: levelOf(data), field: 'calculation_settings.method' }],
  rules: [
    engineRule,
    (data) => {
      const needed = data.optimize_ts ? (['gradient', 'optimize_ts'] as const) : (['gradient'] as const);
      return singleLevelProblems(
        levelOf(data),
        needed,
        { molecule: null, smiles: null },
        'calculation_settings.method',
      );
    },
    searchRules,
    moleculeRules,
  ],
  notices(data, _inputs, report) {
    const inputs: WorkflowInputs = { molecule: data.reactant, smiles: null };
    const atoms = data.reactant?.atoms.length ?? 0;
    const { min_num_nodes, max_optimizer_iterations, max_line_search_steps } = data.search_settings;
    const gradients =
      min_num_nodes * max_optimizer_iterations * max_line_search_steps +
      (data.optimize_inputs ? 2 * optimizationGradients(atoms) : 0) +
      (data.optimize_ts ? hessianGradients(atoms) + optimizationGradients(atoms) : 0);
    const { method } = levelOf(data);
    return [failureNotice, ...longJobNotices(method, gradients, 'A double-ended search', inputs, report)];
  },
  resubmit(data) {
    const { method, engine } = data.calculation_settings;
    const { value, changes } = resolveEngine(method, engine, allowedEngines(method));
    if (changes.length === 0) return { value: data, changes: [] };
    return {
      value: { ...data, calculation_settings: { ...data.calculation_settings, engine: value } },
      changes: changes.map((change) => ({ ...change, what: 'calculation_settings.engine' })),
    };
  },

  fields: [
    methodField('calculation_settings', searchMethods),
    solventField('calculation_settings'),
    modeField(['auto', 'reckless', 'rapid', 'careful', 'meticulous'], {
      path: 'calculation_settings.mode',
      title: 'Convergence',
      help: 'How tightly reactant, product and transition state are optimized. Auto is rapid.',
    }),
    toggle('optimize_inputs', 'Optimize reactant and product first'),
    toggle('optimize_ts', 'Optimize the transition state', {
      help: 'Optimizes the highest point of the path to a transition state.',
    }),
    select(
      'search_settings.optimization_coordinates',
      'Optimization coordinates',
      coordinates.map((value) => ({ value, title: coordinateTitles[value] })),
    ),
    select(
      'search_settings.interpolation_method',
      'Interpolation',
      optionsOf({ ...coordinateTitles, linear_synchronous_transit: 'Linear synchronous transit' }),
    ),
    number('search_settings.min_num_nodes', 'Fewest nodes', { minimum: limits.nodes, step: 1 }),
    number('search_settings.num_interpolation_points', 'Interpolation points', { minimum: 1, step: 1 }),
    number('search_settings.max_optimizer_iterations', 'Most optimizer iterations for each node', {
      minimum: 1,
      step: 1,
    }),
    number('search_settings.max_line_search_steps', 'Most line-search steps', { minimum: 1, step: 1 }),
    number('search_settings.max_displacement', 'Largest displacement', {
      unit: 'Å',
      minimum: limits.displacement,
      step: 0.001,
    }),
  ],
  playsStructures: true,
  structures(data) {
    const path = mergedPath(data).flatMap(({ calculationUuid, from }, index) =>
      calculationStructure(pointName(from, index), calculationUuid),
    );
    if (path.length > 0) return path;
    return [
      ...moleculeStructure('reactant', 'Reactant', data.reactant),
      ...moleculeStructure('product', 'Product', data.product),
    ];
  },
  calculations: (data) => mergedPath(data).map(({ calculationUuid }) => calculationUuid),
  tables: (data, { molecules }) => [pathTable(data, molecules)],
  tabs: () => [{ id: 'double_ended_ts_search', title: 'double_ended_ts_search' }, infoTab],
  parts: (data, { molecules }) => ({
    double_ended_ts_search: [
      {
        kind: 'facts',
        facts: pathFacts({
          saddle: lastOf(molecules, data.ts_guess_calculation_uuid),
          start: { title: 'Reactant', structure: lastOf(molecules, data.forward_calculation_uuids[0] ?? null) },
          end: { title: 'Product', structure: lastOf(molecules, data.backward_calculation_uuids[0] ?? null) },
        }),
      },
      ...(data.ts_guess_calculation_uuid ? [{ kind: 'panel', panel: 'path' } as const] : []),
      ...guessBesideSaddle(data, molecules),
      {
        kind: 'plot',
        table: 'double_ended_ts_search',
        mark: 'line',
        x: 'distance',
        y: 'relative_energy',
        series: 'from',
      },
      { kind: 'table', table: 'double_ended_ts_search' },
    ],
  }),
  cite: (data) => [
    'freezing_string',
    'ml_fsm',
    ...(data.optimize_inputs || data.optimize_ts ? ['geometric'] : []),
    ...levelCitations([levelOf(data)]),
  ],
});
