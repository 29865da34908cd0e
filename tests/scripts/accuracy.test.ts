import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accuracyFiles } from '../bench/accuracy/files.ts';

const root = join(import.meta.dirname, '../..');

test('the errors that the product prints and the page of them are those of the check sets', () => {
  const files = accuracyFiles();
  expect([...files.keys()]).toContain('packages/core/src/methods/accuracy.ts');
  for (const [path, text] of files) expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
});
