import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { problemsOfReferences } from './named-tests.ts';
import { wordsOf } from './rows.ts';
import { badInputs, threats } from './security-rows.ts';

const root = join(import.meta.dirname, '../..');
const file = join(root, '../shared/reference/reliability.md');
const plain = (text: string) => wordsOf(text.replaceAll('`', '').replaceAll('\\', '')).join(' ').toLowerCase();

/** The document, or null where it does not lie beside the checkout. */
const document = existsSync(file) ? readFileSync(file, 'utf8') : null;

describe('threats and bad inputs', () => {
  test('every threat of the document has a row, in its order', () => {
    expect(threats).toHaveLength(22);
    if (document === null) return;
    const section = document.slice(document.indexOf('## 5. Security'));
    const cells = [...section.matchAll(/^\| ([^|]+) \|/gm)].map((match) => plain(match[1] ?? '')).slice(1);
    expect(cells).toHaveLength(threats.length);
    for (const [index, { what }] of threats.entries()) expect(cells[index]).toContain(plain(what));
  });

  test('every bad input of the document has a row, in its order', () => {
    expect(badInputs).toHaveLength(17);
    const listed = /^11\. Bad inputs: (.+)\.$/m.exec(document ?? '')?.[1];
    if (listed === undefined) return expect(document).toBeNull();
    expect(listed.split(', ').map(plain)).toEqual(badInputs.map(({ what }) => plain(what)));
  });

  test('every row is held by tests that are there', () => {
    const rows = [...threats, ...badInputs];
    for (const { what, held } of rows) expect(held.length, what).toBeGreaterThan(0);
    expect(
      problemsOfReferences(
        root,
        rows.flatMap(({ held }) => held),
      ),
    ).toEqual([]);
  });
});
