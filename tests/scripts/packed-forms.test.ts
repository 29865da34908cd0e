import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writePackedForms } from '../../scripts/lib/packed-forms.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuvette-packed-'));
  mkdirSync(join(folder, 'chunks'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('beside each file that shrinks lie its packed forms, and nothing else', async () => {
  const script = 'export const water = "H2O";\n'.repeat(200);
  writeFileSync(join(folder, 'embed.js'), script);
  writeFileSync(join(folder, 'chunks/a.css'), '.a { color: red }\n'.repeat(50));
  writeFileSync(join(folder, 'chunks/tiny.js'), 'x');
  writeFileSync(join(folder, 'chunks/picture.png'), 'not packed again'.repeat(100));
  await writePackedForms(folder);
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  expect(names).toEqual([
    'chunks',
    ...['chunks/a.css', 'chunks/a.css.br', 'chunks/a.css.gz', 'chunks/picture.png', 'chunks/tiny.js'],
    ...['embed.js', 'embed.js.br', 'embed.js.gz'],
  ]);
  expect(brotliDecompressSync(readFileSync(join(folder, 'embed.js.br'))).toString()).toBe(script);
  expect(gunzipSync(readFileSync(join(folder, 'embed.js.gz'))).toString()).toBe(script);

  // Another build leaves no form of what was there before.
  writeFileSync(join(folder, 'embed.js'), 'y');
  writeFileSync(join(folder, 'chunks/a.css'), '.b { color: blue }\n'.repeat(50));
  await writePackedForms(folder);
  expect(readdirSync(folder).sort()).toEqual(['chunks', 'embed.js']);
  expect(gunzipSync(readFileSync(join(folder, 'chunks/a.css.gz'))).toString()).toContain('.b');
});
