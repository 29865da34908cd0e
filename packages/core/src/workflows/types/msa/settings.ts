import * as z from 'zod/mini';
import { forgivingEnum } from '../../../entities/scalars.ts';
import { messages } from '../../parts/inputs/input-shapes.ts';
import { proteinSequences } from '../../parts/inputs/sequence-inputs.ts';

/** Programs that the files are for. */
export const formatTitles: Readonly<Record<string, string>> = {
  colabfold: 'ColabFold (.a3m)',
  chai: 'Chai (.pqt)',
  boltz: 'Boltz (.csv)',
};

export const settings = z.looseObject({
  messages,
  initial_protein_sequences: proteinSequences,
  output_formats: z._default(z.array(forgivingEnum(['colabfold', 'chai', 'boltz'])), ['colabfold']),
});
