import { kindOfPasted, structureFileText } from '@cuvette/core/chemistry';

/** A file that was given where a molecule is asked for, and whether it is one molecule, a list, or a protein. */
export interface Dropped {
  kind: 'molecule' | 'many' | 'protein';
  text: string;
}

/** Largest file that is opened to see what it is. */
const mostBytes = 50 * 1024 * 1024;

/** Reads a file and sees what it holds. Throws where the browser cannot open it. */
export async function readDropped(file: File): Promise<Dropped> {
  if (file.size > mostBytes || /\.gz$/i.test(file.name)) throw new Error('not readable here');
  const text = await structureFileText(file);
  if (/\.(csv|tsv)$/i.test(file.name)) return { kind: 'many', text };
  const found = kindOfPasted(text);
  if (found.kind === 'protein') return { kind: 'protein', text };
  // Lists are known by their names, for coordinates have lines too.
  const isListed = /\.(smi|smiles|txt|sdf|sd)$/i.test(file.name);
  return { kind: isListed && found.kind === 'many' ? 'many' : 'molecule', text };
}
