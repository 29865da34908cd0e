import * as z from 'zod/mini';
import type { MoleculeEntry } from '../chemistry/formats/molecule-entry.ts';
import { moleculesOfPdb } from '../chemistry/formats/pdb-molecule.ts';
import { moleculeExtensions, moleculeFormatOf, readMolecules } from '../chemistry/formats/read-molecules.ts';
import { hasChains, type Macromolecule, macromoleculeOf } from '../chemistry/macromolecule/index.ts';
import { readMmcif } from '../chemistry/pdb/read-mmcif.ts';
import { readPdb } from '../chemistry/pdb/read-pdb.ts';
import type { Pdb } from '../chemistry/pdb/schema.ts';
import { FileProblem } from '../chemistry/problem.ts';
import type { Grid } from '../entities/grid.ts';
import { Molecule } from '../entities/molecule.ts';
import { looksLikeCube, readCube } from './cube.ts';

/** Formats that structures are shown from; `molecule` is this platform's own JSON, one molecule or a list. */
export const structureFormats = ['molecule', 'xyz', 'sdf', 'pdb', 'mmcif', 'cube'] as const;
export type StructureFormat = (typeof structureFormats)[number];

/** Endings of file names of each format; they are also understood as names of it. */
export const structureExtensions: Record<StructureFormat, readonly string[]> = {
  molecule: ['json'],
  xyz: moleculeExtensions.xyz,
  sdf: moleculeExtensions.sdf,
  pdb: moleculeExtensions.pdb,
  mmcif: moleculeExtensions.mmcif,
  cube: ['cube', 'cub'],
};

/** One structure of a file. */
export interface FileStructure {
  /** What the file calls it. */
  name: string | null;
  molecule: Pick<Molecule, 'atoms'> & Partial<Molecule>;
  /** Bonded atoms (0-based) where the file says them; of a double or triple bond with its order. */
  bonds: ([number, number] | [number, number, order: number])[] | null;
  /** Chains, residues, ligands of a macromolecule. */
  macromolecule: Macromolecule | null;
}

/** What a file holds. */
export interface StructureFile {
  format: StructureFormat;
  structures: FileStructure[];
  /** Several structures of the same atoms in the same order: conformers, steps, models. */
  isEnsemble: boolean;
  /** For a cube file: its values. */
  grids: Grid[];
}

export interface ReadStructureOptions {
  /** A format by its name or an ending of file names ("pdb", "cif"); found out where it is not given. */
  format?: string | null | undefined;
  /** Name or address of the file: its ending tells the format. */
  name?: string | null | undefined;
  /** Most bytes that the file may have, unpacked. */
  maximumBytes?: number | undefined;
}

/** Most bytes of a file, unpacked: 128 MiB, a cube of 200 points along each axis with some to spare. */
export const maximumStructureBytes = 128 * 2 ** 20;

/**
 * Reads the structures of a file of any format that is known, packed with gzip or not. The format is the one that is named; else the ending of the name
 * tells, and where that says nothing, what is in the file.
 * @throws FileProblem with a message for a chemist, with the line where there is one
 */
export async function readStructure(
  content: string | ArrayBuffer | Uint8Array<ArrayBuffer>,
  options: ReadStructureOptions = {},
): Promise<StructureFile> {
  const text = (typeof content === 'string' ? content : await textOf(content, options)).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new FileProblem('The file is empty.', 1);
  const format = structureFormatOf(text, options);
  const read = readers[format](text, options);
  return { format, grids: [], ...read, isEnsemble: isEnsemble(read.structures) };
}

/** The format of a text. @throws FileProblem when the name of the format is unknown, or nothing shows what the text is */
export function structureFormatOf(text: string, { format, name }: ReadStructureOptions): StructureFormat {
  if (format) {
    const wanted = format.trim().toLowerCase().replace(/^\./, '');
    const known = structureFormats.find((each) => each === wanted || structureExtensions[each].includes(wanted));
    if (!known) throw new FileProblem(`The format "${format}" is not known. Known are ${structureFormats.join(', ')}.`);
    return known;
  }
  const extension = /\.([a-z0-9]+)$/.exec(fileName(name).toLowerCase().replace(/\.gz$/, ''))?.[1] ?? '';
  const named = structureFormats.find((each) => structureExtensions[each].includes(extension));
  if (named) return named;
  if (/^\s*[[{]/.test(text)) return 'molecule';
  if (looksLikeCube(text)) return 'cube';
  const found = moleculeFormatOf('', text);
  if (found === 'smiles' || found === 'csv') {
    throw new FileProblem(
      `The format of this file is not known. Known are ${structureFormats.join(', ')}; name the format where the file's name does not.`,
    );
  }
  return found;
}

/** The last part of a name or address, without what follows ? and #. */
function fileName(name: string | null | undefined): string {
  return (name ?? '').split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
}

async function textOf(
  content: ArrayBuffer | Uint8Array<ArrayBuffer>,
  { maximumBytes = maximumStructureBytes }: ReadStructureOptions,
): Promise<string> {
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(content);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  if (!isPacked) parts.push(bytes);
  else {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const reader = stream.getReader();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        size += part.value.length;
        if (size > maximumBytes) break;
        parts.push(part.value as Uint8Array<ArrayBuffer>);
      }
    } catch {
      throw new FileProblem('The file is packed with gzip, but damaged or cut.');
    } finally {
      await reader.cancel().catch(() => {});
    }
  }
  if (Math.max(size, bytes.length) > maximumBytes) throw tooLarge(maximumBytes);
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
}

/** The refusal of a file over the limit. */
export function tooLarge(maximumBytes: number): FileProblem {
  const size = Math.round(maximumBytes / 2 ** 20);
  return new FileProblem(`The file is larger than ${size} MB, the limit of a page. Use a part of it.`);
}

type Read = Pick<StructureFile, 'structures'> & Partial<StructureFile>;

const readers: Record<StructureFormat, (text: string, options: ReadStructureOptions) => Read> = {
  molecule: (text) => ({ structures: readJson(text) }),
  xyz: (text) => ({ structures: readMolecules('.xyz', text).map(ofEntry) }),
  sdf: (text) => ({ structures: readMolecules('.sdf', text).map(ofEntry) }),
  pdb: (text) => ({ structures: ofPdb(readPdb(text), () => readMolecules('.pdb', text)) }),
  mmcif(text) {
    // A crystal with fractional coordinates is refused with a message before it is read as a macromolecule.
    const small = /^[^\S\r\n\u2028\u2029]*_atom_site_fract_x/m.test(text) ? readMolecules('.cif', text) : null;
    const pdb = readMmcif(text);
    return { structures: ofPdb(pdb, () => small ?? moleculesOfPdb(pdb)) };
  },
  cube(text) {
    const { title, atoms, grids } = readCube(text);
    if (atoms.length === 0) throw new FileProblem('The file has no atoms; at least one is needed.', 3);
    return { structures: [{ name: title || null, molecule: { atoms }, bonds: null, macromolecule: null }], grids };
  },
};

function ofPdb(pdb: Pdb, molecules: () => MoleculeEntry[]): FileStructure[] {
  if (!hasChains(pdb)) {
    const entries = molecules();
    if (entries.every(({ atoms }) => !atoms?.length)) throw new FileProblem('The file has no atoms.');
    return entries.map(ofEntry);
  }
  return pdb.models.map((_, model) => {
    const macromolecule = macromoleculeOf(pdb, { model });
    const { atoms, bonds, title } = macromolecule;
    return { name: title, molecule: { atoms }, bonds, macromolecule };
  });
}

function ofEntry({ name, atoms, charge, multiplicity, cell, bonds, smiles, line }: MoleculeEntry): FileStructure {
  if (!atoms || atoms.length === 0) throw new FileProblem('This structure has no atoms.', line);
  const known = Object.fromEntries(
    Object.entries({ charge, multiplicity, cell, smiles }).filter(([, value]) => value !== null),
  );
  return {
    name,
    molecule: { atoms, ...known },
    bonds: bonds?.map(({ atoms, order }) => (order === 2 || order === 3 ? [...atoms, order] : [...atoms])) ?? null,
    macromolecule: null,
  };
}

function readJson(text: string): FileStructure[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FileProblem(`The file is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) throw new FileProblem('The list has no molecules.');
  return list.map((each, index) => {
    const parsed = z.safeParse(Molecule, each);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const place = issue?.path.join('.');
      throw new FileProblem(`Molecule ${index + 1} does not fit${place ? ` at "${place}"` : ''}: ${issue?.message}.`);
    }
    if (parsed.data.atoms.length === 0) throw new FileProblem(`Molecule ${index + 1} has no atoms.`);
    return { name: null, molecule: parsed.data, bonds: null, macromolecule: null };
  });
}

function isEnsemble(structures: readonly FileStructure[]): boolean {
  const [first, ...rest] = structures;
  if (!first || rest.length === 0) return false;
  const { atoms } = first.molecule;
  return rest.every(
    ({ molecule }) =>
      molecule.atoms.length === atoms.length &&
      molecule.atoms.every(({ atomic_number }, index) => atomic_number === atoms[index]?.atomic_number),
  );
}
