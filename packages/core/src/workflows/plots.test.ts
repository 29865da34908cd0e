import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Bundle } from '../entities/bundle.ts';
import { definitionOf } from '../testing/workflow-items.ts';

const examples = join(import.meta.dirname, '../../../../examples/results');
const types = readdirSync(examples).flatMap((name) => name.match(/^(\w+)\.cuvette\.json$/)?.[1] ?? []);

/** What a plot of an example draws: each of its columns by kind; null where the table has no such column. */
async function plotsOf(type: string) {
  const bundle = Bundle.parse(JSON.parse(readFileSync(join(examples, `${type}.cuvette.json`), 'utf8')));
  const [item] = bundle.items;
  if (!item) throw new Error(`${type} has no item.`);
  const definition = await definitionOf(type);
  const molecules = new Map(Object.entries(bundle.calculations).map(([uuid, { molecules }]) => [uuid, molecules]));
  const tables = definition.tables(item, molecules);
  const parts = Object.values(definition.parts(item, molecules)).flat();
  return parts.flatMap((part) => {
    if (part.kind !== 'plot') return [];
    const table = tables.find(({ id }) => id === part.table);
    const kindOf = (id: string) => table?.columns.find((column) => column.id === id)?.kind ?? null;
    return { ...part, kinds: { x: kindOf(part.x), y: kindOf(part.y), value: part.value && kindOf(part.value) } };
  });
}

describe('plots of the shipped examples', () => {
  test('can be drawn: numbers on both axes, of bars also names', async () => {
    const all = (
      await Promise.all(types.map(async (type) => (await plotsOf(type)).map((plot) => ({ type, ...plot }))))
    ).flat();
    const drawn = all.filter(
      ({ mark, kinds }) =>
        kinds.y === 'number' &&
        (kinds.x === 'number' || (mark === 'bars' && kinds.x === 'text')) &&
        kinds.value !== null,
    );
    expect(drawn).toEqual(all);
    expect(new Set(all.map(({ type }) => type)).size).toBeGreaterThan(5);
  });
});
