import * as z from 'zod/mini';
import { Pdb } from '../../../chemistry/pdb/schema.ts';
import { type Caveat, caveatOf } from '../../../entities/caveat.ts';
import { isFinished } from '../../../entities/item-status.ts';
import { numbered } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { type ColumnOf, tableOf } from '../../../tables/build-table.ts';
import { defaultTopCount, dockingSummary, topCompounds } from '../../../tables/docking-values.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type StructureReference } from '../../definition.ts';
import { smilesStructure } from '../../parts/calculations/structure-references.ts';
import {
  dockingShape,
  foundWords,
  SearchAgreement,
  scoreHelp,
  unsureSearch,
  vinaCitations,
} from '../../parts/inputs/docking-pocket.ts';
import { smilesListInput } from '../../parts/inputs/input-shapes.ts';
import { entry } from './entry.ts';
import { batchDockingHeadline } from './headline.ts';

const settings = z.looseObject({
  ...smilesListInput,
  /** Identifier of a protein of the platform, or the protein itself. */
  target: optionalNull(z.union([z.string(), Pdb])),
  ...dockingShape,
});
export type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** Lowest score of each compound on the scoring function's own scale (kcal/mol), in the order of the list; null where it failed; shorter while running. */
  best_scores: z._default(z.array(z.nullable(z.number())), []),
  /** Calculation of each compound as it lies in the pocket in its best pose, in the same order; older items have none. */
  best_poses: z._default(z.array(z.nullable(z.string())), []),
  /** How far the independent searches of each compound agree on its best pose, in the same order; older items have none. */
  search_agreements: z._default(z.array(z.nullable(SearchAgreement)), []),
  /** Why a compound was not docked, in the same order; null where it was. */
  failures: z._default(z.array(z.nullable(z.string())), []),
});
type Whole = Data & z.output<typeof results>;

interface Compound {
  index: number;
  smiles: string;
  rank: number | null;
  score: number | null;
  agreement: SearchAgreement | null;
  state: string;
  reason: string | null;
}

/** Compounds from the lowest best score on, then those without one in the order of the list. */
function rankedCompounds(
  { initial_smiles_list, best_scores, failures, search_agreements }: Whole,
  finished: boolean,
): Compound[] {
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
      agreement: search_agreements[index] ?? null,
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

const found: ColumnOf<Compound> = {
  id: 'found_by',
  title: 'Found by searches',
  help: 'How many of the independent searches found the best pose within 2 Å and 0.5 kcal/mol. It measures how thorough the search is, not whether the scoring function is right.',
  notation: 'term',
  text: ({ agreement }) => foundWords(agreement?.found ?? null, agreement),
};
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
  const shown = [
    ...columns,
    ...(rows.some((compound) => compound.agreement !== null) ? [found] : []),
    ...(rows.some((compound) => compound.reason !== null) ? [reason] : []),
  ];
  return tableOf({ id, title, rows, columns: shown, structure: ({ index }) => compoundId(index), empty });
}

/** The compounds from the best to the worst, and those that the list of the best ones shows. */
function listedCompounds(data: Whole, finished: boolean): { all: Compound[]; best: Compound[] } {
  const all = rankedCompounds(data, finished);
  return { all, best: all.filter(({ rank }) => rank !== null && rank <= defaultTopCount) };
}

/** A note beside the scores of compounds whose searches do not agree. */
function searchCaveats(table: string, rows: readonly Compound[]): Caveat[] {
  return rows.flatMap(({ agreement }, row) => {
    const text = unsureSearch(agreement);
    if (text === null) return [];
    // The first row is the best compound, whose score is the number of the batch.
    const values = row === 0 ? ['best_docking_score'] : null;
    return [caveatOf('changes_number', text, { values, table, rows: [row] })];
  });
}

export default defineResults({
  entry,
  settings,
  results,
  structures: compoundStructures,
  active({ best_scores }) {
    const [best] = topCompounds(best_scores, 1);
    return best === undefined ? null : compoundId(best);
  },
  tables(data, { item }) {
    const { all, best } = listedCompounds(data, isFinished(item.object_status));
    return [
      compoundTable('batch_docking', 'Compounds', all, 'No compounds were given.'),
      compoundTable('top_compounds', 'Best compounds', best, 'No compound has a score yet.'),
    ];
  },
  caveats(data, { item }) {
    const { all, best } = listedCompounds(data, isFinished(item.object_status));
    return [...searchCaveats('batch_docking', all), ...searchCaveats('top_compounds', best)];
  },
  values: ({ best_scores }) => [
    {
      path: 'best_docking_score',
      title: 'Best docking score of the batch',
      unit: 'kcal/mol',
      precision: 2,
      value: dockingSummary(best_scores.map((score) => ({ score }))).lowestScore,
      stage: { engine: 'vina' },
    },
  ],
  headline: (data, { item }) =>
    batchDockingHeadline(
      listedCompounds(data, isFinished(item.object_status)).all.map(({ index, score, state }) => ({
        name: numbered('Structure', index + 1),
        score,
        state,
      })),
    ),
  tabs: () => [{ id: 'batch_docking', title: 'batch_docking' }, infoTab],
  parts: ({ initial_smiles_list }) => ({
    batch_docking: [
      { kind: 'panel', panel: 'poses' },
      // For few compounds the whole table shows the same.
      ...(initial_smiles_list.length > defaultTopCount ? [{ kind: 'table' as const, table: 'top_compounds' }] : []),
      { kind: 'table', table: 'batch_docking' },
      { kind: 'panel', panel: 'contacts' },
    ],
  }),
  cite: vinaCitations,
});
