import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode, Settings } from '../../entities/settings.ts';
import { tasksOf } from '../../methods/method-support.ts';
import { methods, methodTitle } from '../../methods/methods.ts';
import type { Resolved } from '../../methods/resolution.ts';
import { storedSettings } from '../../methods/stored-settings.ts';
import { tableOf } from '../../tables/build-table.ts';
import type { TableData } from '../../tables/table.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Level, WorkflowData, WorkflowInputs } from '../definition.ts';
import { fukuiKinds, fukuiTable } from '../results/fukui-tables.ts';
import { calculationStructure } from '../results/structure-references.ts';
import { inputAtomCount } from '../rules/input-problems.ts';
import { constraintProblems } from '../schemas/constraints.ts';
import { modeField } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import { levelOrNone, optionalMethodField } from '../schemas/optional-level.ts';
import { methodField, solventField } from '../schemas/settings-fields.ts';

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  /** Level of the optimization before; null takes the structure as given. */
  opt_settings: z.prefault(z.nullable(Settings), { method: 'gfn2_xtb', engine: 'xtb', tasks: ['optimize'] }),
  /** Copy of the engine beside the settings, kept for older readers. */
  opt_engine: optionalNull(z.string()),
  fukui_settings: z.prefault(Settings, { method: 'gfn1_xtb', engine: 'xtb' }),
  /** Copy of the engine beside the settings, kept for older readers. */
  fukui_engine: optionalNull(z.string()),
});
type Data = z.output<typeof settings>;

const indices = optionalNull(z.array(z.number()));
const results = z.looseObject({
  /** Calculation of the optimized structure; null where none was asked for. */
  optimization: optionalNull(z.string()),
  /** eV */
  global_electrophilicity_index: optionalNull(z.number()),
  /** f⁺ of each atom, for a nucleophile's attack; f⁺, f⁰ and f⁻ each sum to 1. */
  fukui_positive: indices,
  /** f⁻ of each atom, for an electrophile's attack. */
  fukui_negative: indices,
  /** f⁰ of each atom, for a radical's attack. */
  fukui_zero: indices,
});
type Whole = Data & z.output<typeof results>;

/** Level of the optimization; the general mode counts where the level has none of its own. */
function optimizationOf({ opt_settings, mode }: Data): Settings | null {
  const level = levelOrNone(opt_settings);
  return level && { ...level, tasks: ['optimize'], mode: level.mode === 'auto' ? mode : level.mode };
}

function fukuiLevel({ fukui_settings }: Data): Settings {
  return { ...fukui_settings, tasks: [...new Set([...fukui_settings.tasks, 'energy' as const, 'charge' as const])] };
}

function levels(data: Data): Level[] {
  const optimization = optimizationOf(data);
  return [
    ...(optimization ? [{ settings: optimization, field: 'opt_settings.method' }] : []),
    { settings: fukuiLevel(data), field: 'fukui_settings.method' },
  ];
}

/** Whether a method gives the charges of atoms from its electrons, which Fukui indices are differences of. */
function givesCharges(method: string, engine: string | null): boolean {
  const known = methods.get(method);
  if (!known) return true;
  const electronic = known.family !== 'force field' && known.family !== 'neural network potential';
  return electronic && tasksOf(method, engine ?? known.defaultEngine).includes('charge');
}

const chargeMethods = [...methods.values()].filter(({ name }) => givesCharges(name, null)).map(({ name }) => name);

function rules(data: Data, inputs: WorkflowInputs): Problem[] {
  const { method, engine } = data.fukui_settings;
  const found: Problem[] = [];
  if (!givesCharges(method, engine)) {
    const detail = `${methodTitle(method)} gives no charges of atoms that follow its electrons; choose another method, GFN1-xTB for example.`;
    found.push({ field: 'fukui_settings.method', detail });
  }
  const constraints = optimizationOf(data)?.opt_settings.constraints ?? [];
  return [
    ...found,
    ...constraintProblems(
      constraints,
      inputAtomCount(inputs),
      'opt_settings.opt_settings.constraints',
      inputs.molecule,
    ),
  ];
}

function electrophilicityTable({ global_electrophilicity_index: index }: Whole): TableData {
  return tableOf({
    id: 'global_electrophilicity',
    title: 'Global electrophilicity',
    rows: index === null ? [] : [index],
    columns: [
      {
        id: 'global_electrophilicity_index',
        title: 'Global electrophilicity index',
        unit: 'eV',
        help: 'ω = μ²/2η, from the vertical ionization energy I and electron affinity A: μ = −(I + A)/2, η = I − A.',
        precision: 2,
        value: (value) => value,
      },
    ],
    empty: 'The global electrophilicity index was not computed.',
  });
}

const optimizes = (data: WorkflowData) =>
  data.opt_settings !== null && (data.opt_settings as { method?: string } | undefined)?.method !== '';

/** Fukui indices of each atom from the charges of the molecule with one electron more and one less. */
export default defineWorkflow({
  type: 'fukui',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ constraints: true }),
  modes: { mode: ['auto', 'reckless', 'rapid', 'careful', 'meticulous'] },
  settings,
  results,
  levelPaths: ['opt_settings', 'fukui_settings'],
  settle: (data) => ({ value: { ...data, opt_settings: levelOrNone(data.opt_settings) }, changes: [] }),
  complete(data) {
    const optimization = optimizationOf(data);
    const stored = optimization ? storedSettings(optimization) : null;
    const fukui = storedSettings(fukuiLevel(data));
    return {
      opt_settings: stored,
      opt_engine: stored?.engine ?? null,
      fukui_settings: fukui,
      fukui_engine: fukui.engine,
    };
  },
  levels,
  rules: [rules],
  fields: [
    optionalMethodField('opt_settings', [...methods.keys()], 'Optimization', 'None: the structure as given'),
    { ...solventField('opt_settings'), title: 'Solvent of the optimization', shown: optimizes },
    modeField(['auto', 'reckless', 'rapid', 'careful', 'meticulous'], {
      help: 'How tightly the optimization converges. Auto is rapid.',
      shown: optimizes,
    }),
    { ...methodField('fukui_settings', chargeMethods, 'Fukui indices') },
    { ...solventField('fukui_settings'), title: 'Solvent of the Fukui indices' },
    {
      kind: 'editor',
      editor: 'constraints',
      path: 'opt_settings.opt_settings.constraints',
      title: 'Constraints',
      shown: optimizes,
    },
  ],
  structures: ({ optimization }) => calculationStructure('Optimized Structure', optimization),
  calculations: ({ optimization }) => [optimization],
  tables(data, { molecules }) {
    const optimized = data.optimization ? molecules.get(data.optimization)?.at(-1) : undefined;
    const atoms = (optimized ?? data.initial_molecule)?.atoms ?? null;
    return [
      ...fukuiKinds.map((kind) => fukuiTable(kind, data[kind.id] ?? [], atoms, data.optimization ?? 'initial')),
      electrophilicityTable(data),
    ];
  },
  values: ({ global_electrophilicity_index: value }) => [
    {
      path: 'global_electrophilicity_index',
      title: 'Global electrophilicity index',
      unit: 'eV',
      precision: 2,
      value,
    },
  ],
  painted: (data) => {
    const kind = fukuiKinds.find(({ id }) => data[id]);
    return kind ? `${kind.id}.value` : null;
  },
  tabs: () => [...fukuiKinds.map(({ id, title }) => ({ id, title })), infoTab],
  // The form has one place for the mode: the general one.
  resubmit(data): Resolved<Data> {
    const { opt_settings, mode } = data;
    if (!opt_settings || opt_settings.mode === 'auto') return { value: data, changes: [] };
    const shown = opt_settings.mode === 'debug' ? mode : opt_settings.mode;
    return { value: { ...data, mode: shown, opt_settings: { ...opt_settings, mode: 'auto' } }, changes: [] };
  },
  cite: (data) => ['fukui', ...levelCitations(levels(data).map((level) => level.settings))],
});
