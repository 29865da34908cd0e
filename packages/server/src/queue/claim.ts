import { sql } from 'drizzle-orm';
import { settleCalculations } from '../store/calculations.ts';
import { type Database, type Executor, iso, json, row, rows } from '../store/database.ts';
import { proteinsOfItem } from '../store/proteins.ts';
import type { Claim } from '../wire/claim.ts';
import { endTriedOut } from './attempts.ts';
import { queueOrder, takenBy } from './fit.ts';
import { leaseSeconds, mostAttempts } from './rules.ts';

/** What a worker says about itself when it asks for work. */
export interface ClaimOffer {
  worker: string;
  memoryMb: number;
  gpus: number;
  /** Seconds the worker will still live; null when it has no end in sight. */
  seconds: number | null;
}

interface Claimed {
  uuid: string;
  object_type: string;
  object_data: Record<string, unknown>;
  options: { enumerate_stereo: boolean };
  seed: number;
}

/**
 * Hands the next fitting item to a worker, or null. One statement takes the item (FOR UPDATE SKIP LOCKED: two claimers
 * never get the same one), and the attempt that owns it is made in the same transaction.
 */
export async function claim(db: Database, offer: ClaimOffer): Promise<Claim | null> {
  return db.transaction(async (tx) => {
    const worker = await row<{ host: string; capabilities: string[]; report: { packages?: Record<string, string> } }>(
      tx,
      sql`UPDATE worker SET last_seen_at = now(), gone = false, memory_mb = ${offer.memoryMb}::int, gpus = ${offer.gpus}::int,
            leaves_at = now() + make_interval(secs => ${offer.seconds}::float8)
          WHERE uuid = ${offer.worker}::uuid RETURNING host, capabilities, report`,
    );
    if (!worker) return null;
    const item = await takeItem(tx, worker.capabilities, offer);
    if (!item) return null;
    const attempt = await row<{ uuid: string; number: number; token: string; claimed_at: string }>(
      tx,
      sql`INSERT INTO attempt (workflow_uuid, number, worker_uuid, lease_until, host, versions)
          SELECT ${item.uuid}::uuid, coalesce(max(number), 0) + 1, ${offer.worker}::uuid,
            now() + make_interval(secs => ${leaseSeconds}), ${worker.host}, ${json(worker.report.packages ?? {})}
          FROM attempt WHERE workflow_uuid = ${item.uuid}::uuid
          RETURNING uuid, number, token, clock_timestamp() AS claimed_at`,
    );
    if (!attempt) throw new Error('The attempt was not stored.');
    const steps = await rows<{ key: string; result: unknown }>(
      tx,
      sql`SELECT key, result FROM step WHERE workflow_uuid = ${item.uuid}::uuid`,
    );
    return {
      attempt: attempt.uuid,
      token: attempt.token,
      claimed_at: iso(attempt.claimed_at) ?? '',
      job: {
        protocol: 1,
        uuid: item.uuid,
        attempt: attempt.number,
        type: item.object_type,
        data: item.object_data,
        options: item.options,
        threads: 1,
        seed: item.seed,
        steps: Object.fromEntries(steps.map(({ key, result }) => [key, result])),
        proteins: await proteinsOfItem(tx, item.uuid),
      },
    };
  });
}

/** Marks the next fitting item as running. One that has had all its attempts fails instead, and holds up nobody behind it. */
async function takeItem(tx: Executor, capabilities: string[], offer: ClaimOffer): Promise<Claimed | null> {
  for (;;) {
    const item = await row<Claimed & { attempts: number }>(
      tx,
      sql`UPDATE workflow t SET object_status = 1, started_at = coalesce(started_at, now()), updated_at = now(), stop_requested = false
          WHERE t.uuid = (
            SELECT w.uuid FROM workflow w
            WHERE ${takenBy({ capabilities, memory_mb: offer.memoryMb, gpus: offer.gpus, seconds: offer.seconds }, 'w')}
            ORDER BY ${queueOrder} FOR UPDATE SKIP LOCKED LIMIT 1)
          RETURNING t.uuid, object_type, object_data, options, seed,
            (SELECT coalesce(max(a.number), 0)::int FROM attempt a WHERE a.workflow_uuid = t.uuid) AS attempts`,
    );
    if (!item || item.attempts < mostAttempts) return item;
    await endTriedOut(tx, item.uuid);
  }
}

/** Undoes a claim that reached nobody: its worker hung up while it was made. The item is where it was, or stopped if that was asked for. */
export async function giveBack(db: Database, found: Claim): Promise<void> {
  await db.transaction(async (tx) => {
    await rows(tx, sql`DELETE FROM attempt WHERE uuid = ${found.attempt}::uuid`);
    await rows(
      tx,
      sql`UPDATE workflow SET object_status = CASE WHEN stop_requested THEN 4 ELSE 0 END,
            completed_at = CASE WHEN stop_requested THEN now() END, stop_requested = false, updated_at = now()
          WHERE uuid = ${found.job.uuid}::uuid AND object_status = 1`,
    );
    await settleCalculations(tx, found.job.uuid);
  });
}
