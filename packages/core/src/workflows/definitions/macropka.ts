import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { methodTitle } from '../../methods/methods.ts';
import { capabilityReason } from '../capabilities.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Notice, Tab, WorkflowInputs } from '../definition.ts';
import { macropkaTables } from '../results/macropka-tables.ts';
import { smilesStructure } from '../results/structure-references.ts';
import { stereoProblems } from '../rules/input-problems.ts';
import { sizeLimit } from '../rules/size.ts';
import { waterLevel } from '../schemas/aqueous-level.ts';
import { number, toggle } from '../schemas/form-fields.ts';
import { smilesInput } from '../schemas/input-shapes.ts';
import { MacropkaResults, microstateId, microstateName } from '../schemas/macropka-results.ts';
import {
  type MethodChoice,
  methodChoiceField,
  methodChoiceOffers,
  methodChoiceProblems,
  OwnMethod,
} from '../schemas/own-method.ts';

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

type Whole = Data & MacropkaResults;

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
  inputs: [{ role: 'initial_smiles', kind: 'smiles', title: 'Molecule', required: true }],
  limits: () => ({ openShell: false, severalStructures: false, size: sizeLimit('macropka') }),
  settings,
  results: MacropkaResults,
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
  tables: macropkaTables,
  values: (data) => {
    const method = data.macropka_method === null ? methodChoice.platform : methodTitle('gfn2_xtb');
    return [
      {
        path: 'isoelectric_point',
        title: 'Isoelectric point',
        unit: 'pH',
        precision: 2,
        value: data.isoelectric_point,
        method,
      },
      {
        path: 'solvation_energy',
        title: 'Solvation energy',
        unit: 'kcal/mol',
        precision: 2,
        value: data.solvation_energy,
      },
      { path: 'bbb_score', title: 'BBB score', unit: null, precision: 2, value: data.bbb_score },
      {
        path: 'kpuu_probability',
        title: 'Probability of Kp,uu ≥ 0.3',
        unit: null,
        precision: 2,
        value: data.kpuu_probability,
      },
    ];
  },
  tabs,
  cite: ({ macropka_method, bbb_method, compute_solvation_energy }) => [
    macropka_method ?? 'starling',
    'environment_ridge_physprop',
    ...(compute_solvation_energy && bbb_method !== null ? [bbb_method] : []),
  ],
});
