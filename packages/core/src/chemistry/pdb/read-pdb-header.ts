import type { ChainFacts } from './build-model.ts';
import { emptyPdb } from './empty-pdb.ts';
import { readAssemblies } from './read-pdb-assemblies.ts';
import { readResidueId } from './read-residue-id.ts';
import { isWaterName, oneLetterCode, type ResidueId, residueKey } from './residues.ts';
import type { Pdb } from './schema.ts';

/** Reads everything of a PDB file that is not coordinates: title section, remarks 2, 3, 350 and 465, SEQRES, HETNAM, HELIX, SHEET and CRYST1. */
export function readPdbHeader(lines: readonly string[]): { pdb: Pdb; facts: ChainFacts } {
  const records = new Map<string, string[]>();
  for (const line of lines) {
    const name = line.slice(0, 6).trimEnd();
    if (name === 'ATOM' || name === 'HETATM' || name === 'ANISOU') continue;
    const key = name === 'REMARK' ? `REMARK ${line.slice(6, 10).trim()}` : name;
    const known = records.get(key);
    if (known) known.push(line);
    else records.set(key, [line]);
  }
  const get = (name: string) => records.get(name) ?? [];
  const text = (name: string) => joined(get(name).map((line) => line.slice(10, 80)));
  const pdb = emptyPdb();
  const header = get('HEADER')[0] ?? '';
  const source = text('SOURCE') ?? '';
  Object.assign(pdb.description, {
    code: header.slice(62, 66).trim() || null,
    title: text('TITLE'),
    authors: listOf(text('AUTHOR')),
    classification: header.slice(10, 50).trim() || null,
    deposition_date: isoDate(header.slice(50, 59)),
    keywords: listOf(text('KEYWDS')),
  });
  Object.assign(pdb.experiment, {
    expression_system: /(?:^|;\s*)EXPRESSION_SYSTEM:\s*([^;]+)/.exec(source)?.[1]?.trim() ?? null,
    missing_residues: missingResidues(get('REMARK 465')),
    source_organism: /ORGANISM_SCIENTIFIC:\s*([^;]+)/.exec(source)?.[1]?.trim() ?? null,
    technique: text('EXPDTA'),
  });
  const refinement = get('REMARK 3').join('\n');
  Object.assign(pdb.quality, {
    resolution: numberIn(/RESOLUTION\.\s+([\d.]+)\s+ANGSTROM/, get('REMARK 2').join('\n')),
    rfree: numberIn(/ FREE R VALUE {2,}:\s*([\d.]+)/, refinement),
    rvalue: numberIn(/ R VALUE +\(WORKING SET\) *:\s*([\d.]+)/, refinement),
  });
  pdb.geometry.assemblies = readAssemblies(get('REMARK 350'));
  pdb.geometry.crystallography = crystallography(get('CRYST1')[0]);
  const facts: ChainFacts = {
    sequences: sequences(get('SEQRES')),
    fullNames: fullNames(get('HETNAM')),
    helices: ranges(get('HELIX'), [19, 21], [31, 33]),
    strands: ranges(get('SHEET'), [21, 22], [32, 33]),
  };
  return { pdb, facts };
}

/** Joins continued lines with one space; null when nothing is left. */
function joined(parts: readonly string[]): string | null {
  return (
    parts
      .map((part) => part.trim())
      .join(' ')
      .trim() || null
  );
}

function listOf(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** "01-AUG-96" as "1996-08-01". The archive began in 1971, so smaller years are of this century. */
function isoDate(field: string): string | null {
  const match = /^(\d\d)-([A-Z]{3})-(\d\d)$/.exec(field.trim().toUpperCase());
  const month = months.indexOf(match?.[2] ?? '') + 1;
  if (!match || month === 0) return null;
  const year = Number(match[3]) + (Number(match[3]) >= 71 ? 1900 : 2000);
  return `${year}-${String(month).padStart(2, '0')}-${match[1]}`;
}

function numberIn(pattern: RegExp, text: string): number | null {
  const match = pattern.exec(text);
  const value = match ? Number(match[1]) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

function missingResidues(lines: readonly string[]): { name: string; id: string }[] {
  return lines.flatMap((line) => {
    const match = /^REMARK 465 {1,4}(?:\d+)? +([A-Z0-9]{1,3}) (.) *(-?\d+)([A-Z]?)\s*$/.exec(line);
    if (!match) return [];
    const [, name = '', chain = '', number = '', insertion = ''] = match;
    return [{ name, id: residueKey({ chain: chain.trim(), number: Number(number), insertion }) }];
  });
}

function crystallography(line: string | undefined): Pdb['geometry']['crystallography'] {
  if (!line) return { space_group: null, unit_cell: null };
  const cell = [
    line.slice(6, 15),
    line.slice(15, 24),
    line.slice(24, 33),
    line.slice(33, 40),
    line.slice(40, 47),
    line.slice(47, 54),
  ].map((field) => (field.trim() === '' ? Number.NaN : Number(field)));
  return { space_group: line.slice(55, 66).trim() || null, unit_cell: cell.every(Number.isFinite) ? cell : null };
}

function sequences(lines: readonly string[]): Map<string, string> {
  const result = new Map<string, string>();
  for (const line of lines) {
    const chain = line.slice(11, 12).trim();
    const letters = line.slice(19, 70).trim().split(/\s+/).map(oneLetterCode).join('');
    result.set(chain, (result.get(chain) ?? '') + letters);
  }
  return result;
}

/** Names of hetero residues. A name is broken at a space or after a hyphen, a comma or an opening bracket; only in the first case was there a space. */
function fullNames(lines: readonly string[]): Map<string, string> {
  const result = new Map<string, string>();
  for (const line of lines) {
    const residue = line.slice(11, 14).trim();
    const part = line.slice(15, 70).trim();
    const known = result.get(residue);
    if (isWaterName(residue)) continue;
    if (known === undefined) result.set(residue, part);
    else result.set(residue, /[-,([{/]$/.test(known) ? known + part : `${known} ${part}`);
  }
  return result;
}

/** First and last residue of each record; the columns are those of the chain and of the residue number. */
function ranges(
  lines: readonly string[],
  first: [chain: number, number: number],
  last: [chain: number, number: number],
): [ResidueId, ResidueId][] {
  return lines.flatMap((line) => {
    const start = readResidueId(line, ...first);
    const end = readResidueId(line, ...last);
    return start && end ? [[start, end] as [ResidueId, ResidueId]] : [];
  });
}
