import { FileProblem } from '../problem.ts';
import { type AtomRow, buildModel } from './build-model.ts';
import { elementOfAtom } from './element-of-atom.ts';
import { readHybrid36 } from './hybrid36.ts';
import { readPdbHeader } from './read-pdb-header.ts';
import { readResidueId } from './read-residue-id.ts';
import { isWaterName } from './residues.ts';
import type { Pdb } from './schema.ts';

/**
 * Reads a PDB file (wwPDB format 3.3) into the dictionary shape. Taken liberally: 80 columns need not be filled, serial numbers may be hybrid-36 or
 * unreadable, blank chains get the first free letter, a missing element is taken from the atom name.
 * @throws FileProblem naming the line with a number that cannot be read, or saying that there are no atoms
 */
export function readPdb(text: string): Pdb {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const { pdb, facts } = readPdbHeader(lines);
  const blank = blankChainName(lines);
  const models: PdbLine[][] = [[]];
  lines.forEach((line, index) => {
    const record = line.slice(0, 6);
    if (record.trimEnd() === 'MODEL' && (models.at(-1)?.length ?? 0) > 0) models.push([]);
    else if (record === 'ATOM  ' || record === 'HETATM' || record === 'ANISOU' || line.startsWith('TER')) {
      models.at(-1)?.push({ text: line, number: index + 1 });
    }
  });
  for (const model of models) {
    const rows = readModel(model, blank, facts.sequences);
    if (rows.length > 0) pdb.models.push(buildModel(rows, facts));
  }
  if (pdb.models.length === 0) throw new FileProblem('The file has no ATOM or HETATM records.', lines.length);
  return pdb;
}

interface PdbLine {
  text: string;
  number: number;
}

/** The first letter that no chain has, for files that leave the chain blank. */
function blankChainName(lines: readonly string[]): string {
  const used = new Set(lines.filter((line) => /^(ATOM {2}|HETATM)/.test(line)).map((line) => line[21]));
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((letter) => !used.has(letter)) ?? '_';
}

function readModel(lines: readonly PdbLine[], blank: string, sequences: Map<string, string>): AtomRow[] {
  const rows: AtomRow[] = [];
  const starts = new Map<string, number>();
  let serial = 0;
  for (const line of lines) {
    const last = rows.at(-1);
    if (line.text.startsWith('TER')) {
      if (last) closeChain(rows, starts.get(last.chain) ?? 0, last.chain, sequences.has(last.chain));
      if (last) starts.set(last.chain, rows.length);
    } else if (line.text.startsWith('ANISOU')) {
      if (last && readHybrid36(line.text.slice(6, 11), 5) === last.serial) last.anisotropy = readAnisotropy(line);
    } else {
      const row = readAtom(line, blank, serial + 1);
      serial = row.serial ?? serial + 1;
      rows.push(row);
    }
  }
  // After its last TER a chain has only ligands and water left, whatever backbone they have.
  for (const [chain, start] of starts) {
    for (const row of rows.slice(start)) {
      if (row.chain === chain && row.isHetatm) row.place = isWaterName(row.residueName) ? 'water' : 'non_polymer';
    }
  }
  return rows;
}

/** Everything before a chain's TER is polymer, save for water and for chains of ligands only, which simulation programs close as well. */
function closeChain(rows: AtomRow[], start: number, chain: string, hasSequence: boolean): void {
  const members = rows.slice(start).filter((row) => row.chain === chain && !isWaterName(row.residueName));
  if (!hasSequence && members.every((row) => row.isHetatm)) return;
  for (const row of members) row.place = 'polymer';
}

function readAtom({ text, number }: PdbLine, blank: string, nextSerial: number): AtomRow {
  const where = `atom "${text.slice(12, 16).trim()}"`;
  const coordinate = (start: number, axis: string) => {
    const field = text.slice(start, start + 8).trim();
    const value = field === '' ? Number.NaN : Number(field);
    if (!Number.isFinite(value)) {
      throw new FileProblem(
        `The ${axis} coordinate of ${where} (columns ${start + 1} to ${start + 8}) is "${field}", not a number.`,
        number,
      );
    }
    return value;
  };
  const optional = (start: number, end: number, missing: number, what: string) => {
    const field = text.slice(start, end).trim();
    if (field === '') return missing;
    const value = Number(field);
    if (!Number.isFinite(value)) throw new FileProblem(`The ${what} of ${where} is "${field}", not a number.`, number);
    return value;
  };
  const residue = readResidueId(text, 21, 22, blank);
  if (!residue) {
    throw new FileProblem(`The residue number of ${where} is "${text.slice(22, 26)}", not a number.`, number);
  }
  const name = text.slice(12, 16).trim();
  return {
    ...residue,
    isHetatm: text.startsWith('HETATM'),
    serial: readHybrid36(text.slice(6, 11), 5) ?? nextSerial,
    name,
    altLoc: text.slice(16, 17).trim(),
    residueName: text.slice(17, 21).trim(),
    position: [coordinate(30, 'x'), coordinate(38, 'y'), coordinate(46, 'z')],
    occupancy: optional(54, 60, 1, 'occupancy'),
    bvalue: optional(60, 66, 0, 'B factor'),
    element: elementOfAtom(text.slice(76, 78), text.slice(12, 16), text.slice(17, 21)),
    charge: readCharge(text.slice(78, 80)),
    anisotropy: null,
    place: null,
  };
}

/** "2+", "1-" and also "+2"; 0 for anything else. */
function readCharge(field: string): number {
  const match = /^(?:(\d)([+-])|([+-])(\d))$/.exec(field.trim());
  if (!match) return 0;
  const size = Number(match[1] ?? match[4]);
  return (match[2] ?? match[3]) === '-' ? -size : size;
}

/** U11, U22, U33, U12, U13, U23 in Å²; the record holds them times 10⁴. */
function readAnisotropy({ text, number }: PdbLine): number[] {
  return [28, 35, 42, 49, 56, 63].map((start) => {
    const value = Number(text.slice(start, start + 7));
    if (!Number.isFinite(value)) throw new FileProblem('An anisotropic displacement is not a number.', number);
    return value / 10_000;
  });
}
