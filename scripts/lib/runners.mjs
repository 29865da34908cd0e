/**
 * The test runners: each is run as its own program and counted from the report that it writes, with how long each test took.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from './build.mjs';
import { cuvetteEnvironment, cuvetteNode } from './node.mjs';
import { findChromium, findPostgres } from './programs.mjs';
import { venvPython } from './python.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';
import { root } from './stamps.mjs';

/** @typedef {{name: string, file: string, seconds: number}} TimedTest */
/** @typedef {{passed: number, failed: number, skipped: number, notes: string[], tests?: TimedTest[]}} Count */

/** Where the runners write their reports. */
const reports = join(root, 'test-results');

/** The count of a check that has no tests of its own. @returns {Count} */
export const one = (ok, note = '') => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  skipped: 0,
  notes: ok || !note ? [] : [note],
});

/** A fresh report file: an old one must never be counted. */
function reportFile(name) {
  mkdirSync(reports, { recursive: true });
  const file = join(reports, name);
  rmSync(file, { force: true });
  return file;
}

const fromRoot = (path) => path.replace(`${root}/`, '');

/** The environment of every test run: not interactive, with the paths of the programs. */
function testEnvironment() {
  return {
    ...cuvetteEnvironment(),
    CI: 'true',
    CUVETTE_CHROMIUM: findChromium() ?? '',
    CUVETTE_POSTGRES_BIN: findPostgres() ?? '',
  };
}

/** Runs a tool under Cuvette's Node. */
export async function node(args, { cwd = root, env = {}, limitSeconds = 600 } = {}) {
  const { program, flags } = cuvetteNode();
  const result = await run(program, [...flags, ...args], {
    cwd,
    env: { ...testEnvironment(), ...env },
    show: true,
    limitSeconds,
  });
  if (result.timedOut) say(`\nStopped after ${limitSeconds} s: this step takes too long.`);
  return result;
}

/** The path of a program in an npm package. */
export const tool = (path) => join(root, 'node_modules', path);

/** Lines of a failed test's output that the summary repeats. */
const linesOfFailure = 12;

/** A failed test as the summary names it: its title, and the first lines of its error and of the place. */
function failure(name, ...messages) {
  const lines = messages
    .flatMap((message) => stripVTControlCharacters(message ?? '').split('\n'))
    .filter((line) => line.trim() !== '')
    .slice(0, linesOfFailure);
  return [name, ...lines.map((line) => `  ${line.slice(0, 300)}`)].join('\n');
}

/** Counts of a run whose exit status must agree with its report: a crash after green tests is a failure. */
function agree(count, status, name) {
  if (status !== 0 && count.failed === 0) {
    return { ...count, failed: 1, notes: [`${name} ended with status ${status} although no test failed`] };
  }
  if (status === 0 && count.passed === 0) {
    return { ...count, failed: Math.max(1, count.failed), notes: [`${name} found no tests`] };
  }
  return count;
}

/**
 * vitest in one folder, counted from its JSON report.
 * @param {string} name
 * @param {string} folder
 * @param {number} limitSeconds
 * @param {{files?: string[], env?: Record<string, string>}} [only] some of its test files, with settings
 * @returns {Promise<Count & {output: string}>} with everything that it printed
 */
export async function vitest(name, folder, limitSeconds, { files = [], env = {} } = {}) {
  const file = reportFile(`${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [tool('vitest/vitest.mjs'), 'run', ...files, ...reporters];
  const { status, output } = await node(args, { cwd: join(root, folder), limitSeconds, env });
  return { ...countVitest(file, status), output };
}

/** How the summary names a test that failed first: it fails no run, but it has a fault to be found. */
const atSecondTry = (title) => `passed only when tried again: ${title}`;

/** @returns {Count} */
function countVitest(file, status) {
  if (!existsSync(file)) return one(false, `vitest wrote no report (status ${status})`);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const notes = report.testResults.flatMap((suite) => {
    const failed = suite.assertionResults.filter((test) => test.status === 'failed');
    if (suite.status === 'failed' && failed.length === 0)
      return [failure(`${fromRoot(suite.name)} could not be run`, suite.message)];
    return [
      ...failed.map((test) => failure(test.fullName, test.failureMessages[0])),
      ...suite.assertionResults
        .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
        .map((test) => failure(atSecondTry(test.fullName), test.failureMessages[0])),
    ];
  });
  const unread = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0);
  const count = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unread.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    notes,
    tests: report.testResults.flatMap((suite) =>
      suite.assertionResults.map((test) => ({
        name: test.fullName,
        file: fromRoot(suite.name),
        seconds: (test.duration ?? 0) / 1000,
      })),
    ),
  };
  return agree(count, status, 'vitest');
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => entities[name]);

/** pytest in two processes, file by file, counted from its JUnit report. @returns {Promise<Count>} */
export async function pytest() {
  const file = reportFile('compute.xml');
  const cwd = join(root, 'packages/compute');
  const { status } = await run(
    venvPython,
    ['-m', 'pytest', '-q', '--color=no', '-n', '2', '--dist', 'loadfile', `--junitxml=${file}`],
    {
      cwd,
      env: {
        ...testEnvironment(),
        PYTHONPATH: join(cwd, 'src'),
        OMP_NUM_THREADS: '1',
        OPENBLAS_NUM_THREADS: '1',
        MKL_NUM_THREADS: '1',
      },
      show: true,
      limitSeconds: 3600,
    },
  );
  if (!existsSync(file)) return one(false, `pytest wrote no report (status ${status})`);
  const xml = readFileSync(file, 'utf8');
  const suite = /<testsuite [^>]*>/.exec(xml)?.[0] ?? '';
  const number = (name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const failed = number('failures') + number('errors');
  const skipped = number('skipped');
  const cases = /<testcase classname="([^"]*)" name="([^"]*)"[^>]*>\s*<(?:failure|error)(?: message="([^"]*)")?/g;
  const notes = [...xml.matchAll(cases)].map((match) => failure(`${match[1]} ${match[2]}`, match[3]));
  const timed = /<testcase classname="([^"]*)" name="([^"]*)" time="([\d.]+)"/g;
  const tests = [...xml.matchAll(timed)].map(([, module, name, seconds]) => ({
    name: unescaped(name),
    file: `packages/compute/${module.split('.').slice(0, 2).join('/')}.py`,
    seconds: Number(seconds),
  }));
  return agree({ passed: number('tests') - failed - skipped, failed, skipped, notes, tests }, status, 'pytest');
}

/** Folders of the widgets whose tests are a step of their own, of about the length of all others: `npm test` runs both halves where there is a place. */
const firstHalf = /^src\/(?:viewer|trajectory|submit|batch)\//;

/**
 * The element tests in a real browser, with the embed as it is built, counted from the report that the configuration writes.
 * @param {'viewer' | 'widgets'} half
 * @returns {Promise<Count>}
 */
export async function elementTests(half) {
  const file = reportFile(`${half}.json`);
  await build();
  const cwd = join(root, 'packages/widgets');
  // The system's own Node, which may be older than the pinned one, reads this file.
  const wanted = readdirSync(join(cwd, 'src'), { recursive: true })
    .map((name) => `src/${name}`)
    .filter((name) => /\.test\.tsx?$/.test(name) && firstHalf.test(name) === (half === 'viewer'));
  const { status } = await node(
    [tool('@web/test-runner/dist/bin.js'), '--config', 'wtr.config.mjs', '--files', ...wanted],
    {
      cwd,
      env: { CUVETTE_REPORT: file, CUVETTE_BUILT_EMBED: join(root, 'packages/widgets/dist/embed') },
      limitSeconds: 3600,
    },
  );
  if (!existsSync(file)) return one(false, `@web/test-runner wrote no report (status ${status})`);
  const files = JSON.parse(readFileSync(file, 'utf8'));
  const tests = files.flatMap((each) => each.tests.map((test) => ({ ...test, file: each.file })));
  const number = (outcome) => tests.filter((test) => test.outcome === outcome).length;
  const broken = files.filter((each) => each.broken);
  const notes = [
    ...tests.filter((test) => test.outcome === 'failed').map((test) => failure(test.name, test.message, test.stack)),
    ...broken.map((each) => failure(`${each.file} could not be run`, each.errors[0])),
  ];
  const count = {
    passed: number('passed'),
    failed: number('failed') + broken.length,
    skipped: number('skipped'),
    notes,
    tests: tests.map((test) => ({
      name: test.name,
      file: `packages/widgets/${test.file}`,
      seconds: (test.duration ?? 0) / 1000,
    })),
  };
  return agree(count, status, '@web/test-runner');
}

/** Playwright against the really started product, counted from its JSON report. @returns {Promise<Count>} */
export async function endToEnd() {
  const file = reportFile('e2e.json');
  const { status } = await node(
    [tool('@playwright/test/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      limitSeconds: 3600,
    },
  );
  if (!existsSync(file)) return one(false, `Playwright wrote no report (status ${status})`);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const notes = [];
  const tests = [];
  const walk = (suite) => {
    for (const spec of suite.specs ?? []) {
      const results = spec.tests.flatMap((test) => test.results);
      const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0);
      tests.push({ name: spec.title, file: `tests/e2e/${spec.file}`, seconds: milliseconds / 1000 });
      const told = results
        .flatMap((result) => result.errors)
        .flatMap(({ location, message }) => [location && `${fromRoot(location.file)}:${location.line}`, message]);
      const flaky = spec.tests.some(({ status: outcome }) => outcome === 'flaky');
      if (!spec.ok) notes.push(failure(spec.title, ...told));
      else if (flaky) notes.push(failure(atSecondTry(spec.title), ...told));
    }
    for (const child of suite.suites ?? []) walk(child);
  };
  walk(report);
  for (const error of report.errors ?? []) notes.push(error.message?.split('\n')[0] ?? 'an error outside any test');
  const { expected, unexpected, flaky, skipped } = report.stats;
  return agree(
    { passed: expected + flaky, failed: unexpected + (report.errors?.length ?? 0), skipped, notes, tests },
    status,
    'Playwright',
  );
}

/** Runs Ruff over compute and pilots: style and faults. @returns {Promise<Count>} */
export async function ruff() {
  const cwd = join(root, 'packages/compute');
  const folders = ['.', '../pilots'];
  const check = await run(venvPython, ['-m', 'ruff', 'check', ...folders], { cwd, show: true, limitSeconds: 60 });
  const format = await run(venvPython, ['-m', 'ruff', 'format', '--check', ...folders], {
    cwd,
    show: true,
    limitSeconds: 60,
  });
  return one(check.status === 0 && format.status === 0, 'ruff found something in packages/compute or packages/pilots');
}

/**
 * Checks the types of compute and pilots with pyright, which knows the packages of their environments from there and asks no network.
 * @returns {Promise<Count>}
 */
export async function pyright() {
  for (const folder of ['packages/compute', 'packages/pilots']) {
    const { status } = await node([tool('pyright/index.js'), '--project', folder], { limitSeconds: 600 });
    if (status !== 0) return one(false, `pyright found something in ${folder}`);
  }
  return one(true);
}
