import { defineWorkflow } from '../../define.ts';
import { optionsOf } from '../../parts/forms/form-fields.ts';
import { chainProblems, chainsOf } from '../../parts/inputs/sequence-inputs.ts';
import results from './results.ts';
import { formatTitles } from './settings.ts';

/** Multiple sequence alignment. The files come from a call of their own (`get_msa_files`), not from the data. */
export default defineWorkflow(results, {
  inputs: [
    { role: 'initial_protein_sequences', kind: 'protein_sequences', title: 'Protein sequences', required: true },
  ],
  needs: () => ['msa'],
  untimed: 'The time depends on the size of this server’s sequence databases.',
  rules: [
    (data) => chainProblems(chainsOf(data)),
    ({ output_formats }) =>
      output_formats.length > 0 ? [] : [{ field: 'output_formats', detail: 'Choose at least one output format.' }],
  ],
  fields: [
    {
      kind: 'multiselect',
      path: 'output_formats',
      title: 'Output formats',
      help: 'Which structure-prediction programs the files are for.',
      options: () => optionsOf(formatTitles),
    },
  ],
});
