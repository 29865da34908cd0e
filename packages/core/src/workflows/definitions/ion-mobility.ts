import * as z from 'zod/mini';
import { elementList, symbolOf } from '../../chemistry/elements.ts';
import type { Problem } from '../../chemistry/problem.ts';
import { phrase, sentences } from '../../entities/phrases.ts';
import type { ItemProvenance } from '../../entities/provenance.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode, Settings } from '../../entities/settings.ts';
import { forceOptimization } from '../../methods/resubmission.ts';
import { tableOf } from '../../tables/build-table.ts';
import { capabilityReason } from '../capabilities.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Level, Notice, ReadItem, WorkflowInputs } from '../definition.ts';
import { numberedStructures, validUuid } from '../results/structure-references.ts';
import { inputElements } from '../rules/input-problems.ts';
import { sizeLimit } from '../rules/size.ts';
import { calculationNotes, finalEnergies, weightHelp } from '../schemas/conformer-ensemble.ts';
import { number, toggle } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import {
  type MethodChoice,
  methodChoiceField,
  methodChoiceOffers,
  methodChoiceProblems,
  OwnMethod,
} from '../schemas/own-method.ts';

/** Interaction of an element with the gas: mass in Da, sigma in Å, epsilon in kcal/mol. */
const ForceFieldElement = z.looseObject({
  name: z.string(),
  atomic_number: z.int(),
  mass: z.number(),
  sigma: z.number(),
  epsilon: z.number(),
});

const type = 'ion_mobility';

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  protonate: z._default(z.boolean(), false),
  /** Of the gas, K. */
  temperature: z._default(z.number().check(z.positive()), 300),
  do_csearch: z._default(z.boolean(), true),
  do_optimization: z._default(z.boolean(), true),
  forcefield: optionalNull(z.array(ForceFieldElement)),
  ccs_method: OwnMethod,
});
type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** Calculations, one for each conformer; the lists below are in their order. */
  conformers: z._default(z.array(z.string()), []),
  /** Collision cross sections and their sampling error, Å². */
  conformer_ccs: z._default(z.array(z.number()), []),
  conformer_ccs_stdev: z._default(z.array(z.number()), []),
  /** Between 0 and 1. */
  boltzmann_weights: z._default(z.array(z.number()), []),
  average_ccs: optionalNull(z.number()),
  average_ccs_stdev: optionalNull(z.number()),
});
type Whole = Data & z.output<typeof results>;

/** Elements that collision cross sections are offered for. */
const ionMobilityElements = [1, 6, 7, 8, 9, 15, 16, 17, 35] as const;

/** Elements that take up a proton: N, O, S. */
const protonated: readonly number[] = [7, 8, 16];

/** What a cross section was computed for and by, as it is printed beside it; the platform's own data do not name the gas. */
const models = {
  platform: { gas: 'Not recorded', model: 'Trajectory method (CoSIMS)' },
  trajectory_n2_inelastic: { gas: 'N₂', model: 'Trajectory method (Ieritano et al. 2019), inelastic collisions' },
  trajectory_n2_ieritano: { gas: 'N₂', model: 'Trajectory method (parameters of Ieritano et al. 2019)' },
  trajectory_n2_campuzano: { gas: 'N₂', model: 'Trajectory method (parameters of Campuzano et al. 2012)' },
  trajectory_he_siu: { gas: 'He', model: 'Trajectory method (parameters of Siu et al. 2010)' },
};

const isKnown = (value: string): value is keyof typeof models => Object.hasOwn(models, value);

function modelOf({ ccs_method: value }: Pick<Data, 'ccs_method'>) {
  if (value === null) return models.platform;
  return isKnown(value) ? models[value] : { gas: 'Not recorded', model: value };
}

/** Our own route runs where the recipe of the type does; the platform's program is a capability of its own. */
const capabilityOf = (value: string | null) => (value === null ? 'trajectory_method' : type);

const choice: MethodChoice = {
  type,
  path: 'ccs_method',
  title: 'Cross-section method',
  platform: 'CoSIMS',
  method: (value) => (value === null ? null : 'gfn2_xtb'),
  missing: (value, report) => capabilityReason(report, capabilityOf(value), 'the trajectory method'),
};

/** The method that lets the ion turn and bend in collisions. */
const inelastic = 'trajectory_n2_inelastic';

/** Our own route optimizes with GFN2-xTB in the gas phase, and fits charges to its electrostatic potential; vibrations say how an ion bends. */
function levels({ ccs_method: value, do_optimization }: Data): Level[] {
  const method = choice.method(value);
  if (method === null) return [];
  const tasks = ['charge', ...(do_optimization ? ['optimize'] : []), ...(value === inelastic ? ['frequencies'] : [])];
  return [{ settings: z.parse(Settings, { method, tasks }), field: choice.path }];
}

function structureRules({ protonate, forcefield }: Data, inputs: WorkflowInputs): Problem[] {
  const elements = [...new Set(inputElements(inputs))].sort((a, b) => a - b);
  if (elements.length === 0) return [];
  const found: Problem[] = [];
  if (protonate && !elements.some((element) => protonated.includes(element))) {
    found.push({
      field: 'protonate',
      detail: 'A proton is added to nitrogen, oxygen or sulfur, and this molecule has none.',
    });
  }
  const known = forcefield?.map(({ atomic_number }) => atomic_number);
  const missing = known ? elements.filter((element) => !known.includes(element)) : [];
  if (missing.length > 0) {
    found.push({ field: 'forcefield', detail: `The force field has no parameters for ${elementList(missing)}.` });
  }
  return found;
}

function forceFieldRules({ forcefield, ccs_method }: Data): Problem[] {
  if (forcefield === null || ccs_method !== inelastic) return [];
  return [
    {
      field: 'forcefield',
      detail: 'Parameters of your own go with rigid ions. Choose another cross-section method.',
    },
  ];
}

function neutralNotice({ protonate }: Data, { molecule, inspection }: WorkflowInputs): Notice[] {
  const charge = molecule?.charge ?? inspection?.charge ?? null;
  if (charge !== 0 || protonate) return [];
  return [
    {
      kind: 'warning',
      title: 'The Molecule Is Neutral',
      body: 'Ion mobility measures ions, and charge changes the cross section. Turn on protonation, or submit the ion itself.',
    },
  ];
}

function averageTable(data: Whole) {
  const { average_ccs, average_ccs_stdev, temperature } = data;
  const { gas, model } = modelOf(data);
  return tableOf({
    id: 'ion_mobility',
    title: 'Collision cross section',
    rows: average_ccs === null ? [] : [average_ccs],
    columns: [
      {
        id: 'average_ccs',
        title: 'Collision cross section',
        unit: 'Å²',
        precision: 2,
        help: 'Average over the conformers by their weights',
        value: (value) => value,
      },
      {
        id: 'average_ccs_stdev',
        title: 'Standard deviation',
        unit: 'Å²',
        precision: 2,
        help: 'Of the sampled trajectories; the error of the model is not in it',
        value: () => average_ccs_stdev,
      },
      { id: 'gas', title: 'Gas', notation: 'term', text: () => gas },
      { id: 'model', title: 'Model', notation: 'term', text: () => model },
      { id: 'temperature', title: 'Temperature', unit: 'K', precision: 0, value: () => temperature },
    ],
    empty: 'No collision cross section yet.',
  });
}

function conformerCrossSections(data: Whole, read: ReadItem, provenance: ItemProvenance | null) {
  const { conformers, conformer_ccs, conformer_ccs_stdev, boltzmann_weights: weights } = data;
  const valid = conformers.map(validUuid);
  const energies = finalEnergies(valid, read);
  const notes = calculationNotes(conformers);
  const { gas } = modelOf(data);
  return tableOf({
    id: 'conformers',
    title: 'Conformers',
    rows: conformers,
    columns: [
      { id: 'conformer', title: 'Conformer', precision: 0, value: (_, index) => index + 1 },
      {
        id: 'ccs',
        title: 'Collision cross section',
        unit: 'Å²',
        precision: 2,
        help: phrase('Gas: {gas}', { gas }),
        value: (_, index) => conformer_ccs[index],
      },
      {
        id: 'ccs_stdev',
        title: 'Standard deviation',
        unit: 'Å²',
        precision: 2,
        value: (_, index) => conformer_ccs_stdev[index],
      },
      {
        id: 'weight',
        title: 'Weight',
        unit: '%',
        precision: 1,
        help: weightHelp({ weights }, provenance),
        value: (_, index) => (weights[index] === undefined ? null : weights[index] * 100),
      },
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: (_, index) => energies[index] },
      ...(notes.some((note) => note !== null)
        ? [{ id: 'note', title: 'Note', text: (_: string, index: number) => notes[index] }]
        : []),
    ],
    structure: (_, index) => valid[index] ?? null,
    empty: 'No conformers yet.',
  });
}

/** Collision cross section of an ion in a gas, by the trajectory method, averaged over its conformers. */
export default defineWorkflow({
  type,
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Ion', required: true }],
  limits: ({ protonate, do_csearch, do_optimization }) => ({
    severalStructures: false,
    elements: { allowed: ionMobilityElements, by: 'Ion mobility' },
    size: protonate || do_csearch || do_optimization ? sizeLimit('ion_mobility') : null,
  }),
  settings,
  results,

  settle: forceOptimization,
  complete: ({ forcefield }) => ({
    forcefield: forcefield?.map((entry) => ({ ...entry, symbol: symbolOf(entry.atomic_number) })) ?? null,
  }),
  levels,
  needs: ({ ccs_method, do_csearch, protonate }) => [
    capabilityOf(ccs_method),
    ...(do_csearch || protonate ? ['rdkit'] : []),
  ],
  rules: [
    structureRules,
    forceFieldRules,
    ({ ccs_method }, _inputs, report) => methodChoiceProblems(choice, ccs_method, report),
  ],
  notices: neutralNotice,
  offers: (data, report) => methodChoiceOffers(choice, data, report),

  fields: [
    toggle('protonate', 'Protonate', {
      help: 'Adds a proton to the nitrogen, oxygen or sulfur atom with the lowest energy.',
    }),
    number('temperature', 'Temperature', { help: 'Of the gas.', unit: 'K', minimum: 1, maximum: 2000, step: 1 }),
    toggle('do_csearch', 'Conformer search'),
    toggle('do_optimization', 'Optimization', {
      locked: ({ do_csearch }) => (do_csearch === false ? null : 'A conformer search needs optimized structures.'),
    }),
    methodChoiceField(choice),
  ],
  structures: ({ conformers }) => numberedStructures('Conformer', conformers.map(validUuid)),
  calculations: ({ conformers }) => conformers.map(validUuid),
  tables: (data, read) => [averageTable(data), conformerCrossSections(data, read, read.item.provenance)],
  values: (data) => [
    {
      path: 'average_ccs',
      title: 'Collisional cross section',
      unit: 'Å²',
      precision: 2,
      value: data.average_ccs,
      uncertainty: data.average_ccs_stdev,
      remark: sentences(
        data.average_ccs_stdev === null ? null : '±: error of the sampling alone.',
        phrase('Gas: {gas}.', { gas: modelOf(data).gas }),
      ),
      method: modelOf(data).model,
    },
  ],
  tabs: () => [{ id: 'ion_mobility', title: 'ion_mobility' }, infoTab],
  parts: () => ({
    ion_mobility: [
      { kind: 'table', table: 'ion_mobility' },
      // How the cross section is distributed over the conformers.
      { kind: 'plot', table: 'conformers', mark: 'points', x: 'ccs', y: 'weight' },
      { kind: 'table', table: 'conformers' },
    ],
  }),
  cite: (data) => [
    data.ccs_method ?? 'cosims',
    ...(data.do_csearch ? ['etkdg', 'rdkit'] : []),
    ...levelCitations(levels(data).map((level) => level.settings)),
  ],
});
