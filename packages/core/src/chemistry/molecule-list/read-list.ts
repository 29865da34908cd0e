import { smilesProblem } from '../formats/smiles.ts';
import { type ListedMolecule, listed } from './listed.ts';

/** A list as it was read: its structures, and how many lines say nothing. */
export interface MoleculeList {
  molecules: ListedMolecule[];
  blanks: number;
  comments: number;
}

/**
 * Reads a list of SMILES, one a line, with an optional name after whitespace. Blank lines, comments (`#`, `//`) and a heading "SMILES …" are passed
 * over and counted; a line that is no SMILES stays, with what is wrong in it.
 */
export function readMoleculeList(text: string): MoleculeList {
  const list: MoleculeList = { molecules: [], blanks: 0, comments: 0 };
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/(\r\n|\r|\n)$/, '')
    .split(/\r\n|\r|\n/);
  for (const [index, content] of lines.entries()) {
    const [, smiles = '', name = ''] = /^(\S+)(?:\s+(\S.*))?$/.exec(content.trim()) ?? [];
    if (smiles === '') list.blanks += 1;
    // A SMILES may hold "#", but none begins with it.
    else if (/^(#|\/\/)/.test(smiles)) list.comments += 1;
    else if (list.molecules.length > 0 || !/^smiles$/i.test(smiles)) {
      list.molecules.push(listed(index + 1, smiles, name, smilesProblem(smiles)));
    }
  }
  return list;
}
