import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { doubleEndedSearchEngines, engineTitle } from '../../../methods/engines.ts';
import { hessianGradients, optimizationGradients } from '../../../methods/estimate.ts';
import { methodTitle } from '../../../methods/methods.ts';
import { resolveEngine } from '../../../methods/resolution.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { anyStructure, limitProblems } from '../../parts/inputs/limits.ts';
import { levelProblems } from '../../parts/levels/levels.ts';
import { refinementLevel } from '../../parts/levels/refinement.ts';
import {
  refinementOffer,
  refinementOptions,
  refinementProblems,
  refinementSeconds,
} from '../../parts/levels/refinement-form.ts';
import { singleLevelProblems } from '../../parts/levels/single-level-problems.ts';
import { expectedSeconds } from '../../parts/times/long-jobs.ts';
import { pairProblems } from './double-ended-molecules.ts';
import type { Whole } from './results.ts';
import { allowedEngines, type Data, levelOf } from './settings.ts';

/** Fewest nodes and shortest largest displacement (Å) that the search takes. */
export const limits = { nodes: 5, displacement: 0.001 } as const;

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
    // What the method says of itself is shown once, for the whole submission; here counts what it says of this molecule.
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

/** Gradients of a search: its nodes, both ends, and the transition state with its Hessian. */
function searchGradients(data: Data, atoms: number): number {
  const { min_num_nodes, max_optimizer_iterations, max_line_search_steps } = data.search_settings;
  return (
    min_num_nodes * max_optimizer_iterations * max_line_search_steps +
    (data.optimize_inputs ? 2 * optimizationGradients(atoms) : 0) +
    (data.optimize_ts ? 2 * hessianGradients(atoms) + optimizationGradients(atoms) : 0)
  );
}

/** Reactant, product and transition state. */
const stationaryPoints = 3;

/** Seconds of a search without single points. */
function searchSeconds(data: Data, report: MethodReport | null): number | null {
  const atoms = data.reactant?.atoms.length;
  return atoms === undefined
    ? null
    : expectedSeconds(levelOf(data).method, searchGradients(data, atoms), atoms, report);
}

/** Seconds of a search with what its refinement adds. */
export function seconds(data: Data, report: MethodReport | null): number | null {
  const search = searchSeconds(data, report);
  if (search === null || refinementLevel(levelOf(data), data.refinement) === null) return search;
  const more = refinementSeconds(stationaryPoints, data.reactant?.atoms.length ?? 0, report);
  return more === null ? null : search + more;
}

export const rules: SubmissionRules<Data, Whole> = {
  inputs: [
    { role: 'reactant', kind: 'molecule', title: 'Reactant', required: true },
    { role: 'product', kind: 'molecule', title: 'Product', required: true },
  ],
  limits: () => ({ batch: false }),
  complete: (data) => ({ calculation_settings: levelOf(data) }),
  seconds: (data, _inputs, report) => seconds(data, report),
  timed: [
    {
      path: 'refinement',
      options: (data, _inputs, report) =>
        refinementOptions(
          levelOf(data),
          stationaryPoints,
          data.reactant?.atoms.length ?? 0,
          searchSeconds(data, report),
          report,
        ),
    },
  ],
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
    (data) => refinementProblems(levelOf(data), data.refinement),
  ],
  resubmit(data) {
    const { method, engine } = data.calculation_settings;
    const { value, changes } = resolveEngine(method, engine, allowedEngines(method));
    if (changes.length === 0) return { value: data, changes: [] };
    return {
      value: { ...data, calculation_settings: { ...data.calculation_settings, engine: value } },
      changes: changes.map((change) => ({ ...change, what: 'calculation_settings.engine' })),
    };
  },
  better: (data) => (data.refined_calculation_uuids === null ? refinementOffer(levelOf(data)) : null),
};
