import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe } from 'vitest';
import { fullRun } from './load.ts';
import { findPostgres, type TestPostgres } from './postgres.ts';
import { sharedPostgres } from './shared-postgres.ts';

/** Where a test's server keeps its data, and in which database. */
export interface TestPlace {
  data: string;
  databaseUrl: string | null;
}

/** Puts the prepared empty database into a data directory, so that a start there is not a first one. */
export async function useTemplate(data: string): Promise<void> {
  const template = process.env.CUVETTE_TEST_TEMPLATE;
  if (!template) throw new Error('The prepared database is missing; run the tests by vitest.');
  await mkdir(data, { recursive: true, mode: 0o700 });
  // A thousand small files: the program takes half of what Node's own way does.
  await promisify(execFile)('cp', ['-R', template, path.join(data, 'database')]);
}

/** Runs tests on the embedded database, also in `npm run test:full`: those of which nothing depends on the database, and which take minutes. */
export function onEmbedded(title: string, tests: (place: () => TestPlace) => void): void {
  describe(`${title} on PGlite`, () => {
    let data = '';
    beforeAll(async () => {
      data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
      await useTemplate(data);
    });
    afterAll(() => rm(data, { recursive: true, force: true }));
    tests(() => ({ data, databaseUrl: null }));
  });
}

/** Runs tests on a real PostgreSQL. Where the machine has none they are skipped, except in CI, where that is a failure. */
function onPostgres(title: string, tests: (place: () => TestPlace) => void): void {
  describe(`${title} on PostgreSQL`, async () => {
    const present = (await findPostgres()) !== null;
    describe.skipIf(!present && process.env.CI !== 'true')('started for the tests', () => {
      let data = '';
      let postgres: TestPostgres | null = null;
      let databaseUrl = '';
      beforeAll(async () => {
        data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
        postgres = sharedPostgres();
        databaseUrl = await postgres.createDatabase();
      });
      afterAll(async () => {
        await postgres?.stop();
        await rm(data, { recursive: true, force: true });
      });
      tests(() => ({ data, databaseUrl }));
    });
  });
}

/**
 * Runs the same tests on the embedded database and on a real PostgreSQL: what depends on the database (the store, the queue, accounts, locks,
 * collation, and one walk through every call).
 */
export function onBothDatabases(title: string, tests: (place: () => TestPlace) => void): void {
  onEmbedded(title, tests);
  onPostgres(title, tests);
}

/**
 * Runs tests of what does not depend on the database on one of them: PostgreSQL, where a database is started in a tenth of the time that the embedded
 * one takes, or the embedded one where the machine has no PostgreSQL; in `npm run test:full` on both.
 */
export function onOneDatabase(title: string, tests: (place: () => TestPlace) => void): void {
  if (fullRun) onBothDatabases(title, tests);
  else if (process.env.CUVETTE_TEST_POSTGRES) onPostgres(title, tests);
  else onEmbedded(title, tests);
}
