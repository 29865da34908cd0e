import * as z from 'zod/mini';
import { Pdb } from '../../chemistry/pdb/schema.ts';
import type { Problem } from '../../chemistry/problem.ts';
import { maximumSmilesLength } from '../../entities/conversion.ts';
import { isFinished } from '../../entities/item-status.ts';
import { numbered } from '../../entities/phrases.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { type ColumnOf, tableOf } from '../../tables/build-table.ts';
import { defaultTopCount, topCompounds } from '../../tables/docking-values.ts';
import type { TableData } from '../../tables/table.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Notice, StructureReference, WorkflowInputs } from '../definition.ts';
import { smilesStructure } from '../results/structure-references.ts';
import { onlyMirrorImages, stereoProblems } from '../rules/input-problems.ts';
import { anyStructure, ligandElements, limitProblems } from '../rules/limits.ts';
import {
  dockingShape,
  pocketInput,
  pocketNotices,
  pocketProblems,
  scoreHelp,
  vinaCitations,
  vinaFields,
  vinaNeeds,
  vinaOffers,
  vinaProblems,
} from '../schemas/docking-pocket.ts';
import { smilesListInput } from '../schemas/input-shapes.ts';

const settings = z.looseObject({
  ...smilesListInput,
  /** Identifier of a protein of the platform, or the protein itself. */
  target: optionalNull(z.union([z.string(), Pdb])),
  ...dockingShape,
});
type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** Lowest score of each compound on the scoring function's own scale (kcal/mol), in the order of the list; null where it failed; shorter while running. */
  best_scores: z._default(z.array(z.nullable(z.number())), []),
  /** Calculation of each compound as it lies in the pocket in its best pose, in the same order; older items have none. */
  best_poses: z._default(z.array(z.nullable(z.string())), []),
  /** Why a compound was not docked, in the same order; null where it was. */
  failures: z._default(z.array(z.nullable(z.string())), []),
});
type Whole = Data & z.output<typeof results>;

const limits = {
  ...anyStructure,
  openShell: false,
  elements: { allowed: ligandElements, by: 'Docking' },
};

/** Every entry can be read, and is a ligand that can be docked; which one is not is named. */
function compoundProblems({ initial_smiles_list }: Data, { inspections }: WorkflowInputs): Problem[] {
  return initial_smiles_list.flatMap((smiles, index) => {
    const field = `initial_smiles_list.${index}`;
    const inspection = inspections?.get(smiles) ?? null;
    const found = (): string[] => {
      if (smiles.trim() === '') return ['the SMILES is empty.'];
      if (smiles.length > maximumSmilesLength) {
        return [`the SMILES has ${smiles.length} characters; at most ${maximumSmilesLength} are taken.`];
      }
      if (inspection?.error) return [`the SMILES cannot be read: ${inspection.error.detail}`];
      const inputs = { molecule: null, smiles, inspection };
      return [...limitProblems(limits, inputs, 'Docking'), ...stereoProblems(inputs)].map(({ detail }) => detail);
    };
    return found().map((detail) => ({ field, detail: `Compound ${index + 1}${shortened(smiles)}: ${detail}` }));
  });
}

/** A SMILES in brackets, cut where it is long; nothing for an empty one. */
function shortened(smiles: string): string {
  if (smiles.trim() === '') return '';
  return smiles.length > 40 ? ` (${smiles.slice(0, 40)}…)` : ` (${smiles})`;
}

/** Entries that can be docked, though not as a chemist may mean it. */
function compoundNotices({ initial_smiles_list }: Data, { inspections }: WorkflowInputs): Notice[] {
  const placesOf = (accepts: (smiles: string) => boolean) =>
    initial_smiles_list.flatMap((smiles, index) => (accepts(smiles) ? [index + 1] : []));
  const mirrored = placesOf((smiles) => onlyMirrorImages(inspections?.get(smiles)));
  const several = placesOf((smiles) => (inspections?.get(smiles)?.fragments ?? 1) > 1);
  const notices: Notice[] = [];
  if (mirrored.length > 0) {
    notices.push({
      kind: 'warning',
      title: 'Some compounds have an undefined stereocentre',
      body: `One enantiomer will be docked, and its mirror image may bind differently: compound ${mirrored.join(', ')}.`,
    });
  }
  if (several.length > 0) {
    notices.push({
      kind: 'warning',
      title: 'Some compounds are several molecules',
      body: `They are not docked, and have no score. For a salt, give the part that you mean: compound ${several.join(', ')}.`,
    });
  }
  return notices;
}

interface Compound {
  index: number;
  smiles: string;
  rank: number | null;
  score: number | null;
  state: string;
  reason: string | null;
}

/** Compounds from the lowest best score on, then those without one in the order of the list. */
function rankedCompounds({ initial_smiles_list, best_scores, failures }: Whole, finished: boolean): Compound[] {
  const scores = initial_smiles_list.map((_, index) => best_scores[index]);
  const order = topCompounds(scores, scores.length);
  const ranked = new Set(order);
  const rest = scores.flatMap((_, index) => (ranked.has(index) ? [] : [index]));
  return [...order, ...rest].map((index, place) => {
    const score = scores[index];
    const done = score !== undefined;
    return {
      index,
      smiles: initial_smiles_list[index] ?? '',
      rank: ranked.has(index) ? place + 1 : null,
      score: score ?? null,
      state: ranked.has(index) ? 'docked' : done ? 'failed' : finished ? 'not docked' : 'waiting',
      reason: failures[index] ?? null,
    };
  });
}

const compoundId = (index: number) => `compound-${index + 1}`;

/** The compounds in the order of the list: each in its best pose inside the protein, as its formula where there is none. */
function compoundStructures({ initial_smiles_list, best_poses, target }: Whole): StructureReference[] {
  const within = typeof target === 'string' ? { uuid: target } : target ? { pdb: target } : null;
  return initial_smiles_list.flatMap((smiles, index) => {
    const name = numbered('Structure', index + 1);
    const uuid = best_poses[index];
    if (!uuid) return smilesStructure(compoundId(index), name, smiles);
    const source = { kind: 'calculation' as const, uuid, frame: 'last' as const };
    return [{ id: compoundId(index), name, source, ...(within ? { within } : {}) }];
  });
}

const columns: readonly ColumnOf<Compound>[] = [
  { id: 'rank', title: 'Rank', precision: 0, value: ({ rank }) => rank },
  { id: 'compound', title: 'Compound', notation: 'term', text: ({ index }) => numbered('Structure', index + 1) },
  { id: 'smiles', title: 'SMILES', notation: 'smiles', text: ({ smiles }) => smiles },
  {
    id: 'best_score',
    title: 'Best score',
    unit: 'kcal/mol',
    help: scoreHelp,
    precision: 2,
    value: ({ score }) => score,
  },
  { id: 'state', title: 'State', notation: 'term', text: ({ state }) => state },
];
const reason: ColumnOf<Compound> = { id: 'reason', title: 'Reason', text: (compound) => compound.reason };

function compoundTable(id: string, title: string, rows: readonly Compound[], empty: string): TableData {
  const shown = rows.some((compound) => compound.reason !== null) ? [...columns, reason] : columns;
  return tableOf({ id, title, rows, columns: shown, structure: ({ index }) => compoundId(index), empty });
}

/** Docking of many compounds into one box; the best score of each. */
export default defineWorkflow({
  type: 'batch_docking',
  inputs: [
    { role: 'initial_smiles_list', kind: 'smiles_list', title: 'Compounds', required: true },
    { role: 'target', kind: 'protein', title: 'Protein', required: true },
    pocketInput,
  ],
  limits: () => limits,
  settings,
  results,
  needs: (data) => [...vinaNeeds(data), 'rdkit'],
  rules: [compoundProblems, vinaProblems, pocketProblems],
  notices: (data, inputs) => [...compoundNotices(data, inputs), ...pocketNotices(data)],
  offers: vinaOffers,
  fields: vinaFields,
  structures: compoundStructures,
  active({ best_scores }) {
    const [best] = topCompounds(best_scores, 1);
    return best === undefined ? null : compoundId(best);
  },
  tables(data, { item }) {
    const compounds = rankedCompounds(data, isFinished(item.object_status));
    return [
      compoundTable('batch_docking', 'Compounds', compounds, 'No compounds were given.'),
      compoundTable(
        'top_compounds',
        'Best compounds',
        compounds.filter(({ rank }) => rank !== null && rank <= defaultTopCount),
        'No compound has a score yet.',
      ),
    ];
  },
  tabs: () => [{ id: 'batch_docking', title: 'batch_docking' }, infoTab],
  parts: ({ initial_smiles_list }) => ({
    batch_docking: [
      { kind: 'panel', panel: 'poses' },
      // Of few compounds the whole table says the same.
      ...(initial_smiles_list.length > defaultTopCount ? [{ kind: 'table' as const, table: 'top_compounds' }] : []),
      { kind: 'table', table: 'batch_docking' },
      { kind: 'panel', panel: 'contacts' },
    ],
  }),
  cite: vinaCitations,
});
