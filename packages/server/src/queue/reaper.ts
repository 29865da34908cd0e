import { uptime } from 'node:os';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Executor, rows } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';
import { requeueUnowned } from '../store/protein-preparations.ts';
import { admitAwaiting, someoneAwaits } from './admission.ts';
import { failAttempt, type Work } from './attempts.ts';
import { absorbJump, freshLeases, takeUpNow, watchClock } from './clock-jumps.ts';
import { stopAtRuntimeLimit } from './runtime-limit.ts';

type Running = { uuid: string; host: string } & Work;

/** Running attempts (alias a, their workers k) of a condition; their items and then their proteins are locked, `skipped` those that somebody else holds. */
async function lockRunning(tx: Executor, condition: SQL, skipped = false): Promise<Running[]> {
  const at = (table: 'workflow' | 'protein') =>
    rows<Running>(
      tx,
      sql`SELECT a.uuid, a.workflow_uuid, a.protein_uuid, a.host FROM attempt a LEFT JOIN worker k ON k.uuid = a.worker_uuid
            JOIN ${sql.raw(table)} o ON o.uuid = a.${sql.raw(`${table}_uuid`)}
          WHERE a.status = 'running' AND ${condition} ORDER BY o.uuid FOR UPDATE OF o${skipped ? sql` SKIP LOCKED` : sql``}`,
    );
  const items = await at('workflow');
  return [...items, ...(await at('protein'))];
}

/** Marks attempts whose lease ran out as lost; their items and preparations go back to the queue, or fail at the cap. Returns how many. */
export async function reapLostAttempts(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const lost = await lockRunning(tx, sql`a.lease_until < now()`, true);
    for (const attempt of lost) await lose(tx, attempt, `The worker on ${attempt.host} stopped answering.`);
    return lost.length;
  });
}

function lose(db: Executor, attempt: Running, message: string): Promise<boolean> {
  return failAttempt(db, attempt, { status: 'lost', errorClass: 'compute_lost', message, detail: null });
}

/** A worker that this server started has died: its attempt is given out again at once, without waiting for the lease. */
export async function loseAttemptsOf(db: Database, serverId: string, name: string): Promise<number> {
  return db.transaction(async (tx) => {
    const lost = await lockRunning(tx, sql`k.server_id = ${serverId} AND k.name = ${name}`);
    for (const attempt of lost) await lose(tx, attempt, 'The worker process died.');
    await rows(tx, sql`UPDATE worker SET gone = true WHERE server_id = ${serverId} AND name = ${name}`);
    return lost.length;
  });
}

/**
 * After a start: attempts of this server's own embedded workers died with it and are given out again at once; remote
 * workers computed on, so they get a fresh lease to come back with.
 */
export async function recoverAttempts(db: Database, serverId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const own = await lockRunning(tx, sql`k.server_id = ${serverId}`);
    for (const attempt of own) await lose(tx, attempt, 'The server stopped while it ran.');
    await rows(tx, sql`UPDATE worker SET gone = true WHERE server_id = ${serverId}`);
    await freshLeases(tx);
    await takeUpNow(tx);
    // An item that says "running" without a running attempt cannot arise from one transaction; a restored dump may hold it.
    await rows(
      tx,
      sql`UPDATE workflow w SET object_status = ${itemState.queued}, run_after = now() WHERE w.object_status = ${itemState.running}
            AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.workflow_uuid = w.uuid AND a.status = 'running')`,
    );
    await requeueUnowned(tx);
    return own.length;
  });
}

/** What the reaper goes by. */
export interface ReaperRules {
  /** Most items of one person that are in the queue or run at a time. */
  activePerPerson: number;
  /** Whether `max_credits` is a number of minutes that ends an item: where billing is off. */
  limitsAreMinutes: boolean;
}

/** One look: attempts that are lost, items that computed for as long as they may, places in the queue. True when there is work to take. */
async function tend(db: Database, { activePerPerson, limitsAreMinutes }: ReaperRules): Promise<boolean> {
  const lost = await reapLostAttempts(db);
  if (limitsAreMinutes) await stopAtRuntimeLimit(db.drizzle);
  if (!(await someoneAwaits(db.drizzle))) return lost > 0;
  return (await db.transaction((tx) => admitAwaiting(tx, activePerPerson))) > 0 || lost > 0;
}

/** Milliseconds between two looks for lost attempts. */
const reapMs = 2000;

/**
 * Looks for lost attempts again and again, stops what reached its runtime limit, and fills places in the queue; `onWork` is called when there is
 * something to take. When the server itself slept (a suspended machine, a blocked process), running attempts get a fresh lease first, and when the
 * clock was set, what that does to the queue is made good. Returns the function that ends it.
 */
export function startReaper(
  db: Database,
  rules: () => ReaperRules,
  onWork: () => void,
  log: (text: string) => void,
): () => void {
  const jumped = watchClock();
  let last = uptime();
  const look = async (): Promise<void> => {
    const slept = (uptime() - last) * 1000 > 3 * reapMs;
    last = uptime();
    const jump = await jumped(db.drizzle);
    if (jump) {
      log(`The clock was set ${jump.seconds > 0 ? 'forward' : 'back'} by ${Math.abs(jump.seconds).toFixed(0)} s.`);
      await db.transaction((tx) => absorbJump(tx, jump, db.kind === 'pglite'));
      onWork();
    } else if (slept) await freshLeases(db.drizzle);
    else if (await tend(db, rules())) onWork();
  };
  const timer = setInterval(() => {
    look().catch((error: Error) => log(`Looking for lost attempts failed: ${error.message}`));
  }, reapMs);
  return () => clearInterval(timer);
}
