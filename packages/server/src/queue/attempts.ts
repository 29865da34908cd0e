import type { ErrorClass } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { computedSeconds } from '../store/attempts.ts';
import { settleCalculations } from '../store/calculations.ts';
import { clean, type Executor, json, row, rows } from '../store/database.ts';
import { leaseSeconds, mostAttempts, retryAfter } from './rules.ts';
import { noteRuntimeLimit } from './runtime-limit.ts';

/** The proof that a call comes from the worker that owns the attempt. */
export interface AttemptKey {
  attempt: string;
  token: string;
}

/** A running attempt whose token was right, its row locked until the transaction ends. */
export interface OwnedAttempt {
  uuid: string;
  number: number;
  workflow_uuid: string;
  log_file: string | null;
  stop_requested: boolean;
}

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
  // The item first, the attempt second, as deleting does: two orders would be a deadlock now and then.
  await rows(
    db,
    sql`SELECT 1 FROM workflow w WHERE w.uuid = (SELECT a.workflow_uuid FROM attempt a WHERE a.uuid = ${key.attempt}::uuid) FOR UPDATE`,
  );
  const found = await row<{ status: string; number: number; token: string; workflow_uuid: string }>(
    db,
    sql`SELECT status, number, token, workflow_uuid FROM attempt WHERE uuid = ${key.attempt}::uuid FOR UPDATE`,
  );
  if (!found) throw new HttpProblem(404, 'There is no such attempt: its item was deleted, or it never was.');
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
        FROM workflow w WHERE a.uuid = ${key.attempt}::uuid AND w.uuid = a.workflow_uuid
        RETURNING a.uuid, a.number, a.workflow_uuid, a.log_file, w.stop_requested`,
  );
  if (!owned) throw new HttpProblem(404, 'The item of this attempt was deleted.');
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
export async function failAttempt(
  db: Executor,
  attempt: { uuid: string; workflow_uuid: string },
  failure: Failure,
): Promise<boolean> {
  await rows(
    db,
    sql`UPDATE attempt SET status = ${failure.status}, ended_at = ${failure.status === 'lost' ? sql`heard_at` : sql`now()`}, error_class = ${failure.errorClass},
          message = ${clean(failure.message)}, detail = ${clean(failure.detail)} WHERE uuid = ${attempt.uuid}::uuid`,
  );
  const state = await row<{ stop_requested: boolean; same: number; total: number }>(
    db,
    sql`SELECT w.stop_requested,
          (SELECT count(*)::int FROM attempt a WHERE a.workflow_uuid = w.uuid AND a.error_class = ${failure.errorClass}) AS same,
          (SELECT max(number) FROM attempt a WHERE a.workflow_uuid = w.uuid) AS total
        FROM workflow w WHERE w.uuid = ${attempt.workflow_uuid}::uuid FOR UPDATE`,
  );
  if (!state) return false;
  if (state.stop_requested) {
    await endItem(db, attempt.workflow_uuid, 4);
    return false;
  }
  const delay = state.total >= mostAttempts ? null : retryAfter(failure.errorClass, state.same);
  if (delay === null) {
    await endItem(db, attempt.workflow_uuid, 3, {
      error_class: failure.errorClass,
      message: failure.message,
      detail: failure.detail,
    });
    return false;
  }
  await requeue(db, attempt.workflow_uuid, delay);
  return true;
}

/** Puts an item back at its old place in the queue; `elapsed` keeps the time that its attempts ran. */
export async function requeue(db: Executor, workflow: string, delaySeconds: number): Promise<void> {
  await rows(
    db,
    sql`UPDATE workflow w SET object_status = 0, progress = NULL, run_after = now() + make_interval(secs => ${delaySeconds}), updated_at = now(),
          elapsed = ${computedSeconds} WHERE w.uuid = ${workflow}::uuid`,
  );
  await settleCalculations(db, workflow);
}

/** Ends an item that has had all its attempts and that no worker finished: it would go round for ever. */
export function endTriedOut(db: Executor, workflow: string): Promise<void> {
  return endItem(db, workflow, 3, {
    error_class: 'compute_lost',
    message: `The calculation was started and given back ${mostAttempts} times, and no worker finished it. Ask the administrator of this server why its workers leave, and then submit it again.`,
    detail: null,
  });
}

/** Ends an item with a final status; `elapsed` is the time that attempts ran, not the time in the queue. */
export async function endItem(db: Executor, workflow: string, status: 2 | 3 | 4, error: unknown = null): Promise<void> {
  await rows(
    db,
    sql`UPDATE workflow w SET object_status = ${status}, completed_at = now(), updated_at = now(), error = ${error === null ? sql`NULL` : json(error)},
          progress = CASE WHEN ${status} = 2 THEN NULL ELSE progress END, stop_requested = false,
          elapsed = ${computedSeconds}
        WHERE w.uuid = ${workflow}::uuid`,
  );
  await settleCalculations(db, workflow);
  if (status === 4) await noteRuntimeLimit(db, workflow);
}
