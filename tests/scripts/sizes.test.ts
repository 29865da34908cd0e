import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eagerFiles } from '../../scripts/lib/sizes.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuvette-sizes-'));
  mkdirSync(join(folder, 'chunks'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('counts what is imported statically, at any depth, and not what is imported lazily', () => {
  writeFileSync(join(folder, 'embed.js'), 'import"./chunks/a.js";export const l=()=>import("./chunks/lazy.js")');
  writeFileSync(join(folder, 'chunks/a.js'), 'export*from"./b.js"');
  writeFileSync(join(folder, 'chunks/b.js'), 'import"../embed.js";export const b=1');
  writeFileSync(join(folder, 'chunks/lazy.js'), 'export const x=1');
  const names = eagerFiles(join(folder, 'embed.js')).map(({ file }) => file.slice(folder.length + 1));
  expect(names.sort()).toEqual(['chunks/a.js', 'chunks/b.js', 'embed.js']);
});

test('a chunk that was not built is an error', () => {
  writeFileSync(join(folder, 'embed.js'), 'import"./chunks/gone.js"');
  expect(() => eagerFiles(join(folder, 'embed.js'))).toThrow(/was not built/);
});
