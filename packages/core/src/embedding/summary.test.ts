import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Bundle, WorkflowItem } from '../entities/index.ts';
import { loadWorkflow } from '../workflows/index.ts';
import { badgeSvg, badgeText, type ItemSummary, summaryOf } from './index.ts';
import { wrappedText } from './svg-text.ts';

const fixtures = new URL('../../../widgets/src/results/fixtures/', import.meta.url);

async function summed(name: string, change: Partial<WorkflowItem> = {}): Promise<ItemSummary> {
  const bundle = Bundle.parse(JSON.parse(readFileSync(new URL(`${name}.cuvette.json`, fixtures), 'utf8')));
  const item = WorkflowItem.parse({ ...bundle.items[0], ...change });
  return summaryOf(item, await loadWorkflow(item.object_type));
}

test('a conformer search: how many conformers, what ran, when, and the rows of its table with units', async () => {
  const summary = await summed('butane');
  expect(summary).toMatchObject({
    name: 'butane',
    type: 'Conformer Search',
    status: 'Completed',
    headline: '2 conformers',
    method: 'GFN2-xTB (tblite 0.8.0)',
    day: '2026-11-21',
    table: { left: 0 },
  });
  expect(summary.table?.headings.slice(0, 3)).toEqual(['Conformer', 'Relative energy (kcal/mol)', 'Weight (%)']);
  expect(summary.table?.rows.map((row) => row.slice(0, 3))).toEqual([
    ['1', '0.00', '57.9'],
    ['2', '0.60', '42.1'],
  ]);
});

test('a long table is cut, and says by how much', async () => {
  const { table } = await summed('conformer-search');
  expect(table?.rows).toHaveLength(6);
  expect(table?.left).toBe(3);
});

test('what is not known is left out: no method without a record of what ran, no number without a result', async () => {
  const pka = await summed('macropka');
  expect(pka).toMatchObject({ method: null, type: 'Macroscopic pKa', headline: 'pKa 2.34, 9.60' });
  expect(pka.values).toContainEqual({ title: 'Isoelectric point', text: '5.97' });
  const waiting = await summed('butane', { object_data: null, object_status: 0, completed_at: null, provenance: null });
  expect(waiting).toMatchObject({ headline: null, method: null, table: null });
  const item = WorkflowItem.parse({
    ...waiting,
    uuid: 'u',
    created_at: '2026-01-02T03:04:05Z',
    object_status: 2,
    object_type: 'new',
    parent_uuid: 'p',
  });
  expect(summaryOf(item, null)).toMatchObject({ type: 'new', headline: null, table: null, day: '2026-01-02' });
});

const sample: ItemSummary = {
  name: 'ibuprofen',
  type: 'Conformer Search',
  status: 'Completed',
  headline: '12 conformers',
  sentence: '',
  caveat: null,
  method: null,
  day: '2026-11-21',
  values: [],
  table: null,
};

test('energies come with their molecules, and with their unit', async () => {
  const bundle = Bundle.parse(JSON.parse(readFileSync(new URL('water.cuvette.json', fixtures), 'utf8')));
  const item = WorkflowItem.parse(bundle.items[0]);
  const definition = await loadWorkflow(item.object_type);
  expect(summaryOf(item, definition).headline).toBe(null);
  const molecules = new Map(Object.entries(bundle.calculations).map(([uuid, one]) => [uuid, one.molecules]));
  expect(summaryOf(item, definition, molecules).headline).toMatch(/^\S.* −5\.\d{6} Hartree$/);
});

test('a badge says type, name and the main number; what has not ended or failed says that', () => {
  expect(badgeText(sample)).toBe('ibuprofen, 12 conformers');
  expect(badgeText({ ...sample, status: 'Failed' })).toBe('ibuprofen, Failed');
  expect(badgeText({ ...sample, headline: null })).toBe('ibuprofen, Completed');
  expect(badgeSvg(sample)).toContain('<title>Conformer Search: ibuprofen, 12 conformers</title>');
});

test('no name breaks out of a badge, and none makes it endless', () => {
  const svg = badgeSvg({ ...sample, name: '"><script>alert(1)</script>&\u0000\n]](x' });
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;  ]](x');
  expect(svg.match(/<text /g)).toHaveLength(2);
  const long = badgeSvg({ ...sample, name: 'x'.repeat(5000) });
  expect(long.length).toBeLessThan(2000);
  expect(long).toContain('…, 12 conformers');
  expect(svg).not.toMatch(/href|style|url\((?!#r\))/);
});

test('a badge marks a number that does not mean what it seems to, and its title says why', () => {
  const caveat = 'Gaps of such singlets are off by several kcal/mol.';
  expect(badgeText({ ...sample, caveat })).toBe('ibuprofen, 12 conformers ⚠');
  expect(badgeSvg({ ...sample, caveat })).toContain(`12 conformers ⚠. ${caveat}</title>`);
  expect(badgeSvg(sample)).not.toContain('⚠');
});

test('a number and its ± stay on one line of a card', () => {
  expect(wrappedText('pKa 4.92 ± 0.49, 2.53 ± 0.55', 20, 2)).toEqual(['pKa 4.92 ± 0.49,', '2.53 ± 0.55']);
  expect(wrappedText('one  two ±', 5, 3)).toEqual(['one', 'two ±']);
});
