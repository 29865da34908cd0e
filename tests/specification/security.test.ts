import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { problemsOfRow, readTable, wordsOf } from './table.ts';

const root = join(import.meta.dirname, '../..');
const file = join(root, '../shared/reference/reliability.md');
const plain = (text: string) => wordsOf(text.replaceAll('`', '').replaceAll('\\', '')).join(' ').toLowerCase();

/** The document, or null where it does not lie beside the checkout. */
const document = existsSync(file) ? readFileSync(file, 'utf8') : null;

const { rows } = readTable('security');
/** Section 5 of the document; of a threat the beginning of its cell is enough. */
const threats = rows.filter(({ heading }) => heading === 'Threats');
/** Row 11 of section 4 of the document. */
const badInputs = rows.filter(({ heading }) => heading === 'Bad inputs');

describe('threats and bad inputs', () => {
  test('every threat of the document has a row, in its order', () => {
    expect(threats).toHaveLength(22);
    if (document === null) return;
    const section = document.slice(document.indexOf('## 5. Security'));
    const cells = [...section.matchAll(/^\| ([^|]+) \|/gm)].map((match) => plain(match[1] ?? '')).slice(1);
    expect(cells).toHaveLength(threats.length);
    for (const [index, { text }] of threats.entries()) expect(cells[index]).toContain(plain(text));
  });

  test('every bad input of the document has a row, in its order', () => {
    expect(badInputs).toHaveLength(17);
    const listed = /^11\. Bad inputs: (.+)\.$/m.exec(document ?? '')?.[1];
    if (listed === undefined) return expect(document).toBeNull();
    expect(listed.split(', ').map(plain)).toEqual(badInputs.map(({ text }) => plain(text)));
  });

  test('every row is held by test files that are there', () => {
    expect(rows.filter(({ files }) => files.length === 0)).toEqual([]);
    expect(rows.flatMap((row) => problemsOfRow(root, row))).toEqual([]);
  });
});
