import type { Preparation, PreparationOptions } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { clean, type Database, type Executor, iso, json, row, rows } from './database/database.ts';
import { isConnected } from './live-workers.ts';
import { editable, type Member } from './reader.ts';

/** What a worker reports that can prepare proteins. */
export const preparationCapability = 'stored_protein_preparation';

/** Condition that a connected worker can prepare proteins. */
const someWorker = sql`EXISTS (SELECT 1 FROM worker k WHERE ${isConnected('k')} AND ${preparationCapability} = ANY(k.capabilities))`;

/** What a preparation waits for, as text. */
const waitsFor = sql`CASE WHEN t.run_after > now() THEN 'Waiting to be tried again' WHEN ${someWorker} THEN 'Waiting for its turn'
  ELSE 'Waiting for a worker that prepares proteins' END`;

/** State of a protein's last preparation, or null where there was none. The caller has made sure that it may be read. */
export async function readPreparation(db: Executor, protein: string): Promise<Preparation | null> {
  const found = await row<Preparation>(
    db,
    sql`SELECT t.state, t.options, CASE WHEN t.state = 'waiting' THEN ${waitsFor} ELSE t.stage END AS stage, t.percent, t.message, t.report, t.requested_at, t.started_at, t.ended_at,
          p.original IS NOT NULL AS has_original
        FROM protein_preparation t JOIN protein p ON p.uuid = t.protein_uuid WHERE t.protein_uuid = ${protein}::uuid`,
  );
  if (!found) return null;
  const { requested_at, started_at, ended_at, ...rest } = found;
  return { ...rest, requested_at: iso(requested_at), started_at: iso(started_at), ended_at: iso(ended_at) };
}

/** State of a protein's preparation; locks the protein's row until the transaction ends. Null when the person may not change it. */
function lockProtein(tx: Executor, member: Member, protein: string): Promise<{ sanitized: number } | null> {
  return row(
    tx,
    sql`SELECT p.sanitized FROM protein p WHERE p.uuid = ${protein}::uuid AND ${editable(member, 'p')} FOR UPDATE`,
  );
}

/**
 * Asks for a preparation. `asked` when it will be made, or is under way with the same options; `busy` when one with others is; `refused` when the
 * person may not change the protein.
 */
export async function requestPreparation(
  db: Database,
  member: Member,
  protein: string,
  options: PreparationOptions,
): Promise<'asked' | 'busy' | 'refused'> {
  return db.transaction(async (tx) => {
    const may = await lockProtein(tx, member, protein);
    if (!may) return 'refused';
    if (may.sanitized === 1) {
      const same = await row(
        tx,
        sql`SELECT 1 FROM protein_preparation
            WHERE protein_uuid = ${protein}::uuid AND options = ${json(options)} AND NOT stop_requested`,
      );
      return same ? 'asked' : 'busy';
    }
    // The report stays until another one replaces it: it is that of the structure which is there.
    const before = await row<{ report: unknown }>(
      tx,
      sql`DELETE FROM protein_preparation WHERE protein_uuid = ${protein}::uuid RETURNING report`,
    );
    await rows(
      tx,
      sql`INSERT INTO protein_preparation (protein_uuid, options, requested_by, report)
          VALUES (${protein}::uuid, ${json(options)}, ${member.id}, ${before?.report ? json(before.report) : sql`NULL`})`,
    );
    await rows(tx, sql`UPDATE protein SET sanitized = 1, updated_at = now() WHERE uuid = ${protein}::uuid`);
    return 'asked';
  });
}

/** Ends the preparation of a protein that has not begun, and asks for the end of one that is under way. The caller holds the protein's row. */
export async function endOrAskToEnd(tx: Executor, protein: string): Promise<void> {
  const waiting = await row(
    tx,
    sql`UPDATE protein_preparation SET state = 'stopped', message = 'Stopped before it began.', ended_at = now()
        WHERE protein_uuid = ${protein}::uuid AND state = 'waiting' RETURNING protein_uuid`,
  );
  if (waiting) await rows(tx, sql`UPDATE protein SET sanitized = 4 WHERE uuid = ${protein}::uuid`);
  else {
    await rows(
      tx,
      sql`UPDATE protein_preparation SET stop_requested = true WHERE protein_uuid = ${protein}::uuid AND state = 'running'`,
    );
  }
}

/** Asks for the end of a preparation; one that has not begun ends at once. `idle` when none is under way. */
export async function stopPreparation(
  db: Database,
  member: Member,
  protein: string,
): Promise<'asked' | 'idle' | 'refused'> {
  return db.transaction(async (tx) => {
    const may = await lockProtein(tx, member, protein);
    if (!may) return 'refused';
    if (may.sanitized !== 1) return 'idle';
    await endOrAskToEnd(tx, protein);
    return 'asked';
  });
}

/** Puts the structure from before all preparation back. `none` when there is no other one, `busy` while one is under way. */
export async function restoreOriginal(
  db: Database,
  member: Member,
  protein: string,
): Promise<'restored' | 'none' | 'busy' | 'refused'> {
  return db.transaction(async (tx) => {
    const may = await row<{ sanitized: number; kept: boolean }>(
      tx,
      sql`SELECT p.sanitized, p.original IS NOT NULL AS kept FROM protein p
          WHERE p.uuid = ${protein}::uuid AND ${editable(member, 'p')} FOR UPDATE`,
    );
    if (!may) return 'refused';
    if (may.sanitized === 1) return 'busy';
    if (!may.kept) return 'none';
    await rows(tx, sql`DELETE FROM protein_preparation WHERE protein_uuid = ${protein}::uuid`);
    await rows(
      tx,
      sql`UPDATE protein SET data = original, original = NULL, sanitized = 0, updated_at = now() WHERE uuid = ${protein}::uuid`,
    );
    return 'restored';
  });
}

/** A preparation that a worker shall carry out: `structure` is what was uploaded. */
export interface TakenPreparation {
  protein: string;
  options: PreparationOptions;
  structure: unknown;
}

/** Marks the preparation that waits longest as running, protein and preparation locked; null when none waits. Two claims never get the same one. */
export async function takePreparation(tx: Executor): Promise<TakenPreparation | null> {
  const taken = await row<{ protein: string; options: PreparationOptions }>(
    tx,
    sql`UPDATE protein_preparation SET state = 'running', started_at = now(), stage = 'Starting', percent = 0
        WHERE protein_uuid = (
          SELECT t.protein_uuid FROM protein_preparation t JOIN protein p ON p.uuid = t.protein_uuid
          WHERE t.state = 'waiting' AND t.run_after <= now()
          ORDER BY t.requested_at, t.protein_uuid FOR UPDATE OF p, t SKIP LOCKED LIMIT 1)
        RETURNING protein_uuid AS protein, options`,
  );
  if (!taken) return null;
  const found = await row<{ structure: unknown }>(
    tx,
    sql`SELECT coalesce(original, data) AS structure FROM protein WHERE uuid = ${taken.protein}::uuid`,
  );
  return found ? { ...taken, structure: found.structure } : null;
}

/** Notes how far a preparation is. The caller holds its attempt, as for all that follow. */
export async function notePreparation(tx: Executor, protein: string, stage: string, percent: number): Promise<void> {
  await rows(
    tx,
    sql`UPDATE protein_preparation SET stage = ${stage}, percent = ${percent}::float8 WHERE protein_uuid = ${protein}::uuid AND state = 'running'`,
  );
}

/** Lets a preparation wait again, at its old place, from `delaySeconds` on. */
export async function requeuePreparation(tx: Executor, protein: string, delaySeconds: number): Promise<void> {
  await rows(
    tx,
    sql`UPDATE protein_preparation SET state = 'waiting', stage = NULL, percent = 0, started_at = NULL,
          run_after = now() + make_interval(secs => ${delaySeconds}::float8)
        WHERE protein_uuid = ${protein}::uuid AND state = 'running'`,
  );
}

/** How a preparation ended; `structure` is the JSON text of the prepared one. */
export type PreparationEnd =
  | { state: 'done'; report: unknown; structure: string }
  | { state: 'failed' | 'stopped'; message: string };

/** Writes the end of a preparation, its structure with it; the one before the first is kept. */
export async function endPreparation(tx: Executor, protein: string, end: PreparationEnd): Promise<void> {
  const done = end.state === 'done';
  const held = await row(
    tx,
    sql`UPDATE protein_preparation SET state = ${end.state}, ended_at = now(), stage = NULL,
          percent = CASE WHEN ${done}::boolean THEN 100 ELSE percent END, message = ${done ? null : clean(end.message)}::text,
          report = ${done ? json(end.report) : sql`report`}
        WHERE protein_uuid = ${protein}::uuid AND state = 'running' RETURNING protein_uuid`,
  );
  if (!held) return;
  if (done) {
    await rows(
      tx,
      sql`UPDATE protein SET original = coalesce(original, data), data = ${end.structure}::json, sanitized = 2, updated_at = now()
          WHERE uuid = ${protein}::uuid`,
    );
  } else {
    const code = end.state === 'stopped' ? 4 : 3;
    await rows(tx, sql`UPDATE protein SET sanitized = ${code}, updated_at = now() WHERE uuid = ${protein}::uuid`);
  }
}

/** Preparations that say "running" without a running attempt wait again: that cannot arise from one transaction, but a restored dump may hold it. */
export async function requeueUnowned(tx: Executor): Promise<void> {
  await rows(
    tx,
    sql`UPDATE protein_preparation t SET state = 'waiting', stop_requested = false, stage = NULL, percent = 0, started_at = NULL
        WHERE t.state = 'running' AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.protein_uuid = t.protein_uuid AND a.status = 'running')`,
  );
}
