import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { findPostgres, startPostgres, type TestPostgres } from './postgres.ts';

/** Where a test's server keeps its data, and in which database. */
export interface TestPlace {
  data: string;
  databaseUrl: string | null;
}

/**
 * Runs the same tests on the embedded database and on a real PostgreSQL. Where the machine has no PostgreSQL the second
 * half is skipped, except in CI, where that is a failure.
 */
export function onBothDatabases(title: string, tests: (place: () => TestPlace) => void): void {
  describe(`${title} on PGlite`, () => {
    let data = '';
    beforeAll(async () => {
      data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    });
    afterAll(() => rm(data, { recursive: true, force: true }));
    tests(() => ({ data, databaseUrl: null }));
  });

  describe(`${title} on PostgreSQL`, async () => {
    const present = (await findPostgres()) !== null;
    describe.skipIf(!present && process.env.CI !== 'true')('started by the test', () => {
      let data = '';
      let postgres: TestPostgres | null = null;
      let databaseUrl = '';
      beforeAll(async () => {
        data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
        postgres = await startPostgres();
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
