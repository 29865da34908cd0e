import * as z from 'zod/mini';
import type { Problem } from '../../../chemistry/problem.ts';
import { cleanSequence, type SequenceKind, sequenceProblems } from '../../../chemistry/sequences.ts';
import { phrase } from '../../../entities/phrases.ts';
import { DnaSequence, ProteinSequence, RnaSequence, sequenceText } from '../../../entities/proteins/sequence.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';

/** Protein chains as plain letters or objects. */
export const proteinSequences = z._default(z.array(ProteinSequence), []);
export const dnaSequences = z._default(z.array(DnaSequence), []);
export const rnaSequences = z._default(z.array(RnaSequence), []);

/** A chain of a submission: its letters, its kind, and its path in the data. */
export interface Chain {
  kind: SequenceKind;
  letters: string;
  cyclic: boolean;
  field: string;
}

const kindTitles: Record<SequenceKind, string> = { protein: 'Protein', dna: 'DNA', rna: 'RNA', other: 'Sequence' };

/** All chains in the order protein, DNA, RNA. */
export function chainsOf(data: {
  initial_protein_sequences: readonly ProteinSequence[];
  initial_dna_sequences?: readonly DnaSequence[];
  initial_rna_sequences?: readonly RnaSequence[];
}): Chain[] {
  const list = (kind: SequenceKind, role: string, sequences: readonly (ProteinSequence | DnaSequence)[]): Chain[] =>
    sequences.map((sequence, index) => ({
      kind,
      letters: cleanSequence(sequenceText(sequence)),
      cyclic: typeof sequence !== 'string' && sequence.cyclic === true,
      field: `${role}.${index}`,
    }));
  return [
    ...list('protein', 'initial_protein_sequences', data.initial_protein_sequences),
    ...list('dna', 'initial_dna_sequences', data.initial_dna_sequences ?? []),
    ...list('rna', 'initial_rna_sequences', data.initial_rna_sequences ?? []),
  ];
}

/** Letters that a chain's kind does not have, and chains without any. */
export function chainProblems(chains: readonly Chain[]): Problem[] {
  return chains.flatMap(({ letters, kind, field }) => sequenceProblems(letters, kind, field));
}

/** The chains as a table. */
export function sequenceTable(chains: readonly Chain[]): TableData {
  return tableOf({
    id: 'sequences',
    title: 'Sequences',
    rows: chains,
    columns: [
      { id: 'number', title: 'Sequence', precision: 0, value: (_, index) => index + 1 },
      {
        id: 'kind',
        title: 'Kind',
        notation: 'term',
        text: ({ kind, cyclic }) => (cyclic ? phrase('{kind}, cyclic', { kind: kindTitles[kind] }) : kindTitles[kind]),
      },
      { id: 'length', title: 'Length', precision: 0, value: ({ letters }) => letters.length },
      { id: 'letters', title: 'Letters', text: ({ letters }) => letters },
    ],
    empty: 'No sequences.',
  });
}
