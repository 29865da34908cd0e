import type { ErrorClass } from '@cuvette/core/entities';
import { status } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { computedSeconds } from '../store/attempts.ts';
import { settleCalculations } from '../store/calculations.ts';
import { clean, type Executor, json, row, rows } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';
import { endPreparation, requeuePreparation } from '../store/protein-preparations.ts';
import { leaseSeconds, mostAttempts, retryAfter } from './rules.ts';
import { noteRuntimeLimit } from './runtime-limit.ts';

/** The proof that a call comes from the worker that owns the attempt. */
export interface AttemptKey {
  attempt: string;
  token: string;
}

/** What an attempt is made at: an item, or the preparation of a protein. */
export type Work = { workflow_uuid: string; protein_uuid: null } | { workflow_uuid: null; protein_uuid: string };

/** A running attempt whose token was right, its row locked until the transaction ends. */
export type OwnedAttempt = {
  uuid: string;
  number: number;
  log_file: string | null;
  stop_requested: boolean;
} & Work;

/** An attempt at an item. */
export type ItemAttempt = Extract<OwnedAttempt, { protein_uuid: null }>;

const endings: Record<string, string> = {
  lost: 'No heartbeat came for too long, so the item was given to another attempt',
  completed: 'It had already delivered its result',
  failed: 'It had already reported a failure',
  stopped: 'It was stopped',
  released: 'Its worker had given it back',
};

/**
 * Finds a running attempt by uuid and token and extends its lease. Throws 409 with the reason when the attempt is over
 * (its late result is not taken), 404 when there is none.
 */
export async function ownAttempt(db: Executor, key: AttemptKey): Promise<OwnedAttempt> {
  // The item (or the protein) first, the attempt second, as deleting does: two orders would be a deadlock now and then.
  const item = await rows(
    db,
    sql`SELECT 1 FROM workflow w WHERE w.uuid = (SELECT a.workflow_uuid FROM attempt a WHERE a.uuid = ${key.attempt}::uuid) FOR UPDATE`,
  );
  if (item.length === 0) {
    await rows(
      db,
      sql`SELECT 1 FROM protein p WHERE p.uuid = (SELECT a.protein_uuid FROM attempt a WHERE a.uuid = ${key.attempt}::uuid) FOR UPDATE`,
    );
  }
  const found = await row<{ status: string; number: number; token: string }>(
    db,
    sql`SELECT status, number, token FROM attempt WHERE uuid = ${key.attempt}::uuid FOR UPDATE`,
  );
  if (!found) throw new HttpProblem(404, 'There is no such attempt: its item or protein was deleted, or it never was.');
  if (found.token !== key.token) throw new HttpProblem(403, 'The token is not that of this attempt.');
  if (found.status !== 'running') {
    throw new HttpProblem(
      409,
      `Attempt ${found.number} is over. ${endings[found.status] ?? 'It ended'}; what arrives now is not taken.`,
    );
  }
  const owned = await row<OwnedAttempt>(
    db,
    sql`UPDATE attempt a SET lease_until = now() + make_interval(secs => ${leaseSeconds}), heard_at = now()
        WHERE a.uuid = ${key.attempt}::uuid
        RETURNING a.uuid, a.number, a.workflow_uuid, a.protein_uuid, a.log_file,
          coalesce((SELECT w.stop_requested FROM workflow w WHERE w.uuid = a.workflow_uuid),
            (SELECT t.stop_requested FROM protein_preparation t WHERE t.protein_uuid = a.protein_uuid), true) AS stop_requested`,
  );
  if (!owned) throw new HttpProblem(404, 'The item of this attempt was deleted.');
  return owned;
}

/** Finds a running attempt at an item, as `ownAttempt` does. Throws 409 for one at a protein's preparation, which has no files or calculations. */
export async function ownItemAttempt(db: Executor, key: AttemptKey): Promise<ItemAttempt> {
  const owned = await ownAttempt(db, key);
  if (owned.workflow_uuid === null) throw new HttpProblem(409, 'The preparation of a protein has no files.');
  return owned;
}

/** How a failed attempt is written down. */
export interface Failure {
  status: 'failed' | 'lost';
  errorClass: ErrorClass;
  message: string;
  detail: string | null;
}

/**
 * Ends an attempt without a result, a lost one at the time that its worker was last heard: nobody knows of any computing after it.
 * The item goes back to the queue or fails, as the retry rules say. True when it is tried again.
 */
export async function failAttempt(db: Executor, attempt: { uuid: string } & Work, failure: Failure): Promise<boolean> {
  await rows(
    db,
    sql`UPDATE attempt SET status = ${failure.status}, ended_at = ${failure.status === 'lost' ? sql`heard_at` : sql`now()`}, error_class = ${failure.errorClass},
          message = ${clean(failure.message)}, detail = ${clean(failure.detail)} WHERE uuid = ${attempt.uuid}::uuid`,
  );
  if (attempt.workflow_uuid === null) return failPreparation(db, attempt.protein_uuid, failure);
  const state = await row<{ stop_requested: boolean; same: number; total: number }>(
    db,
    sql`SELECT w.stop_requested,
          (SELECT count(*)::int FROM attempt a WHERE a.workflow_uuid = w.uuid AND a.error_class = ${failure.errorClass}) AS same,
          (SELECT max(number) FROM attempt a WHERE a.workflow_uuid = w.uuid) AS total
        FROM workflow w WHERE w.uuid = ${attempt.workflow_uuid}::uuid FOR UPDATE`,
  );
  if (!state) return false;
  if (state.stop_requested) {
    await endItem(db, attempt.workflow_uuid, status.stopped);
    return false;
  }
  const delay = state.total >= mostAttempts ? null : retryAfter(failure.errorClass, state.same);
  if (delay === null) {
    await endItem(db, attempt.workflow_uuid, status.failed, {
      error_class: failure.errorClass,
      message: failure.message,
      detail: failure.detail,
    });
    return false;
  }
  await requeue(db, attempt.workflow_uuid, delay);
  return true;
}

async function failPreparation(
  db: Executor,
  protein: string,
  { status, errorClass, message }: Failure,
): Promise<boolean> {
  const state = await row<{ stop_requested: boolean; same: number; total: number }>(
    db,
    sql`SELECT t.stop_requested,
          (SELECT count(*)::int FROM attempt a WHERE a.protein_uuid = t.protein_uuid AND a.error_class = ${errorClass}) AS same,
          (SELECT max(number) FROM attempt a WHERE a.protein_uuid = t.protein_uuid) AS total
        FROM protein_preparation t WHERE t.protein_uuid = ${protein}::uuid FOR UPDATE`,
  );
  if (!state) return false;
  if (state.stop_requested) {
    await endPreparation(db, protein, { state: 'stopped', message: 'Stopped.' });
    return false;
  }
  const delay = state.total >= mostAttempts ? null : retryAfter(errorClass, state.same);
  if (delay !== null) {
    await requeuePreparation(db, protein, delay);
    return true;
  }
  const often =
    status === 'lost'
      ? ` It was begun ${state.total} times, and each time the worker was lost. The structure may be too large for its memory.`
      : errorClass === 'resource_error'
        ? ' A smaller structure, one chain of it for example, needs less.'
        : '';
  await endPreparation(db, protein, { state: 'failed', message: `${message}${often}` });
  return false;
}

/** Puts an item back at its old place in the queue; `elapsed` keeps the time that its attempts ran. */
export async function requeue(db: Executor, workflow: string, delaySeconds: number): Promise<void> {
  await rows(
    db,
    sql`UPDATE workflow w SET object_status = ${itemState.queued}, progress = NULL, run_after = now() + make_interval(secs => ${delaySeconds}), updated_at = now(),
          elapsed = ${computedSeconds} WHERE w.uuid = ${workflow}::uuid`,
  );
  await settleCalculations(db, workflow);
}

/** Ends an item that has had all its attempts and that no worker finished: it would go round for ever. */
export function endTriedOut(db: Executor, workflow: string): Promise<void> {
  return endItem(db, workflow, status.failed, {
    error_class: 'compute_lost',
    message: `The calculation was started and given back ${mostAttempts} times, and no worker finished it. Ask the administrator of this server why its workers leave, and then submit it again.`,
    detail: null,
  });
}

/** Ends an item with a final status; `elapsed` is the time that attempts ran, not the time in the queue. */
export async function endItem(
  db: Executor,
  workflow: string,
  final: typeof status.completed | typeof status.failed | typeof status.stopped,
  error: unknown = null,
): Promise<void> {
  await rows(
    db,
    sql`UPDATE workflow w SET object_status = ${final}, completed_at = now(), updated_at = now(), error = ${error === null ? sql`NULL` : json(error)},
          progress = CASE WHEN ${final} = ${itemState.completed} THEN NULL ELSE progress END, stop_requested = false,
          elapsed = ${computedSeconds}
        WHERE w.uuid = ${workflow}::uuid`,
  );
  await settleCalculations(db, workflow);
  if (final === status.stopped) await noteRuntimeLimit(db, workflow);
}
