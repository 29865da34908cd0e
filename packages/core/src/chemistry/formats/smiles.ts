import { FileProblem } from '../problem.ts';
import { type MoleculeEntry, moleculeEntry, type WritableMolecule } from './molecule-entry.ts';

/** Atoms outside brackets, bonds, branches, rings and dots of a SMILES; what is in brackets is only checked for a symbol. */
const smilesToken = /Cl|Br|[BCNOPSFI]|[bcnops]|\*|\[[^[\]]*\]|[-=#$:/\\.~]|[()]|%\d\d|\d/y;

/**
 * Lists what is wrong with the spelling of a SMILES, with its 1-based position; null when nothing is. This is spelling only (OpenSMILES 1.0): whether
 * the molecule can exist is for a chemistry toolkit to say.
 */
export function smilesProblem(smiles: string): string | null {
  const branches: number[] = [];
  const rings = new Map<string, number>();
  let atoms = 0;
  smilesToken.lastIndex = 0;
  while (smilesToken.lastIndex < smiles.length) {
    const at = smilesToken.lastIndex + 1;
    const token = smilesToken.exec(smiles)?.[0];
    if (token === undefined) {
      const letter = smiles[at - 1];
      if (letter === '[') return `The bracket at position ${at} is never closed.`;
      return `"${letter}" at position ${at} is not part of a SMILES.`;
    }
    if (token.startsWith('[')) {
      if (!/^\[\d*(?:[A-Z][a-z]?|[a-z][a-z]?|\*)[^\s]*\]$/.test(token))
        return `"${token}" at position ${at} is not an atom.`;
      atoms++;
    } else if (token === '(') {
      if (atoms === 0) return `The branch at position ${at} begins before any atom.`;
      branches.push(at);
    } else if (token === ')') {
      if (branches.pop() === undefined) return `The ")" at position ${at} closes nothing.`;
    } else if (/^%?\d+$/.test(token)) {
      if (atoms === 0) return `The ring number at position ${at} follows no atom.`;
      const ring = token.replace('%', '').replace(/^0(?=\d)/, '');
      if (!rings.delete(ring)) rings.set(ring, at);
    } else if (/^[A-Za-z*]/.test(token)) atoms++;
  }
  if (atoms === 0) return 'There is no atom.';
  const open = branches.at(-1);
  if (open !== undefined) return `The "(" at position ${open} is never closed.`;
  const [ring] = rings;
  return ring ? `Ring ${ring[0]}, opened at position ${ring[1]}, is never closed.` : null;
}

/**
 * Reads a list of SMILES: one a line, with an optional name after whitespace. Empty lines, lines that begin with `#` or `//`, and a heading "SMILES …" are skipped.
 * @throws FileProblem naming the line and the position that is no SMILES
 */
export function readSmilesList(text: string): MoleculeEntry[] {
  const entries: MoleculeEntry[] = [];
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .forEach((content, index) => {
      const match = /^(\S+)(?:\s+(\S.*))?$/.exec(content.trim());
      const [, smiles = '', name = ''] = match ?? [];
      if (!match || /^(#|\/\/)/.test(smiles) || (entries.length === 0 && /^smiles$/i.test(smiles))) return;
      const problem = smilesProblem(smiles);
      if (problem) throw new FileProblem(`"${smiles.slice(0, 60)}" is not a SMILES. ${problem}`, index + 1);
      entries.push(moleculeEntry({ smiles, name: name.trim() || null, line: index + 1 }));
    });
  if (entries.length === 0) throw new FileProblem('The file has no SMILES.', 1);
  return entries;
}

/** Writes a list of SMILES with names. @throws FileProblem when one has no SMILES */
export function writeSmilesList(molecules: readonly WritableMolecule[]): string {
  return molecules
    .map(({ smiles, name }, index) => {
      if (!smiles) throw new FileProblem(`Molecule ${index + 1}${name ? ` (${name})` : ''} has no SMILES.`);
      return `${smiles}${name ? ` ${name.replace(/[\r\n]+/g, ' ')}` : ''}\n`;
    })
    .join('');
}
