import { defineWorkflow } from '../../define.ts';
import { number, optionsOf, select } from '../../parts/forms/form-fields.ts';
import { binderInputProblems } from './binder-design-problems.ts';
import results from './results.ts';

const protocolTitles = {
  'protein-anything': 'Protein, any target',
  'peptide-anything': 'Peptide, any target',
  'protein-small_molecule': 'Protein, small molecule',
  'nanobody-anything': 'Nanobody, any target',
};

const mostDesigns = 1000;

/** Design of proteins, peptides or nanobodies that bind a target. */
export default defineWorkflow(results, {
  inputs: [{ role: 'binder_design_input', kind: 'binder_design', title: 'Target and design', required: true }],
  proteinPaths: ['binder_design_input.file_entities.*.uuid'],
  needs: () => ['boltzgen'],
  untimed: 'The time depends on the number of designs and on the graphics processor that they run on.',
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
});
