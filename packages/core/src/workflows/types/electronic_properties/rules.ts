import type { Problem } from '../../../chemistry/problem.ts';
import { electronCount } from '../../../chemistry/spin.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { engines, engineTitle, orbitalEngines } from '../../../methods/engines.ts';
import { fastOrbitalMethods } from '../../../methods/extensions.ts';
import { methodTitle } from '../../../methods/methods.ts';
import { resolveEngine } from '../../../methods/resolution.ts';
import type { SubmissionRules, TimedOption, WorkflowInputs } from '../../definition.ts';
import { inputAtomCount } from '../../parts/inputs/input-problems.ts';
import { chainSeconds } from '../../parts/times/long-jobs.ts';
import { optionWithMethod } from '../../parts/times/timed-settings.ts';
import { allowedEngines, type Data, isComputed, levelOf, levelsOf, preoptimizationMethod } from './settings.ts';

/** Methods of the public engines; Cuvette's own compute runs some of them with another program, and no others. */
export const orbitalMethods: readonly string[] = [
  ...new Set([...orbitalEngines.flatMap((name) => engines.get(name)?.methods ?? []), ...fastOrbitalMethods]),
];

/** Seconds of the optimization and of the orbitals, which are counted as one gradient; null where a method was not timed. */
function seconds(data: Data, inputs: WorkflowInputs, report: MethodReport | null): number | null {
  return chainSeconds(
    levelsOf(data).map(({ settings: level }) => level),
    inputAtomCount(inputs),
    report,
  );
}

/** A structure that was drawn, typed or read from a file is optimized first where that ends in time; a computed one is taken as it is. */
function preoptimizationOptions(data: Data, inputs: WorkflowInputs, report: MethodReport | null): TimedOption[] {
  const of = (preoptimization: Data['preoptimization']) => seconds({ ...data, preoptimization }, inputs, report);
  const asGiven = { value: 'none', title: 'the structure as it is given', seconds: of('none') };
  if (isComputed(data, inputs)) return [asGiven];
  const title = `an optimization with ${methodTitle(preoptimizationMethod)} first`;
  return [
    optionWithMethod(preoptimizationMethod, title, preoptimizationMethod, of(preoptimizationMethod), report),
    asGiven,
  ];
}

/** The engine that this server's workers run a method with; null where nobody was asked or none has it. */
export function engineHere(method: string, report: MethodReport | null): string | null {
  const found = report?.methods[method];
  return found?.available ? found.engine : null;
}

function methodRule({ settings: level }: Data, _inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const { method } = level;
  const field = 'settings.method';
  if (!orbitalMethods.includes(method)) {
    return [
      {
        field,
        detail: `${methodTitle(method)} gives no orbitals; choose a method of ${orbitalEngines.map(engineTitle).join(', ')}, or ${fastOrbitalMethods.map(methodTitle).join(', ')}.`,
      },
    ];
  }
  const here = engineHere(method, report);
  if (here === null || allowedEngines.includes(here)) return [];
  return [{ field, detail: `${engineTitle(here)}, which runs ${methodTitle(method)} here, gives no orbitals.` }];
}

function orbitalRule(data: Data, { molecule }: WorkflowInputs): Problem[] {
  if (!molecule) return [];
  const occupied = Math.ceil((electronCount(molecule) + molecule.multiplicity - 1) / 2);
  if (data.compute_num_occupied_orbitals <= occupied) return [];
  return [
    {
      field: 'compute_num_occupied_orbitals',
      detail: `The structure has ${occupied} occupied orbitals; ${data.compute_num_occupied_orbitals} were asked for.`,
    },
  ];
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  complete: (data) => ({ settings: levelOf(data) }),
  seconds,
  timed: [{ path: 'preoptimization', options: preoptimizationOptions, within: Number.POSITIVE_INFINITY }],
  rules: [methodRule, orbitalRule],
  resubmit(data) {
    const { method, engine } = data.settings;
    const { value, changes } = resolveEngine(method, engine, allowedEngines);
    if (changes.length === 0) return { value: data, changes: [] };
    return {
      value: { ...data, settings: { ...data.settings, engine: value } },
      changes: changes.map((change) => ({ ...change, what: 'settings.engine' })),
    };
  },
};
