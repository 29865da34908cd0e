import { drawnFormatOf } from './formats/drawn-file.ts';

/**
 * What a text is that a person pasted where a molecule is asked for:
 * - `many`: several lines, each of them a molecule
 * - `file`: the text of a structure file, with a name that says its format
 * - `protein`: the text of a protein's file
 * - `pdb`: the identifier of an entry of the Protein Data Bank
 * - `name`: words that no SMILES is made of, so a name of a compound
 * - `smiles`: anything else
 */
export type PastedText =
  | { kind: 'empty' }
  | { kind: 'many'; lines: number }
  | { kind: 'file'; name: string }
  | { kind: 'protein'; name: string }
  | { kind: 'pdb'; id: string }
  | { kind: 'name' }
  | { kind: 'smiles' };

/** Backbone carbons from which a structure is taken for a protein, not for a ligand in the same format. */
const leastResidues = 5;

/** Recognizes what a text is, by its form alone; nothing is read in full and nobody is asked. */
export function kindOfPasted(text: string): PastedText {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  const drawn = drawnFormatOf(trimmed);
  if (drawn) return { kind: 'file', name: `pasted.${drawn}` };
  if (trimmed.includes('\n')) return ofLines(text, trimmed);
  const entry = /^(?:pdb_0000)?([1-9][a-z0-9]{3})$/i.exec(trimmed)?.[1];
  // Four digits are as likely a number as an entry.
  if (entry && /[a-z]/i.test(entry)) return { kind: 'pdb', id: entry.toUpperCase() };
  return isName(trimmed) ? { kind: 'name' } : { kind: 'smiles' };
}

/**
 * Whether a line is a name. Names go to another service, and a structure that was typed with a mistake must not: so only a run of letters of
 * which no SMILES is made counts, in a text without brackets and bonds.
 */
function isName(line: string): boolean {
  if (/[[\]=#@\\/+.%$()]/.test(line) || line.length > 100) return false;
  const words = line.match(/[a-z]{4,}/gi) ?? [];
  return words.some((word) => /[^bcnopsfihlr]/i.test(word));
}

function ofLines(text: string, trimmed: string): PastedText {
  if (/^(?:ATOM {2}|HETATM)/m.test(text)) return ofPdb(text);
  if (/^data_\S/m.test(trimmed) && text.includes('_atom_site')) {
    const residues = text.match(/^ATOM\s.*\sCA\s/gm)?.length ?? 0;
    return residues >= leastResidues ? { kind: 'protein', name: 'pasted.cif' } : { kind: 'file', name: 'pasted.cif' };
  }
  if (/^M {2}END/m.test(text)) {
    const records = text.match(/^\$\$\$\$/gm)?.length ?? 0;
    return records > 1 ? { kind: 'many', lines: records } : { kind: 'file', name: 'pasted.sdf' };
  }
  const lines = trimmed.split('\n').filter((line) => line.trim() !== '');
  if (/^\d+\s*$/.test(lines[0] ?? '')) return { kind: 'file', name: 'pasted.xyz' };
  return lines.length > 1 ? { kind: 'many', lines: lines.length } : { kind: 'smiles' };
}

function ofPdb(text: string): PastedText {
  const residues = text.match(/^ATOM {2}.{6} CA /gm)?.length ?? 0;
  return residues >= leastResidues ? { kind: 'protein', name: 'pasted.pdb' } : { kind: 'file', name: 'pasted.pdb' };
}
