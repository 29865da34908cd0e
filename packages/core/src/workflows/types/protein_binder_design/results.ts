import * as z from 'zod/mini';
import { numbered } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { type ColumnOf, tableOf } from '../../../tables/build-table.ts';
import { scoreRules } from '../../../tables/ratings.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { proteinStructure } from '../../parts/calculations/structure-references.ts';
import { entry } from './entry.ts';
import { designHeadline } from './headline.ts';
import { settings } from './settings.ts';

const score = optionalNull(z.number());
const Scores = z.looseObject({
  quality_score: score,
  num_filters_passed: score,
  iptm: score,
  design_ptm: score,
  min_design_to_target_pae: score,
  design_to_target_iptm: score,
  min_interaction_pae: score,
  bb_rmsd: score,
  delta_sasa_refolded: score,
  plip_hbonds_refolded: score,
  plip_saltbridge_refolded: score,
  liability_score: score,
  liability_high_severity_violations: score,
  liability_num_violations: score,
  helix: score,
  sheet: score,
  loop: score,
  design_largest_hydrophobic_patch_refolded: score,
  design_hydrophobicity: score,
  num_tokens: score,
});

const Binder = z.looseObject({
  binder_sequence: optionalNull(z.string()),
  /** Protein of the platform that holds binder and target. */
  bound_structure: optionalNull(z.string()),
  scores: optionalNull(Scores),
});
type Binder = z.output<typeof Binder>;

const results = z.looseObject({ generated_binders: z._default(z.array(Binder), []) });

type ScoreName = keyof typeof Scores.shape;

function scoreColumn(
  id: ScoreName,
  title: string,
  precision: number,
  more: { unit?: string; help?: string } = {},
): ColumnOf<Binder> {
  return { id, title, precision, ...more, value: ({ scores }) => scores?.[id] };
}

const lower = { help: 'Lower is better' };

function designTable(binders: readonly Binder[]) {
  return tableOf({
    id: 'protein_binder_designs',
    title: 'Protein Binder Designs',
    rows: binders,
    columns: [
      { id: 'design', title: 'Design', precision: 0, value: (_, index) => index + 1 },
      scoreColumn('quality_score', 'Quality score', 2, { help: 'Higher is better' }),
      scoreColumn('num_filters_passed', 'Filters passed', 0),
      { ...scoreColumn('iptm', 'ipTM', 2), rating: scoreRules.iptm },
      { ...scoreColumn('design_ptm', 'Design pTM', 2), rating: scoreRules.ptm },
      scoreColumn('design_to_target_iptm', 'Design-to-target ipTM', 2),
      scoreColumn('min_design_to_target_pae', 'Lowest design-to-target PAE', 2, { unit: 'Å', ...lower }),
      scoreColumn('min_interaction_pae', 'Lowest interaction PAE', 2, { unit: 'Å', ...lower }),
      scoreColumn('bb_rmsd', 'Backbone RMSD', 2, { unit: 'Å', ...lower }),
      scoreColumn('delta_sasa_refolded', 'Buried surface', 2, { unit: 'Å²' }),
      scoreColumn('plip_hbonds_refolded', 'Hydrogen bonds', 0),
      scoreColumn('plip_saltbridge_refolded', 'Salt bridges', 0),
      scoreColumn('liability_score', 'Liability score', 2, lower),
      scoreColumn('liability_high_severity_violations', 'Severe liabilities', 0, lower),
      scoreColumn('liability_num_violations', 'Liabilities', 0, lower),
      scoreColumn('helix', 'Helix fraction', 2),
      scoreColumn('sheet', 'Sheet fraction', 2),
      scoreColumn('loop', 'Loop fraction', 2),
      scoreColumn('design_largest_hydrophobic_patch_refolded', 'Largest hydrophobic patch', 2, { unit: 'Å²' }),
      scoreColumn('design_hydrophobicity', 'Hydrophobicity', 2),
      scoreColumn('num_tokens', 'Tokens', 0, { help: 'Residues and ligand atoms of binder and target together' }),
    ],
    structure: ({ bound_structure }) => bound_structure,
    empty: 'No binder was designed yet.',
  });
}

function binderSequenceTable(binders: readonly Binder[]) {
  return tableOf({
    id: 'sequences',
    title: 'Sequences',
    rows: binders,
    columns: [
      { id: 'design', title: 'Design', precision: 0, value: (_, index) => index + 1 },
      { id: 'length', title: 'Length', precision: 0, value: ({ binder_sequence }) => binder_sequence?.length },
      { id: 'letters', title: 'Letters', text: ({ binder_sequence }) => binder_sequence },
    ],
    structure: ({ bound_structure }) => bound_structure,
    empty: 'No binder was designed yet.',
  });
}

export default defineResults({
  entry,
  settings,
  results,
  predictsProteins: true,
  structures: ({ generated_binders }) =>
    generated_binders.flatMap(({ bound_structure }, index) =>
      proteinStructure(numbered('Structure', index + 1), bound_structure),
    ),
  tables: ({ generated_binders }) => [designTable(generated_binders), binderSequenceTable(generated_binders)],
  headline: ({ generated_binders }) => designHeadline(generated_binders),
  tabs: () => [
    { id: 'protein_binder_designs', title: 'protein_binder_designs' },
    infoTab,
    { id: 'sequences', title: 'sequences' },
  ],
  parts: () => ({
    protein_binder_designs: [
      { kind: 'table', table: 'protein_binder_designs' },
      { kind: 'panel', panel: 'contacts' },
    ],
    sequences: [
      { kind: 'panel', panel: 'fasta' },
      { kind: 'table', table: 'sequences' },
    ],
  }),
  cite: () => ['boltzgen'],
});
