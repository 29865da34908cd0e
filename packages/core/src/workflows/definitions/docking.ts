import * as z from 'zod/mini';
import { Pdb } from '../../chemistry/pdb/schema.ts';
import type { Problem } from '../../chemistry/problem.ts';
import { numbered, phrase } from '../../entities/phrases.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode } from '../../entities/settings.ts';
import { forceOptimization } from '../../methods/resubmission.ts';
import { tableOf } from '../../tables/build-table.ts';
import { activePose, dockingSummary } from '../../tables/docking-values.ts';
import { strainLimits } from '../../tables/ratings.ts';
import type { TableData } from '../../tables/table.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { StructureReference, WorkflowData } from '../definition.ts';
import { calculationStructure, proteinStructure } from '../results/structure-references.ts';
import { ligandElements } from '../rules/limits.ts';
import { ConformerGenerationSettings, generationSettings } from '../schemas/conformer-generation.ts';
import {
  generatorCitations,
  generatorNeeds,
  generatorNotices,
  generatorProblems,
} from '../schemas/conformer-generators.ts';
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
import { number, select, toggle } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  /** The protein itself, in place of one of the platform's. */
  target: optionalNull(Pdb),
  target_uuid: optionalNull(z.string()),
  ...dockingShape,
  do_csearch: z._default(z.boolean(), true),
  conformer_gen_settings: z.prefault(
    ConformerGenerationSettings,
    generationSettings('reckless', { nci: false, max_confs: null, constraints: [] }),
  ),
  do_optimization: z._default(z.boolean(), true),
  do_pose_refinement: z._default(z.boolean(), true),
});
type Data = z.output<typeof settings>;

/** A docked pose. `score` in kcal/mol on the scoring function's own scale; `strain` in kcal/mol, null where no conformer search gave a reference. */
const Score = z.looseObject({
  /** Calculation of the ligand as it lies in the pocket. */
  pose: optionalNull(z.string()),
  /** Protein with the ligand in it; older items have none. */
  complex_pdb: optionalNull(z.string()),
  score: optionalNull(z.number()),
  /** Null where PoseBusters did not run. */
  posebusters_valid: optionalNull(z.boolean()),
  /** Names of the checks that fail, in words; null where PoseBusters did not run or an older item does not say. */
  posebusters_failed: optionalNull(z.array(z.string())),
  strain: optionalNull(z.number()),
});
type Score = z.output<typeof Score>;

const results = z.looseObject({
  /** Calculations of the ligand's conformers. */
  conformers: z._default(z.array(z.string()), []),
  /** Poses, lowest score first. */
  scores: z._default(z.array(Score), []),
});
type Whole = Data & z.output<typeof results>;

function targetProblems({ target, target_uuid }: Data): Problem[] {
  if (target && target_uuid) {
    return [{ field: 'target', detail: 'Give the protein either by its identifier or as a structure, not both.' }];
  }
  return target || target_uuid
    ? []
    : [{ field: 'target_uuid', detail: 'Protein: nothing is given, and it is needed.' }];
}

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

function posebustersWords({ posebusters_valid: valid, posebusters_failed: failed }: Score): string {
  if (valid === null) return 'not checked';
  if (valid) return 'passes all checks';
  return failed && failed.length > 0 ? phrase('fails: {checks}', { checks: failed.join(', ') }) : 'fails a check';
}

function poseTable({ scores }: Whole): TableData {
  return tableOf({
    id: 'docking',
    title: 'Poses',
    rows: scores,
    columns: [
      { id: 'pose', title: 'Pose', notation: 'term', text: (_, index) => numbered('Pose', index + 1) },
      { id: 'score', title: 'Score', unit: 'kcal/mol', help: scoreHelp, precision: 2, value: ({ score }) => score },
      {
        id: 'strain',
        title: 'Strain',
        unit: 'kcal/mol',
        help: 'Energy of the ligand in the pose above its lowest conformer. Where it was not computed it is unknown, not small.',
        precision: 2,
        missing: 'unknown',
        rating: { kind: 'below', ...strainLimits },
        value: ({ strain }) => strain,
      },
      {
        id: 'posebusters_valid',
        title: 'PoseBusters',
        help: 'Checks of the geometry of the pose and of clashes with the protein.',
        notation: 'term',
        text: posebustersWords,
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

const searches = (data: WorkflowData) => data.do_csearch !== false;

/** Docking of one ligand into a box of a protein. */
export default defineWorkflow({
  type: 'docking',
  inputs: [
    { role: 'initial_molecule', kind: 'molecule', title: 'Ligand', required: true },
    { role: 'target_uuid', kind: 'protein', title: 'Protein', required: false },
    pocketInput,
  ],
  limits: () => ({ openShell: false, elements: { allowed: ligandElements, by: 'Docking' } }),
  settings,
  results,
  settle: forceOptimization,
  complete({ conformer_gen_settings: given }) {
    const ofMode = given.settings_type === 'etkdg' && (given.mode === 'reckless' || given.mode === 'rapid');
    return ofMode
      ? { conformer_gen_settings: generationSettings(given.mode === 'rapid' ? 'rapid' : 'reckless', given) }
      : {};
  },
  needs: (data) => [...vinaNeeds(data), ...(data.do_csearch ? generatorNeeds(data.conformer_gen_settings) : ['rdkit'])],
  rules: [
    targetProblems,
    vinaProblems,
    pocketProblems,
    ({ do_csearch, conformer_gen_settings }, _inputs, report) =>
      do_csearch ? generatorProblems(conformer_gen_settings, report, 'conformer_gen_settings.mode') : [],
  ],
  notices: (data, _inputs, report) => [
    ...pocketNotices(data),
    ...(data.do_csearch
      ? generatorNotices(data.conformer_gen_settings, report)
      : [
          {
            kind: 'info' as const,
            title: 'Strain will not be computed',
            body: 'Strain is measured from the lowest conformer; without a conformer search it stays unknown.',
          },
        ]),
  ],
  offers: vinaOffers,
  fields: [
    toggle('do_csearch', 'Search conformers', {
      help: 'Docks several conformers of the ligand, and measures the strain of each pose from the lowest one.',
    }),
    select(
      'conformer_gen_settings.mode',
      'Conformer generation',
      [
        { value: 'reckless', title: 'Reckless: ETKDG, 200 initial conformers' },
        { value: 'rapid', title: 'Rapid: ETKDG, 300 initial conformers' },
      ],
      { shown: searches },
    ),
    number('conformer_gen_settings.max_confs', 'Most conformers', { minimum: 1, step: 1, shown: searches }),
    toggle('do_optimization', 'Optimize conformers', {
      locked: (data) => (searches(data) ? 'A conformer search needs optimized structures.' : null),
    }),
    toggle('do_pose_refinement', 'Refine poses', { help: 'Relaxes each pose in the pocket before it is judged.' }),
    ...vinaFields,
  ],
  structures: (data) => data.scores.flatMap((score, index) => poseStructure(score, index, data)),
  active({ scores }) {
    const index = activePose(scores);
    const pose = index === null ? undefined : scores[index];
    return pose ? structureOf(pose) : null;
  },
  tables: (data) => [poseTable(data), summaryTable(data)],
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
