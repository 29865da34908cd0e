import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { problemsOfRow, readTable, wordsOf } from './table.ts';

const root = join(import.meta.dirname, '../..');

/** Documents lie beside the checkout and are no part of it. Where they are missing, the SHA-256 of their words stands for them. */
const documents = [
  {
    name: 'platform',
    file: '../shared/spec/platform.txt',
    sha256: '5804b370c688874567176deec1a0179d3f9c90b9c17a9cf4d9e535b0b55fd78a',
  },
  {
    name: 'workflows',
    file: '../shared/spec/workflows.txt',
    sha256: '2fefa409ab05f54f3245cf2f644727b40749d412a831b56af8553f52b7af3c73',
  },
];

/** The document, or null where it does not lie beside the checkout. The product is called by its name of today. */
function documentAt(file: string): string | null {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8').replace(/'View on \w+'/g, "'View on Cuvette'") : null;
}

describe.each(documents)('the $name document', ({ name, file, sha256 }) => {
  const table = readTable(name);
  const document = documentAt(file);

  test('every section is there, in order', () => {
    if (document === null) return expect(table.headings.length).toBeGreaterThan(9);
    expect(table.headings).toEqual([...document.matchAll(/^#+ (.+)$/gm)].map((match) => match[1]));
  });

  test('every word is in exactly one row or heading', () => {
    const words = wordsOf(table.texts.join('\n'));
    if (document !== null) {
      const wanted = wordsOf(document);
      const at = wanted.findIndex((word, index) => word !== words[index]);
      const around = (list: string[]) => list.slice(Math.max(0, at - 8), at + 8).join(' ');
      if (at >= 0) expect(around(words), `the table leaves the document at word ${at}`).toBe(around(wanted));
      expect(words.length, 'words after the end of the document').toBe(wanted.length);
    } else {
      console.warn(
        `\n*** ${file} is not there: the table is compared with the fingerprint of the document only. ***\n`,
      );
    }
    expect(createHash('sha256').update(words.join(' ')).digest('hex')).toBe(sha256);
  });

  test('every sentence is held by test files that are there, owed by somebody, or explained', () => {
    expect(table.rows.flatMap((row) => problemsOfRow(root, row))).toEqual([]);
  });
});

describe('the check itself', () => {
  test('a row that nobody holds, an unknown owner, and a file that is gone or no test are refused', () => {
    const row = { heading: '', text: 'A', files: [], owed: [], note: '' };
    const here = 'tests/specification/specification.test.ts';
    expect(problemsOfRow(root, row)).toEqual(['A: no file, nobody who owes it, and no note']);
    expect(problemsOfRow(root, { ...row, note: 'A label.' })).toEqual([]);
    expect(problemsOfRow(root, { ...row, files: [here] })).toEqual([]);
    expect(problemsOfRow(root, { ...row, owed: ['somebody'] })).toHaveLength(1);
    expect(problemsOfRow(root, { ...row, files: [here, 'tests/gone.test.ts'] })).toEqual([
      'A: not there: tests/gone.test.ts',
    ]);
    expect(problemsOfRow(root, { ...row, files: ['README.md'] })).toEqual(['A: no test file: README.md']);
  });

  test('words are compared without markdown marks', () => {
    expect(wordsOf('## 1. A\n\n| B | C |\n|---|---|\n| d e | f |\n- **G**: h - i')).toEqual(
      '1. A B C d e f G: h - i'.split(' '),
    );
  });
});

afterAll(() => {
  const rows = documents.flatMap(({ name }) => readTable(name).rows);
  const owed = rows.filter((row) => row.owed.length > 0);
  const held = rows.filter((row) => row.owed.length === 0 && row.files.length > 0);
  console.log(`Specification: ${rows.length} sentences, ${held.length} held by tests, ${owed.length} owed.`);
});
