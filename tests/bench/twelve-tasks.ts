/**
 * `npm run bench:tasks [-- name ...]`: twelve questions of a working chemist, asked of the really started product and read from its pages in a browser.
 * Each number is printed beside its measured value, with the error that the page shows and the notes beside it: a number must lie within its error,
 * or the page must say that it does not hold here. All twelve take about an hour on two idle cores; names choose some ("hcn ferrocene").
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowItem } from '@cuvette/core/entities';
import { chromium, type Page } from '@playwright/test';
import { Product, root } from '../e2e/support/product.ts';

type Vector = readonly [number, number, number];

/** What a result's first tab shows. */
interface Shown {
  facts: Record<string, string>;
  rows: Record<string, string>[];
  notes: string[];
}

interface Question {
  /** What is asked, with the measured value and where it is from. */
  text: string;
  measured: number | null;
  /** Error that counts as right where the page prints none. */
  tolerance: number;
  read: (shown: Shown) => string | undefined;
}

interface Task {
  name: string;
  type: string;
  smiles?: string;
  data?: object;
  /** Makes what the job needs besides: a protein. */
  prepare?: (product: Product) => Promise<object | null>;
  questions: Question[];
}

const molecule = (...atoms: [number, ...Vector][]) => ({
  charge: 0,
  multiplicity: 1,
  atoms: atoms.map(([atomic_number, ...position]) => ({ atomic_number, position })),
});

/** The first cell of a row that is found by a text in it, under a heading that begins so. */
const cell = (rows: Shown['rows'], row: string, heading: string) => {
  const found = rows.find((each) => Object.values(each).some((text) => text.includes(row)));
  const key = Object.keys(found ?? {}).find((each) => each.startsWith(heading));
  return key === undefined ? undefined : found?.[key];
};
const fact = (facts: Shown['facts'], label: string) =>
  Object.entries(facts).find(([name]) => name.toLowerCase().includes(label.toLowerCase()))?.[1];

/** Thirty drugs with the number of their stereocentres. */
const drugs: readonly (readonly [name: string, smiles: string, stereocentres: number])[] = [
  ['naproxen', 'COc1ccc2cc(ccc2c1)[C@H](C)C(=O)O', 1],
  ['sertraline', 'CN[C@H]1CC[C@H](c2ccc(Cl)c(Cl)c2)c2ccccc12', 2],
  ['ketoconazole', 'CC(=O)N1CCN(CC1)c1ccc(OCC2COC(Cn3ccnc3)(c3ccc(Cl)cc3Cl)O2)cc1', 2],
  ['paracetamol', 'CC(=O)Nc1ccc(O)cc1', 0],
  ['aspirin', 'CC(=O)Oc1ccccc1C(=O)O', 0],
  ['ibuprofen', 'CC(C)Cc1ccc(cc1)C(C)C(=O)O', 1],
  ['caffeine', 'Cn1cnc2c1c(=O)n(C)c(=O)n2C', 0],
  ['propranolol', 'CC(C)NCC(O)COc1cccc2ccccc12', 1],
  ['diazepam', 'CN1C(=O)CN=C(c2ccccc2)c2cc(Cl)ccc12', 0],
  ['imipramine', 'CN(C)CCCN1c2ccccc2CCc2ccccc12', 0],
  ['amitriptyline', 'CN(C)CCC=C1c2ccccc2CCc2ccccc12', 0],
  ['fluoxetine', 'CNCCC(Oc1ccc(cc1)C(F)(F)F)c1ccccc1', 1],
  ['diclofenac', 'OC(=O)Cc1ccccc1Nc1c(Cl)cccc1Cl', 0],
  ['salbutamol', 'CC(C)(C)NCC(O)c1ccc(O)c(CO)c1', 1],
  ['loratadine', 'CCOC(=O)N1CCC(=C2c3ccc(Cl)cc3CCc3cccnc23)CC1', 0],
  ['cetirizine', 'OC(=O)COCCN1CCN(CC1)C(c1ccccc1)c1ccc(Cl)cc1', 1],
  ['metformin', 'CN(C)C(=N)NC(N)=N', 0],
  ['carbamazepine', 'NC(=O)N1c2ccccc2C=Cc2ccccc12', 0],
  ['benzylpenicillin', 'CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)O', 3],
  ['fluconazole', 'OC(Cn1cncn1)(Cn1cncn1)c1ccc(F)cc1F', 0],
  ['omeprazole', 'COc1ccc2[nH]c(nc2c1)S(=O)Cc1ncc(C)c(OC)c1C', 1],
  ['progesterone', 'CC(=O)C1CCC2C1(CCC1C2CCC2=CC(=O)CCC12C)C', 6],
  ['testosterone', 'C[C@]12CC[C@H]3[C@@H](CCC4=CC(=O)CC[C@@]34C)[C@@H]1CC[C@@H]2O', 6],
  ['nicotine', 'CN1CCC[C@H]1c1cccnc1', 1],
  ['dopa', 'NC(Cc1ccc(O)c(O)c1)C(=O)O', 1],
  ['sildenafil', 'CCCc1nn(C)c2c1nc([nH]c2=O)-c1cc(ccc1OCC)S(=O)(=O)N1CCN(C)CC1', 0],
  ['fluvastatin', 'CC(C)n1c(C=C[C@@H](O)C[C@@H](O)CC(=O)O)c(-c2ccc(F)cc2)c2ccccc12', 2],
  ['hydrocodone', 'CN1CCC23C4C(=O)CCC2C1Cc1ccc(OC)c(c13)O4', 4],
  ['salicylic acid', 'Oc1ccccc1C(=O)O', 0],
  ['ciprofloxacin', 'O=C(O)c1cn(C2CC2)c2cc(N3CCNCC3)c(F)cc2c1=O', 0],
];

const tasks: Task[] = [
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
  { name: 'menthol', type: 'conformer_search', smiles: 'C[C@@H]1CC[C@H]([C@@H](C1)O)C(C)C', questions: [] },
  {
    name: 'menthol-nmr',
    type: 'nmr',
    smiles: 'C[C@@H]1CC[C@H]([C@@H](C1)O)C(C)C',
    questions: [],
  },
  {
    name: 'hcn',
    type: 'double_ended_ts_search',
    data: {
      reactant: molecule([6, 0, 0, 0], [7, 0, 0, 1.156], [1, 0, 0, -1.064]),
      product: molecule([6, 0, 0, 0], [7, 0, 0, 1.169], [1, 0, 0, 2.164]),
    },
    questions: [
      {
        text: 'HCN → HNC, barrier: 44 to 48 kcal/mol',
        measured: 46,
        tolerance: 3,
        read: ({ rows }) => cell(rows, 'Transition State', 'Relative energy'),
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
  {
    name: 'nitrobenzene',
    type: 'redox_potential',
    smiles: 'O=[N+]([O-])c1ccccc1',
    data: { reduction: true, oxidation: false },
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
    data: { reduction: false, oxidation: true },
    questions: [
      {
        text: 'oxidation of ferrocene in acetonitrile: 0.63 V against SHE; the method is for organic molecules',
        measured: 0.63,
        tolerance: 0,
        read: ({ facts }) => fact(facts, 'oxidation'),
      },
    ],
  },
  {
    name: 'imatinib',
    type: 'docking',
    smiles: 'Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(n1)-c1cccnc1',
    async prepare(server) {
      const file = join(root, '../shared/data/proteins/1iep_receptorH.pdb');
      if (!existsSync(file)) return null;
      const { body: protein_data } = await server.call('POST', '/api/convert/pdb_file_to_protein', {
        name: '1IEP',
        text: readFileSync(file, 'utf8'),
      });
      const { body } = await server.call<{ uuid: string }>('POST', '/api/protein', { name: '1IEP', protein_data });
      return {
        target_uuid: body.uuid,
        pocket: [
          [15.19, 53.9, 16.92],
          [20, 20, 20],
        ],
      };
    },
    questions: [
      {
        text: 'score of imatinib in 1IEP: −13 ± 1 kcal/mol by Vina itself',
        measured: -13,
        tolerance: 1,
        read: ({ facts, rows }) => fact(facts, 'score') ?? rows[0]?.Score ?? cell(rows, '1', 'Score'),
      },
    ],
  },
  ...drugs.map(
    ([name, smiles, stereocentres]): Task => ({
      name: `admet-${name}`,
      type: 'admet',
      smiles,
      questions: [
        {
          text: `stereocentres of ${name}: ${stereocentres}`,
          measured: stereocentres,
          tolerance: 0,
          read: ({ facts }) => fact(facts, 'stereocentres'),
        },
      ],
    }),
  ),
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
  ...(
    [
      ['methylene', '[CH2]', 9.0, 4],
      ['oxygen', 'O=O', 22.6, 6],
    ] as const
  ).map(
    ([name, smiles, measured, tolerance]): Task => ({
      name,
      type: 'spin_states',
      smiles,
      data: { states: [1, 3] },
      questions: [
        {
          text: `singlet above triplet of ${name}: ${measured} kcal/mol`,
          measured,
          tolerance,
          read: ({ rows }) => highest(rows, 'Relative energy'),
        },
      ],
    }),
  ),
  { name: 'acetic-acid', type: 'macropka', smiles: 'CC(=O)O', questions: [] },
];

/** The largest number under a heading. */
function highest(rows: Shown['rows'], heading: string): string | undefined {
  const texts = rows.flatMap((row) => {
    const key = Object.keys(row).find((each) => each.startsWith(heading));
    return key === undefined ? [] : [row[key] ?? ''];
  });
  return texts.sort((a, b) => numberIn(b) - numberIn(a))[0];
}

/** The first number of a text, as it is written on a page. */
function numberIn(text: string): number {
  return Number(/[-−]?\d+(?:\.\d+)?/.exec(text)?.[0].replace('−', '-') ?? Number.NaN);
}

/** What the first tab of the open page shows. */
function readPage(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const within = document.querySelector('cuvette-workflow')?.shadowRoot;
    const text = (element: Element | null | undefined) => element?.textContent?.trim().replace(/\s+/g, ' ') ?? '';
    const facts: Record<string, string> = {};
    for (const label of within?.querySelectorAll('.cv-facts dt') ?? [])
      facts[text(label)] = text(label.nextElementSibling);
    const rows: Record<string, string>[] = [];
    for (const table of within?.querySelectorAll('table') ?? []) {
      const heads = [...table.querySelectorAll('thead th')].map(text);
      for (const row of table.querySelectorAll('tbody tr')) {
        rows.push(
          Object.fromEntries(
            [...row.querySelectorAll('th, td')].map((each, place) => [heads[place] ?? '', text(each)]),
          ),
        );
      }
    }
    const notes = [...(within?.querySelectorAll('.cv-note, .cv-notes li, .cv-notes summary') ?? [])].map(text);
    return { facts, rows, notes };
  });
}

/** Whether a number is right, told to be unsure, or wrong without a word. */
function verdict({ measured, tolerance }: Question, text: string, notes: readonly string[]): string {
  if (measured === null) return '';
  const value = numberIn(text);
  const error = Number(/±\s*(\d+(?:\.\d+)?)/.exec(text)?.[1] ?? tolerance);
  if (Number.isFinite(value) && Math.abs(value - measured) <= error + 1e-9) return 'within its error';
  if (!Number.isFinite(value)) return 'withheld';
  return notes.length > 0 || /outside calibration|not calibrated/.test(text)
    ? 'outside, and the page says so'
    : 'WRONG WITHOUT A WORD';
}

const wanted = process.argv.slice(2);
const product = await Product.start();
const browser = await chromium.launch({
  executablePath: process.env.CUVETTE_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-3d-apis'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(product.link);
  for (const task of tasks.filter(({ name }) => wanted.length === 0 || wanted.some((each) => name.startsWith(each)))) {
    await ask(task, page);
  }
} finally {
  await browser.close();
  await product.stop();
}

async function ask(task: Task, page: Page): Promise<void> {
  const began = performance.now();
  const more = task.prepare ? await task.prepare(product) : {};
  if (more === null) return console.log(`${task.name}: left out, its file is not here`);
  try {
    const submitted = await product.call<WorkflowItem & { detail?: string }>('POST', '/api/workflow', {
      name: task.name,
      workflow_type: task.type,
      ...(task.smiles ? { initial_smiles: task.smiles } : {}),
      options: { substitute: true },
      workflow_data: { ...task.data, ...more },
    });
    const { uuid, detail } = submitted.body;
    if (!uuid) return console.log(`${task.name}: refused: ${detail}`);
    let item = await product.get<WorkflowItem>(`/api/workflow/${uuid}`);
    while (item.object_status < 2 || item.object_status === 5) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      item = await product.get<WorkflowItem>(`/api/workflow/${uuid}`);
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    if (item.object_status !== 2)
      return console.log(`${task.name}: ${item.error?.message ?? 'did not end well'} (${seconds} s)`);
    await page.goto(`${product.origin}/workflow/${uuid}`);
    await page.locator('cuvette-workflow [role=tabpanel]').first().waitFor();
    await page.waitForLoadState('networkidle');
    const shown = await readPage(page);
    console.log(`${task.name} (${task.type}, ${seconds} s)`);
    for (const question of task.questions) {
      const text = question.read(shown) ?? '';
      console.log(`  ${question.text}\n    shown: ${text || 'nothing'}  ->  ${verdict(question, text, shown.notes)}`);
    }
    for (const note of new Set(shown.notes)) console.log(`    note: ${note}`);
    if (task.questions.length === 0)
      console.log(`    ${JSON.stringify({ ...shown.facts, rows: shown.rows.slice(0, 6) })}`);
  } catch (error) {
    console.log(`${task.name}: ${(error as Error).message}`);
  }
}
