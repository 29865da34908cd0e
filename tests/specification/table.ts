import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The tables of this folder: one file of tab-separated values per document, one line per sentence (or per clause, where different files hold the
 * pieces). `# …` is a heading of the document, `| …` the heading row of a table in it; neither says anything by itself.
 */

/** One line of a table. */
export interface Row {
  /** The heading that it stands under. */
  heading: string;
  /** Word for word. The cells of a table row are joined by " | ". */
  text: string;
  /** Paths of the test files that hold it, from the root of the repository. With `owed`, they hold a part of it. */
  files: readonly string[];
  /** Who owes it: "issue N: …", "page: …", "recipe: …". */
  owed: readonly string[];
  /** What a reader should know: a choice of our own, a difference, what is missing, why nothing needs to hold it. */
  note: string;
}

export interface Table {
  headings: readonly string[];
  rows: readonly Row[];
  /** Everything that is said by the document, in order: headings, heading rows of tables, sentences. */
  texts: readonly string[];
}

/** Reads a table of this folder. @throws Error on a line with more than four columns. */
export function readTable(name: string): Table {
  const [, ...lines] = readFileSync(join(import.meta.dirname, `${name}.tsv`), 'utf8')
    .trimEnd()
    .split('\n');
  const headings: string[] = [];
  const rows: Row[] = [];
  const texts: string[] = [];
  for (const line of lines) {
    const [text = '', files = '', owed = '', note = '', ...more] = line.split('\t');
    if (more.length > 0) throw new Error(`${name}.tsv has a line with more than four columns: ${text}`);
    texts.push(text.replace(/^[#|] /, ''));
    if (text.startsWith('# ')) headings.push(text.slice(2));
    else if (!text.startsWith('| '))
      rows.push({ heading: headings.at(-1) ?? '', text, files: words(files), owed: parts(owed), note });
  }
  return { headings, rows, texts };
}

const words = (text: string) => text.split(' ').filter((word) => word !== '');
const parts = (text: string) => text.split('; ').filter((part) => part !== '');

/** The words of a text without markdown marks: what a table and its document are compared by. */
export function wordsOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*\|[\s|:-]+\|\s*$/.test(line))
    .map((line) => line.replace(/^\s*(#+|-)\s+/, '').replace(/\*\*/g, ''))
    .join('\n')
    .split(/[\s|]+/)
    .filter((word) => word !== '');
}

const owner = /^(issue \d+: \S|page: \S|recipe: \S)/;
const testFile = /(\.(test|spec)\.tsx?|\/test_\w+\.py)$/;

/** What is wrong with a row: nobody holds it and nothing says why, an owner of no known kind, a file that is no test or not there. */
export function problemsOfRow(root: string, { text, files, owed, note }: Row): string[] {
  const problems = [
    text.trim() === '' ? 'it says nothing' : '',
    files.length + owed.length === 0 && note.trim() === '' ? 'no file, nobody who owes it, and no note' : '',
    ...owed.filter((one) => !owner.test(one)).map((one) => `owed by no known kind of owner: ${one}`),
    ...files.filter((file) => !testFile.test(file)).map((file) => `no test file: ${file}`),
    ...files.filter((file) => !existsSync(join(root, file))).map((file) => `not there: ${file}`),
  ];
  return problems.filter((problem) => problem !== '').map((problem) => `${text}: ${problem}`);
}
