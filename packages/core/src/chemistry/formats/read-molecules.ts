import { readMmcif } from '../pdb/read-mmcif.ts';
import { readPdb } from '../pdb/read-pdb.ts';
import { FileProblem } from '../problem.ts';
import { readXyz } from '../xyz.ts';
import { type MoleculeEntry, moleculeEntry } from './molecule-entry.ts';
import { moleculesOfPdb } from './pdb-molecule.ts';
import { readSdf } from './sdf.ts';
import { readSmilesList } from './smiles.ts';
import { readSmilesCsv } from './smiles-csv.ts';

/** The formats that molecules are read from. */
export const moleculeFormats = ['xyz', 'sdf', 'smiles', 'csv', 'pdb', 'mmcif'] as const;
export type MoleculeFormat = (typeof moleculeFormats)[number];

/** File name endings of each format, for file dialogues too. */
export const moleculeExtensions: Record<MoleculeFormat, readonly string[]> = {
  xyz: ['xyz', 'extxyz'],
  sdf: ['sdf', 'sd', 'mol', 'mdl'],
  smiles: ['smi', 'smiles', 'ism'],
  csv: ['csv', 'tsv'],
  pdb: ['pdb', 'ent'],
  mmcif: ['cif', 'mmcif', 'pdbx'],
};

/** The format of a file by its name's ending, and where that says nothing, by what is in it. */
export function moleculeFormatOf(fileName: string, text: string): MoleculeFormat {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName.trim())?.[1]?.toLowerCase() ?? '';
  const named = moleculeFormats.find((format) => moleculeExtensions[format].includes(extension));
  if (named) return named;
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/, 40);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (/V[23]000\s*$/.test(lines[3] ?? '')) return 'sdf';
  if (/^\s*\d+\s*$/.test(first)) return 'xyz';
  if (/^data_/i.test(first.trim())) return 'mmcif';
  if (lines.some((line) => /^(ATOM {2}|HETATM|HEADER {4}|CRYST1)/.test(line))) return 'pdb';
  return /[,;\t|]/.test(first) ? 'csv' : 'smiles';
}

/**
 * Reads the molecules of a file of any format that is known.
 * @param fileName decides the format by its ending; may be empty for pasted text
 * @throws FileProblem with a message for a chemist, with the line where there is one
 */
export function readMolecules(fileName: string, text: string): MoleculeEntry[] {
  if (text.trim() === '') throw new FileProblem('The file is empty.', 1);
  switch (moleculeFormatOf(fileName, text)) {
    case 'xyz':
      return readXyzEntries(text);
    case 'sdf':
      return readSdf(text);
    case 'smiles':
      return readSmilesList(text);
    case 'csv':
      return readSmilesCsv(text);
    case 'pdb':
      return moleculesOfPdb(readPdb(text));
    case 'mmcif':
      if (/^[^\S\r\n\u2028\u2029]*_atom_site_fract_x/m.test(text)) {
        throw new FileProblem(
          'Crystals with fractional coordinates are not read. Save the structure as extended XYZ or PDB.',
        );
      }
      return moleculesOfPdb(readMmcif(text));
  }
}

function readXyzEntries(text: string): MoleculeEntry[] {
  let line = 1;
  return readXyz(text).map(({ atoms, charge, multiplicity, cell, comment }) => {
    const entry = moleculeEntry({ atoms, charge, multiplicity, cell, line, ...namesIn(comment) });
    line += atoms.length + 2;
    return entry;
  });
}

/** `name: …;` and `smiles: …;` of a comment line, or `name="…"`. */
function namesIn(comment: string): Pick<MoleculeEntry, 'name' | 'smiles'> {
  const value = (key: string) => {
    const match = new RegExp(`(?:^|[\\s;])${key}\\s*(?:=\\s*"([^"]*)"|=\\s*([^\\s";]+)|:\\s*([^;]*))`, 'i').exec(
      comment,
    );
    return (match?.[1] ?? match?.[2] ?? match?.[3])?.trim() || null;
  };
  return { name: value('name'), smiles: value('smiles') };
}
