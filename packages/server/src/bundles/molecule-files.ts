import { FileProblem, writeMolecules } from '@cuvette/core/chemistry';
import type { Bundle, Molecule } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import type { Converter } from '../convert/pool.ts';
import { fileNameOf } from '../wire/file-name.ts';
import { type GivenStructures, uniqueStem } from './given-structures.ts';
import type { Entry } from './texts.ts';

/** A text for the zip. */
export interface TextEntry extends Entry {
  text: string;
}

/** Most files that one structure becomes: XYZ, PDB, SDF and its steps. */
export const mostFilesEach = 4;
/** Structures whose bonds are perceived for SDF; more would keep the converter from people who wait at a form. */
const mostPerceived = 50;
/** Milliseconds after which no further structure is handed to the converter. */
const mostPerceivingMs = 20_000;

const Written = z.object({ text: z.string() });

interface Structure {
  stem: string;
  title: string;
  frames: readonly Molecule[];
}

function structuresOf(bundle: Bundle, given: GivenStructures): Structure[] {
  const taken = new Set(['all', 'initial-smiles']);
  const found: Structure[] = given.molecules.map(({ stem, words, molecule }) => ({
    stem: uniqueStem(stem, taken),
    title: `the structure that was put in${words === 'initial molecule' ? '' : `: ${words}`}`,
    frames: [molecule],
  }));
  for (const [index, { name, molecules }] of Object.values(bundle.calculations).entries()) {
    const number = String(index + 1).padStart(3, '0');
    const title = name ?? `calculation ${index + 1}`;
    if (molecules.length > 0) {
      const stem = uniqueStem(`${number}-${fileNameOf(title, 'calculation')}`, taken);
      found.push({ stem, title, frames: molecules });
    }
  }
  return found;
}

/** The SMILES that were put in as one list, each with its place in the data. */
function smilesFiles({ smiles }: GivenStructures): TextEntry[] {
  if (smiles.length === 0) return [];
  const text = smiles.map(({ smiles: one, words }) => `${one.replace(/\s+/g, ' ')} ${words}\n`).join('');
  const mediaType = 'chemical/x-daylight-smiles';
  return [{ path: 'structures/initial-smiles.smi', mediaType, title: 'the SMILES that were put in', text }];
}

/** A structure as XYZ that says whose it is, for a file of many. */
function namedXyz(molecule: Molecule, name: string): string {
  const [count, comment, ...atoms] = writeMolecules('xyz', [molecule]).split('\n');
  return [count, `${comment} name: ${name.replace(/\s+/g, ' ')};`.trimStart(), ...atoms].join('\n');
}

/** All structures in a few files: the final ones as one XYZ and one SDF, and one XYZ of the steps of all. */
function merged({ entries, notes }: { entries: TextEntry[]; notes: string[] }): TextEntry[] {
  const kinds = [
    {
      suffix: '-steps.xyz',
      path: 'structures/all-steps.xyz',
      title: 'the steps of every calculation, one after the other',
    },
    {
      suffix: '.xyz',
      path: 'structures/all.xyz',
      title: 'what was put in, and the final structure of every calculation',
    },
    {
      suffix: '.sdf',
      path: 'structures/all.sdf',
      title: 'the same; bonds perceived by RDKit from the positions',
    },
  ];
  const texts = new Map<string, string[]>();
  for (const { path, text } of entries) {
    const kind = kinds.find(({ suffix }) => path.endsWith(suffix));
    if (!kind) continue;
    const known = texts.get(kind.path) ?? [];
    known.push(text.endsWith('\n') ? text : `${text}\n`);
    texts.set(kind.path, known);
  }
  notes.push(
    'There are too many calculations or structures for a file each: structures are one after the other in structures/, each with its name. PDB files of them are left out.',
  );
  const mediaTypes: Record<string, string> = { xyz: 'chemical/x-xyz', sdf: 'chemical/x-mdl-sdfile' };
  return kinds.flatMap(({ path, title }) => {
    const found = texts.get(path);
    const mediaType = mediaTypes[path.slice(-3)] ?? 'text/plain';
    return found ? [{ path, mediaType, title, text: found.join('') }] : [];
  });
}

/**
 * Structures of a bundle as files: each that was put in, and each final one, as XYZ, PDB and SDF, and the way to it as one XYZ of all frames. SMILES
 * are a list. Bonds for SDF are perceived by RDKit from positions; `notes` says where that could not be. `together`: all in a few files.
 */
export async function moleculeFiles(
  bundle: Bundle,
  given: GivenStructures,
  convert: Converter,
  together: boolean,
): Promise<{ entries: TextEntry[]; notes: string[] }> {
  const entries: TextEntry[] = [];
  const notes: string[] = [];
  const missed: string[] = [];
  const structures = structuresOf(bundle, given);
  const until = performance.now() + mostPerceivingMs;
  for (const [index, { stem, title, frames }] of structures.entries()) {
    const final = frames.at(-1);
    if (!final) continue;
    const mayPerceive = index < mostPerceived && performance.now() < until;
    const add = (suffix: string, mediaType: string, words: string, text: string) =>
      entries.push({ path: `structures/${stem}${suffix}`, mediaType, title: words, text });
    const xyz = (molecules: readonly Molecule[], name: (index: number) => string) =>
      together ? molecules.map((one, at) => namedXyz(one, name(at))).join('') : writeMolecules('xyz', molecules);
    add(
      '.xyz',
      'chemical/x-xyz',
      title,
      xyz([final], () => title),
    );
    try {
      if (!together) add('.pdb', 'chemical/x-pdb', title, writeMolecules('pdb', [{ ...final, name: title }]));
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      notes.push(`${stem}.pdb is missing: ${error.message}`);
    }
    if (frames.length > 1) {
      const words = `${title}: all ${frames.length} steps`;
      add(
        '-steps.xyz',
        'chemical/x-xyz',
        words,
        xyz(frames, (step) => `${title}: step ${step + 1}`),
      );
    }
    const sdf = mayPerceive ? await perceived(convert, final, title) : null;
    if (sdf === null) missed.push(`${stem}.sdf`);
    else add('.sdf', 'chemical/x-mdl-sdfile', `${title}; bonds perceived by RDKit from the positions`, sdf);
  }
  if (missed.length > 0) {
    const list =
      missed.length > 5 ? `${missed.slice(0, 5).join(', ')} and ${missed.length - 5} more` : missed.join(', ');
    notes.push(
      `SDF files need bonds, which could not be perceived for: ${list}. The XYZ files hold the same positions.`,
    );
  }
  return { entries: [...(together ? merged({ entries, notes }) : entries), ...smilesFiles(given)], notes };
}

/** A structure as SDF, its bonds perceived; null when the converter cannot. */
async function perceived(convert: Converter, molecule: Molecule, title: string): Promise<string | null> {
  const { atoms, charge, multiplicity, smiles } = molecule;
  const input = { molecules: [{ atoms, charge, multiplicity, smiles }], comments: [title], filetype: 'sdf' };
  const answer = await convert.run('mol_to_file', input).catch(() => null);
  const written = z.safeParse(Written, answer);
  return written.success ? written.data.text : null;
}
