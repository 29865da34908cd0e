import type { UsageLimit, UsageLimitChange } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { HttpProblem } from '../../errors.ts';
import { type Executor, row, rows } from '../database/database.ts';
import { itemState } from '../item-state.ts';
import { storedMegabytes } from './storage.ts';
import { coreHoursThisMonth } from './usage.ts';

type Kind = UsageLimit['kind'];

/** Limits that are set, with what is used of each now; those of everybody (`*`) first. */
export async function listLimits(db: Executor): Promise<UsageLimit[]> {
  const found = await rows<UsageLimit>(
    db,
    sql`SELECT l.kind, l.subject, CASE l.kind WHEN 'person' THEN u.email ELSE p.name END AS name, l.active_items, l.core_hours, l.storage_mb
        FROM usage_limit l LEFT JOIN "user" u ON l.kind = 'person' AND u.id = l.subject LEFT JOIN project p ON l.kind = 'project' AND p.uuid::text = l.subject
        ORDER BY l.kind, l.subject <> '*', 3, l.subject`,
  );
  const limits: UsageLimit[] = [];
  for (const limit of found) {
    const used = limit.subject === '*' ? null : await usedOf(db, limit.kind, limit.subject);
    limits.push({ ...limit, used });
  }
  return limits;
}

/** What a person or a project has now. */
async function usedOf(db: Executor, kind: Kind, subject: string) {
  return {
    active_items: await unfinishedOf(db, kind, subject),
    core_hours: await coreHoursThisMonth(db, kind, subject),
    storage_mb: await storedMegabytes(db, kind, subject),
  };
}

/** Items of a person or a project that wait or run. */
async function unfinishedOf(db: Executor, kind: Kind, subject: string): Promise<number> {
  const whose = kind === 'person' ? sql`w.run_by = ${subject}` : sql`w.project_uuid = ${subject}::uuid`;
  const found = await row<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM workflow w WHERE ${whose} AND w.object_status IN (${itemState.unfinished})`,
  );
  return found?.count ?? 0;
}

/**
 * Sets the limits of a person, of a project, or of all that have none of their own (`*`); a subject without any limit has no row. Answers what is above the new
 * limits already, as sentences: that goes on, and nothing new is taken. Throws 404 for a subject that does not exist.
 */
export async function setLimits(
  db: Executor,
  { kind, subject, active_items, core_hours, storage_mb }: UsageLimitChange,
  by: string | null,
): Promise<string[]> {
  if (subject !== '*') {
    const known = await row(
      db,
      kind === 'person'
        ? sql`SELECT 1 FROM "user" u WHERE u.id = ${subject}`
        : sql`SELECT 1 FROM project p WHERE p.uuid::text = ${subject}`,
    );
    if (!known) throw new HttpProblem(404, `There is no ${kind} with this identifier.`, 'subject');
  }
  if (active_items === null && core_hours === null && storage_mb === null) {
    await rows(db, sql`DELETE FROM usage_limit WHERE kind = ${kind} AND subject = ${subject}`);
    return [];
  }
  await rows(
    db,
    sql`INSERT INTO usage_limit (kind, subject, active_items, core_hours, storage_mb, changed_by)
        VALUES (${kind}, ${subject}, ${active_items}::int, ${core_hours}::float8, ${storage_mb}::float8, ${by})
        ON CONFLICT (kind, subject) DO UPDATE SET active_items = excluded.active_items, core_hours = excluded.core_hours, storage_mb = excluded.storage_mb,
          changed_at = now(), changed_by = excluded.changed_by`,
  );
  return subject === '*' ? [] : aboveNow({ active_items, core_hours, storage_mb }, await usedOf(db, kind, subject));
}

type Amounts = { [K in 'active_items' | 'core_hours' | 'storage_mb']: number | null };

/** Sentences for what is above limits that were set just now. */
function aboveNow(limits: Amounts, used: { [K in keyof Amounts]: number }): string[] {
  const rest = 'It goes on; nothing new is taken until there is room.';
  const over = (key: keyof Amounts) => limits[key] !== null && used[key] > limits[key];
  return [
    ...(over('active_items')
      ? [`${used.active_items} items wait or run now, more than ${limits.active_items}. ${rest}`]
      : []),
    ...(over('core_hours')
      ? [`${hours(used.core_hours)} core-hours are used this month, more than ${limits.core_hours}. ${rest}`]
      : []),
    ...(over('storage_mb')
      ? [`${megabytes(used.storage_mb)} MB are stored, more than ${limits.storage_mb}. ${rest}`]
      : []),
  ];
}

const hours = (value: number) => Number(value.toPrecision(3)).toString();
const megabytes = (value: number) => Math.round(value).toString();

interface Asked {
  kind: Kind;
  subject: string;
}

/** The limits that hold for a person or a project: their own row, else that of everybody; null where there is none. */
function limitsOf(db: Executor, { kind, subject }: Asked): Promise<Amounts | null> {
  return row<Amounts>(
    db,
    sql`SELECT active_items, core_hours, storage_mb FROM usage_limit WHERE kind = ${kind} AND subject IN (${subject}, '*') ORDER BY subject = '*' LIMIT 1`,
  );
}

/** Whom a refusal speaks of. */
const whom: Readonly<Record<Kind, { has: string; may: string }>> = {
  person: { has: 'You have', may: 'You may have' },
  project: { has: 'This project has', may: 'It may have' },
};

/** Why a person or a project may not submit so many more items, `stored` of which are stored already, with what is left; null where they may. */
async function refusalOf(db: Executor, asked: Asked, more: number, stored: number): Promise<string | null> {
  const limits = await limitsOf(db, asked);
  if (limits === null) return null;
  const { has, may } = whom[asked.kind];
  if (limits.active_items !== null) {
    const before = (await unfinishedOf(db, asked.kind, asked.subject)) - stored;
    const left = Math.max(0, limits.active_items - before);
    if (more > left)
      return `${has} ${before} ${before === 1 ? 'item' : 'items'} that wait or run. ${may} ${limits.active_items}, so ${left} more can be submitted now, not ${more}.`;
  }
  if (limits.core_hours !== null) {
    const used = await coreHoursThisMonth(db, asked.kind, asked.subject);
    if (used >= limits.core_hours)
      return `${has} used ${hours(used)} core-hours this month. ${may} ${limits.core_hours}, so 0 are left until the month ends (UTC).`;
  }
  if (limits.storage_mb !== null) {
    const size = await storedMegabytes(db, asked.kind, asked.subject);
    if (size >= limits.storage_mb)
      return `${has} ${megabytes(size)} MB stored. ${may} ${limits.storage_mb} MB, so 0 MB are left. Delete results that are not needed, also from the trash.`;
  }
  return null;
}

const anySet = async (db: Executor) => (await row(db, sql`SELECT 1 FROM usage_limit LIMIT 1`)) !== null;

/** The refusal of so many more items of a person in a project, as text; null where no limit is in the way. */
async function refusalIn(
  db: Executor,
  person: string,
  project: string | null,
  items: { more: number; stored: number },
): Promise<string | null> {
  const { more, stored } = items;
  const refusal =
    (await refusalOf(db, { kind: 'person', subject: person }, more, stored)) ??
    (project === null ? null : await refusalOf(db, { kind: 'project', subject: project }, more, stored));
  return refusal && `${refusal} An administrator of this server can change the limit.`;
}

/** Why a person may not submit so many items into a folder, for whoever asks before submitting; null where they may. */
export async function refusalBefore(
  db: Executor,
  person: string,
  folder: string | null,
  count: number,
): Promise<string | null> {
  if (!(await anySet(db))) return null;
  const found = await row<{ project: string }>(
    db,
    sql`SELECT f.project_uuid::text AS project FROM folder f WHERE f.uuid = ${folder}::uuid`,
  );
  return refusalIn(db, person, found?.project ?? null, { more: count, stored: 0 });
}

/**
 * Throws 429 where a person, or the project that these new items of theirs lie in, is at a limit that an administrator set. Asked in the transaction that stores
 * the items, under the lock of the admission, so that submissions at once do not get past a limit together; the refusal takes the items back.
 */
export async function refuseAboveLimits(tx: Executor, person: string, items: readonly string[]): Promise<void> {
  const [first] = items;
  if (first === undefined || !(await anySet(tx))) return;
  const found = await row<{ project: string }>(
    tx,
    sql`SELECT w.project_uuid::text AS project FROM workflow w WHERE w.uuid = ${first}::uuid`,
  );
  const count = items.length;
  const refusal = await refusalIn(tx, person, found?.project ?? null, { more: count, stored: count });
  if (refusal !== null) throw new HttpProblem(429, refusal);
}
