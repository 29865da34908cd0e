import { submitWords as words } from './words.ts';

const extensions = ['xyz', 'extxyz', 'sdf', 'mol', 'cdxml', 'cdx', 'rxn', 'pdb', 'cif', 'poscar', 'vasp', 'smi'];
/** VASP's files have no extension. */
const wholeNames = /^(POSCAR|CONTCAR)([-_.].*)?$/i;
const maximumFileSize = 5 * 1024 * 1024;

/** Why a file is not taken as the structure of a molecule, by its name and size; null where it is. */
export function fileFault({ name, size }: { name: string; size: number }): string | null {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!extensions.includes(extension) && !wholeNames.test(name)) return words.fileWrongKind(name);
  return size > maximumFileSize ? words.fileTooLarge(name) : null;
}
