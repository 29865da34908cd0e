import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { problemsOfReferences, testsNamed, testsOf } from './named-tests.ts';
import { platform } from './platform.ts';
import { type Row, type Specification, wordsOf, wordsOfTable } from './rows.ts';
import { workflows } from './workflows.ts';

const root = join(import.meta.dirname, '../..');
const owner = /^(issue \d+: \S|page: \S|recipe: \S)/;
/** What is done owes nothing any more: a sentence that it left open is held, or somebody else owes it. */
const finished = /\bissue [1-4]\b/;

const rowsOf = ({ sections }: Specification): Row[] =>
  sections.flatMap(({ rows }) => rows.filter((row): row is Row => 'text' in row));

/** The document, or null where it does not lie beside the checkout. The product is called by its name of today. */
function documentOf({ document }: Specification): string | null {
  const file = join(root, document);
  if (!existsSync(file)) return null;
  return readFileSync(file, 'utf8').replace(/'View on \w+'/g, "'View on Cuvette'");
}

describe.each([platform, workflows])('the $name document', (specification) => {
  const rows = rowsOf(specification);

  test('every section of the document is there, in order', () => {
    const document = documentOf(specification);
    if (document === null) return expect(specification.sections.length).toBeGreaterThan(9);
    const headings = [...document.matchAll(/^#+ (.+)$/gm)].map((match) => match[1]);
    expect(specification.sections.map(({ heading }) => heading)).toEqual(headings);
  });

  test('every word of the document is in exactly one row or heading', () => {
    const words = wordsOfTable(specification);
    const document = documentOf(specification);
    if (document !== null) {
      const wanted = wordsOf(document);
      const at = wanted.findIndex((word, index) => word !== words[index]);
      const around = (list: string[]) => list.slice(Math.max(0, at - 8), at + 8).join(' ');
      if (at >= 0) expect(around(words), `the table leaves the document at word ${at}`).toBe(around(wanted));
      expect(words.length, 'words after the end of the document').toBe(wanted.length);
    } else {
      console.warn(
        `\n*** ${specification.document} is not there: the table is compared with the fingerprint of the document only. ***\n`,
      );
    }
    expect(createHash('sha256').update(words.join(' ')).digest('hex')).toBe(specification.sha256);
  });

  test('every sentence is held by tests or owed by somebody, never both', () => {
    for (const { text, held, later, partly, note } of rows) {
      expect(text.trim(), 'an empty row').not.toBe('');
      expect((held !== undefined) !== (later !== undefined), `held or later: ${text}`).toBe(true);
      if (held) expect(held.length, text).toBeGreaterThan(0);
      if (partly) expect(later, `partly goes with later: ${text}`).toBeDefined();
      if (note !== undefined) expect(note.trim(), text).not.toBe('');
      for (const one of later?.split('; ') ?? []) expect(one, text).toMatch(owner);
      expect(`${later ?? ''} ${note ?? ''}`, text).not.toMatch(finished);
    }
  });

  test('every test that a sentence names is there', () => {
    const references = rows.flatMap(({ held = [], partly = [] }) => [...held, ...partly]);
    expect(problemsOfReferences(root, references)).toEqual([]);
  });
});

describe('the check itself', () => {
  test('finds tests by name with their groups, and neither skipped tests nor names in comments', () => {
    const names = testsOf(join(root, 'tests/specification/specification.test.ts'));
    expect(names).toContain(
      'the check itself › finds tests by name with their groups, and neither skipped tests nor names in comments',
    );
    expect(testsNamed(['a › b', 'c › b', 'ab'], 'b')).toEqual(['a › b', 'c › b']);
    expect(testsNamed(['a › b', 'c › b', 'ab'], 'a › b')).toEqual(['a › b']);
    const problems = (reference: string) => problemsOfReferences(root, [reference]);
    expect(problems('tests/specification/specification.test.ts › not there')[0]).toMatch(/no such test/);
    expect(problems('tests/specification/gone.test.ts › x')[0]).toMatch(/no such file/);
    expect(problems('packages/compute/tests/test_symmetry.py › test_rotational_symmetry_number')).toEqual([]);
    const grouped = testsOf(join(root, 'packages/server/src/api/routes.test.ts'));
    expect(grouped).toContain('every route for every role › %s');
  });

  test('words are compared without markdown marks', () => {
    expect(wordsOf('## 1. A\n\n| B | C |\n|---|---|\n| d e | f |\n- **G**: h - i')).toEqual(
      '1. A B C d e f G: h - i'.split(' '),
    );
  });
});

afterAll(() => {
  const all = [...rowsOf(platform), ...rowsOf(workflows)];
  const counts = new Map<string, number>();
  for (const { later } of all) {
    for (const one of later?.split('; ') ?? []) {
      const [who = ''] = /^(issue \d+|page|recipe)/.exec(one) ?? [];
      counts.set(who, (counts.get(who) ?? 0) + 1);
    }
  }
  const owed = [...counts].map(([who, count]) => `${who} ${count}`).join(', ');
  const held = all.filter((row) => row.held).length;
  console.log(`Specification: ${all.length} sentences, ${held} held by tests, ${all.length - held} owed (${owed}).`);
});
