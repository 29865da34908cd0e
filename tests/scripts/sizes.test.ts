import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closure, measure, noteSizes, scriptOf, sizeProblems } from '../../scripts/lib/sizes.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuvette-sizes-'));
  mkdirSync(join(folder, 'chunks'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Two elements over one shared script; the first loads an engine later. */
const build = {
  'embed.js': { imports: ['chunks/a.js'], modules: { 'src/embed.ts': 100 } },
  'chunks/a.js': { imports: ['chunks/b.js'], modules: { 'src/a.ts': 1000 } },
  'chunks/b.js': { imports: ['embed.js'], modules: { 'src/b.ts': 500 } },
  'chunks/shared.js': { imports: ['chunks/b.js'], modules: { 'src/react.ts': 9000, 'src/client.ts': 800 } },
  'chunks/one.js': { imports: ['chunks/shared.js', 'chunks/plots.js'], modules: { 'src/one.ts': 700 } },
  'chunks/two.js': { imports: ['chunks/shared.js'], modules: { 'src/two.ts': 700 } },
  'chunks/plots.js': { imports: [], modules: { 'src/plots.ts': 600 } },
  'chunks/engine.js': { imports: [], modules: { 'src/engine.ts': 5000 } },
};
const line = { limit: 1_000_000, gzip: 0, modules: {} };
const lines = {
  'embed.js': { ...line, entry: 'src/embed.ts' },
  runtime: { ...line, sharedBy: ['one', 'two'], beyond: ['embed.js'] },
  one: { ...line, entry: 'src/one.ts', with: ['src/engine.ts'], beyond: ['embed.js', 'runtime'] },
  two: { ...line, entry: 'src/two.ts', beyond: ['embed.js', 'runtime'] },
};

/** Files of random letters, which gzip cannot make much smaller, of so many bytes. */
function write(bytes: Record<string, number> = {}) {
  for (const file of Object.keys(build)) {
    writeFileSync(join(folder, file), randomBytes(bytes[file] ?? 100).toString('base64'));
  }
}

test('counts what is imported statically, at any depth, and not what comes later', () => {
  expect([...closure(build, 'embed.js')].sort()).toEqual(['chunks/a.js', 'chunks/b.js', 'embed.js']);
  expect(scriptOf(build, 'src/client.ts')).toBe('chunks/shared.js');
});

test('what all elements share is counted once; an element counts what only it needs, and the engine that it is noted with', () => {
  write({ 'chunks/shared.js': 4000 });
  const sizes = measure(folder, build, lines);
  expect(sizes.runtime?.files).toEqual(['chunks/shared.js']);
  expect(sizes.runtime?.gzip).toBeGreaterThan(4000);
  expect(sizes.one?.files).toEqual(['chunks/one.js', 'chunks/plots.js', 'chunks/engine.js']);
  expect(sizes.two?.files).toEqual(['chunks/two.js']);
});

test('a script that was not built and a module that is nowhere are errors', () => {
  expect(() => closure({ 'embed.js': { imports: ['chunks/gone.js'], modules: {} } }, 'embed.js')).toThrow(/not built/);
  expect(() => scriptOf(build, 'src/renamed.ts')).toThrow(/renamed/);
});

test('growth of more than 5 % fails and names the modules that grew and came; less does not', () => {
  write({ 'chunks/two.js': 5000 });
  const noted = noteSizes(lines, measure(folder, build, lines));
  expect(noted.two?.modules).toEqual({ 'src/two.ts': 700 });
  const grown = (bytes: number) => {
    const later = {
      ...build,
      'chunks/two.js': { imports: ['chunks/shared.js'], modules: { 'src/two.ts': 950, 'src/new.ts': 800 } },
    };
    write({ 'chunks/two.js': bytes });
    return sizeProblems(noted, measure(folder, later, noted)).filter((problem) => problem.startsWith('two'));
  };
  expect(grown(5150)).toEqual([]);
  const [problem = ''] = grown(5400);
  expect(problem).toContain('more than 5 %');
  expect(problem).toContain('src/new.ts +800 bytes');
  expect(problem).toContain('src/two.ts +250 bytes');
});

test('more than the limit fails, also where the file notes as much; so does a module that may not come at once', () => {
  write({ 'chunks/two.js': 3000 });
  const strict = { ...lines, two: { ...lines.two, limit: 2500 }, one: { ...lines.one, without: ['src/plots'] } };
  const noted = noteSizes(strict, measure(folder, build, strict));
  const problems = sizeProblems(noted, measure(folder, build, noted));
  expect(problems).toHaveLength(2);
  expect(problems[0]).toContain('one loads src/plots.ts at once');
  expect(problems[1]).toContain('compressed, more than its 2.5 kB');
});
