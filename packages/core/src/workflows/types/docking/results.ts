import * as z from 'zod/mini';
import { caveatOf } from '../../../entities/caveat.ts';
import { numbered, phrase, type Text } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { forceOptimization } from '../../../methods/resubmission.ts';
import { tableOf } from '../../../tables/build-table.ts';
import { activePose, dockingSummary } from '../../../tables/docking-values.ts';
import { strainLimits } from '../../../tables/ratings.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type StructureReference } from '../../definition.ts';
import { calculationStructure, proteinStructure } from '../../parts/calculations/structure-references.ts';
import { generatorCitations } from '../../parts/conformers/generator-citations.ts';
import {
  foundWords,
  SearchAgreement,
  scoreHelp,
  unsureSearch,
  vinaCitations,
} from '../../parts/inputs/docking-pocket.ts';
import { entry } from './entry.ts';
import { dockingHeadline } from './headline.ts';
import { type Data, settings } from './settings.ts';

/** A docked pose. `score` in kcal/mol on the scoring function's own scale; `strain` in kcal/mol, null where no conformer search gave a reference. */
const Score = z.looseObject({
  /** Calculation of the ligand as it lies in the pocket. */
  pose: optionalNull(z.string()),
  /** Protein with the ligand in it; older items have none. */
  complex_pdb: optionalNull(z.string()),
  score: optionalNull(z.number()),
  /** How many of the independent searches found this pose; null for older items. */
  found_by: optionalNull(z.int()),
  /** Null where PoseBusters did not run. */
  posebusters_valid: optionalNull(z.boolean()),
  /** Names of the checks that fail, as text; null where PoseBusters did not run or an older item does not say. */
  posebusters_failed: optionalNull(z.array(z.string())),
  strain: optionalNull(z.number()),
});
type Score = z.output<typeof Score>;

const results = z.looseObject({
  /** Calculations of the ligand's conformers. */
  conformers: z._default(z.array(z.string()), []),
  /** Poses, lowest score first. */
  scores: z._default(z.array(Score), []),
  /** How far the independent searches agree on the best pose; null for older items. */
  search_agreement: optionalNull(SearchAgreement),
});
type Whole = Data & z.output<typeof results>;

/** The pose as a structure: the ligand's calculation in the protein, or the complex where there is none. */
function poseStructure(
  { pose, complex_pdb }: Score,
  index: number,
  { target, target_uuid }: Whole,
): StructureReference[] {
  const name = numbered('Pose', index + 1);
  if (!pose) return proteinStructure(name, complex_pdb);
  const within = target_uuid ? { uuid: target_uuid } : target ? { pdb: target } : null;
  return calculationStructure(name, pose).map((each) => (within ? { ...each, within } : each));
}

const structureOf = ({ pose, complex_pdb }: Score) => pose || complex_pdb || null;

function posebustersWords({ posebusters_valid: valid, posebusters_failed: failed }: Score, unsure: boolean): Text {
  if (valid === null) return 'not checked';
  if (valid) return unsure ? 'possible geometry, but the searches disagree' : 'passes all checks';
  return failed && failed.length > 0 ? phrase('fails: {checks}', { checks: failed.join(', ') }) : 'fails a check';
}

function poseTable({ scores, search_agreement: agreement }: Whole): TableData {
  const unsure = unsureSearch(agreement) !== null;
  return tableOf({
    id: 'docking',
    title: 'Poses',
    rows: scores,
    columns: [
      { id: 'pose', title: 'Pose', notation: 'term', text: (_, index) => numbered('Pose', index + 1) },
      { id: 'score', title: 'Score', unit: 'kcal/mol', help: scoreHelp, precision: 2, value: ({ score }) => score },
      ...(agreement
        ? [
            {
              id: 'found_by',
              title: 'Found by searches',
              help: 'How many of the independent searches found this pose within 2 Å and 0.5 kcal/mol. It measures how thorough the search is, not whether the scoring function is right.',
              notation: 'term' as const,
              text: ({ found_by }: Score) => foundWords(found_by, agreement),
            },
          ]
        : []),
      {
        id: 'strain',
        title: 'Strain',
        unit: 'kcal/mol',
        help: 'Energy of the ligand in the pose above its lowest conformer. Where it is missing, the strain is unknown and may be large.',
        precision: 2,
        missing: 'unknown',
        // A pose that another search may replace is not rated.
        ...(unsure ? {} : { rating: { kind: 'below' as const, ...strainLimits } }),
        value: ({ strain }) => strain,
      },
      {
        id: 'posebusters_valid',
        title: 'PoseBusters',
        help: 'Checks of the geometry of the pose and of clashes with the protein.',
        notation: 'term',
        text: (score) => posebustersWords(score, unsure),
      },
    ],
    structure: structureOf,
    empty: 'No poses yet.',
  });
}

function summaryTable({ scores }: Whole): TableData {
  const summary = dockingSummary(scores);
  const { good, okay } = strainLimits;
  const rows = [
    { poses: 'All poses', count: summary.poses, score: summary.lowestScore },
    {
      poses: phrase('Strain under {limit} kcal/mol', { limit: good }),
      count: summary.posesUnder4,
      score: summary.lowestScoreUnder4,
    },
    {
      poses: phrase('Strain under {limit} kcal/mol', { limit: okay }),
      count: summary.posesUnder8,
      score: summary.lowestScoreUnder8,
    },
    ...(summary.posesWithoutStrain > 0
      ? [{ poses: 'Strain unknown', count: summary.posesWithoutStrain, score: null }]
      : []),
  ];
  return tableOf({
    id: 'docking_summary',
    title: 'Lowest scores',
    rows: summary.poses > 0 ? rows : [],
    columns: [
      { id: 'poses', title: 'Poses', notation: 'term', text: ({ poses }) => poses },
      { id: 'count', title: 'Number of poses', precision: 0, value: ({ count }) => count },
      {
        id: 'lowest_score',
        title: 'Lowest score',
        unit: 'kcal/mol',
        help: scoreHelp,
        precision: 2,
        value: ({ score }) => score,
      },
    ],
    empty: 'No poses yet.',
  });
}

export default defineResults({
  entry,
  settings,
  results,
  settle: forceOptimization,
  structureWord: 'pose',
  structures: (data) => data.scores.flatMap((score, index) => poseStructure(score, index, data)),
  active({ scores }) {
    const index = activePose(scores);
    const pose = index === null ? undefined : scores[index];
    return pose ? structureOf(pose) : null;
  },
  tables: (data) => [poseTable(data), summaryTable(data)],
  caveats({ search_agreement }) {
    const text = unsureSearch(search_agreement);
    return text === null ? [] : [caveatOf('changes_number', text)];
  },
  values: ({ scores }) => [
    {
      path: 'docking_score',
      title: 'Lowest docking score',
      unit: 'kcal/mol',
      precision: 2,
      value: dockingSummary(scores).lowestScore,
      stage: { engine: 'vina' },
    },
  ],
  headline: ({ scores, search_agreement }) => dockingHeadline(scores, unsureSearch(search_agreement) !== null),
  tabs: () => [{ id: 'docking', title: 'docking' }, infoTab],
  parts: () => ({
    docking: [
      { kind: 'table', table: 'docking' },
      { kind: 'panel', panel: 'poses' },
      { kind: 'panel', panel: 'contacts' },
      { kind: 'table', table: 'docking_summary' },
    ],
  }),
  cite: (data) => [
    ...vinaCitations(data),
    ...(data.do_csearch ? generatorCitations(data.conformer_gen_settings) : []),
    'posebusters',
  ],
});
