import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { status } from '../../entities/item-status.ts';
import type { MethodReport } from '../../entities/method-report.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode } from '../../entities/settings.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { calibrationInWords, methodExtension } from '../../methods/extensions.ts';
import { modesByType } from '../../methods/modes.ts';
import { forced } from '../../methods/resubmission.ts';
import { solventTitle } from '../../methods/solvents.ts';
import { tableOf } from '../../tables/build-table.ts';
import type { TableData } from '../../tables/table.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { NamedValue, Notice, Offer, WorkflowData, WorkflowInputs } from '../definition.ts';
import { inputAtomCount, stereoProblems } from '../rules/input-problems.ts';
import { ligandElements } from '../rules/limits.ts';
import { sizeLimit } from '../rules/size.ts';
import { calibrationError } from '../schemas/calibration-error.ts';
import { modeField, select } from '../schemas/form-fields.ts';
import { moleculeOrSmilesInput } from '../schemas/input-shapes.ts';
import {
  PkaMethod,
  pkaLevels,
  pkaMethodOptions,
  pkaMethods,
  pkaNeeds,
  pkaUnavailable,
} from '../schemas/pka-methods.ts';
import { PkaMicrostate, StoredCalculation, siteMarks, siteStructures, siteTable } from '../schemas/pka-sites.ts';

const defaultMethod = 'aimnet2_wagen2024';
const ownMethod = 'gfn2_alpb_linear';

const settings = z.looseObject({
  ...moleculeOrSmilesInput,
  mode: z._default(Mode, 'careful'),
  microscopic_pka_method: z._default(PkaMethod, defaultMethod),
  solvent: z._default(z.nullable(z.string()), 'water'),
  /** Sites outside it are left out. */
  pka_range: z._default(z.tuple([z.number(), z.number()]), [2, 12]),
  /** Atomic numbers; atoms are counted from 1. */
  deprotonate_elements: z._default(z.array(z.int()), [7, 8, 16]),
  deprotonate_atoms: z._default(z.array(z.int()), []),
  protonate_elements: z._default(z.array(z.int()), [7]),
  protonate_atoms: z._default(z.array(z.int()), []),
  /** How far beyond the range a cheap estimate may lie for a site to be computed at all, in pKa units. */
  reasonableness_buffer: z._default(z.number(), 5),
});
type Data = z.output<typeof settings>;

const results = z.looseObject({
  structures: z._default(z.array(StoredCalculation), []),
  /** The molecule with one proton more: its basic sites. */
  conjugate_acids: z._default(z.array(PkaMicrostate), []),
  /** The molecule with one proton less: its acidic sites. */
  conjugate_bases: z._default(z.array(PkaMicrostate), []),
  strongest_acid: optionalNull(z.number()),
  strongest_base: optionalNull(z.number()),
});
type Whole = Data & z.output<typeof results>;

const noSites = "No pKa's located in the requested range.";

const atomLists = ['deprotonate_atoms', 'protonate_atoms'] as const;

function methodOf(data: WorkflowData): PkaMethod {
  const parsed = z.safeParse(PkaMethod, data.microscopic_pka_method ?? defaultMethod);
  return parsed.success ? parsed.data : defaultMethod;
}

/** Methods on structures choose atoms and search conformers; the graph model does neither. */
const onStructures = (data: WorkflowData) => pkaMethods[methodOf(data)].input === 'molecule';
const isFilled = (data: WorkflowData, path: string) => Array.isArray(data[path]) && data[path].length > 0;

function allowedSolvents(method: PkaMethod): string {
  return pkaMethods[method].solvents.map((name) => solventTitle(name).toLowerCase()).join(', ');
}

function takesSolvent({ microscopic_pka_method: method, solvent }: Data): boolean {
  return solvent !== null && pkaMethods[method].solvents.includes(solvent);
}

function rules(data: Data, inputs: WorkflowInputs): Problem[] {
  const { microscopic_pka_method: method, solvent, pka_range } = data;
  const { title, input } = pkaMethods[method];
  const found: Problem[] = [];
  if (!takesSolvent(data)) {
    const given = solvent === null ? 'no solvent' : solventTitle(solvent).toLowerCase();
    found.push({
      field: 'solvent',
      detail: `${title} gives pKa values in ${allowedSolvents(method)}; the choice is ${given}.`,
    });
  }
  if (pka_range[0] >= pka_range[1]) {
    found.push({
      field: 'pka_range',
      detail: `The end of the pKa range (${pka_range[1]}) must be above its start (${pka_range[0]}).`,
    });
  }
  const count = inputAtomCount(inputs);
  for (const list of atomLists) {
    const atoms = data[list];
    const absent = atoms.find((atom) => atom < 1 || (count !== null && atom > count));
    if (input === 'smiles' && atoms.length > 0) {
      found.push({
        field: list,
        detail: `${title} finds its sites by element; atoms cannot be chosen. Clear the list, or choose another method.`,
      });
    } else if (absent !== undefined) {
      found.push({ field: list, detail: `There is no atom ${absent}; the molecule has ${count ?? 'fewer'} atoms.` });
    }
  }
  const chosen = [...data.deprotonate_elements, ...data.protonate_elements, ...atomLists.flatMap((list) => data[list])];
  if (chosen.length === 0) {
    found.push({
      field: 'deprotonate_elements',
      detail: 'Choose at least one element or atom to deprotonate or protonate.',
    });
  }
  return input === 'molecule' ? [...found, ...stereoProblems(inputs)] : found;
}

function notices({ microscopic_pka_method: method }: Data): Notice[] {
  const calibration = methodExtension('pka', method)?.calibration;
  if (!calibration) return [];
  return [
    {
      kind: 'info',
      title: 'Calibrated by Class of Site',
      body: `${calibration.domain} Error of all together: ${calibrationInWords(calibration, null)}; each value is shown with that of its class.`,
    },
  ];
}

function offers(data: Data, report: MethodReport | null): Offer[] {
  const method = data.microscopic_pka_method;
  const reason = pkaUnavailable(method, report);
  const found: Offer[] = [];
  if (report !== null && reason !== null && method !== ownMethod && pkaUnavailable(ownMethod, report) === null) {
    found.push({
      field: 'microscopic_pka_method',
      text: `${pkaMethods[method].title}: ${reason}`,
      action: `Use ${pkaMethods[ownMethod].title}`,
      apply: (current) => ({ ...current, microscopic_pka_method: ownMethod }),
    });
  }
  if (!takesSolvent(data)) {
    found.push({
      field: 'solvent',
      text: `${pkaMethods[method].title} gives pKa values in ${allowedSolvents(method)}.`,
      action: 'Use water',
      apply: (current) => ({ ...current, solvent: 'water' }),
    });
  }
  return found;
}

function strongestTable({ strongest_acid, strongest_base }: Whole): TableData {
  return tableOf({
    id: 'strongest_sites',
    title: 'Strongest sites',
    rows: strongest_acid === null && strongest_base === null ? [] : [{ strongest_acid, strongest_base }],
    columns: [
      { id: 'strongest_acid', title: 'Strongest acid, pKa', precision: 2, value: (row) => row.strongest_acid },
      { id: 'strongest_base', title: 'Strongest base, pKa', precision: 2, value: (row) => row.strongest_base },
    ],
    empty: noSites,
  });
}

/** The ± of the site that a strongest value belongs to: its own, else that of its class in the calibration of the method. */
function siteError(data: Whole, path: 'strongest_acid' | 'strongest_base', { provenance }: WorkflowItem) {
  const list = path === 'strongest_acid' ? 'conjugate_bases' : 'conjugate_acids';
  const index = data[list].findIndex(({ pka }) => pka === data[path]);
  const own = data[list][index]?.uncertainty ?? null;
  if (own !== null) return { uncertainty: own, remark: null };
  const calibration = methodExtension('pka', data.microscopic_pka_method)?.calibration ?? null;
  const siteClass = provenance?.site_classes?.[list][index];
  // Which class the site is of was not recorded: then neither is its error known.
  if (siteClass === undefined || data[path] === null) return { uncertainty: null, remark: null };
  return calibrationError(calibration, siteClass ?? '');
}

/** The strongest acid and the strongest base, each with the ± of its class. */
function strongestSites(data: Whole, item: WorkflowItem): NamedValue[] {
  return (['strongest_acid', 'strongest_base'] as const).map((path) => ({
    path,
    title: path === 'strongest_acid' ? 'Strongest acid, pKa' : 'Strongest base, pKa of the conjugate acid',
    unit: null,
    precision: 2,
    value: data[path],
    ...siteError(data, path, item),
    method: pkaMethods[data.microscopic_pka_method].title,
  }));
}

const siteElements = ligandElements.filter((element) => element !== 1);

/** pKa of each acidic and basic site of a molecule, from its conjugate bases and acids. */
export default defineWorkflow({
  type: 'pka',
  inputs: [
    {
      role: 'initial_molecule',
      kind: 'molecule_or_smiles',
      title: 'Molecule',
      required: true,
      accepts: (data) => pkaMethods[methodOf(data)].input,
    },
  ],
  // The calibration of our own method holds for single closed-shell molecules.
  limits: ({ microscopic_pka_method: method }) => ({
    ...(method === ownMethod ? { openShell: false, severalStructures: false } : {}),
    ...(pkaMethods[method].input === 'molecule' ? { size: sizeLimit('pka') } : {}),
  }),
  modes: { mode: modesByType.pka },
  settings,
  results,
  levels: ({ microscopic_pka_method: method }) => pkaLevels(method),
  needs: ({ microscopic_pka_method: method }) => pkaNeeds(method),
  rules: [rules],
  notices,
  offers,
  fields: [
    select('microscopic_pka_method', 'Method', (_data, report) => pkaMethodOptions(report)),
    modeField(modesByType.pka, { help: 'How many conformers of each site are kept.', shown: onStructures }),
    select('solvent', 'Solvent', (data) =>
      pkaMethods[methodOf(data)].solvents.map((value) => ({ value, title: solventTitle(value) })),
    ),
    { kind: 'range', path: 'pka_range', title: 'pKa range', step: 0.5, help: 'Sites outside it are left out.' },
    { kind: 'elements', path: 'deprotonate_elements', title: 'Deprotonate elements', choices: siteElements },
    {
      kind: 'atoms',
      base: 1,
      path: 'deprotonate_atoms',
      title: 'Deprotonate atoms',
      shown: (data) => onStructures(data) || isFilled(data, 'deprotonate_atoms'),
    },
    { kind: 'elements', path: 'protonate_elements', title: 'Protonate elements', choices: siteElements },
    {
      kind: 'atoms',
      base: 1,
      path: 'protonate_atoms',
      title: 'Protonate atoms',
      shown: (data) => onStructures(data) || isFilled(data, 'protonate_atoms'),
    },
  ],
  structures: siteStructures,
  tables(data, { item, molecules }) {
    const first = data.structures[0]?.uuid;
    const molecule = data.initial_molecule ?? (first ? molecules.get(first)?.at(-1) : null) ?? null;
    const calibration = methodExtension('pka', data.microscopic_pka_method)?.calibration ?? null;
    const empty = item.object_status === status.completed ? noSites : 'No pKa values yet.';
    const classes = item.provenance?.site_classes ?? null;
    return [siteTable(data, molecule?.atoms ?? null, calibration, classes, empty), strongestTable(data)];
  },
  values: (data, { item }) => strongestSites(data, item),
  tabs: () => [{ id: 'pka', title: 'pKa Prediction' }, infoTab],
  parts(data, { item }) {
    const facts = strongestSites(data, item).filter(({ value }) => value !== null);
    return {
      pka: [
        ...(facts.length > 0 ? [{ kind: 'facts', facts } as const] : []),
        ...(facts.length > 0 ? [{ kind: 'panel', panel: 'sites' } as const] : []),
        { kind: 'table', table: 'pka' },
        { kind: 'atoms', table: 'pka', column: 'pka' },
      ],
    };
  },
  // On the molecule as it was given: its partners have a proton more or less.
  marks: (data, _read, structure) =>
    structure === null || structure === 'initial' || structure === data.structures[0]?.uuid ? siteMarks(data) : [],
  resubmit(data) {
    if (takesSolvent(data)) return { value: data, changes: [] };
    const { title } = pkaMethods[data.microscopic_pka_method];
    return forced(data, 'solvent', 'water', `${title} takes ${allowedSolvents(data.microscopic_pka_method)} only.`);
  },
  cite: ({ microscopic_pka_method: method }) => [
    method,
    ...levelCitations(pkaLevels(method).map((level) => level.settings)),
    ...(pkaMethods[method].input === 'molecule' ? ['etkdg'] : []),
  ],
});
