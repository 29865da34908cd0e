import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonNames, readJson, readOfType, typesWith } from '../../testing/read-file.js';
import { catalogue } from '../catalogue.ts';
import { checkDocument } from './check-document.ts';

const types = catalogue.map(({ type }) => type);
const item = readOfType('conformer_search', 'example-result') as { object_data: { conformer_uuids: string[][] } };
const uuids = item.object_data.conformer_uuids.flat().filter((uuid) => uuid !== null);
const calculation = readJson(`examples/calculations/${jsonNames('examples/calculations')[0]}.json`);

test('an item tells its type, its structures, tabs and tables', async () => {
  const [part] = await checkDocument(item);
  expect(part).toMatchObject({
    what: 'workflow item',
    type: 'conformer_search',
    problems: [],
    tabs: ['Conformer Search', 'info'],
  });
  expect(part?.structures).toHaveLength(item.object_data.conformer_uuids.length);
  expect(part?.tables[0]).toContain(`Conformer Search (${item.object_data.conformer_uuids.length} ×`);
});

test('what does not fit is named with its place', async () => {
  const broken = { ...item, object_data: { ...item.object_data, energies: ['low'] } };
  const [part] = await checkDocument(broken);
  expect(part?.problems).toEqual([
    { field: 'object_data.energies.0', detail: 'energies.0: must be a number (found "low").' },
  ]);
  expect((await checkDocument({ ...item, object_type: 'crystal_gazing' }))[0]?.problems[0]?.field).toBe('object_type');
  expect((await checkDocument({ molecules: [{ atoms: 4 }] }))[0]?.problems[0]?.field).toContain('molecules.0');
  expect((await checkDocument([1]))[0]?.problems).toHaveLength(1);
});

test('a bundle is checked whole: every part, and structures that it does not hold', async () => {
  const bundle = {
    format: 'cuvette-bundle',
    version: 1,
    created_at: '',
    items: [item],
    calculations: { [uuids[0] ?? '']: calculation },
  };
  const [head, first, held] = await checkDocument(bundle);
  expect(head?.problems).toEqual([]);
  expect(first?.problems.length).toBe(item.object_data.conformer_uuids.length - 1);
  expect(first?.problems[0]?.detail).toContain('Conformer 2');
  expect(held).toMatchObject({ what: 'calculation', problems: [] });
  expect((await checkDocument({ ...bundle, version: 7 }))[0]?.problems[0]?.field).toBe('version');
});

test.each(typesWith('example-settings'))('bare data of %s are recognised, and read under their type', async (type) => {
  const data = readOfType(type, 'example-settings');
  expect((await checkDocument(data, type))[0]).toMatchObject({ type, guessed: false, problems: [] });
  expect((await checkDocument(data))[0]).toMatchObject({ type, guessed: true, problems: [] });
});

test('no JSON whatever makes it throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.constantFrom(null, ...types), async (value, type) => {
      expect((await checkDocument(value, type)).length).toBeGreaterThan(0);
    }),
    { numRuns: 50 },
  );
});
