import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../testing/databases.ts';
import { fullLoad, measured, median, p95 } from '../testing/load.ts';
import { type ContentsQuery, readContents, searchItems, sortNames } from './contents.ts';
import { type Counts, keepCounts } from './counts.ts';
import { type Database, type Executor, openEmbedded, openPostgres, row, rows } from './database.ts';
import type { Member } from './reader.ts';
import { createAccount } from './users.ts';

/** Items of the folder: what `npm test` has time for, and the million of the load suite, on the database that is meant for it. */
const few = 10_000;
const many = fullLoad ? 1_000_000 : few;
const rounds = fullLoad ? 5 : 2;

/** Blocks of the database that a page of 20 may read: some ten for its way into an index, one for each of its rows, and as many again that a filter leaves out. */
const fewBlocks = 250;

const waiting = { ahead: sql`0`, tell: () => ({ reason: '', position: null }) };
/** One filter each, with the condition that a bare query would have; `searched` where no index holds just those items, so that others are read too. */
const filters: Record<string, { query: Partial<ContentsQuery>; bare: string; searched?: true }> = {
  none: { query: {}, bare: 'true' },
  'a rare word': { query: { name_contains: 'tem 4242' }, bare: "lower(name) LIKE '%tem 4242%'", searched: true },
  starred: { query: { starred: true }, bare: 'starred' },
  'not starred': { query: { starred: false }, bare: 'NOT starred', searched: true },
  public: { query: { public: true }, bare: 'public' },
  'a common status': { query: { statuses: [2] }, bare: 'object_status = 2' },
  'a rare status': { query: { statuses: [4] }, bare: 'object_status = 4' },
  'two statuses': { query: { statuses: [3, 4] }, bare: 'object_status IN (3, 4)' },
  'a rare and an absent status': { query: { statuses: [4, 5] }, bare: 'object_status IN (4, 5)' },
  'a type': { query: { object_types: ['docking'] }, bare: "object_type = 'docking'" },
  'two types': { query: { object_types: ['docking', 'pka'] }, bare: "object_type IN ('docking', 'pka')" },
  'starred of two statuses': {
    query: { starred: true, statuses: [2, 4] },
    bare: 'starred AND object_status IN (2, 4)',
    searched: true,
  },
  'made after': {
    query: { created_after: '2026-01-10T00:00:00Z' },
    bare: "created_at >= '2026-01-10'",
    searched: true,
  },
  'changed before': {
    query: { updated_before: '2026-01-01T01:00:00Z' },
    bare: "updated_at <= '2026-01-01T01:00:00Z'",
    searched: true,
  },
};

const bareOrder: Record<string, string> = {
  name: 'name_key, uuid',
  created_at: 'created_at, uuid',
  updated_at: 'updated_at, uuid',
  object_status: 'object_status, created_at, uuid',
  object_type: 'object_type, created_at, uuid',
};

interface Plan {
  'Node Type': string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** A database that writes down how many blocks each page of a list reads: what a busy machine does not change. */
function countingBlocks(db: Executor, blocks: number[]): Executor {
  const execute = async (statement: SQL) => {
    const explained = sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`;
    const plan = (await row<{ 'QUERY PLAN': [{ Plan: Plan }] }>(db, explained))?.['QUERY PLAN'][0].Plan;
    if (plan?.['Node Type'] === 'Limit') blocks.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
    return db.execute(statement);
  };
  return { execute: execute as unknown as Executor['execute'] };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

onBothDatabases('a folder of many items', (place) => {
  let size = few;
  let db: Database;
  let member: Member;
  let folder = '';
  beforeAll(async () => {
    const { databaseUrl, data } = place();
    if (databaseUrl) size = many;
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

  test.each(Object.entries(filters))('%s, in every order', async (name, { query, bare, searched }) => {
    const none = (): number[] => [];
    const times = { ours: none(), kept: none(), plain: none(), page: none(), bare: none() };
    const blocks: number[] = [];
    // As the server keeps them, so that turning a page does not count again.
    const counts = keepCounts();
    const newest = { page: 0, size: 20, sort: 'created_at', asc: false };
    const readPlain = () => readContents(db.drizzle, member, folder, newest, waiting, counts);
    const orders = sortNames.flatMap((sort) => [true, false].map((asc) => ({ sort, asc })));
    for (const { sort, asc } of orders) {
      const title = `${sort} ${asc ? 'ascending' : 'descending'}`;
      const asked = { page: 0, size: 20, sort, asc, ...query };
      const order = asc ? bareOrder[sort] : bareOrder[sort]?.replace(/,|$/g, ' DESC$&');
      const page = sql.raw(
        `SELECT uuid FROM workflow WHERE parent_uuid = '${folder}' AND deletion_uuid IS NULL AND ${bare} ORDER BY ${order} LIMIT 20`,
      );
      const count = sql.raw(
        `SELECT count(*)::int AS count FROM workflow WHERE parent_uuid = '${folder}' AND deletion_uuid IS NULL AND ${bare}`,
      );
      const expected = await rows<{ uuid: string }>(db.drizzle, page);
      const total = (await row<{ count: number }>(db.drizzle, count))?.count ?? 0;
      const read = (kept?: Counts) => readContents(db.drizzle, member, folder, asked, waiting, kept);
      const found = await read();
      expect(
        found.items.map(({ data }) => data.uuid),
        title,
      ).toEqual(expected.map(({ uuid }) => uuid));
      expect(found.num_pages, title).toBe(Math.ceil(total / 20));
      expect(total, title).toBeGreaterThan(0);
      const counting = countingBlocks(db.drizzle, blocks);
      expect(await searchItems(counting, member, asked, waiting), title).toEqual(found);
      expect(await readContents(counting, member, folder, asked, waiting, counts), title).toEqual(found);
      if (!searched) expect(Math.max(...blocks), `blocks read, ${title}`).toBeLessThan(fewBlocks);
      for (let round = 0; round < rounds; round += 1) {
        const first = await timed(() => rows(db.drizzle, page));
        times.page.push(first);
        times.bare.push(first + (await timed(() => rows(db.drizzle, count))));
        times.ours.push(await timed(() => read()));
        // A count is kept for seconds only: what is measured is a page while it is.
        await read(counts);
        times.kept.push(await timed(() => read(counts)));
        await readPlain();
        times.plain.push(await timed(readPlain));
      }
    }
    const words = (list: number[]) => `${p95(list).toFixed(1)} ms`;
    measured(
      `${db.kind}, ${size} items, ${name}: p95 ${words(times.ours)}, the count kept ${words(times.kept)}; bare page ${words(times.page)}, with its count ${words(times.bare)}; a page without filter ${words(times.plain)}; at most ${Math.max(...blocks)} blocks`,
    );
    // What other programs do meanwhile is in the longest times: `npm test` looks at the middle ones.
    const most = fullLoad ? p95 : median;
    // A page is more than the bare query's uuids: what its rows are made of takes the same without a filter, measured at the same time.
    expect(most(times.ours)).toBeLessThan(3 * (most(times.bare) + most(times.plain)));
    expect(most(times.kept)).toBeLessThan(3 * Math.max(most(times.page), most(times.plain)));
  });

  test('many pages down, several statuses and types give each item once, in order', async () => {
    const asked = {
      size: 20,
      sort: 'object_status',
      asc: true,
      statuses: [3, 4, 3],
      object_types: ['docking', 'fukui'],
    };
    const seen: string[] = [];
    const ordered: string[] = [];
    const pages = Math.ceil(few / 10 / 20);
    for (let page = 0; page < pages; page += 1) {
      const { items } = await readContents(db.drizzle, member, folder, { ...asked, page }, waiting);
      for (const item of items) {
        seen.push(item.data.uuid);
        if (item.type === 'workflow') ordered.push(`${item.data.object_status} ${item.data.created_at}`);
      }
    }
    expect(new Set(seen).size).toBe(few / 10);
    expect(seen).toHaveLength(few / 10);
    expect(ordered).toHaveLength(few / 10);
    expect(ordered).toEqual([...ordered].sort());
  });
});
