import { FileProblem, type Problem } from './problem.ts';

/** What a sequence is made of; `other` is a ligand-like or unknown chain, for which any letter is taken. */
export type SequenceKind = 'protein' | 'dna' | 'rna' | 'other';

/** Allowed letters by kind of sequence: those that the co-folding models read. */
export const sequenceLetters: Record<SequenceKind, string> = {
  protein: 'ACDEFGHIKLMNPQRSTVWXY',
  dna: 'ATCG',
  rna: 'AUCG',
  other: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
};

const kindNames: Record<SequenceKind, string> = {
  protein: 'protein',
  dna: 'DNA',
  rna: 'RNA',
  other: 'sequence',
};

/** A sequence as it is stored: upper case, without whitespace. */
export function cleanSequence(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/**
 * Lists what is wrong with a sequence: nothing in it, or letters that its kind does not have. Whitespace and letter case are forgiven.
 * Positions are 1-based and count letters only. At most five problems are listed.
 */
export function sequenceProblems(text: string, kind: SequenceKind, field = 'sequence'): Problem[] {
  const sequence = cleanSequence(text);
  if (sequence === '')
    return [
      { field, detail: kind === 'other' ? 'The sequence is empty.' : `The ${kindNames[kind]} sequence is empty.` },
    ];
  const allowed = sequenceLetters[kind];
  const problems: Problem[] = [];
  let position = 0;
  for (const letter of sequence) {
    position++;
    if (allowed.includes(letter)) continue;
    const of =
      kind === 'other'
        ? 'a letter A to Z'
        : `${kind === 'rna' ? 'an' : 'a'} ${kindNames[kind]} letter (${[...allowed].join(' ')})`;
    problems.push({ field, detail: `Position ${position}: "${letter}" is not ${of}.` });
    if (problems.length === 5) break;
  }
  return problems;
}

/** One record of a FASTA file. */
export interface FastaRecord {
  /** The whole header line without ">". */
  header: string;
  /** The first word of the header. */
  name: string;
  /** Upper case, without whitespace, gaps (`-`, `.`) and the final stop (`*`). */
  sequence: string;
  /** 1-based line of the header. */
  line: number;
}

/**
 * Reads FASTA: records that begin with `>`; lines that begin with `;` are comments; a bare sequence without a header is one unnamed record.
 * @throws FileProblem naming the line with a character that is no letter, or the header that has no sequence
 */
export function readFasta(text: string): FastaRecord[] {
  const records: FastaRecord[] = [];
  let current: FastaRecord | undefined;
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .forEach((content, index) => {
      const trimmed = content.trim();
      if (trimmed === '' || trimmed.startsWith(';')) return;
      if (trimmed.startsWith('>')) {
        requireSequence(current);
        const header = trimmed.slice(1).trim();
        current = { header, name: header.split(/\s+/)[0] ?? '', sequence: '', line: index + 1 };
        records.push(current);
        return;
      }
      if (!current) {
        current = { header: '', name: '', sequence: '', line: index + 1 };
        records.push(current);
      }
      const letters = trimmed.replace(/[\s.-]+/g, '').replace(/\*$/, '');
      const bad = /[^A-Za-z]/.exec(letters);
      if (bad) throw new FileProblem(`"${bad[0]}" is not a letter of a sequence.`, index + 1);
      current.sequence += letters.toUpperCase();
    });
  if (records.length === 0) throw new FileProblem('The file has no sequence.', 1);
  requireSequence(current);
  return records;
}

function requireSequence(record: FastaRecord | undefined): void {
  if (record?.sequence === '') {
    throw new FileProblem(`The record "${record.name}" has no sequence after its header.`, record.line);
  }
}

/** Writes FASTA with 60 letters a line. */
export function writeFasta(records: readonly { header: string; sequence: string }[]): string {
  return records
    .map(({ header, sequence }) => `>${header}\n${sequence.match(/.{1,60}/g)?.join('\n') ?? ''}\n`)
    .join('');
}
