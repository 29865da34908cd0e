import * as z from 'zod/mini';
import { isFinished } from '../../../entities/item-status.ts';
import { numbered, phrase, type Text } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { type ColumnOf, tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue, type StructureReference } from '../../definition.ts';
import { moleculeStructure, validUuid } from '../../parts/calculations/structure-references.ts';
import { scoreHelp, vinaCitations } from '../../parts/inputs/docking-pocket.ts';
import type { TabPart } from '../../tab-parts.ts';
import { entry } from './entry.ts';
import { analogueHeadline } from './headline.ts';
import { type Data, settings } from './settings.ts';

/** A pose of an analogue: score in kcal/mol on the scoring function's own scale, RMSD (Å) of its core from the reference. */
const Score = z.looseObject({
  /** Calculation of the analogue as it lies in the pocket. */
  pose: optionalNull(z.string()),
  /** The protein with the analogue in it; of the best pose alone. */
  complex_pdb: optionalNull(z.string()),
  score: z.number(),
  posebusters_valid: optionalNull(z.boolean()),
  posebusters_failed: optionalNull(z.array(z.string())),
  rmsd: optionalNull(z.number()),
});
type Score = z.output<typeof Score>;

const results = z.looseObject({
  /** Poses of each analogue by its SMILES, the lowest score first. */
  analogue_scores: z._default(z.record(z.string(), z.array(Score)), {}),
  /** Heavy atoms that each analogue shares with the reference. */
  core_atoms: z._default(z.record(z.string(), z.int()), {}),
  /** Why an analogue has no pose. */
  failures: z._default(z.record(z.string(), z.string()), {}),
});
type Whole = Data & z.output<typeof results>;

interface Analogue {
  name: Text;
  smiles: string;
  poses: readonly Score[];
  core: number | null;
  state: string;
  reason: string | null;
}

const lowest = ({ poses }: Analogue) => poses[0]?.score ?? Number.POSITIVE_INFINITY;

/** The analogues from the lowest score on, then those without a pose in the order of the list. */
function ranked(data: Whole, finished: boolean): Analogue[] {
  const rows = data.analogues.map((smiles, index): Analogue => {
    const poses = data.analogue_scores[smiles] ?? [];
    const reason = data.failures[smiles] ?? null;
    return {
      name: data.analogue_names[index] || numbered('Analogue', index + 1),
      smiles,
      poses,
      core: data.core_atoms[smiles] || null,
      state: poses.length > 0 ? 'docked' : reason !== null ? 'failed' : finished ? 'not docked' : 'waiting',
      reason,
    };
  });
  return rows.sort((a, b) => (lowest(a) === lowest(b) ? 0 : lowest(a) - lowest(b)));
}

function checksInWords(score: Score | undefined): Text | null {
  if (!score) return null;
  if (score.posebusters_valid === null) return 'not checked';
  if (score.posebusters_valid) return 'passes all checks';
  const failed = score.posebusters_failed ?? [];
  return failed.length > 0 ? phrase('fails: {checks}', { checks: failed.join(', ') }) : 'fails a check';
}

const rmsdHelp =
  'Root-mean-square deviation of the atoms shared with the reference from their places there, without superposition.';

function analogueTable(rows: readonly Analogue[]): TableData {
  const columns: ColumnOf<Analogue>[] = [
    { id: 'analogue', title: 'Analogue', notation: 'term', text: ({ name }) => name },
    { id: 'smiles', title: 'SMILES', notation: 'smiles', text: ({ smiles }) => smiles },
    {
      id: 'score',
      title: 'Best score',
      unit: 'kcal/mol',
      help: scoreHelp,
      precision: 2,
      value: ({ poses }) => poses[0]?.score ?? null,
    },
    {
      id: 'rmsd',
      title: 'RMSD of the core',
      unit: 'Å',
      help: rmsdHelp,
      precision: 2,
      value: ({ poses }) => poses[0]?.rmsd ?? null,
    },
    {
      id: 'core_atoms',
      title: 'Atoms of the core',
      help: 'Heavy atoms that it shares with the reference.',
      precision: 0,
      value: ({ core }) => core,
    },
    { id: 'posebusters', title: 'PoseBusters', notation: 'term', text: ({ poses }) => checksInWords(poses[0]) },
    { id: 'state', title: 'State', notation: 'term', text: ({ state }) => state },
    ...(rows.some(({ reason }) => reason !== null)
      ? [{ id: 'reason', title: 'Reason', text: ({ reason }: Analogue) => reason }]
      : []),
  ];
  return tableOf({
    id: 'analogue_docking',
    title: 'Analogues',
    rows,
    columns,
    structure: ({ poses }) => validUuid(poses[0]?.pose),
    empty: 'No analogues were given.',
  });
}

interface Pose {
  name: Text;
  number: number;
  score: Score;
}

const posesOf = (rows: readonly Analogue[]): Pose[] =>
  rows.flatMap(({ name, poses }) => poses.map((score, index) => ({ name, number: index + 1, score })));

function poseTable(rows: readonly Analogue[]): TableData {
  return tableOf<Pose>({
    id: 'poses',
    title: 'Poses',
    rows: posesOf(rows),
    columns: [
      { id: 'analogue', title: 'Analogue', notation: 'term', text: ({ name }) => name },
      { id: 'pose', title: 'Pose', notation: 'term', text: ({ number }) => numbered('Pose', number) },
      {
        id: 'score',
        title: 'Score',
        unit: 'kcal/mol',
        help: scoreHelp,
        precision: 2,
        value: ({ score }) => score.score,
      },
      {
        id: 'rmsd',
        title: 'RMSD of the core',
        unit: 'Å',
        help: rmsdHelp,
        precision: 2,
        value: ({ score }) => score.rmsd,
      },
      { id: 'posebusters', title: 'PoseBusters', notation: 'term', text: ({ score }) => checksInWords(score) },
    ],
    structure: ({ score }) => validUuid(score.pose),
    empty: 'No poses yet.',
  });
}

const reference = 'reference';

/** The reference and all poses, each in the protein. */
function structuresOf(data: Whole): StructureReference[] {
  const { protein } = data;
  const within = typeof protein === 'string' ? { uuid: protein } : protein ? { pdb: protein } : null;
  const poses = posesOf(ranked(data, true)).flatMap(({ name, number, score }): StructureReference[] => {
    const uuid = validUuid(score.pose);
    const title = phrase('{analogue}, pose {number}', { analogue: name, number });
    return uuid ? [{ id: uuid, name: title, source: { kind: 'calculation', uuid, frame: 'last' } }] : [];
  });
  const all = [...poses, ...moleculeStructure(reference, 'Reference', data.initial_molecule)];
  return all.map((each) => (within ? { ...each, within } : each));
}

/** As many poses are laid over the reference at most; more cannot be told apart. */
const mostOverlaid = 10;

function overlay(data: Whole): TabPart[] {
  const beside = ranked(data, true)
    .flatMap(({ poses }) => validUuid(poses[0]?.pose) ?? [])
    .slice(0, mostOverlaid);
  if (beside.length === 0 || !data.initial_molecule) return [];
  return [{ kind: 'overlay', title: 'Overlay the best poses on the reference', shown: reference, beside }];
}

function valuesOf(data: Whole): NamedValue[] {
  const [best] = ranked(data, true);
  const pose = best?.poses[0];
  return [
    {
      path: 'best_docking_score',
      title: 'Best docking score of the analogues',
      unit: 'kcal/mol',
      precision: 2,
      value: pose?.score ?? null,
      stage: { engine: 'vina' },
    },
    {
      path: 'core_rmsd',
      title: 'RMSD of its core',
      unit: 'Å',
      precision: 2,
      value: pose?.rmsd ?? null,
      stage: { engine: 'vina' },
    },
  ];
}

export default defineResults({
  entry,
  settings,
  results,
  structures: structuresOf,
  tables(data, { item }) {
    const rows = ranked(data, isFinished(item.object_status));
    return [analogueTable(rows), poseTable(rows)];
  },
  values: valuesOf,
  headline: (data, { item }) =>
    analogueHeadline(
      ranked(data, isFinished(item.object_status)).map(({ name, poses, state }) => ({
        name,
        state,
        score: poses[0]?.score ?? null,
        checked: poses[0]?.posebusters_valid ?? null,
      })),
    ),
  tabs: () => [{ id: 'analogue_docking', title: 'Analogue Docking' }, infoTab],
  parts: (data) => ({
    analogue_docking: [
      { kind: 'table', table: 'analogue_docking' },
      ...overlay(data),
      { kind: 'panel', panel: 'poses' },
      { kind: 'table', table: 'poses' },
      { kind: 'panel', panel: 'contacts' },
    ],
  }),
  cite: (data) => [...vinaCitations({ ...data, pocket: null }), 'etkdg', 'mmff94', 'posebusters'],
});
