import type { WorkflowItem } from '@cuvette/core/entities';
import { expect, test } from 'vitest';
import { commandsFor } from './commands.ts';

const items = [
  { uuid: 'a', name: 'paracetamol · pKa', object_type: 'pka' },
  { uuid: 'b', name: 'menthol · conformers', object_type: 'conformer_search' },
] as WorkflowItem[];
const paths = (text: string) => commandsFor(text, items, 'r').map(({ path }) => path);

test('without letters recent items and pages are listed', () => {
  expect(paths('').slice(0, 4)).toEqual(['/pka/a', '/conformer_search/b', '/', '/folder/r']);
});

test('a workflow is found by its question, an item by its name, and the letters can be searched for everywhere', () => {
  expect(paths('proteins')[0]).toBe('/proteins');
  expect(paths('new micro pka')[0]).toBe('/new/pka');
  expect(paths('bond breaks')).toContain('/new/bde');
  expect(paths('menth')).toEqual(['/conformer_search/b', '/search?query=menth']);
  expect(paths('50 % #1')).toEqual(['/search?query=50%20%25%20%231']);
});
