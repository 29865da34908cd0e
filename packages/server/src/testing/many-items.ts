import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ContentsQuery } from '../store/contents.ts';
import { type Database, rows } from '../store/database/database.ts';
import type { Member } from '../store/reader.ts';
import { createAccount } from '../store/users.ts';

/** Project and folder of the many items, known before they are made so that filters can name them. */
export const manyProject = '7a1c0de0-0000-4000-8000-000000000001';
export const manyFolder = '7a1c0de0-0000-4000-8000-000000000002';

/** Numbers of molecules that many and few of the items have. */
const commonMolecule = 1_000_001;
const rareMolecule = 1_000_002;

/** What the filters of a contents query are: all of it but page and order. */
export type Filter = Exclude<keyof ContentsQuery, 'page' | 'size' | 'sort' | 'asc' | 'count'>;

/** A filter as it is asked, and as the condition that a person would write into a bare query of `workflow w`. */
export interface FilterRow {
  query: Partial<ContentsQuery>;
  bare: string;
  /** True where no index holds just those items, so that others are read too. */
  searched?: true;
}

const within = (text: string) => `w.name_folded LIKE '%${text}%'`;

/** Rows of every filter: one that is added to the contents query without a row here does not compile. */
export const filterRows: Record<Filter, Record<string, FilterRow>> = {
  name_contains: {
    'a rare word': { query: { name_contains: 'tem 4242' }, bare: within('tem 4242'), searched: true },
    'a word of all': { query: { name_contains: 'iTEM' }, bare: within('item'), searched: true },
  },
  public: {
    public: { query: { public: true }, bare: 'w.public' },
    'not public': { query: { public: false }, bare: 'NOT w.public' },
  },
  starred: {
    starred: { query: { starred: true }, bare: 'w.starred' },
    // Everything that was stopped is starred here: first of all that is skipped where statuses are the order.
    'not starred': { query: { starred: false }, bare: 'NOT w.starred', searched: true },
    'starred of two statuses': {
      query: { starred: true, statuses: [2, 4] },
      bare: 'w.starred AND w.object_status IN (2, 4)',
      searched: true,
    },
  },
  statuses: {
    'a common status': { query: { statuses: [2] }, bare: 'w.object_status = 2' },
    'a rare status': { query: { statuses: [4] }, bare: 'w.object_status = 4' },
    'two statuses': { query: { statuses: [3, 4] }, bare: 'w.object_status IN (3, 4)' },
    'a rare and an absent status': { query: { statuses: [4, 5] }, bare: 'w.object_status IN (4, 5)' },
  },
  object_types: {
    'a type': { query: { object_types: ['docking'] }, bare: "w.object_type = 'docking'" },
    'two types': { query: { object_types: ['docking', 'pka'] }, bare: "w.object_type IN ('docking', 'pka')" },
  },
  created_after: {
    'made in the second half': {
      query: { created_after: '2026-01-11T00:00:00Z' },
      bare: "w.created_at >= '2026-01-11'",
      searched: true,
    },
    'made in the last hours': {
      query: { created_after: '2026-01-20T20:00:00Z' },
      bare: "w.created_at >= '2026-01-20T20:00:00Z'",
      searched: true,
    },
  },
  created_before: {
    'made in the first hours': {
      query: { created_before: '2026-01-01T04:00:00Z' },
      bare: "w.created_at <= '2026-01-01T04:00:00Z'",
      searched: true,
    },
  },
  updated_after: {
    'changed in the last hours': {
      query: { updated_after: '2026-01-20T20:00:00Z' },
      bare: "w.updated_at >= '2026-01-20T20:00:00Z'",
      searched: true,
    },
  },
  updated_before: {
    'changed in the first hours': {
      query: { updated_before: '2026-01-01T04:00:00Z' },
      bare: "w.updated_at <= '2026-01-01T04:00:00Z'",
      searched: true,
    },
    'changed in the first half': {
      query: { updated_before: '2026-01-11T00:00:00Z' },
      bare: "w.updated_at <= '2026-01-11'",
      searched: true,
    },
  },
  project_uuid: {
    'of its project': { query: { project_uuid: manyProject }, bare: `w.project_uuid = '${manyProject}'` },
  },
  matched: {
    'a molecule of every tenth': {
      query: { matched: { key: 'common', molecules: [commonMolecule], items: 1000, similarities: null } },
      bare: `EXISTS (SELECT 1 FROM workflow_molecule l WHERE l.workflow_uuid = w.uuid AND l.molecule = ${commonMolecule})`,
      searched: true,
    },
    'a molecule of every five hundredth': {
      query: { matched: { key: 'rare', molecules: [rareMolecule], items: 20, similarities: null } },
      bare: `EXISTS (SELECT 1 FROM workflow_molecule l WHERE l.workflow_uuid = w.uuid AND l.molecule = ${rareMolecule})`,
      searched: true,
    },
  },
  parent_uuid: { 'of its folder': { query: { parent_uuid: manyFolder }, bare: `w.parent_uuid = '${manyFolder}'` } },
};

/** Makes an account with a project and a folder of so many finished items, spread over types, statuses and 20 days. Returns its member. */
export async function addManyItems(db: Database, size: number, person?: Member): Promise<Member> {
  const member: Member = person ?? { kind: 'user', id: (await createAccount(db, `${randomUUID()}@example.org`)).id };
  await rows(
    db.drizzle,
    sql`INSERT INTO project (uuid, name, owner_id) VALUES (${manyProject}::uuid, 'Many', ${member.id})`,
  );
  await rows(
    db.drizzle,
    sql`INSERT INTO membership (project_uuid, user_id, role) VALUES (${manyProject}::uuid, ${member.id}, 'owner')`,
  );
  await rows(
    db.drizzle,
    sql`INSERT INTO folder (uuid, project_uuid, name) VALUES (${manyFolder}::uuid, ${manyProject}::uuid, 'Many')`,
  );
  const indexes = await rows<{ name: string; definition: string }>(
    db.drizzle,
    sql`SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'workflow' AND indexname <> 'workflow_pkey'`,
  );
  // As a restored copy is made: rows first, for to keep so many indexes with each of a million rows takes minutes.
  for (const { name } of indexes) await rows(db.drizzle, sql.raw(`DROP INDEX ${name}`));
  await rows(
    db.drizzle,
    sql`INSERT INTO workflow (uuid, project_uuid, parent_uuid, run_by, name, object_type, object_status, object_data, starred, public,
          created_at, updated_at, seed, requirements)
        SELECT gen_random_uuid(), ${manyProject}::uuid, ${manyFolder}::uuid, ${member.id},
          'Item ' || (n::bigint * 7919) % ${size}::int, (ARRAY['docking', 'scan', 'fukui', 'pka'])[1 + n % 4],
          CASE WHEN n % 1000 = 0 THEN 4 WHEN n % 10 = 0 THEN 3 ELSE 2 END, '{}', n % 500 = 0, n % 700 = 0,
          '2026-01-01'::timestamptz + n * interval '20 days' / ${size}::int,
          '2026-01-01'::timestamptz + ((n::bigint * 104729) % ${size}::int) * interval '20 days' / ${size}::int, 1, '{}'
        FROM generate_series(1, ${size}::int) n`,
  );
  for (const { definition } of indexes) await rows(db.drizzle, sql.raw(definition));
  const empty = sql`decode(repeat('00', 256), 'hex')`;
  for (const [number, condition] of [
    [commonMolecule, sql`object_status = 3`],
    [rareMolecule, sql`starred`],
  ] as const) {
    await rows(
      db.drizzle,
      sql`INSERT INTO molecule VALUES (${number}, convert_to(${String(number)}, 'UTF8'), convert_to(${String(number)}, 'UTF8'), 'C', ${empty}, ${empty})`,
    );
    await rows(
      db.drizzle,
      sql`INSERT INTO workflow_molecule SELECT uuid, ${number}::bigint FROM workflow WHERE parent_uuid = ${manyFolder}::uuid AND ${condition}`,
    );
  }
  await rows(db.drizzle, sql`VACUUM ANALYZE workflow`);
  await rows(db.drizzle, sql`VACUUM ANALYZE workflow_molecule`);
  return member;
}

const orderColumns: Record<string, string[]> = {
  name: ['name_key', 'uuid'],
  created_at: ['created_at', 'uuid'],
  updated_at: ['updated_at', 'uuid'],
  object_status: ['object_status', 'created_at', 'uuid'],
  object_type: ['object_type', 'created_at', 'uuid'],
};

/** Every order that a list can have. */
export const orders = Object.keys(orderColumns).flatMap((sort) => [true, false].map((asc) => ({ sort, asc })));

const shownColumns = `w.uuid, w.parent_uuid, w.name, w.object_type, w.object_status, w.notes, w.starred, w.public,
  w.email_when_complete, w.max_credits, w.smiles, w.resubmitted_from_uuid, u.username, w.created_at, w.updated_at, w.started_at,
  w.completed_at, w.elapsed, w.progress, w.provenance, w.error, w.imported, w.requirements, w.memory_mb, w.gpus, w.seconds_needed,
  ARRAY(SELECT c.uuid FROM calculation c WHERE c.workflow_uuid = w.uuid ORDER BY c.position) AS calculation_uuids`;

/** The page of 20 as a person would ask the database for it by hand, without regard to who may see it: what a list shows of each item. */
export function barePage(condition: string, { sort, asc }: { sort: string; asc: boolean }, page = 0): string {
  const order = orderColumns[sort]?.map((name) => `w.${name} ${asc ? 'ASC' : 'DESC'}`).join(', ');
  return `SELECT ${shownColumns} FROM workflow w LEFT JOIN "user" u ON u.id = w.run_by
    WHERE w.parent_uuid = '${manyFolder}' AND w.deletion_uuid IS NULL AND ${condition} ORDER BY ${order} LIMIT 20 OFFSET ${page * 20}`;
}

/** The number of items of a condition, likewise. */
export function bareCount(condition: string): string {
  return `SELECT count(*)::int AS count FROM workflow w
    WHERE w.parent_uuid = '${manyFolder}' AND w.deletion_uuid IS NULL AND ${condition}`;
}
