import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importProblems } from '../../scripts/lib/imports.mjs';

/** A small checkout that keeps the rule; each test plants one breach in it. */
const clean: Record<string, string> = {
  'package.json': '{"devDependencies":{"vitest":"1"}}',
  'packages/core/package.json': '{"name":"@cuvette/core","dependencies":{"zod":"1"}}',
  'packages/core/src/chemistry/atoms.ts': "import * as z from 'zod/mini';\nexport const a = z;\n",
  'packages/core/src/workflows/one.ts': "import { a } from '../chemistry/atoms.ts';\nexport const b = a;\n",
  'packages/core/src/workflows/one.test.ts':
    "import { test } from 'vitest';\nimport fs from 'node:fs';\ntest('x', () => fs);\n",
  'packages/widgets/package.json': '{"name":"@cuvette/widgets","dependencies":{"@cuvette/core":"1","react":"1"}}',
  'packages/widgets/src/view.tsx':
    "import { useState } from 'react';\nimport { b } from '@cuvette/core/workflows';\nexport const v = [useState, b];\n",
  'packages/portal/package.json':
    '{"name":"@cuvette/portal","dependencies":{"@cuvette/core":"1","@cuvette/widgets":"1"}}',
  'packages/portal/src/main.ts': "import '@cuvette/widgets/embed';\ndocument.body.append('x');\n",
  'packages/server/package.json': '{"name":"@cuvette/server","dependencies":{"@cuvette/core":"1","drizzle-orm":"1"}}',
  'packages/server/src/cli.ts':
    "import { readFileSync } from 'node:fs';\nimport { b } from '@cuvette/core/workflows';\nexport const c = [readFileSync, b];\n",
};

let folder = '';
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuvette-imports-'));
  for (const [path, text] of Object.entries(clean)) write(path, text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The breaches after planting a file. */
const planted = (path: string, text: string) => {
  write(path, text);
  return importProblems(folder).problems;
};

describe('the import rule', () => {
  test('passes a checkout that keeps it', () => {
    expect(importProblems(folder)).toEqual({ problems: [], files: 6 });
  });

  test.each([
    ['core from widgets', 'packages/core/src/chemistry/x.ts', "import '@cuvette/widgets';"],
    ['core from server, types only', 'packages/core/src/chemistry/x.ts', "import type { A } from '@cuvette/server';"],
    ['widgets from portal', 'packages/widgets/src/x.ts', "import '@cuvette/portal';"],
    ['widgets from server', 'packages/widgets/src/x.ts', "export { a } from '@cuvette/server';"],
    ['portal from server, lazily', 'packages/portal/src/x.ts', "export const a = () => import('@cuvette/server');"],
    ['server from widgets', 'packages/server/src/x.ts', "import '@cuvette/widgets/embed';"],
    ['server from portal, in a type', 'packages/server/src/x.ts', "export type A = import('@cuvette/portal').A;"],
  ])('sees an arrow that points up: %s', (_name, path, text) => {
    const problems = planted(path, text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${path}:1 imports @cuvette/`);
  });

  test.each([
    ['react', "import 'react';", 'core draws nothing'],
    ['lit', "import { html } from 'lit';", 'core draws nothing'],
    ['React bindings', "import { useQuery } from '@tanstack/react-query';", 'core draws nothing'],
    ['a Node built-in', "import fs from 'node:fs';", 'only the server knows Node'],
    ['a Node built-in without node:', "import { join } from 'path';", 'only the server knows Node'],
  ])('keeps %s out of core', (_name, text, sentence) => {
    expect(planted('packages/core/src/chemistry/x.ts', text).join('\n')).toContain(sentence);
  });

  test('keeps Node out of widgets and portal', () => {
    expect(planted('packages/widgets/src/x.ts', "import 'node:os';")).toHaveLength(1);
    expect(planted('packages/portal/src/x.ts', "import 'node:os';")).toHaveLength(2);
  });

  test('keeps the floors of core', () => {
    const problems = planted('packages/core/src/entities/x.ts', "import type { b } from '../workflows/one.ts';");
    expect(problems).toEqual([
      'packages/core/src/entities/x.ts:1 imports packages/core/src/workflows/one.ts: workflows stands above entities in core',
    ]);
  });

  test.each([
    ['store', 'queue/rules.ts', 'queue stands above store in server'],
    ['bundles', 'api/submit.ts', 'api stands above bundles in server'],
    ['notify', 'results/grids.ts', 'results stands above notify in server'],
    ['worker', 'store/database.ts', 'store stands above worker in server'],
    ['api', 'serve.ts', 'serve.ts stands above api in server'],
  ])('keeps the floors of the server: %s', (room, wanted, sentence) => {
    const problems = planted(`packages/server/src/${room}/x.ts`, `import type { A } from '../${wanted}';`);
    expect(problems).toEqual([`packages/server/src/${room}/x.ts:1 imports packages/server/src/${wanted}: ${sentence}`]);
  });

  test('lets the folders of the server import the base, and the base none of them', () => {
    expect(planted('packages/server/src/store/x.ts', "import '../errors.ts';\nimport '../wire/check.ts';")).toEqual([]);
    expect(planted('packages/server/src/log.ts', "import { a } from './wire/check.ts';").join()).toContain(
      'wire stands above log.ts in server',
    );
    write('packages/server/src/log.ts', '');
    expect(planted('packages/server/src/attic/x.ts', 'export const a = 1;').join()).toContain('has no floor in server');
  });

  test('sees SQL, and who may see what, outside their rooms of the server, but not in tests and types', () => {
    const text = "import { sql } from 'drizzle-orm';\nexport const a = sql`SELECT 1`;";
    expect(planted('packages/server/src/queue/x.ts', text)).toEqual([]);
    expect(planted('packages/server/src/api/x.test.ts', text)).toEqual([]);
    expect(planted('packages/server/src/api/x.ts', text)).toEqual([
      'packages/server/src/api/x.ts:1 imports drizzle-orm: SQL stands in store, queue, auth only',
    ]);
    write('packages/server/src/api/x.ts', '');
    expect(planted('packages/server/src/queue/x.ts', 'export const a = `\n SELECT is_member(1, 2)`;')).toEqual([
      'packages/server/src/queue/x.ts:1 decides in its SQL who may see what: store does',
    ]);
    expect(planted('packages/server/src/queue/x.ts', "import type { Reader } from '../store/reader.ts';")).toEqual([]);
    expect(
      planted('packages/server/src/queue/x.ts', "import { memberOf } from '../store/reader.ts';").join(),
    ).toContain("who may see what is part of the store's own queries");
  });

  test('sees a circle of three files, and no circle in types or lazy imports', () => {
    write('packages/server/src/a.ts', "import './b.ts';");
    write('packages/server/src/b.ts', "import './c.ts';");
    expect(
      planted('packages/server/src/c.ts', "import type { A } from './a.ts';\nexport const l = () => import('./a.ts');"),
    ).toEqual([]);
    const problems = planted('packages/server/src/c.ts', "export { a } from './a.ts';");
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^circle: packages\/server\/src\/[abc]\.ts( -> packages\/server\/src\/[abc]\.ts){3}$/);
  });

  test('sees a relative path into another package', () => {
    expect(planted('packages/portal/src/x.ts', "import '../../core/src/chemistry/atoms.ts';").join()).toContain(
      'by a relative path',
    );
  });

  test('sees a dependency that the package does not list, and lets tests use those of the root', () => {
    expect(planted('packages/widgets/src/x.ts', "import 'left-pad';").join()).toContain('does not list');
    expect(planted('packages/widgets/src/y.ts', "import { test } from 'vitest';").join()).toContain('vitest');
  });

  test('sees document.body in a widget, but not in a comment, the portal or the fence around 3Dmol', () => {
    expect(planted('packages/widgets/src/viewer/renderer.ts', 'export const b = document.body;')).toEqual([]);
    expect(planted('packages/widgets/src/x.ts', '// document.body\nexport const b = 1;')).toEqual([]);
    expect(planted('packages/widgets/src/x.ts', '\nexport const b = document.body.style;')).toEqual([
      'packages/widgets/src/x.ts:2 uses document.body: a widget stays inside its own element',
    ]);
  });

  test('says so when a file cannot be read', () => {
    expect(planted('packages/core/src/chemistry/x.ts', 'export const = 1;').join()).toContain('cannot be read');
  });
});
