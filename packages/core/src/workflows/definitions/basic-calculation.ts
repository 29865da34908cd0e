import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { status } from '../../entities/item-status.ts';
import type { MethodReport } from '../../entities/method-report.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode, Settings, Task } from '../../entities/settings.ts';
import { tasksOf } from '../../methods/method-support.ts';
import { methods, methodTitle } from '../../methods/methods.ts';
import type { Resolved } from '../../methods/resolution.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { WorkflowData, WorkflowInputs } from '../definition.ts';
import {
  calculationTabs,
  chargeTable,
  dipoleTable,
  frequencyTable,
  spinDensityTable,
  thermochemistryTable,
} from '../results/calculation-tables.ts';
import { moleculeValues } from '../results/molecule-values.ts';
import { calculationStructure } from '../results/structure-references.ts';
import { inputAtomCount } from '../rules/input-problems.ts';
import { expectedSeconds, levelGradients, longJobNotice } from '../rules/long-jobs.ts';
import { constraintProblems } from '../schemas/constraints.ts';
import { modeField, number, optionsOf } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import { basisSetField, methodField, solventField } from '../schemas/settings-fields.ts';
import { runnableLevel } from '../schemas/single-level.ts';
import type { CalculationContent } from '../tab-parts.ts';

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  settings: z.prefault(Settings, {
    method: 'omol25_conserving_s',
    engine: 'omol25',
    mode: 'auto',
    tasks: ['optimize'],
  }),
  /** Kept beside the settings too; where both are there, these count. */
  tasks: optionalNull(z.array(Task)),
});
type Data = z.output<typeof settings>;

const results = z.looseObject({ calculation_uuid: optionalNull(z.string()) });

const taskTitles = {
  energy: 'Energy',
  gradient: 'Gradient',
  optimize: 'Optimize',
  optimize_ts: 'Optimize (transition state)',
  charge: 'Charges',
  spin_density: 'Spin density',
  dipole: 'Dipole',
  hessian: 'Hessian',
  frequencies: 'Frequencies',
  stress: 'Stress',
};

/** What the public models fill in as `tasks` where nobody chose any. */
const filledInTasks: readonly Task[] = ['energy', 'charge', 'dipole'];

/** The tasks that a person chose: those beside the settings count, unless they are only the filled-in list. */
function chosenTasks({ tasks, settings }: Data): Task[] {
  if (!tasks || tasks.length === 0) return settings.tasks;
  const filledIn = tasks.length === filledInTasks.length && filledInTasks.every((task) => tasks.includes(task));
  return filledIn && settings.tasks.length > 0 ? settings.tasks : tasks;
}

/** The level with the tasks and the mode that count. */
function levelOf(data: Data): Settings {
  const tasks = chosenTasks(data);
  const mode = data.settings.mode === 'auto' && data.mode !== 'manual' ? data.mode : data.settings.mode;
  return { ...data.settings, tasks, mode };
}

function rules(data: Data, inputs: WorkflowInputs): Problem[] {
  const level = levelOf(data);
  const found: Problem[] = [];
  if (level.mode === 'manual') {
    found.push({
      field: 'settings.mode',
      detail: 'A single calculation takes its thresholds from its mode; choose one other than manual.',
    });
  }
  if (level.tasks.length === 0) found.push({ field: 'settings.tasks', detail: 'Choose at least one task.' });
  const periodic = Boolean(inputs.molecule?.cell);
  const known = methods.get(level.method);
  const offered = known ? tasksOf(level.method, level.engine ?? known.defaultEngine, periodic) : level.tasks;
  // Charges and dipole are in the default list of tasks: a method without them gives none, which is no mistake of the person.
  const missing = level.tasks.filter((task) => task !== 'charge' && task !== 'dipole' && !offered.includes(task));
  if (missing.length > 0) {
    found.push({
      field: 'settings.tasks',
      detail: `${methodTitle(level.method)} does not offer ${missing.join(', ')}.`,
    });
  }
  const field = 'settings.opt_settings.constraints';
  return [
    ...found,
    ...constraintProblems(level.opt_settings.constraints, inputAtomCount(inputs), field, inputs.molecule),
  ];
}

/** One level of theory by the workers' own timing; null without a structure. */
function seconds(data: Data, inputs: WorkflowInputs, report: MethodReport): number | null {
  const atoms = inputAtomCount(inputs);
  const level = levelOf(data);
  return atoms === null ? null : expectedSeconds(level.method, levelGradients(level, atoms), atoms, report);
}

const tasksAsked = (data: WorkflowData) => (data.settings as { tasks?: string[] } | undefined)?.tasks ?? [];
const asksForFrequencies = (data: WorkflowData) => tasksAsked(data).includes('frequencies');
const asksForOptimization = (data: WorkflowData) => tasksAsked(data).some((task) => /^optimize/.test(task));

/** One calculation on one molecule: energy, optimization, frequencies and properties with one method. */
export default defineWorkflow({
  type: 'basic_calculation',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ periodic: true, constraints: true, transitionState: true }),
  settings,
  results,
  levelPaths: ['settings'],

  complete(data) {
    const complete = runnableLevel(levelOf(data));
    return { mode: complete.mode, settings: complete, tasks: complete.tasks, engine: complete.engine };
  },
  levels: (data) => [{ settings: levelOf(data), field: 'settings.method' }],
  rules: [rules],
  seconds,
  notices(data, inputs, report) {
    const expected = report && seconds(data, inputs, report);
    return longJobNotice(expected, `${inputAtomCount(inputs)} atoms with ${methodTitle(levelOf(data).method)}`);
  },

  fields: [
    methodField('settings', [...methods.keys()]),
    basisSetField('settings'),
    { kind: 'multiselect', path: 'settings.tasks', title: 'Tasks', options: () => optionsOf(taskTitles) },
    modeField(['auto', 'reckless', 'rapid', 'careful', 'meticulous'], {
      path: 'settings.mode',
      help: 'How tightly an optimization converges. Auto is rapid.',
    }),
    solventField('settings'),
    number('settings.thermochem_settings.temperature', 'Temperature', {
      unit: 'K',
      minimum: 1,
      maximum: 5000,
      step: 1,
      shown: asksForFrequencies,
    }),
    {
      kind: 'editor',
      editor: 'constraints',
      path: 'settings.opt_settings.constraints',
      title: 'Constraints',
      help: 'Held while the structure is optimized.',
      shown: asksForOptimization,
    },
  ],
  structures({ calculation_uuid, ...data }, { item }) {
    const { tasks, opt_settings } = levelOf(data);
    const optimized = tasks.includes('optimize') || tasks.includes('optimize_ts');
    const transitionState = opt_settings.transition_state || tasks.includes('optimize_ts');
    if (!optimized) return calculationStructure('Single Point Structure', calculation_uuid);
    // Nothing says yet that the optimization has ended.
    if (item.object_status !== status.completed) return calculationStructure('Structure So Far', calculation_uuid);
    return calculationStructure(transitionState ? 'Transition State' : 'Optimized Structure', calculation_uuid);
  },
  calculations: ({ calculation_uuid }) => [calculation_uuid],
  tables({ calculation_uuid }, { molecules }) {
    const final = calculation_uuid ? molecules.get(calculation_uuid)?.at(-1) : undefined;
    if (!final) return [];
    return [
      chargeTable(final, null),
      spinDensityTable(final),
      dipoleTable(final),
      frequencyTable(final),
      thermochemistryTable(final, null),
    ];
  },
  values: ({ calculation_uuid }, { molecules }) => moleculeValues(calculation_uuid, molecules),
  tabs({ calculation_uuid, ...data }, { molecules }) {
    const { tasks, opt_settings } = levelOf(data);
    const read = calculation_uuid ? (molecules.get(calculation_uuid) ?? []) : [];
    return [...calculationTabs(tasks, opt_settings.transition_state, read), infoTab];
  },
  parts: ({ calculation_uuid: calculation, ...data }, { molecules }) => {
    const { tasks, opt_settings } = levelOf(data);
    const read = calculation ? (molecules.get(calculation) ?? []) : [];
    const tabs = calculationTabs(tasks, opt_settings.transition_state, read);
    return Object.fromEntries(
      tabs.map(({ id }) => [id, [{ kind: 'calculation', content: id as CalculationContent, calculation }]]),
    );
  },
  // The form has one place for tasks and mode: the settings.
  resubmit: (data): Resolved<Data> => ({
    value: { ...data, settings: levelOf(data), tasks: null, mode: 'auto' },
    changes: [],
  }),
  cite(data) {
    const { tasks, solvent_settings } = levelOf(data);
    return [
      ...(tasks.includes('optimize') || tasks.includes('optimize_ts') ? ['geometric'] : []),
      ...(tasks.includes('frequencies') ? ['quasi_harmonic'] : []),
      ...(solvent_settings ? [solvent_settings.model] : []),
    ];
  },
});
