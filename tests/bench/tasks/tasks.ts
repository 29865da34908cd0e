import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Product, root } from '../../e2e/support/product.ts';
import { drugs } from './drugs.ts';
import { cell, fact, highest, type Task, under } from './task.ts';

type Vector = readonly [number, number, number];

const molecule = (...atoms: [number, ...Vector][]) => ({
  charge: 0,
  multiplicity: 1,
  atoms: atoms.map(([atomic_number, ...position]) => ({ atomic_number, position })),
});

const menthol = 'C[C@@H]1CC[C@H]([C@@H](C1)O)C(C)C';
const cyanide = {
  reactant: molecule([6, 0, 0, 0], [7, 0, 0, 1.156], [1, 0, 0, -1.064]),
  product: molecule([6, 0, 0, 0], [7, 0, 0, 1.169], [1, 0, 0, 2.164]),
};

/** The saddle point between HCN and HNC, by a search that runs first. */
async function saddle(product: Product) {
  const search = { name: 'saddle', workflow_type: 'double_ended_ts_search', options: { substitute: true } };
  const { uuid } = await product.submit({ ...search, workflow_data: { ...cyanide, refinement: 'none' } });
  const { object_data } = await product.finished(uuid);
  const { ts_guess_calculation_uuid: found } = object_data as unknown as { ts_guess_calculation_uuid: string };
  const { molecules } = await product.get<{ molecules: unknown[] }>(`/api/calculation/${found}/stjames`);
  return { initial_molecule: molecules.at(-1) };
}

/** Imatinib's protein without its ligand, a PDB file that `CUVETTE_1IEP` names; null where it is not here. */
async function kinase(product: Product) {
  const file = process.env.CUVETTE_1IEP || join(root, '../shared/data/proteins/1iep_receptorH.pdb');
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const { body: protein_data } = await product.call('POST', '/api/convert/pdb_file_to_protein', { name: '1IEP', text });
  const { body } = await product.call<{ uuid: string }>('POST', '/api/protein', { name: '1IEP', protein_data });
  const pocket = [
    [15.19, 53.9, 16.92],
    [20, 20, 20],
  ];
  return { data: { target_uuid: body.uuid, pocket } };
}

const solubilities: Task[] = [
  {
    name: 'paracetamol',
    type: 'solubility',
    smiles: 'CC(=O)Nc1ccc(O)cc1',
    questions: [
      {
        text: 'log S of paracetamol: −1.03',
        measured: -1.03,
        tolerance: 0,
        read: ({ rows }) => `${cell(rows, 'water', 'log S')} ± ${cell(rows, 'water', '±')}`,
      },
    ],
  },
  {
    name: 'acetic-acid',
    type: 'macropka',
    smiles: 'CC(=O)O',
    questions: [
      {
        text: 'pKa of acetic acid: 4.76',
        measured: 4.76,
        tolerance: 1,
        read: ({ rows }) => under(rows[0], 'pKa'),
      },
    ],
  },
  {
    name: 'acetic-acid-by-ph',
    type: 'macropka',
    smiles: 'CC(=O)O',
    tab: 'Aqueous solubility',
    questions: [
      {
        text: 'log S of acetic acid at pH 7.4: miscible; the pure liquid has 1.24 (17.5 mol/L)',
        measured: 1.24,
        tolerance: 0.1,
        says: /miscible|pure compound|pure liquid/i,
        read: ({ rows }) => highest(rows, 'log S'),
      },
    ],
  },
];

const conformations: Task[] = [
  {
    name: 'menthol',
    type: 'conformer_search',
    smiles: menthol,
    questions: [
      {
        text: 'weight of the lowest conformer of menthol (all groups equatorial): the largest of all',
        measured: 100,
        tolerance: 80,
        read: ({ rows }) => under(rows[0], 'Weight'),
      },
    ],
  },
  {
    name: 'acrolein',
    type: 'conformers',
    smiles: 'C=CC=O',
    questions: [
      {
        text: 's-cis above s-trans acrolein: 1.7 to 2.2 kcal/mol',
        measured: 1.95,
        tolerance: 0.6,
        read: ({ rows }) => highest(rows, 'Relative energy'),
      },
    ],
  },
  {
    name: 'n-methylacetamide',
    type: 'scan',
    smiles: 'CC(=O)NC',
    data: { scan_settings: [{ type: 'dihedral', atoms: [1, 2, 4, 5], start: 180, stop: 0, num: 13 }] },
    questions: [
      {
        text: 'rotation about the amide bond: 18 to 21 kcal/mol',
        measured: 19.5,
        tolerance: 2.5,
        read: ({ rows }) => highest(rows, 'Relative energy'),
      },
    ],
  },
  {
    name: 'sodium-chloride',
    type: 'molecular_dynamics',
    smiles: '[Na+].[Cl-]',
    data: { settings: { ensemble: 'nvt', temperature: 300, num_steps: 500 } },
    questions: [
      {
        text: 'mean temperature where 300 K was set',
        measured: 300,
        tolerance: 30,
        read: ({ facts }) => fact(facts, 'temperature'),
      },
    ],
  },
];

const reactions: Task[] = [
  {
    name: 'hcn',
    type: 'double_ended_ts_search',
    data: cyanide,
    questions: [
      {
        text: 'HCN → HNC, barrier: 44 to 48 kcal/mol',
        measured: 46,
        tolerance: 3,
        read: ({ facts }) => fact(facts, 'barrier from: reactant'),
      },
      {
        text: 'HNC → HCN, barrier: about 33 kcal/mol',
        measured: 33,
        tolerance: 3,
        read: ({ facts }) => fact(facts, 'barrier from: product'),
      },
    ],
  },
  {
    name: 'irc-of-hcn',
    type: 'irc',
    data: { settings: { method: 'gfn2_xtb' } },
    prepare: saddle,
    questions: [
      {
        text: 'the higher barrier of the path (from HCN), by GFN2-xTB: 44 to 48 kcal/mol measured',
        measured: 46,
        tolerance: 3,
        read: ({ facts }) =>
          [fact(facts, 'barrier from: backward') ?? '', fact(facts, 'barrier from: forward') ?? ''].sort().at(-1),
      },
    ],
    // An end that is no minimum is named beside the barriers.
    problems: ({ provenance }) =>
      (provenance?.caveats ?? []).flatMap(({ text }) =>
        text.startsWith('The path') || text.startsWith('After') ? [text] : [],
      ),
  },
];

const bonds: Task[] = [
  {
    name: 'phenol',
    type: 'bde',
    smiles: 'Oc1ccccc1',
    data: { atoms: [8] },
    questions: [
      {
        text: 'O–H of phenol: 87.3 kcal/mol',
        measured: 87.3,
        tolerance: 0,
        read: ({ rows }) => `${cell(rows, 'O', 'BDE')} ${cell(rows, 'O', 'Error')}`,
      },
    ],
  },
  {
    name: 'ethylbenzene',
    type: 'bde',
    smiles: 'CCc1ccccc1',
    data: { atoms: [12] },
    questions: [
      {
        text: 'benzylic C–H of ethylbenzene: 85.4 kcal/mol',
        measured: 85.4,
        tolerance: 0,
        read: ({ rows }) => `${cell(rows, 'C', 'BDE')} ${cell(rows, 'C', 'Error')}`,
      },
    ],
  },
];

/** By the calibrated method, which has a ± to judge; energies of a mode have none, and take an hour for ferrocene on two cores. */
const calibrated = { redox_method: 'gfn2_alpb_absolute' };

const potentials: Task[] = [
  {
    name: 'nitrobenzene',
    type: 'redox_potential',
    smiles: 'O=[N+]([O-])c1ccccc1',
    data: { ...calibrated, reduction: true, oxidation: false },
    questions: [
      {
        text: 'reduction of nitrobenzene in acetonitrile: −0.91 V against SHE',
        measured: -0.91,
        tolerance: 0,
        read: ({ facts }) => fact(facts, 'reduction'),
      },
    ],
  },
  {
    name: 'ferrocene',
    type: 'redox_potential',
    smiles: '[Fe+2].[cH-]1cccc1.[cH-]1cccc1',
    data: { ...calibrated, reduction: false, oxidation: true },
    questions: [
      {
        text: 'oxidation of ferrocene in acetonitrile: 0.63 V against SHE; the method is for organic molecules',
        measured: 0.63,
        tolerance: 0,
        says: /outside calibration/,
        read: ({ facts }) => fact(facts, 'oxidation'),
      },
    ],
  },
];

const states: Task[] = (
  [
    ['methylene', '[CH2]', 9.0, 4],
    ['oxygen', 'O=O', 22.6, 6],
    ['nitrene', '[NH]', 35.9, 8],
  ] as const
).map(([name, smiles, measured, tolerance]) => ({
  name,
  type: 'spin_states',
  smiles,
  data: { states: [1, 3] },
  questions: [
    {
      text: `singlet above triplet of ${name}: ${measured} kcal/mol`,
      measured,
      tolerance,
      read: ({ rows }) => under(rows[0], 'Relative energy'),
    },
  ],
}));

const stereocentres: Task[] = drugs.map(([name, smiles, count]) => ({
  name: `admet-${name}`,
  type: 'admet',
  smiles,
  questions: [
    {
      text: `stereocentres of ${name}: ${count}`,
      measured: count,
      tolerance: 0,
      read: ({ facts }) => fact(facts, 'stereocentres'),
    },
  ],
}));

const imatinib: Task = {
  name: 'imatinib',
  type: 'docking',
  smiles: 'Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(n1)-c1cccnc1',
  // The default scoring function is Vinardo, whose scores have another scale (−10.2 here).
  data: { docking_settings: { scoring_function: 'vina' } },
  prepare: kinase,
  questions: [
    {
      text: 'score of imatinib in 1IEP: −13 ± 1 kcal/mol by Vina itself',
      measured: -13,
      tolerance: 1,
      read: ({ facts, rows }) => fact(facts, 'score') ?? under(rows[0], 'Score'),
    },
  ],
};

const spectrum: Task = {
  name: 'spectrum-of-menthol',
  type: 'nmr',
  smiles: menthol,
  tab: '13C NMR',
  questions: [
    {
      text: 'C–OH of menthol in CDCl₃: 71.5 ppm (from memory)',
      measured: 71.5,
      tolerance: 0,
      read: ({ rows }) => `${under(rows[0], 'Chemical shift')} ${under(rows[0], 'Error')}`,
    },
  ],
};

/** The twelve tasks, the quick ones first. */
export const tasks: readonly Task[] = [
  ...solubilities,
  ...stereocentres,
  ...states,
  ...reactions,
  ...conformations,
  ...potentials,
  ...bonds,
  imatinib,
  spectrum,
];
