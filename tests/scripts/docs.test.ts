import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { methodExtensions } from '../../packages/core/src/methods/extensions.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/python-client.md'), 'utf8');

test('the page about the Python client names every method that exists only here, and no other', () => {
  const start = text.indexOf('## Values that the public client does not know');
  const section = text.slice(start, text.indexOf('\n## ', start));
  const named = section.split('\n').flatMap((line) => {
    const cells = line.split('|');
    return cells.length === 5 ? [...(cells[3] ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1]) : [];
  });
  expect(new Set(named)).toEqual(new Set(methodExtensions.map(({ value }) => value)));
});
