import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Bundle } from '../../entities/bundle.ts';
import { definitionOf } from '../../testing/workflow-items.ts';
import { levelInShort } from './level-in-short.ts';

const folder = join(import.meta.dirname, '../../../../../examples/results');

test.each([
  ['docking', ['AutoDock Vina']],
  ['analogue_docking', ['AutoDock Vina']],
  ['pka', ['GFN2-xTB', 'water']],
])('a list names for %s what its score or value was computed by, not what ran last', async (name, level) => {
  const bundle = JSON.parse(readFileSync(join(folder, `${name}.cuvette.json`), 'utf8')) as Bundle;
  const [item] = bundle.items;
  if (!item) throw new Error(`${name} has no item.`);
  expect(levelInShort(await definitionOf(item.object_type), item)).toEqual(level);
});
