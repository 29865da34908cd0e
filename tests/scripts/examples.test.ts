import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jobs } from '../../examples/jobs.mjs';
import { catalogue } from '../../packages/core/src/workflows/index.ts';
import { brokenLinks, site } from '../../scripts/lib/docs/site.mjs';
import { checkExamples } from '../../scripts/lib/examples/check-examples.mjs';
import { fileOf } from '../../scripts/lib/examples/stored-examples.mjs';

const root = join(import.meta.dirname, '../..');

/** Types without an example: programs and weights of others. */
const without = new Set(['protein_cofolding', 'protein_binder_design']);

test('every type that a fresh installation runs has a stored example of the wanted revision, valid and small enough', async () => {
  const { types, problems } = await checkExamples();
  expect(problems).toEqual([]);
  const expected = catalogue.map(({ type }) => type).filter((type) => !without.has(type));
  expect([...types].sort()).toEqual(expected.sort());
  expect([...new Set(jobs.map(({ type }) => type))].filter((type) => !without.has(type)).sort()).toEqual(expected);
  expect(existsSync(fileOf('basic_calculation.excited_states'))).toBe(true);
});

test('the documentation has a page for each type, and no link of it leads nowhere', async () => {
  const { pages, results } = await site();
  expect([...pages.keys()].filter((name) => name.startsWith('types/'))).toHaveLength(catalogue.length);
  const copied = (path: string) =>
    path.startsWith('embed/') ||
    results.some((type) => path === `results/${type}.cuvette.json` && existsSync(fileOf(type)));
  expect(brokenLinks(pages, copied)).toEqual([]);
  expect(brokenLinks(new Map([['index.html', '<a href="types/lost.html">']]), copied)).toEqual([
    'index.html links to types/lost.html, which is not there.',
  ]);
});

test('a page says what its example is, how it is submitted, and how it is embedded', async () => {
  const page = (await site()).pages.get('types/scan.html') ?? '';
  expect(page).toContain('<cuvette-workflow src="../results/scan.cuvette.json"');
  expect(page).toContain('X-API-Key: $CUVETTE_KEY');
  expect(page).toMatch(/tblite \d/);
  expect(page).toContain('<td><code>barrier</code></td>');
  const python = /submission = (\{[\s\S]*?\n\})/.exec(page.replaceAll('&quot;', '"'))?.[1] ?? '';
  expect(python).toContain('"substitute": True');
  expect(readFileSync(join(root, 'package.json'), 'utf8')).toContain('"docs": ');
});
