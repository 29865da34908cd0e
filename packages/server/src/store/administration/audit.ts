import type { AuditAction, AuditEntry } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, iso, json, row, rows } from '../database/database.ts';

/** What is written of one deed; the moment and the identifier are the database's. */
export interface NewAuditEntry {
  actor: string | null;
  actorName: string;
  way: string;
  address: string | null;
  action: AuditAction;
  kind?: string | null;
  subject?: string | null;
  subjectName?: string | null;
  details?: Record<string, unknown>;
}

/** Most characters of a name that is kept with an entry. */
const longestName = 500;

/** Adds an entry to the audit log. */
export async function addAudit(db: Executor, entry: NewAuditEntry): Promise<void> {
  const { actor, actorName, way, address, action, kind = null, subject = null, subjectName = null, details } = entry;
  await rows(
    db,
    sql`INSERT INTO audit_entry (actor, actor_name, way, address, action, kind, subject, subject_name, details)
        VALUES (${actor}, ${actorName.slice(0, longestName)}, ${way}, ${address}, ${action}, ${kind}, ${subject}, ${subjectName?.slice(0, longestName) ?? null}, ${json(details ?? {})})`,
  );
}

/** What may be asked of the log. Moments are ISO texts. */
export interface AuditQuery {
  contains?: string | undefined;
  action?: AuditAction | undefined;
  actor?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
}

/** The condition of a search: `contains` is looked for in who, what and the details, whatever the case of its letters. */
function matching({ contains, action, actor, after, before }: AuditQuery): SQL {
  const conditions = [
    ...(action === undefined ? [] : [sql`a.action = ${action}`]),
    ...(actor === undefined ? [] : [sql`a.actor = ${actor}`]),
    ...(after === undefined ? [] : [sql`a.at >= ${after}::timestamptz`]),
    ...(before === undefined ? [] : [sql`a.at < ${before}::timestamptz`]),
    ...(contains === undefined
      ? []
      : [
          sql`position(fold_case(${contains}) IN fold_case(concat_ws(' ', a.actor_name, a.subject_name, a.subject, a.address, a.details::text))) > 0`,
        ]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

const columns = sql`a.uuid, a.at, a.actor, a.actor_name, a.way, a.address, a.action, a.kind, a.subject, a.subject_name, a.details`;

const toEntry = (found: AuditEntry): AuditEntry => ({ ...found, at: iso(found.at) ?? '' });

/** One page of the log, newest first. */
export async function listAudit(db: Executor, query: AuditQuery, { page, size }: { page: number; size: number }) {
  const where = matching(query);
  const count = await row<{ total: number }>(db, sql`SELECT count(*)::int AS total FROM audit_entry a WHERE ${where}`);
  const found = await rows<AuditEntry>(
    db,
    sql`SELECT ${columns} FROM audit_entry a WHERE ${where} ORDER BY a.at DESC, a.uuid LIMIT ${size} OFFSET ${page * size}`,
  );
  const total = count?.total ?? 0;
  return { entries: found.map(toEntry), num_pages: Math.ceil(total / size), total };
}

/** Entries of a search from the newest on, `size` at most, that are older than the last of the part before. */
export async function auditPart(
  db: Executor,
  query: AuditQuery,
  last: Pick<AuditEntry, 'at' | 'uuid'> | null,
  size: number,
): Promise<AuditEntry[]> {
  const older = last === null ? sql`true` : sql`(a.at, a.uuid) < (${last.at}::timestamptz, ${last.uuid}::uuid)`;
  const found = await rows<AuditEntry & { exact: string }>(
    db,
    sql`SELECT ${columns}, a.at::text AS exact FROM audit_entry a WHERE ${matching(query)} AND ${older}
        ORDER BY a.at DESC, a.uuid DESC LIMIT ${size}`,
  );
  return found.map(({ exact, ...entry }) => ({ ...entry, at: exact }));
}

/** Tables whose rows have names that the log keeps, and how the name and the identifier are read of a row. */
const named = {
  workflow: sql`SELECT t.name, t.uuid::text AS id FROM workflow t`,
  folder: sql`SELECT t.name, t.uuid::text AS id FROM folder t`,
  project: sql`SELECT t.name, t.uuid::text AS id FROM project t`,
  protein: sql`SELECT t.name, t.uuid::text AS id FROM protein t`,
  structure: sql`SELECT t.name, t.uuid::text AS id FROM structure t`,
  document: sql`SELECT t.name, t.uuid::text AS id FROM document t`,
  api_key: sql`SELECT t.name, t.uuid::text AS id FROM api_key t`,
  worker: sql`SELECT t.name || ' (' || t.host || ')' AS name, t.uuid::text AS id FROM worker t`,
  person: sql`SELECT t.email AS name, t.id FROM "user" t`,
} as const;
export type NamedKind = keyof typeof named;
export const namedKinds = Object.keys(named) as readonly NamedKind[];

/** The name of a thing, also of one in the trash; null where there is none. */
export async function nameOfThing(db: Executor, kind: NamedKind, uuid: string): Promise<string | null> {
  const found = await row<{ name: string }>(db, sql`SELECT n.name FROM (${named[kind]}) n WHERE n.id = ${uuid}`);
  return found?.name ?? null;
}
