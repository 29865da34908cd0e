import { status } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';

/** Codes are written into the statement: of a parameter the planner does not know whether a partial index covers it. */
const written = (...codes: readonly number[]): SQL => sql.raw(codes.join(', '));

/** Codes of `workflow.object_status` for SQL, by name; those of several states are a list for `IN (...)`. */
export const itemState = {
  queued: written(status.queued),
  running: written(status.running),
  completed: written(status.completed),
  failed: written(status.failed),
  stopped: written(status.stopped),
  awaitingQueue: written(status.awaitingQueue),
  draft: written(status.draft),
  /** Not yet begun. */
  waiting: written(status.queued, status.awaitingQueue),
  /** In the queue or on a worker. */
  active: written(status.queued, status.running),
  /** Submitted and not ended. */
  unfinished: written(status.queued, status.running, status.awaitingQueue),
  finished: written(status.completed, status.failed, status.stopped),
};
