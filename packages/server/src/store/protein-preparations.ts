import type { Preparation, PreparationOptions } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Database, type Executor, iso, json, row, rows } from './database.ts';
import { editable, type Member } from './reader.ts';

/** Seconds after its last sign of life that a server's preparation is given to another one. */
const leaseSeconds = 15;
/** How often a preparation is begun before it counts as what ends the server. */
const mostTries = 3;

/** How the last preparation of a protein stands, or null where there was none. The caller has made sure that it may be read. */
export async function readPreparation(db: Executor, protein: string): Promise<Preparation | null> {
  const found = await row<Preparation>(
    db,
    sql`SELECT t.state, t.options, t.stage, t.percent, t.message, t.report, t.requested_at, t.started_at, t.ended_at,
          p.original IS NOT NULL AS has_original
        FROM protein_preparation t JOIN protein p ON p.uuid = t.protein_uuid WHERE t.protein_uuid = ${protein}::uuid`,
  );
  if (!found) return null;
  const { requested_at, started_at, ended_at, ...rest } = found;
  return { ...rest, requested_at: iso(requested_at), started_at: iso(started_at), ended_at: iso(ended_at) };
}

/** How the preparation of a protein stands, the protein's row locked until the transaction ends. Null when the person may not change it. */
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
    await rows(tx, sql`DELETE FROM protein_preparation WHERE protein_uuid = ${protein}::uuid`);
    await rows(
      tx,
      sql`INSERT INTO protein_preparation (protein_uuid, options, stage, requested_by)
          VALUES (${protein}::uuid, ${json(options)}, 'Waiting for its turn', ${member.id})`,
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

/** A preparation that this server carries out: `structure` is the JSON text of what was uploaded. */
export interface ClaimedPreparation {
  protein: string;
  token: string;
  options: PreparationOptions;
  structure: string;
}

/** Ends what nobody works on any more and what was begun too often or is no longer wanted. Locks go from protein to preparation, as everywhere. */
async function endAbandoned(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const lost = await rows<{ uuid: string; stopped: boolean; tries: number }>(
      tx,
      sql`SELECT p.uuid, t.stop_requested AS stopped, t.tries FROM protein p JOIN protein_preparation t ON t.protein_uuid = p.uuid
          WHERE t.state = 'running' AND t.lease_until < now() AND (t.stop_requested OR t.tries >= ${mostTries})
          FOR UPDATE OF p SKIP LOCKED`,
    );
    for (const { uuid, stopped, tries } of lost) {
      const message = stopped
        ? 'Stopped.'
        : `It was begun ${tries} times, and each time the server ended while it ran. The structure may be too large for the memory of this server.`;
      const ended = await row(
        tx,
        sql`UPDATE protein_preparation SET state = ${stopped ? 'stopped' : 'failed'}, message = ${message}, ended_at = now(), stage = NULL, token = NULL
            WHERE protein_uuid = ${uuid}::uuid AND state = 'running' AND lease_until < now() RETURNING protein_uuid`,
      );
      if (!ended) continue;
      await rows(
        tx,
        sql`UPDATE protein SET sanitized = ${stopped ? 4 : 3}, updated_at = now() WHERE uuid = ${uuid}::uuid`,
      );
    }
  });
}

/** Whether a preparation is waiting or under way anywhere. */
export async function somePreparation(db: Executor): Promise<boolean> {
  return (await row(db, sql`SELECT 1 FROM protein_preparation WHERE state IN ('waiting', 'running') LIMIT 1`)) !== null;
}

/** Takes the preparation that waits longest, or one whose server is gone; null when there is none. Two servers never get the same one. */
export async function claimPreparation(db: Database, serverId: string): Promise<ClaimedPreparation | null> {
  await endAbandoned(db);
  return db.transaction(async (tx) => {
    const taken = await row<{ protein: string; token: string; options: PreparationOptions }>(
      tx,
      sql`UPDATE protein_preparation SET state = 'running', token = gen_random_uuid(), server_id = ${serverId}, tries = tries + 1,
            lease_until = now() + make_interval(secs => ${leaseSeconds}), started_at = now(), stage = 'Starting', percent = 0
          WHERE protein_uuid = (
            SELECT t.protein_uuid FROM protein_preparation t
            WHERE t.state = 'waiting' OR (t.state = 'running' AND t.lease_until < now())
            ORDER BY t.requested_at, t.protein_uuid FOR UPDATE SKIP LOCKED LIMIT 1)
          RETURNING protein_uuid AS protein, token, options`,
    );
    if (!taken) return null;
    const found = await row<{ structure: string }>(
      tx,
      sql`SELECT coalesce(original, data)::text AS structure FROM protein WHERE uuid = ${taken.protein}::uuid`,
    );
    return found ? { ...taken, structure: found.structure } : null;
  });
}

type Held = Pick<ClaimedPreparation, 'protein' | 'token'>;

/** Says how far a preparation is and that its server lives. `gone` when it is no longer this server's: deleted, or given to another one. */
export async function beatPreparation(
  db: Executor,
  { protein, token }: Held,
  progress: { stage: string; percent: number },
): Promise<'go on' | 'stop' | 'gone'> {
  const found = await row<{ stop_requested: boolean }>(
    db,
    sql`UPDATE protein_preparation SET stage = ${progress.stage}, percent = ${progress.percent}::float8,
          lease_until = now() + make_interval(secs => ${leaseSeconds})
        WHERE protein_uuid = ${protein}::uuid AND token = ${token}::uuid AND state = 'running' RETURNING stop_requested`,
  );
  if (!found) return 'gone';
  return found.stop_requested ? 'stop' : 'go on';
}

/** How a preparation ended; `structure` is the JSON text of the prepared one. */
export type PreparationEnd =
  | { state: 'done'; report: unknown; structure: string }
  | { state: 'failed' | 'stopped'; message: string };

/** Writes the end of a preparation, its structure with it; the one before the first is kept. False when it was no longer this server's. */
export async function endPreparation(db: Database, { protein, token }: Held, end: PreparationEnd): Promise<boolean> {
  return db.transaction(async (tx) => {
    const done = end.state === 'done';
    await rows(tx, sql`SELECT 1 FROM protein WHERE uuid = ${protein}::uuid FOR UPDATE`);
    const held = await row(
      tx,
      sql`UPDATE protein_preparation SET state = ${end.state}, token = NULL, ended_at = now(), stage = NULL,
            percent = CASE WHEN ${done}::boolean THEN 100 ELSE percent END, message = ${done ? null : end.message}::text,
            report = ${done ? sql`${JSON.stringify(end.report)}::jsonb` : sql`NULL`}
          WHERE protein_uuid = ${protein}::uuid AND token = ${token}::uuid AND state = 'running' RETURNING protein_uuid`,
    );
    if (!held) return false;
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
    return true;
  });
}

/** Lets a preparation go because the server winds down: it waits again, and was not begun. */
export async function releasePreparation(db: Executor, { protein, token }: Held): Promise<void> {
  await rows(
    db,
    sql`UPDATE protein_preparation SET state = 'waiting', token = NULL, tries = tries - 1, stage = 'Waiting for its turn', percent = 0
        WHERE protein_uuid = ${protein}::uuid AND token = ${token}::uuid AND state = 'running'`,
  );
}

/** After a start: what this server carried out when it was ended waits for nobody's lease. */
export async function recoverPreparations(db: Executor, serverId: string): Promise<void> {
  await rows(
    db,
    sql`UPDATE protein_preparation SET lease_until = now() - make_interval(secs => 1) WHERE state = 'running' AND server_id = ${serverId}`,
  );
}
