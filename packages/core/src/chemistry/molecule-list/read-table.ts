import Papa from 'papaparse';
import { smilesProblem } from '../formats/smiles.ts';
import { delimiterOf, nameHeading, smilesHeading } from '../formats/smiles-csv.ts';
import { type ListedMolecule, listed } from './listed.ts';
import { numberRepeats, type OwnTexts } from './own-texts.ts';

interface TableRow {
  /** 1-based line where it begins. */
  line: number;
  cells: string[];
  /** What is wrong with its quotes; null where nothing is. */
  problem: string | null;
}

/** A table of molecules whose columns have no meaning yet. */
export interface MoleculeTable {
  headings: string[];
  /** Rows without the heading and without empty ones. */
  rows: TableRow[];
  hasHeading: boolean;
}

/** Which columns hold what, counted from 0; `name` is -1 where there are no names. */
export interface TableColumns {
  smiles: number;
  name: number;
}

/** Reads a table (comma, semicolon, tab or bar between cells, quotes as in RFC 4180). A row with a broken quote stays, with its reason. */
export function readMoleculeTable(text: string): MoleculeTable {
  const table = text.replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<string[]>(table, { delimiter: delimiterOf(table) });
  const broken = new Set(errors.flatMap(({ type, row }) => (type === 'Quotes' && row !== undefined ? [row] : [])));
  const all: TableRow[] = [];
  let line = 1;
  for (const [index, cells] of data.entries()) {
    const problem = broken.has(index) ? 'A quoted cell is not closed, or something follows its closing quote.' : null;
    if (cells.some((cell) => cell.trim() !== '')) all.push({ line, cells: cells.map((cell) => cell.trim()), problem });
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  }
  const first = all[0]?.cells ?? [];
  const hasHeading =
    first.some((cell) => smilesHeading.test(cell)) ||
    !first.some((cell) => cell !== '' && smilesProblem(cell) === null);
  const width = Math.max(0, ...all.map(({ cells }) => cells.length));
  const headings = Array.from({ length: width }, (_, index) => (hasHeading && first[index]) || `Column ${index + 1}`);
  return { headings, rows: hasHeading ? all.slice(1) : all, hasHeading };
}

/** The columns that a table most likely means: by its headings, else the one with most SMILES, and the first other one that is not all numbers for the names. */
export function guessColumns({ headings, rows, hasHeading }: MoleculeTable): TableColumns {
  const headed = hasHeading ? headings.findIndex((heading) => smilesHeading.test(heading)) : -1;
  const counts = headings.map((_, column) => rows.filter(({ cells }) => isLikelySmiles(cells[column] ?? '')).length);
  const smiles = headed >= 0 ? headed : Math.max(0, counts.indexOf(Math.max(...counts)));
  const named = headings.findIndex((heading, column) => column !== smiles && nameHeading.test(heading));
  if (hasHeading) return { smiles, name: named };
  const words = headings.findIndex(
    (_, column) => column !== smiles && rows.some(({ cells }) => /[A-Za-z]/.test(cells[column] ?? '')),
  );
  return { smiles, name: words };
}

function isLikelySmiles(cell: string): boolean {
  return /[A-Za-z]/.test(cell) && smilesProblem(cell) === null;
}

/** The molecules of a table by its columns; a row without a SMILES, or with a broken one, says so. */
export function moleculesOfTable({ headings, rows }: MoleculeTable, { smiles, name }: TableColumns): ListedMolecule[] {
  return rows.map(({ line, cells, problem }) => {
    const text = cells[smiles] ?? '';
    const missing = text === '' ? `The column "${headings[smiles] ?? ''}" is empty.` : null;
    return listed(line, text, cells[name] ?? null, problem ?? missing ?? smilesProblem(text));
  });
}

/**
 * A table's own columns beside SMILES and names: their headings, of which the second of two equal ones is numbered, and the texts of each row by the line
 * where it begins.
 */
export function ownColumnsOf({ headings, rows }: MoleculeTable, { smiles, name }: TableColumns): OwnTexts {
  const own = headings.flatMap((_, column) => (column === smiles || column === name ? [] : [column]));
  const count = numberRepeats();
  const named = own.map((column) => count(headings[column] ?? ''));
  const texts = rows.map(({ line, cells }) => [line, own.map((column) => cells[column] ?? '')] as const);
  return { headings: named, textsByLine: new Map(texts) };
}

/** Whether a pasted text is a table of molecules and no list of SMILES with names: its first line has a heading of SMILES, or a SMILES only between separators. */
export function isMoleculeTable(text: string): boolean {
  const first = /^[^\S\t\r\n\u2028\u2029]*[^\s#].*$/m.exec(text.replace(/^\uFEFF/, ''))?.[0]?.trim() ?? '';
  const cells =
    Papa.parse<string[]>(first, { delimiter: delimiterOf(first) }).data[0]?.map((cell) => cell.trim()) ?? [];
  if (cells.length < 2) return false;
  if (cells.some((cell) => smilesHeading.test(cell))) return true;
  const [word = ''] = first.split(/\s+/);
  return smilesProblem(word) !== null && cells.some(isLikelySmiles);
}
