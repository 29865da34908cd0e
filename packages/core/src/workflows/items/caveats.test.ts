import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { summaryOf } from '../../embedding/summary.ts';
import type { Bundle } from '../../entities/bundle.ts';
import { caveatOf } from '../../entities/caveat.ts';
import { toCsv } from '../../tables/csv.ts';
import { definitionOf, finishedItem } from '../../testing/workflow-items.ts';
import { written } from '../../testing/written.ts';
import { compareItems } from '../comparison/compare-items.ts';
import { headlineOf } from './headline-of.ts';
import { notesOfItem } from './item-notes.ts';
import { itemValues } from './item-values.ts';

const whole = 'The geometry is not converged.';
const single = 'Site outside calibration.';

async function pkaItem() {
  const item = finishedItem(
    'pka',
    {
      microscopic_pka_method: 'gfn2_alpb_linear',
      conjugate_bases: [
        { atom_index: 3, pka: 4.48 },
        { atom_index: 5, pka: 9.9 },
      ],
      strongest_acid: 4.48,
    },
    {
      provenance: {
        caveats: [
          { severity: 'changes_number', text: whole, values: null, table: null, rows: null },
          { severity: 'changes_number', text: single, values: null, table: 'pka', rows: [1] },
          { severity: 'changes_number', text: 'Only the acid.', values: ['strongest_acid'], table: null, rows: null },
          { severity: 'limits_use', text: 'Not for proteins.', values: null, table: null, rows: null },
          { severity: 'for_record', text: 'Seed 42.', values: null, table: null, rows: null },
        ],
      },
    },
  );
  return { item, definition: await definitionOf('pka') };
}

test('what changes a number is beside it in values, tables, files, comparisons and the text of an embed; what does not is in none of them', async () => {
  const { item, definition } = await pkaItem();
  const values = itemValues(definition, item).values;
  expect(values.find(({ path }) => path === 'strongest_acid')?.note).toBe(`${whole} Only the acid.`);
  expect(values.find(({ path }) => path === 'strongest_base')?.note).toBe(whole);

  const [table] = definition.tables(item, new Map());
  expect(table?.notes).toEqual([whole]);
  expect(table?.columns.at(-1)).toMatchObject({ id: 'note', values: [null, single] });
  const lines = toCsv(table as NonNullable<typeof table>)
    .trim()
    .split('\r\n');
  expect(lines[0]).toMatch(/,note$/);
  expect(lines[1]).toMatch(new RegExp(`,${whole}$`));
  expect(lines[2]).toMatch(new RegExp(`,${whole} ${single}$`));

  const compared = compareItems([
    { uuid: item.uuid, read: { item, definition, molecules: new Map() }, problem: null },
  ]).table;
  const notes = compared.columns.find(({ id }) => id === 'note')?.values[0];
  expect(notes).toBe(`${whole} ${single} Only the acid.`);
  expect(notesOfItem(definition, item)).toBe(notes);
  expect(definition.compare([{ item, molecules: new Map() }])[0]?.columns.at(-1)?.values).toEqual([
    whole,
    `${whole} ${single}`,
  ]);
  expect(summaryOf(item, definition).values[0]?.note).toContain(whole);
});

const folder = join(import.meta.dirname, '../../../../../examples/results');
const examples = readdirSync(folder).filter((name) => name.endsWith('.cuvette.json'));

test.each(examples)(
  '%s: what changes every number is beside each value, in its headline and in the CSV of each table',
  async (name) => {
    const [item] = (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Bundle).items;
    if (!item) throw new Error(`${name} has no item.`);
    const definition = await definitionOf(item.object_type);
    const doubted = {
      ...item,
      provenance: { ...item.provenance, caveats: [caveatOf('changes_number', whole)] } as never,
    };
    for (const { path, note } of itemValues(definition, doubted).values) expect(note, path).toContain(whole);
    for (const { title, note } of headlineOf(definition, doubted).values)
      expect(written(note ?? ''), written(title)).toContain(whole);
    for (const table of definition.tables(doubted, new Map()).filter(({ length }) => length > 0)) {
      const [head = '', first = ''] = toCsv(table).split('\r\n');
      expect(head, table.id).toMatch(/,note$/);
      expect(first, table.id).toContain(whole);
    }
  },
);
