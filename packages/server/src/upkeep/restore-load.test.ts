import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type Database, rows } from '../store/database/database.ts';
import { useTemplate } from '../testing/databases.ts';
import { computed } from '../testing/finished-item.ts';
import { fullLoad, fullRun, judge, measured } from '../testing/load.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { backUp } from './backup.ts';
import { restoreBackup } from './restore-backup.ts';

const items = fullLoad ? 10_000 : 300;
const mostSeconds = 120;

/** Columns of a table that a row is made of; those that the database computes are left out. */
async function columnsOf(db: Database, table: string): Promise<string> {
  const found = await rows<{ name: string }>(
    db.drizzle,
    sql`SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER' AND is_identity = 'NO'`,
  );
  return found.map(({ name }) => `"${name}"`).join(', ');
}

/** Copies the only item with its calculations so often that there are as many items as are wanted. */
async function multiply(db: Database): Promise<void> {
  const copies = items - 1;
  const [workflow, calculation] = [await columnsOf(db, 'workflow'), await columnsOf(db, 'calculation')];
  await rows(
    db.drizzle,
    sql.raw(
      `CREATE TEMPORARY TABLE copied AS SELECT n, gen_random_uuid() AS uuid FROM generate_series(1, ${copies}) n`,
    ),
  );
  const rowOf = (table: string, changes: string) =>
    `jsonb_populate_record(NULL::"${table}", to_jsonb(t) || jsonb_build_object(${changes}))`;
  await rows(
    db.drizzle,
    sql.raw(`INSERT INTO workflow (${workflow}) SELECT ${workflow} FROM (
      SELECT (${rowOf('workflow', `'uuid', c.uuid, 'name', 'copy ' || c.n`)}).* FROM copied c, workflow t WHERE t.name <> 'copy') made`),
  );
  await rows(
    db.drizzle,
    sql.raw(`INSERT INTO calculation (${calculation}) SELECT ${calculation} FROM (
      SELECT (${rowOf('calculation', `'uuid', gen_random_uuid(), 'workflow_uuid', c.uuid`)}).* FROM copied c, calculation t) made`),
  );
}

describe.runIf(fullRun)('a backup of many items', () => {
  let root = '';
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-many-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 3 }));

  test(`${items} items with their results are backed up and restored`, async () => {
    const data = path.join(root, 'data');
    await useTemplate(data);
    const server = await startTestServer({ data, databaseUrl: null });
    try {
      const made = await call(server, 'POST', '/api/workflow/import', { body: computed('butane') });
      expect(made.status).toBe(201);
      await multiply(server.services.db);
    } finally {
      await server.stop();
    }
    const settings = (folder: string) => readConfig(['--data', folder], {});
    const backup = path.join(root, 'backup');
    let began = performance.now();
    await backUp(settings(data), backup, async () => false);
    measured(`${items} items are backed up in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    began = performance.now();
    const restored = path.join(root, 'restored');
    await restoreBackup(settings(restored), backup);
    measured(`${items} items are restored in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    judge(`The restore of ${items} items`, began, mostSeconds);
    const again = await startTestServer({ data: restored, databaseUrl: null });
    try {
      const { body } = await call<{ num_pages: number; workflows: { uuid: string }[] }>(
        again,
        'GET',
        '/api/workflow?size=1',
      );
      expect(body.num_pages).toBe(items);
      const bundle = await call(again, 'GET', `/api/workflow/${body.workflows[0]?.uuid}/bundle`);
      expect(Object.keys(bundle.body.calculations as object).length).toBeGreaterThan(0);
    } finally {
      await again.stop();
    }
  }, 1_200_000);
});
