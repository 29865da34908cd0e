import { phrase, sentences, type Text } from '../../../entities/phrases.ts';
import { counted, type HeadlineWords } from '../../headline.ts';

/** What a report says was done, in numbers. */
export interface Numbers {
  residues: number | null;
  hydrogens: number | null;
  built: number;
  atoms: number;
  open: number;
  pH: number;
}

function builtInWords(built: number, atoms: number): Text {
  if (built === 0 && atoms === 0) return 'No heavy atoms were missing.';
  if (built === 0) return phrase('{atoms} missing heavy atoms were built.', { atoms });
  if (built === 1) return phrase('One missing residue and {atoms} other heavy atoms were built.', { atoms });
  return phrase('{residues} missing residues and {atoms} other heavy atoms were built.', { residues: built, atoms });
}

function openInWords(open: number): Text | null {
  if (open === 0) return null;
  return open === 1 ? 'One gap stays open.' : phrase('{count} gaps stay open.', { count: open });
}

/** How large the prepared protein is, and what was built. */
export function preparationHeadline({ residues, hydrogens, built, atoms, open, pH }: Numbers): HeadlineWords {
  if (residues === null || hydrogens === null) return { values: [], sentence: null };
  return {
    values: [
      { of: 'number_of_residues', title: 'Residues', label: null, ...counted(residues, 'residue', 'residues') },
      { of: 'added_hydrogens', title: phrase('Hydrogens added at pH {pH}', { pH }), minor: true },
    ],
    sentence: sentences(builtInWords(built, atoms), openInWords(open)),
  };
}
