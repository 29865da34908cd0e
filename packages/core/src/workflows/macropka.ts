import * as z from 'zod/mini';
import type { Problem } from '../chemistry/problem.ts';
import { pHSlider } from '../entities/platform-constants.ts';
import { optionalNull } from '../entities/scalars.ts';
import { calibrationInWords, methodExtension } from '../methods/extensions.ts';
import { solubilityRule } from '../tables/admet-rules.ts';
import { tableOf } from '../tables/build-table.ts';
import { microstateWeightsAt } from '../tables/microstate-weights.ts';
import { scoreRules } from '../tables/ratings.ts';
import type { TableData } from '../tables/table.ts';
import { waterLevel } from './aqueous-level.ts';
import { capabilityReason } from './capabilities.ts';
import { defineWorkflow, infoTab } from './define.ts';
import type { Notice, Tab, WorkflowInputs } from './definition.ts';
import { number, toggle } from './form-fields.ts';
import { stereoProblems } from './input-problems.ts';
import { smilesInput } from './input-shapes.ts';
import {
  type MethodChoice,
  methodChoiceField,
  methodChoiceOffers,
  methodChoiceProblems,
  OwnMethod,
} from './own-method.ts';
import { smilesStructure } from './structure-references.ts';

const settings = z.looseObject({
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
type Data = z.output<typeof settings>;

const byPH = z._default(z.array(z.tuple([z.number(), z.number()])), []);
const results = z.looseObject({
  /** `energy` is in the free-energy units of the model, at pH 0. */
  microstates: z._default(
    z.array(z.looseObject({ smiles: z.string(), energy: optionalNull(z.number()), charge: optionalNull(z.int()) })),
    [],
  ),
  /** One for each step of charge, from the acid to its base. */
  pKa_values: z._default(
    z.array(z.looseObject({ initial_charge: z.int(), final_charge: z.int(), pKa: z.number() })),
    [],
  ),
  isoelectric_point: optionalNull(z.number()),
  /** kcal/mol */
  solvation_energy: optionalNull(z.number()),
  /** Probability that Kp,uu is at least 0.3, between 0 and 1. */
  kpuu_probability: optionalNull(z.number()),
  /** BBB score of Gupta et al., 0 to 6, where it was asked for. */
  bbb_score: optionalNull(z.number()),
  /** Weights between 0 and 1 in the order of `microstates`. */
  microstate_weights_by_pH: z._default(z.array(z.tuple([z.number(), z.array(z.number())])), []),
  logD_by_pH: byPH,
  /** log10(mol/L) */
  aqueous_solubility_by_pH: byPH,
});
type Whole = Data & z.output<typeof results>;

const methodChoice: MethodChoice = {
  type: 'macropka',
  path: 'macropka_method',
  title: 'Method',
  platform: 'Starling',
  method: (value) => (value === null ? null : 'gfn2_xtb'),
  missing: (value, report) => capabilityReason(report, value === null ? 'starling' : 'rdkit', 'macroscopic pKa'),
};

const bbbChoice: MethodChoice = {
  type: 'macropka',
  path: 'bbb_method',
  title: 'Blood–brain barrier',
  platform: 'Probability of Kp,uu ≥ 0.3',
  method: () => null,
  missing: (value, report) => capabilityReason(report, value === null ? 'kpuu' : 'rdkit', 'the BBB score'),
};

/** Charges that the search goes to at most, and the pH beyond which an aqueous scale means little. */
const chargeLimit = 7;
const usualPH = { lowest: 0, highest: 20 } as const;

function rangeRules({ min_pH, max_pH, min_charge, max_charge }: Data): Problem[] {
  const found: Problem[] = [];
  if (min_pH >= max_pH) {
    found.push({ field: 'max_pH', detail: `The highest pH (${max_pH}) must be above the lowest (${min_pH}).` });
  }
  if (min_charge >= max_charge) {
    found.push({
      field: 'max_charge',
      detail: `The highest charge (${max_charge}) must be above the lowest (${min_charge}).`,
    });
  }
  for (const [field, charge] of Object.entries({ min_charge, max_charge })) {
    if (Math.abs(charge) > chargeLimit) {
      found.push({
        field,
        detail: `Charges from −${chargeLimit} to +${chargeLimit} are searched; ${charge} is outside.`,
      });
    }
  }
  return found;
}

function notices(data: Data, { inspection }: WorkflowInputs): Notice[] {
  const found: Notice[] = [];
  if (data.min_pH < usualPH.lowest || data.max_pH > usualPH.highest) {
    found.push({
      kind: 'warning',
      title: 'Unusual pH Range',
      body: `The range goes beyond pH ${usualPH.lowest} to ${usualPH.highest}; values there have no meaning in water.`,
    });
  }
  const charge = inspection?.charge ?? null;
  if (charge !== null && (charge < data.min_charge || charge > data.max_charge)) {
    found.push({
      kind: 'warning',
      title: 'Charge Outside the Range',
      body: `The structure as given has charge ${charge}, which is not among the charges to search (${data.min_charge} to ${data.max_charge}).`,
    });
  }
  return found;
}

const microstateId = (index: number) => `microstate-${index + 1}`;
const microstateName = (index: number) => `Microstate ${index + 1}`;

function signed(charge: number): string {
  return charge > 0 ? `+${charge}` : String(charge).replace('-', '−');
}

function pkaTable({ pKa_values, macropka_method }: Whole): TableData {
  const own = macropka_method === null ? null : methodExtension('macropka', macropka_method);
  return tableOf({
    id: 'macroscopic_pka',
    title: 'Macroscopic pKa',
    rows: pKa_values,
    columns: [
      { id: 'acid', title: 'Charge of the acid', text: ({ initial_charge }) => signed(initial_charge) },
      { id: 'base', title: 'Charge of the base', text: ({ final_charge }) => signed(final_charge) },
      {
        id: 'pka',
        title: 'pKa',
        precision: 2,
        ...(own ? { help: `${own.title}: ${calibrationInWords(own.calibration, null)}.` } : {}),
        value: ({ pKa }) => pKa,
      },
    ],
    empty: 'No macroscopic pKa lies in the range that was searched.',
  });
}

function microstateTable({ microstates, microstate_weights_by_pH }: Whole): TableData {
  const weights = microstateWeightsAt(microstate_weights_by_pH, pHSlider.default);
  return tableOf({
    id: 'microstates',
    title: 'Microstates',
    rows: microstates,
    columns: [
      { id: 'name', title: 'Microstate', text: (_, index) => microstateName(index) },
      { id: 'smiles', title: 'SMILES', text: ({ smiles }) => smiles },
      { id: 'charge', title: 'Charge', precision: 0, value: ({ charge }) => charge },
      {
        id: 'weight',
        title: `Weight at pH ${pHSlider.default}`,
        unit: '%',
        precision: 1,
        value: (_, index) => {
          const weight = weights[index];
          return weight === undefined ? null : weight * 100;
        },
      },
      {
        id: 'energy',
        title: 'Free energy in the model',
        help: 'At pH 0, in the units of the model; only differences within this item mean something.',
        precision: 3,
        value: ({ energy }) => energy,
      },
    ],
    structure: (_, index) => microstateId(index),
    empty: 'No microstates yet.',
  });
}

function isoelectricTable({ isoelectric_point: point }: Whole): TableData {
  return tableOf({
    id: 'isoelectric_point',
    title: 'Isoelectric point',
    rows: point === null ? [] : [point],
    columns: [{ id: 'isoelectric_point', title: 'Isoelectric point', unit: 'pH', precision: 2, value: (pH) => pH }],
    empty: 'There is no isoelectric point: the net charge does not change its sign in this range.',
  });
}

function logDTable({ logD_by_pH }: Whole): TableData {
  return tableOf({
    id: 'logd',
    title: 'logD',
    rows: logD_by_pH,
    columns: [
      { id: 'ph', title: 'pH', precision: 1, value: ([pH]) => pH },
      {
        id: 'logd',
        title: 'logD',
        help: 'Logarithm of the octanol–water distribution ratio of all microstates together.',
        precision: 2,
        value: ([, logD]) => logD,
      },
    ],
    empty: 'logD was not computed.',
  });
}

function barrierTable({ solvation_energy, kpuu_probability, bbb_score }: Whole): TableData {
  const computed = solvation_energy !== null || kpuu_probability !== null || bbb_score !== null;
  return tableOf({
    id: 'bbb',
    title: 'BBB',
    rows: computed ? [{ solvation_energy, kpuu_probability, bbb_score }] : [],
    columns: [
      {
        id: 'solvation_energy',
        title: 'Solvation energy',
        unit: 'kcal/mol',
        precision: 2,
        value: (row) => row.solvation_energy,
      },
      ...(bbb_score === null || kpuu_probability !== null
        ? [
            {
              id: 'bbb_penetrance',
              title: 'BBB penetrance',
              help: 'Probability that Kp,uu, the ratio of unbound concentrations in brain and plasma, is at least 0.3.',
              precision: 2,
              rating: scoreRules.bbb_penetrance,
              value: () => kpuu_probability,
            },
          ]
        : []),
      ...(bbb_score === null
        ? []
        : [
            {
              id: 'bbb_score',
              title: 'BBB score',
              unit: 'of 6',
              help: methodExtension('macropka', 'bbb_score')?.method ?? '',
              precision: 2,
              value: () => bbb_score,
            },
          ]),
    ],
    empty: 'The solvation energy was not computed.',
  });
}

function solubilityTable({ aqueous_solubility_by_pH }: Whole): TableData {
  return tableOf({
    id: 'aqueous_solubility',
    title: 'Aqueous solubility',
    rows: aqueous_solubility_by_pH,
    columns: [
      { id: 'ph', title: 'pH', precision: 1, value: ([pH]) => pH },
      {
        id: 'log_s',
        title: 'log S',
        unit: 'log10 of mol/L',
        help: `Rating: ${solubilityRule.source}.`,
        precision: 2,
        rating: solubilityRule.rule,
        value: ([, logS]) => logS,
      },
    ],
    empty: 'The aqueous solubility was not computed.',
  });
}

function tabs({ solvation_energy, bbb_score, aqueous_solubility_by_pH }: Whole): Tab[] {
  return [
    { id: 'macroscopic_pka', title: 'Macroscopic pKa' },
    { id: 'logd', title: 'logD' },
    ...(solvation_energy !== null || bbb_score !== null ? [{ id: 'bbb', title: 'BBB' }] : []),
    ...(aqueous_solubility_by_pH.length > 0 ? [{ id: 'aqueous_solubility', title: 'aqueous_solubility' }] : []),
    infoTab,
  ];
}

/** All protonation states of a molecule, their weights by pH, and what follows: macroscopic pKa, logD, solubility, penetration into the brain. */
export default defineWorkflow({
  type: 'macropka',
  path: '/macropka',
  title: 'Macroscopic pKa',
  summary: 'All protonation states of a molecule by pH, its macroscopic pKa values, logD and isoelectric point.',
  inputs: [{ role: 'initial_smiles', kind: 'smiles', title: 'Molecule', required: true }],
  limits: () => ({ openShell: false, severalStructures: false }),
  settings,
  results,
  levels: ({ macropka_method }) =>
    macropka_method === null ? [] : [waterLevel('gfn2_xtb', 'alpb', 'macropka_method')],
  needs: ({ macropka_method, bbb_method, compute_solvation_energy }) => [
    macropka_method === null ? 'starling' : 'rdkit',
    ...(compute_solvation_energy ? [bbb_method === null ? 'kpuu' : 'rdkit'] : []),
  ],
  rules: [
    rangeRules,
    (_data, inputs) => stereoProblems(inputs),
    // What a method lacks here is said once, by `needs`.
    ({ macropka_method, bbb_method }) => [
      ...methodChoiceProblems(methodChoice, macropka_method, null),
      ...methodChoiceProblems(bbbChoice, bbb_method, null),
    ],
  ],
  notices,
  offers: (data, report) => [
    ...methodChoiceOffers(methodChoice, data, report),
    ...(data.compute_solvation_energy ? methodChoiceOffers(bbbChoice, data, report) : []),
  ],
  fields: [
    methodChoiceField(methodChoice),
    number('min_pH', 'Lowest pH', { step: 0.1 }),
    number('max_pH', 'Highest pH', { step: 0.1 }),
    number('min_charge', 'Lowest charge', { minimum: -chargeLimit, maximum: chargeLimit, step: 1 }),
    number('max_charge', 'Highest charge', { minimum: -chargeLimit, maximum: chargeLimit, step: 1 }),
    toggle('compute_aqueous_solubility', 'Aqueous solubility by pH'),
    toggle('compute_solvation_energy', 'Solvation energy', {
      help: 'Energy of solvation in water, from which penetration of the blood–brain barrier is judged.',
    }),
    { ...methodChoiceField(bbbChoice), shown: (data) => data.compute_solvation_energy === true },
  ],
  structures: ({ microstates }) =>
    microstates.flatMap(({ smiles }, index) => smilesStructure(microstateId(index), microstateName(index), smiles)),
  tables: (data) => [
    pkaTable(data),
    microstateTable(data),
    isoelectricTable(data),
    logDTable(data),
    barrierTable(data),
    solubilityTable(data),
  ],
  tabs,
  cite: ({ macropka_method, bbb_method, compute_solvation_energy }) => [
    macropka_method ?? 'starling',
    'crippen',
    ...(compute_solvation_energy && bbb_method !== null ? [bbb_method] : []),
  ],
});
