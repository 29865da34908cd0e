import * as z from 'zod/mini';
import { numbered } from '../../entities/phrases.ts';
import { forgivingEnum, optionalNull } from '../../entities/scalars.ts';
import { type ColumnOf, tableOf } from '../../tables/build-table.ts';
import { scoreRules } from '../../tables/ratings.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import { proteinStructure } from '../results/structure-references.ts';
import { BinderDesignInput, binderInputProblems } from '../schemas/binder-design-input.ts';
import { number, optionsOf, select } from '../schemas/form-fields.ts';
import { messages } from '../schemas/input-shapes.ts';

const protocolTitles = {
  'protein-anything': 'Protein, any target',
  'peptide-anything': 'Peptide, any target',
  'protein-small_molecule': 'Protein, small molecule',
  'nanobody-anything': 'Nanobody, any target',
};

const mostDesigns = 1000;

const settings = z.looseObject({
  messages,
  binder_design_input: z.prefault(BinderDesignInput, {}),
  binder_design_settings: z.prefault(
    z.looseObject({
      protocol: z._default(
        forgivingEnum(['protein-anything', 'peptide-anything', 'protein-small_molecule', 'nanobody-anything']),
        'protein-anything',
      ),
      num_designs: z._default(z.int().check(z.minimum(1)), 10),
      budget: z._default(z.int().check(z.minimum(1)), 2),
    }),
    {},
  ),
});

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

/** Design of proteins, peptides or nanobodies that bind a target. */
export default defineWorkflow({
  type: 'protein_binder_design',
  inputs: [{ role: 'binder_design_input', kind: 'binder_design', title: 'Target and design', required: true }],
  settings,
  results,
  needs: () => ['boltzgen'],
  rules: [
    ({ binder_design_input }) => binderInputProblems(binder_design_input),
    ({ binder_design_settings: { num_designs, budget } }) => {
      const field = 'binder_design_settings';
      if (num_designs > mostDesigns) {
        return [
          { field: `${field}.num_designs`, detail: `At most ${mostDesigns} designs are made, not ${num_designs}.` },
        ];
      }
      if (budget <= num_designs) return [];
      return [
        {
          field: `${field}.budget`,
          detail: `The budget (${budget}) is how many of the ${num_designs} designs are kept; it cannot be more.`,
        },
      ];
    },
  ],
  fields: [
    select('binder_design_settings.protocol', 'Protocol', optionsOf(protocolTitles)),
    number('binder_design_settings.num_designs', 'Designs', { minimum: 1, maximum: mostDesigns, step: 1 }),
    number('binder_design_settings.budget', 'Budget', {
      help: 'How many of the designs are kept, chosen for quality and diversity.',
      minimum: 1,
      maximum: mostDesigns,
      step: 1,
    }),
  ],
  structures: ({ generated_binders }) =>
    generated_binders.flatMap(({ bound_structure }, index) =>
      proteinStructure(numbered('Structure', index + 1), bound_structure),
    ),
  tables: ({ generated_binders }) => [designTable(generated_binders), binderSequenceTable(generated_binders)],
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
