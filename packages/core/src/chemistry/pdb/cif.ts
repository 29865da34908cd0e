import { FileProblem } from '../problem.ts';

/** A value of a CIF file; null for the unquoted `?` (unknown) and `.` (does not apply). */
export type CifValue = string | null;

/** A table of a CIF file: the columns by item name, all of one length. A category of single items is a table of one row. */
export class CifCategory {
  readonly columns: Map<string, CifValue[]>;
  readonly length: number;
  /** Line (1-based) on which each row of a loop begins; empty for a category of single items. */
  readonly lines: readonly number[];

  constructor(columns: Map<string, CifValue[]>, lines: readonly number[] = []) {
    this.columns = columns;
    this.lines = lines;
    this.length = Math.max(0, ...[...columns.values()].map((values) => values.length));
  }

  /** Value of an item in a row; null when it is unknown, does not apply, or the item is absent. */
  get(item: string, row = 0): CifValue {
    return this.columns.get(item.toLowerCase())?.[row] ?? null;
  }

  /** The first of several items that has a value in a row. */
  first(items: readonly string[], row = 0): CifValue {
    for (const item of items) {
      const value = this.get(item, row);
      if (value !== null) return value;
    }
    return null;
  }

  /** The row numbers, for loops. */
  rows(): number[] {
    return Array.from({ length: this.length }, (_, row) => row);
  }
}

/** Gives a category by name, an empty one where the file has none. */
export type CategoryReader = (name: string) => CifCategory;

interface Token {
  /** Data names, `loop_`, `data_…`, `save_…` are words; only values can be quoted. */
  kind: 'word' | 'value';
  text: string;
  quoted: boolean;
  line: number;
}

/**
 * Reads the first data block of a CIF file (syntax of CIF 1.1: quotes, text fields between semicolons, loops, comments) as categories by lower-case
 * name without the underscore ("atom_site").
 * @throws FileProblem naming the line where the text stops being CIF
 */
export function readCif(text: string): Map<string, CifCategory> {
  const items = new Map<string, Map<string, CifValue[]>>();
  const loopLines = new Map<string, number[]>();
  let blocks = 0;
  let loop: Loop | null = null;
  let pending: { name: string; line: number } | null = null;
  const endLoop = () => {
    if (!loop) return;
    if (loop.names.length === 0) throw new FileProblem('A loop_ without column names.', loop.line);
    if (loop.count % loop.names.length !== 0) {
      throw new FileProblem(
        `The loop has ${loop.names.length} columns and ${loop.count} values, so its last row is incomplete.`,
        loop.line,
      );
    }
    loop = null;
  };
  const columnOf = (name: string): Column => {
    const category = categoryOf(name);
    const columns = items.get(category) ?? new Map<string, CifValue[]>();
    items.set(category, columns);
    const values: CifValue[] = [];
    columns.set((category === '' ? name.slice(1) : name.slice(category.length + 2)).toLowerCase(), values);
    return values;
  };
  for (const token of tokens(text)) {
    const { kind, line } = token;
    if (kind === 'word') {
      if (pending) throw new FileProblem(`The item ${pending.name} has no value.`, pending.line);
      const lower = token.text.toLowerCase();
      if (lower.startsWith('_')) {
        if (loop && loop.count === 0) {
          loop.names.push(columnOf(token.text));
          loopLines.set(categoryOf(token.text), loop.lines);
        } else {
          endLoop();
          pending = { name: token.text, line };
        }
        continue;
      }
      endLoop();
      if (lower === 'loop_') loop = { names: [], lines: [], count: 0, line };
      else if (lower.startsWith('data_') && ++blocks > 1) break;
      continue;
    }
    if (blocks === 0) throw new FileProblem('A CIF file begins with a line "data_NAME".', line);
    const value = !token.quoted && (token.text === '?' || token.text === '.') ? null : token.text;
    if (loop) {
      if (loop.names.length === 0) throw new FileProblem('A loop_ without column names.', loop.line);
      const column = loop.count % loop.names.length;
      if (column === 0) loop.lines.push(line);
      loop.names[column]?.push(value);
      loop.count++;
    } else if (pending) {
      columnOf(pending.name).push(value);
      pending = null;
    } else throw new FileProblem(`The value "${token.text.slice(0, 40)}" belongs to no item.`, line);
  }
  if (pending) throw new FileProblem(`The item ${pending.name} has no value.`, pending.line);
  endLoop();
  if (blocks === 0) throw new FileProblem('A CIF file begins with a line "data_NAME"; there is none.', 1);
  return new Map([...items].map(([name, columns]) => [name, new CifCategory(columns, loopLines.get(name))]));
}

type Column = CifValue[];

interface Loop {
  names: Column[];
  /** Line on which each row begins. */
  lines: number[];
  count: number;
  line: number;
}

/** "atom_site" of "_atom_site.id"; an item without a point belongs to the category with the empty name. */
function categoryOf(name: string): string {
  const point = name.indexOf('.');
  return point < 0 ? '' : name.slice(1, point).toLowerCase();
}

/**
 * A quoted value ends at its quote only where whitespace or the line's end follows. One that is not closed is read to the end of its line, so that
 * each character is read once, and is refused then.
 */
const tokenPattern = /\s*(?:#.*$|'((?:[^']|'(?=\S))*)('|$)|"((?:[^"]|"(?=\S))*)("|$)|(\S+))/y;

function* tokens(text: string): Generator<Token> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (let index = 0; index < lines.length; index++) {
    const content = lines[index] as string;
    if (content.startsWith(';')) {
      const start = index;
      const parts = [content.slice(1)];
      while (++index < lines.length && !(lines[index] as string).startsWith(';')) parts.push(lines[index] as string);
      if (index === lines.length)
        throw new FileProblem('The text that begins here with ";" is never closed.', start + 1);
      yield { kind: 'value', text: parts.join('\n'), quoted: true, line: start + 1 };
      const rest = (lines[index] as string).slice(1);
      if (rest.trim() !== '') yield* lineTokens(rest, index + 1);
      continue;
    }
    yield* lineTokens(content, index + 1);
  }
}

function* lineTokens(content: string, line: number): Generator<Token> {
  tokenPattern.lastIndex = 0;
  const end = content.trimEnd().length;
  while (tokenPattern.lastIndex < end) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(content);
    if (!match) return;
    const [, single, singleEnd, double, doubleEnd, bare] = match;
    const next = tokenPattern.lastIndex;
    if (singleEnd === '' || doubleEnd === '') {
      throw new FileProblem(`The quote in column ${at + 1} is never closed.`, line);
    }
    if (single !== undefined || double !== undefined) {
      yield { kind: 'value', text: single ?? double ?? '', quoted: true, line };
    } else if (bare !== undefined) {
      const word = bare.startsWith('_') || /^(?:loop_$|data_|save_|global_$|stop_$)/i.test(bare);
      yield { kind: word ? 'word' : 'value', text: bare, quoted: false, line };
    }
    tokenPattern.lastIndex = next;
  }
}
