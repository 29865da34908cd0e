import * as z from 'zod/mini';

/** A protein chain; `cyclic` closes it into a ring. */
export const ProteinSequenceObject = z.looseObject({ sequence: z.string(), cyclic: z._default(z.boolean(), false) });

/** A protein chain as the API takes it: the letters alone or with `cyclic`. The letters are checked by `chemistry/sequences.ts`. */
export const ProteinSequence = z.union([z.string(), ProteinSequenceObject]);
export type ProteinSequence = z.infer<typeof ProteinSequence>;

/** One strand. */
export const DnaSequence = z.looseObject({ sequence: z.string() });
export type DnaSequence = z.infer<typeof DnaSequence>;
export const RnaSequence = DnaSequence;
export type RnaSequence = DnaSequence;

/** Letters of a chain, however it was given. */
export function sequenceText(sequence: ProteinSequence | DnaSequence): string {
  return typeof sequence === 'string' ? sequence : sequence.sequence;
}

/** Whether a protein chain is a ring. */
export function isCyclic(sequence: ProteinSequence): boolean {
  return typeof sequence !== 'string' && sequence.cyclic;
}

/** Protein chains of one kind, as a list has to be written: plain letters where none is a ring, else objects. */
export function writeProteinSequences(sequences: readonly ProteinSequence[]): ProteinSequence[] {
  if (sequences.every((sequence) => typeof sequence === 'string')) return [...sequences];
  return sequences.map((sequence) => (typeof sequence === 'string' ? { sequence, cyclic: false } : sequence));
}
