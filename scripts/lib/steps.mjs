/**
 * The steps of `npm test` and `npm run test:full`, in order. `after` names steps and parts of the set-up (`set-up.mjs`); the npm packages are there. Each runs a tool and counts what passed and failed: real test counts where the tool
 * reports them, one for a check that has none.
 */
import { build } from './build.mjs';
import { elementTests, endToEnd, node, one, pyright, pytest, ruff, tool, vitest } from './runners.mjs';

const status = async (promise, note) => one((await promise).status === 0, note);

/** @type {(import('./side-by-side.mjs').Step & {title: string, work: () => Promise<import('./runners.mjs').Count>})[]} */
export const steps = [
  {
    name: 'format',
    title: 'Format (biome)',
    work: () => status(node([tool('@biomejs/biome/bin/biome'), 'check', '.']), 'run "npm run format"'),
  },
  {
    name: 'lint',
    title: 'Lint (oxlint)',
    work: () => status(node([tool('oxlint/bin/oxlint'), '--deny-warnings']), 'oxlint found something'),
  },
  {
    name: 'unused',
    title: 'No file and no export that nothing uses (knip)',
    work: () => status(node([tool('knip/bin/knip.js'), '--no-progress']), 'something is used by nothing'),
  },
  { name: 'python-lint', after: ['python'], title: 'Lint of the Python code (ruff)', work: ruff },
  { name: 'python-types', after: ['python', 'client'], title: 'Types of the Python code (pyright)', work: pyright },
  {
    name: 'imports',
    after: ['python'],
    title: 'Import rule',
    work: () => status(node(['scripts/check-imports.mjs']), 'the import rule is broken'),
  },
  {
    name: 'committed',
    title: 'No download address, machine path or vague word in committed files',
    work: () => status(node(['scripts/check-committed.mjs']), 'a committed file holds what it must not'),
  },
  {
    name: 'patterns',
    after: ['python'],
    title: 'Regular expressions take linear time (recheck)',
    work: () => status(node(['scripts/check-patterns.mjs']), 'an expression is too slow'),
  },
  {
    name: 'types',
    title: 'Types (tsc)',
    work: () => status(node([tool('typescript/bin/tsc'), '-b']), 'type errors'),
  },
  {
    name: 'catalogue',
    title: 'The catalogue names the folders of the workflow types',
    work: () => status(node(['packages/core/scripts/write-catalogue.ts', '--check']), 'run "npm run catalogue"'),
  },
  {
    name: 'schemas',
    title: 'Schemas exported for compute are up to date',
    work: () => status(node(['packages/core/scripts/export-schemas.ts', '--check']), 'run "npm run schemas"'),
  },
  {
    name: 'elements',
    title: 'The committed manifest of the elements and their reference pages are up to date',
    work: () => status(node(['scripts/write-elements.mjs', '--check']), 'run "npm run elements"'),
  },
  {
    name: 'scripts',
    after: ['python'],
    title: 'Tests of the checks themselves (vitest)',
    work: () => vitest('scripts', 'tests/scripts', 600),
  },
  { name: 'core', title: 'core (vitest)', work: () => vitest('core', 'packages/core', 600) },
  { name: 'portal', title: 'portal (vitest)', work: () => vitest('portal', 'packages/portal', 600) },
  // The long ones, the longest first. What starts last ends beside nothing.
  {
    name: 'server',
    after: ['python', 'client', 'programs'],
    title: 'server (vitest; PGlite and PostgreSQL)',
    work: () => vitest('server', 'packages/server', 3600),
  },
  {
    name: 'build',
    title: 'Build',
    work: async () => {
      try {
        await build();
        return one(true);
      } catch (error) {
        return one(false, `${error.message}\n${error.detail ?? ''}`);
      }
    },
  },
  {
    name: 'e2e',
    after: ['build', 'python', 'client', 'programs'],
    title: 'End to end (Playwright, the really started product)',
    work: endToEnd,
  },
  {
    name: 'viewer',
    after: ['build', 'programs'],
    title: 'widgets: viewer, trajectories and forms (@web/test-runner in Chromium)',
    work: () => elementTests('viewer'),
  },
  {
    name: 'widgets',
    after: ['build', 'programs'],
    title: 'widgets: all others (@web/test-runner in Chromium)',
    work: () => elementTests('widgets'),
  },
  { name: 'compute', after: ['python', 'programs'], title: 'compute (pytest)', work: pytest },
  {
    name: 'packages',
    after: ['types', 'build', 'python', 'programs'],
    title: 'The packages, installed by somebody else (vitest, Chromium)',
    work: () => vitest('packages', 'tests/packages', 1800),
  },
  {
    name: 'sizes',
    after: ['build'],
    title: 'Sizes',
    work: () => status(node(['scripts/check-sizes.mjs']), 'something grew too large: "npm run sizes" says what'),
  },
];
