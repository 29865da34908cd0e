import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../testing/databases.ts';
import { type ContentsQuery, readContents, searchItems, sortNames } from './contents.ts';
import { type Database, openEmbedded, openPostgres, row, rows } from './database.ts';
import type { Member } from './reader.ts';
import { createAccount } from './users.ts';

/** Items of the folder: what `npm test` has time for, or the million of the load suite. */
const size = Number(process.env.CUVETTE_LOAD_ITEMS ?? 10_000);
const rounds = 5;

/** Milliseconds that a page of a folder of 10 000 items may take, whatever the bare query took. */
const alwaysFine = 150;

const waiting = () => '';
/** One filter each, with the condition that a bare query would have. */
const filters: Record<string, { query: Partial<ContentsQuery>; bare: string }> = {
  none: { query: {}, bare: 'true' },
  'a rare word': { query: { name_contains: 'tem 4242' }, bare: "lower(name) LIKE '%tem 4242%'" },
  starred: { query: { starred: true }, bare: 'starred' },
  'not starred': { query: { starred: false }, bare: 'NOT starred' },
  public: { query: { public: true }, bare: 'public' },
  'a common status': { query: { statuses: [2] }, bare: 'object_status = 2' },
  'a rare status': { query: { statuses: [4] }, bare: 'object_status = 4' },
  'two statuses': { query: { statuses: [3, 4] }, bare: 'object_status IN (3, 4)' },
  'a type': { query: { object_types: ['docking'] }, bare: "object_type = 'docking'" },
  'made after': { query: { created_after: '2026-01-10T00:00:00Z' }, bare: "created_at >= '2026-01-10'" },
  'changed before': { query: { updated_before: '2026-01-01T01:00:00Z' }, bare: "updated_at <= '2026-01-01T01:00:00Z'" },
};

const bareOrder: Record<string, string> = {
  name: 'name_key, uuid',
  created_at: 'created_at, uuid',
  updated_at: 'updated_at, uuid',
  object_status: 'object_status, created_at, uuid',
  object_type: 'object_type, created_at, uuid',
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const p95 = (times: number[]) => times.sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;

onBothDatabases(`a folder of ${size} items`, (place) => {
  let db: Database;
  let member: Member;
  let folder = '';
  beforeAll(async () => {
    const { databaseUrl, data } = place();
    db = databaseUrl ? await openPostgres(databaseUrl) : await openEmbedded(data);
    const account = await createAccount(db, `${randomUUID()}@example.org`);
    member = { kind: 'user', id: account.id };
    folder = account.root_folder_uuid ?? '';
    await rows(
      db.drizzle,
      sql`INSERT INTO workflow (uuid, project_uuid, parent_uuid, run_by, name, object_type, object_status, object_data, starred, public,
            created_at, updated_at, seed, requirements)
          SELECT gen_random_uuid(), ${account.default_project_uuid}::uuid, ${folder}::uuid, ${account.id},
            'Item ' || (n::bigint * 7919) % ${size}::int, (ARRAY['docking', 'scan', 'fukui', 'pka'])[1 + n % 4],
            CASE WHEN n % 1000 = 0 THEN 4 WHEN n % 10 = 0 THEN 3 ELSE 2 END, '{}', n % 500 = 0, n % 700 = 0,
            '2026-01-01'::timestamptz + n * interval '20 days' / ${size}::int,
            '2026-01-01'::timestamptz + ((n::bigint * 104729) % ${size}::int) * interval '20 days' / ${size}::int, 1, '{}'
          FROM generate_series(1, ${size}::int) n`,
    );
    await rows(db.drizzle, sql`VACUUM ANALYZE workflow`);
  }, 1_200_000);
  afterAll(() => db.close());

  test.each(Object.entries(filters))('%s, in every order', async (name, { query, bare }) => {
    const ours: number[] = [];
    const bares: number[] = [];
    for (const sort of sortNames) {
      const asked = { page: 0, size: 20, sort, asc: true, ...query };
      const page = sql.raw(
        `SELECT uuid FROM workflow WHERE parent_uuid = '${folder}' AND deletion_uuid IS NULL AND ${bare} ORDER BY ${bareOrder[sort]} LIMIT 20`,
      );
      const count = sql.raw(
        `SELECT count(*)::int AS count FROM workflow WHERE parent_uuid = '${folder}' AND deletion_uuid IS NULL AND ${bare}`,
      );
      const expected = await rows<{ uuid: string }>(db.drizzle, page);
      const total = (await row<{ count: number }>(db.drizzle, count))?.count ?? 0;
      const found = await readContents(db.drizzle, member, folder, asked, waiting);
      expect(
        found.items.map(({ data }) => data.uuid),
        sort,
      ).toEqual(expected.map(({ uuid }) => uuid));
      expect(found.num_pages, sort).toBe(Math.ceil(total / 20));
      expect(total, sort).toBeGreaterThan(0);
      const searched = await searchItems(db.drizzle, member, asked, waiting);
      expect(searched, sort).toEqual(found);
      for (let round = 0; round < rounds; round += 1) {
        bares.push((await timed(() => rows(db.drizzle, page))) + (await timed(() => rows(db.drizzle, count))));
        ours.push(await timed(() => readContents(db.drizzle, member, folder, asked, waiting)));
      }
    }
    if (size > 10_000) console.log(db.kind, name, `${p95(ours).toFixed(1)} ms, bare ${p95(bares).toFixed(1)} ms`);
    expect(p95(ours)).toBeLessThan(Math.max(alwaysFine, 3 * p95(bares)));
  });
});
