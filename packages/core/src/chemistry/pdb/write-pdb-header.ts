import { residueField, writtenId } from './pdb-fields.ts';
import { isWaterName, oneLetterCode, parseResidueKey, residueNamesOf, residuesInOrder } from './residues.ts';
import type { Pdb, PdbAssembly, PdbPolymer } from './schema.ts';

type Letters = ReadonlyMap<string, string>;

/** All lines of a PDB file before the coordinates. Only what is known is written. */
export function pdbHeaderLines(pdb: Pdb, letters: Letters): string[] {
  const { description, experiment, quality } = pdb;
  return [
    ...headerLine(pdb),
    ...continued('TITLE', description.title),
    ...continued('SOURCE', sourceText(pdb)),
    ...continued('KEYWDS', description.keywords.join(', ')),
    ...continued('EXPDTA', experiment.technique),
    ...continued('AUTHOR', description.authors.map(initialsFirst).join(',')),
    ...(quality.resolution === null
      ? []
      : ['REMARK   2', `REMARK   2 RESOLUTION. ${quality.resolution.toFixed(2).padStart(7)} ANGSTROMS.`]),
    ...(quality.rvalue === null ? [] : [`REMARK   3   R VALUE            (WORKING SET) : ${quality.rvalue}`]),
    ...(quality.rfree === null ? [] : [`REMARK   3   FREE R VALUE                     : ${quality.rfree}`]),
    ...pdb.geometry.assemblies.flatMap((assembly) => assemblyLines(assembly, letters)),
    ...missingLines(pdb, letters),
    ...Object.entries(pdb.models[0]?.polymer ?? {}).flatMap(([chain, polymer]) => seqres(pdb, chain, polymer, letters)),
    ...fullNameLines(pdb),
    ...helixLines(pdb, letters),
    ...strandLines(pdb, letters),
    ...crystalLines(pdb),
  ];
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

function headerLine({ description: { classification, deposition_date, code } }: Pdb): string[] {
  if (classification === null && deposition_date === null && code === null) return [];
  const [, year, month, day] = /^\d\d(\d\d)-(\d\d)-(\d\d)/.exec(deposition_date ?? '') ?? [];
  const date = year ? `${day}-${months[Number(month) - 1]}-${year}` : '';
  return [`HEADER    ${(classification ?? '').slice(0, 40).padEnd(40)}${date.padEnd(9)}   ${code ?? ''}`];
}

/** "Ormo, M." of an mmCIF file as "M.Ormo": a comma would end the name in a PDB file. */
function initialsFirst(author: string): string {
  return author.replace(/^([^,]+),\s*(\S.*)$/, '$2$1');
}

function sourceText({ experiment: { source_organism, expression_system } }: Pdb): string | null {
  if (source_organism === null && expression_system === null) return null;
  const organism = source_organism === null ? '' : ` ORGANISM_SCIENTIFIC: ${source_organism};`;
  const system = expression_system === null ? '' : ` EXPRESSION_SYSTEM: ${expression_system};`;
  return `MOL_ID: 1;${organism}${system}`;
}

/** A text over as many lines as it needs, each with its number, broken where a reader that joins with a space gets the text back. */
function continued(record: string, text: string | null): string[] {
  return breakText(text ?? '', 68, record === 'AUTHOR' ? /,/ : / /).map((part, index) => {
    const number = index === 0 ? '' : String(index + 1);
    return `${record.padEnd(6)}  ${number.padStart(2)}${index === 0 ? '' : ' '}${part.trim()}`;
  });
}

/** Breaks a text after the last match of `at` that still fits, or in mid-word where there is none. */
function breakText(text: string, width: number, at: RegExp): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > width) {
    let end = width;
    while (end > 1 && !at.test(rest.slice(end - 1, end))) end--;
    if (end === 1) end = width;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return rest === '' ? parts : [...parts, rest];
}

function assemblyLines(assembly: PdbAssembly, letters: Letters): string[] {
  const remark = (text: string) => `REMARK 350 ${text}`;
  const lines = [remark(''), remark(`BIOMOLECULE: ${assembly.id}`)];
  if (assembly.software !== null) lines.push(remark(`SOFTWARE USED: ${assembly.software}`));
  const values: [string, number | null, string][] = [
    ['TOTAL BURIED SURFACE AREA', assembly.buried_surface_area, 'ANGSTROM**2'],
    ['SURFACE AREA OF THE COMPLEX', assembly.surface_area, 'ANGSTROM**2'],
    ['CHANGE IN SOLVENT FREE ENERGY', assembly.delta_energy, 'KCAL/MOL'],
  ];
  for (const [label, value, unit] of values) if (value !== null) lines.push(remark(`${label}: ${value} ${unit}`));
  let known = '';
  assembly.transformations.forEach(({ chains, matrix, vector }, index) => {
    const names = chains.map((chain) => letters.get(chain) ?? chain);
    if (names.join() !== known) {
      for (let start = 0; start < names.length; start += 10) {
        const label = start === 0 ? 'APPLY THE FOLLOWING TO CHAINS' : '                   AND CHAINS';
        lines.push(remark(`${label}: ${names.slice(start, start + 10).join(', ')}`));
      }
      known = names.join();
    }
    matrix.forEach((row, axis) => {
      const numbers = row.map((value) => value.toFixed(6).padStart(10)).join('');
      const shift = (vector[axis] as number).toFixed(5).padStart(15);
      lines.push(remark(`  BIOMT${axis + 1} ${String(index + 1).padStart(3)}${numbers}${shift}`));
    });
  });
  return lines;
}

function missingLines({ experiment: { missing_residues } }: Pdb, letters: Letters): string[] {
  if (missing_residues.length === 0) return [];
  const rows = missing_residues.flatMap(({ name, id }) => {
    const residue = parseResidueKey(id);
    if (!residue) return [];
    const chain = letters.get(residue.chain) ?? residue.chain.slice(0, 1);
    return [`REMARK 465     ${name.padStart(3)} ${chain} ${String(residue.number).padStart(5)}${residue.insertion}`];
  });
  return ['REMARK 465', 'REMARK 465 MISSING RESIDUES', 'REMARK 465   M RES C SSSEQI', ...rows];
}

function seqres(pdb: Pdb, chain: string, polymer: PdbPolymer, letters: Letters): string[] {
  if (!polymer.sequence) return [];
  const names = sequenceNames(pdb, chain, polymer, polymer.sequence);
  const lines: string[] = [];
  for (let start = 0; start < names.length; start += 13) {
    const row = names.slice(start, start + 13).map((name) => name.slice(0, 3).padStart(3));
    const number = String(lines.length + 1).padStart(3);
    lines.push(`SEQRES ${number} ${letters.get(chain) ?? ' '} ${String(names.length).padStart(4)}  ${row.join(' ')}`);
  }
  return lines;
}

/** Names of the sequence's residues: the located and the missing ones together where they are the whole sequence, else from the letters alone. */
function sequenceNames(pdb: Pdb, chain: string, polymer: PdbPolymer, sequence: string): string[] {
  const located = residuesInOrder(polymer.residues).map(([id, residue]) => ({ id, name: residue.name ?? 'UNK' }));
  const missing = pdb.experiment.missing_residues.filter(({ id }) => parseResidueKey(id)?.chain === chain);
  const number = ({ id }: { id: string }) => parseResidueKey(id)?.number ?? 0;
  const all = [...located, ...missing].sort((a, b) => number(a) - number(b)).map(({ name }) => name);
  if (all.map(oneLetterCode).join('') === sequence) return all;
  return residueNamesOf(
    sequence,
    located.map(({ name }) => name),
  );
}

function fullNameLines(pdb: Pdb): string[] {
  const names = new Map<string, string>();
  for (const model of pdb.models) {
    const residues = Object.values(model.polymer).flatMap((polymer) => Object.values(polymer.residues));
    for (const { name, full_name } of [...residues, ...Object.values(model.non_polymer)]) {
      if (name !== null && full_name !== null && !isWaterName(name)) names.set(name, full_name);
    }
  }
  return [...names].flatMap(([name, text]) =>
    breakName(text).map((part, index) => {
      const number = index === 0 ? '' : String(index + 1);
      return `HETNAM  ${number.padStart(2)} ${name.slice(0, 3).padStart(3)} ${index === 0 ? '' : ' '}${part}`;
    }),
  );
}

/** Breaks a chemical name where the reader can tell whether there was a space: at a space after a word, or after punctuation without one. */
function breakName(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > 54) {
    let end = 54;
    const breaks = (at: number) =>
      /[-,([{/]/.test(rest[at - 1] ?? '') ? rest[at] !== ' ' : rest[at] === ' ' && rest[at - 1] !== ' ';
    while (end > 1 && !breaks(end)) end--;
    if (end === 1) end = 54;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

function helixLines(pdb: Pdb, letters: Letters): string[] {
  const lines: string[] = [];
  for (const { polymer, range } of rangesOf(pdb, 'helices')) {
    const [first, last] = ends(polymer, range, letters, 'helix');
    const number = String((lines.length % 999) + 1).padStart(3);
    lines.push(`HELIX  ${number} ${number} ${first} ${last} 1${' '.repeat(31)}${String(range.length).padStart(5)}`);
  }
  return lines;
}

function strandLines(pdb: Pdb, letters: Letters): string[] {
  const lines: string[] = [];
  for (const { polymer, range } of rangesOf(pdb, 'strands')) {
    const [first, last] = ends(polymer, range, letters, 'strand');
    const number = String((lines.length % 999) + 1).padStart(3);
    lines.push(`SHEET    1 ${number} 1 ${first} ${last} 0`);
  }
  return lines;
}

function rangesOf(pdb: Pdb, kind: 'helices' | 'strands'): { polymer: PdbPolymer; range: string[] }[] {
  return Object.values(pdb.models[0]?.polymer ?? {}).flatMap((polymer) =>
    polymer[kind].filter((range) => range.length > 0).map((range) => ({ polymer, range })),
  );
}

/** First and last residue of a range. HELIX has a blank between chain and number, SHEET has none. */
function ends(polymer: PdbPolymer, range: string[], letters: Letters, kind: 'helix' | 'strand'): [string, string] {
  const field = (key: string) => {
    const text = residueField(polymer.residues[key]?.name ?? 'UNK', writtenId(key, letters));
    return kind === 'helix' ? `${text.slice(0, 5)} ${text.slice(5)}` : text;
  };
  return [field(range[0] as string), field(range.at(-1) as string)];
}

function crystalLines({ geometry: { crystallography } }: Pdb): string[] {
  const { unit_cell, space_group } = crystallography;
  if (!unit_cell || unit_cell.length !== 6) return [];
  const lengths = unit_cell.slice(0, 3).map((value) => value.toFixed(3).padStart(9));
  const angles = unit_cell.slice(3).map((value) => value.toFixed(2).padStart(7));
  return [`CRYST1${lengths.join('')}${angles.join('')} ${space_group ?? ''}`];
}
