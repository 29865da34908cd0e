import Papa from 'papaparse';
import { FileProblem } from '../problem.ts';
import { type MoleculeEntry, moleculeEntry, type WritableMolecule } from './molecule-entry.ts';
import { smilesProblem } from './smiles.ts';

/** Headings of a column of SMILES. */
export const smilesHeading = /^(?:(?:canonical|isomeric|input|ligand|compound)[ _-]?)?smi(?:les?)?(?:[ _-]?string)?$/i;
/** Headings of a column of names. */
export const nameHeading =
  /^(?:(?:compound|molecule|mol|ligand)[ _-]?)?(?:name|id|title|identifier)$|^(?:compound|molecule)$/i;

/**
 * Reads a table (comma, semicolon, tab or bar between cells; quotes as in RFC 4180) with a column of SMILES. The column is the one headed SMILES, or
 * else the first one that holds nothing but SMILES. A column headed name, ID or title gives the names; all others become data.
 * @throws FileProblem naming the line of a broken quote or SMILES, or saying that there is no such column
 */
export function readSmilesCsv(text: string): MoleculeEntry[] {
  const rows = readRows(text);
  const first = rows[0];
  if (!first) throw new FileProblem('The file is empty.', 1);
  const headed = first.cells.findIndex((cell) => smilesHeading.test(cell));
  const hasHeading = headed >= 0 || !first.cells.some((cell) => cell !== '' && smilesProblem(cell) === null);
  const body = hasHeading ? rows.slice(1) : rows;
  const column = headed >= 0 ? headed : smilesColumn(body, first.cells.length);
  if (column < 0) {
    throw new FileProblem('No column holds SMILES. Give the column the heading "SMILES".', first.line);
  }
  const headings = first.cells.map((cell, index) => (hasHeading && cell !== '' ? cell : `Column ${index + 1}`));
  const nameColumn = hasHeading
    ? first.cells.findIndex((cell, index) => index !== column && nameHeading.test(cell))
    : -1;
  const entries = body.map(({ cells, line }) => {
    const smiles = cells[column] ?? '';
    const problem = smilesProblem(smiles);
    if (smiles === '') throw new FileProblem(`The column "${headings[column]}" is empty.`, line);
    if (problem) throw new FileProblem(`"${smiles.slice(0, 60)}" is not a SMILES. ${problem}`, line);
    const others = cells.flatMap((cell, index) =>
      index === column || index === nameColumn ? [] : [[headings[index] ?? `Column ${index + 1}`, cell] as const],
    );
    return moleculeEntry({ smiles, name: cells[nameColumn] || null, data: Object.fromEntries(others), line });
  });
  if (entries.length === 0) throw new FileProblem('The table has a heading but no rows.', first.line);
  return entries;
}

interface Row {
  cells: string[];
  line: number;
}

function readRows(text: string): Row[] {
  const table = text.replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<string[]>(table, { delimiter: delimiterOf(table) });
  const rows: Row[] = [];
  let line = 1;
  data.forEach((cells, index) => {
    const error = errors.find(({ type, row }) => type === 'Quotes' && row === index);
    if (error) throw new FileProblem('A quoted cell is not closed, or something follows its closing quote.', line);
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ cells: cells.map((cell) => cell.trim()), line });
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  });
  return rows;
}

/**
 * Returns the separator of the cells: the one that the first line has most of outside quotes. The library's own guess fails on two columns with empty
 * lines.
 */
export function delimiterOf(text: string): string {
  const first = (/^[^\S\t\r\n\u2028\u2029]*\S.*$/m.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = ['\t', ';', '|', ','].map((mark) => ({ mark, count: first.split(mark).length - 1 }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best), { mark: ',', count: 0 }).mark;
}

/** The first column that has nothing but SMILES; -1 when there is none. */
function smilesColumn(rows: readonly Row[], width: number): number {
  for (let column = 0; column < width; column++) {
    const cells = rows.map(({ cells }) => cells[column] ?? '');
    if (cells.length > 0 && cells.every((cell) => /[A-Za-z]/.test(cell) && smilesProblem(cell) === null)) return column;
  }
  return -1;
}

/**
 * Writes a CSV table with the columns SMILES, name and all data, so that spreadsheets open it rightly (CRLF, quotes, texts that look like formulas
 * quoted away).
 * @throws FileProblem when a molecule has no SMILES
 */
export function writeSmilesCsv(molecules: readonly WritableMolecule[]): string {
  const keys = [...new Set(molecules.flatMap(({ data }) => Object.keys(data ?? {})))];
  const rows = molecules.map(({ smiles, name, data }, index) => {
    if (!smiles) throw new FileProblem(`Molecule ${index + 1}${name ? ` (${name})` : ''} has no SMILES.`);
    return [smiles, name ?? '', ...keys.map((key) => data?.[key] ?? '')];
  });
  return `${Papa.unparse({ fields: ['SMILES', 'name', ...keys], data: rows }, { escapeFormulae: true, newline: '\r\n' })}\r\n`;
}
