import * as z from 'zod/mini';
import { forgivingEnum } from '../../entities/scalars.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import { optionsOf } from '../schemas/form-fields.ts';
import { messages } from '../schemas/input-shapes.ts';
import { chainProblems, chainsOf, proteinSequences, sequenceTable } from '../schemas/sequence-inputs.ts';

const formatTitles = { colabfold: 'ColabFold (.a3m)', chai: 'Chai (.pqt)', boltz: 'Boltz (.csv)' };

const settings = z.looseObject({
  messages,
  initial_protein_sequences: proteinSequences,
  output_formats: z._default(z.array(forgivingEnum(['colabfold', 'chai', 'boltz'])), ['colabfold']),
});

/** Multiple sequence alignment. The files come from a call of their own (`get_msa_files`), not from the data. */
export default defineWorkflow({
  type: 'msa',
  inputs: [
    { role: 'initial_protein_sequences', kind: 'protein_sequences', title: 'Protein sequences', required: true },
  ],
  settings,
  results: z.looseObject({}),
  needs: () => ['msa'],
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
  structures: () => [],
  withoutStructures: true,
  tables: (data) => [sequenceTable(chainsOf(data))],
  tabs: () => [{ id: 'sequences', title: 'sequences' }, infoTab],
  parts: () => ({
    sequences: [
      { kind: 'panel', panel: 'alignment' },
      { kind: 'table', table: 'sequences' },
    ],
  }),
  // The server's own search; ColabFold is a format of the files.
  cite: () => ['hmmer', 'pyhmmer'],
});
