import * as z from 'zod/mini';
import type { Problem } from '../chemistry/problem.ts';
import { Molecule } from '../entities/molecule.ts';
import { optionalNull } from '../entities/scalars.ts';
import { Mode, Settings, Task, withModeThresholds } from '../entities/settings.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import { durationInWords, estimateSeconds, hessianGradients, optimizationGradients } from '../methods/estimate.ts';
import { canonicalMethod, methods, methodTitle } from '../methods/methods.ts';
import {
  calculationTabs,
  chargeTable,
  dipoleTable,
  frequencyTable,
  spinDensityTable,
  thermochemistryTable,
} from './calculation-tables.ts';
import { cite } from './citations.ts';
import { defineWorkflow, infoTab, type WorkflowData, type WorkflowInputs } from './define.ts';
import { inputAtomCount, inputElements, inputProblems } from './input-problems.ts';
import { capabilityOf, methodProblem } from './method-availability.ts';
import { schemaProblems } from './schema-problems.ts';
import { elementProblems, methodField, methodOffer, solventField, withSolventModel } from './settings-fields.ts';

/** `object_data` of a basic calculation, read forgivingly. */
export const BasicCalculationData = z.looseObject({
  mode: z._default(Mode, 'auto'),
  settings: z.prefault(Settings, {}),
  tasks: z._default(z.array(Task), []),
  calculation_uuid: optionalNull(z.string()),
  initial_molecule: optionalNull(Molecule),
});

const taskOptions = [
  { value: 'energy', title: 'Energy' },
  { value: 'gradient', title: 'Gradient' },
  { value: 'optimize', title: 'Optimize' },
  { value: 'optimize_ts', title: 'Optimize (transition state)' },
  { value: 'charge', title: 'Charges' },
  { value: 'dipole', title: 'Dipole' },
  { value: 'frequencies', title: 'Frequencies' },
];

const modeOptions = [
  { value: 'auto', title: 'Auto (rapid)' },
  { value: 'reckless', title: 'Reckless' },
  { value: 'rapid', title: 'Rapid' },
  { value: 'careful', title: 'Careful' },
  { value: 'meticulous', title: 'Meticulous' },
];

/** One hour: beyond this the form warns. */
const longJobSeconds = 3600;

function readSettings(data: WorkflowData) {
  const tasks = (data.tasks as unknown) ?? (data.settings as { tasks?: unknown } | undefined)?.tasks;
  const raw = withSolventModel({ ...((data.settings ?? {}) as Record<string, unknown>) });
  if (tasks !== undefined) Object.assign(raw, { tasks });
  if (raw && 'mode' in raw === false && data.mode !== undefined) Object.assign(raw, { mode: data.mode });
  return z.safeParse(Settings, raw);
}

function problems(data: WorkflowData, inputs: WorkflowInputs, report: Parameters<typeof methodProblem>[0]): Problem[] {
  const found = inputProblems(inputs, 'molecule');
  const parsed = readSettings(data);
  if (!parsed.success) return [...found, ...schemaProblems(parsed.error, data.settings, 'settings')];
  const settings = parsed.data;
  const method = canonicalMethod(settings.method);
  if (method === null)
    return [
      ...found,
      { field: 'settings.method', detail: `"${settings.method}" is not a method that the platform knows.` },
    ];
  const unavailable = methodProblem(report, method, 'settings.method');
  if (unavailable) found.push(unavailable);
  found.push(...elementProblems(method, inputElements(inputs), 'initial_molecule'));
  if (settings.mode === 'manual') {
    found.push({
      field: 'settings.mode',
      detail: 'A single calculation takes its thresholds from its mode; choose one other than manual.',
    });
  }
  if (settings.tasks.length === 0) found.push({ field: 'settings.tasks', detail: 'Choose at least one task.' });
  const unsupported = settings.tasks.filter((task) => task === 'spin_density' || task === 'stress');
  if (unsupported.length > 0 && methods.get(method)?.family === 'semiempirical') {
    found.push({ field: 'settings.tasks', detail: `${methodTitle(method)} does not offer ${unsupported.join(', ')}.` });
  }
  const atomCount = inputAtomCount(inputs) ?? 0;
  for (const [index, constraint] of settings.opt_settings.constraints.entries()) {
    const needed = { bond: 2, angle: 3, dihedral: 4, freeze_atoms: 0 }[constraint.constraint_type];
    const field = `settings.opt_settings.constraints.${index}.atoms`;
    if (needed > 0 && constraint.atoms.length !== needed) {
      found.push({
        field,
        detail: `A ${constraint.constraint_type} constraint needs ${needed} atoms, not ${constraint.atoms.length}.`,
      });
    }
    const outside = constraint.atoms.find((atom) => atom > atomCount);
    if (outside !== undefined && atomCount > 0)
      found.push({ field, detail: `Atom ${outside} is not there: the molecule has ${atomCount} atoms.` });
  }
  return found;
}

/** Seconds that a calculation is expected to take from the worker's probe, or null. */
function expectedSeconds(
  data: WorkflowData,
  inputs: WorkflowInputs,
  report: Parameters<typeof methodProblem>[0],
): number | null {
  const parsed = readSettings(data);
  const atoms = inputAtomCount(inputs);
  if (!parsed.success || atoms === null) return null;
  const speed = report?.methods[canonicalMethod(parsed.data.method) ?? ''];
  if (!speed) return null;
  const { tasks } = parsed.data;
  let gradients = 1;
  if (tasks.includes('optimize') || tasks.includes('optimize_ts')) gradients += optimizationGradients(atoms);
  if (tasks.includes('frequencies') || tasks.includes('hessian')) gradients += hessianGradients(atoms);
  return estimateSeconds(speed, atoms, gradients);
}

function readItem(item: WorkflowItem) {
  const parsed = z.safeParse(BasicCalculationData, item.object_data ?? {});
  return parsed.success ? parsed.data : null;
}

/** One calculation on one molecule: energy, optimization, frequencies and properties with one method. */
export default defineWorkflow({
  type: 'basic_calculation',
  path: '/calculation',
  title: 'Basic Calculation',
  summary: 'Energy, geometry optimization, frequencies and properties of one molecule with one method.',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],

  defaults: () => ({
    mode: 'auto',
    settings: { method: 'omol25_conserving_s', engine: 'omol25', mode: 'auto', tasks: ['optimize'] },
  }),
  prepare(data) {
    const settings = z.parse(Settings, readSettings(data).data);
    const method = canonicalMethod(settings.method) ?? settings.method;
    const transitionState = settings.tasks.includes('optimize_ts') || settings.opt_settings.transition_state;
    const tasks = [...new Set(settings.tasks.map((task) => (task === 'optimize_ts' ? 'optimize' : task)))];
    const opt_settings = { ...settings.opt_settings, transition_state: transitionState };
    const complete = withModeThresholds({ ...settings, method, tasks, opt_settings });
    return { mode: complete.mode, settings: complete, tasks, calculation_uuid: null, engine: complete.engine };
  },
  problems,
  warnings(data, inputs, report) {
    const seconds = expectedSeconds(data, inputs, report);
    if (seconds === null || seconds < longJobSeconds) return [];
    return [
      {
        title: 'This may take long',
        body: `${inputAtomCount(inputs)} atoms with ${methodTitle(String(readSettings(data).data?.method))}: ${durationInWords(seconds)} on this server, scaled from a timing of its worker.`,
      },
    ];
  },
  offers: (data, report) => methodOffer('settings', data, report),
  capabilities: (data) => [capabilityOf(z.parse(BasicCalculationData, data).settings.method)],
  methodsUsed: (data) => [z.parse(BasicCalculationData, data).settings.method],

  fields: [
    methodField('settings', [...methods.keys()]),
    { kind: 'multiselect', path: 'settings.tasks', title: 'Tasks', options: () => taskOptions },
    {
      kind: 'select',
      path: 'settings.mode',
      title: 'Mode',
      help: 'How tightly an optimization converges.',
      options: () => modeOptions,
    },
    solventField('settings'),
    {
      kind: 'number',
      path: 'settings.thermochem_settings.temperature',
      title: 'Temperature',
      unit: 'K',
      minimum: 1,
      maximum: 5000,
      step: 1,
      shown: (data) => ((data.settings as { tasks?: string[] } | undefined)?.tasks ?? []).includes('frequencies'),
    },
  ],
  structures(item) {
    const data = readItem(item);
    if (!data) return [];
    const { calculation_uuid, initial_molecule, settings } = data;
    const optimized = settings.tasks.includes('optimize') || settings.tasks.includes('optimize_ts');
    if (calculation_uuid) {
      const name = !optimized
        ? 'Single Point Structure'
        : settings.opt_settings.transition_state
          ? 'Transition State'
          : 'Optimized Structure';
      return [{ id: calculation_uuid, name, source: { kind: 'calculation', uuid: calculation_uuid, frame: 'last' } }];
    }
    return initial_molecule
      ? [{ id: 'initial', name: 'Initial Structure', source: { kind: 'molecule', molecule: initial_molecule } }]
      : [];
  },
  calculations(item) {
    const uuid = readItem(item)?.calculation_uuid;
    return uuid ? [uuid] : [];
  },
  tables(item, molecules) {
    const uuid = readItem(item)?.calculation_uuid;
    const final = uuid ? molecules.get(uuid)?.at(-1) : undefined;
    if (!final) return [];
    return [
      chargeTable(final, null),
      spinDensityTable(final),
      dipoleTable(final),
      frequencyTable(final),
      thermochemistryTable(final, null),
    ];
  },
  tabs(item, molecules) {
    const data = readItem(item);
    if (!data) return [infoTab];
    const read = data.calculation_uuid ? (molecules.get(data.calculation_uuid) ?? []) : [];
    return [...calculationTabs(data.settings.tasks, data.settings.opt_settings.transition_state, read), infoTab];
  },
  citations(data) {
    const parsed = z.safeParse(BasicCalculationData, data);
    if (!parsed.success) return [];
    const { settings } = parsed.data;
    const tools = settings.tasks.includes('optimize') ? ['geometric'] : [];
    if (settings.tasks.includes('frequencies')) tools.push('quasi_harmonic');
    if (settings.solvent_settings) tools.push('alpb');
    return cite(settings.method, ...tools);
  },
});
