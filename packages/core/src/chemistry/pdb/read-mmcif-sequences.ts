import { FileProblem } from '../problem.ts';
import { cleanSequence, type SequenceKind } from '../sequences.ts';
import { CifCategory, readCif } from './cif.ts';
import { oneLine } from './one-line.ts';

/** A polymer of an entry: its whole sequence, observed or not, in one-letter code, and the authors' names of the chains that have it. */
export interface PolymerSequence {
  kind: SequenceKind;
  sequence: string;
  chains: string[];
  /** What the entry calls it ("Cyclin-dependent kinase 2"). */
  name: string | null;
}

const kinds: Record<string, SequenceKind> = {
  'polypeptide(l)': 'protein',
  polydeoxyribonucleotide: 'dna',
  polyribonucleotide: 'rna',
};

/**
 * The sequences of an mmCIF file, one for each polymer that its table _entity_poly lists. Letters are the canonical ones: a modified residue has its
 * parent's letter, what has none is X. Peptides of D residues, hybrids and sugars are of the kind `other`.
 * @throws FileProblem where the text is not CIF, or lists no polymers
 */
export function readMmcifSequences(text: string): PolymerSequence[] {
  const categories = readCif(text);
  const category = (name: string) => categories.get(name) ?? new CifCategory(new Map());
  const entities = category('entity');
  const names = new Map(entities.rows().map((row) => [entities.get('id', row), entities.get('pdbx_description', row)]));
  const polymers = category('entity_poly');
  const sequences = polymers.rows().flatMap((row): PolymerSequence[] => {
    const letters = polymers.first(['pdbx_seq_one_letter_code_can', 'pdbx_seq_one_letter_code'], row);
    // Residues without a letter are in brackets in the uncanonical form.
    const sequence = cleanSequence(letters ?? '').replace(/\([^()]*\)/g, 'X');
    if (sequence === '') return [];
    return [
      {
        kind: kinds[polymers.get('type', row)?.toLowerCase() ?? ''] ?? 'other',
        sequence,
        chains: (polymers.get('pdbx_strand_id', row) ?? '')
          .split(',')
          .map((chain) => chain.trim())
          .filter(Boolean),
        name: oneLine(names.get(polymers.get('entity_id', row)) ?? null),
      },
    ];
  });
  if (sequences.length === 0) throw new FileProblem('The entry lists no sequences.', 1);
  return sequences;
}
