import type { WorkflowItem } from '@cuvette/core/entities';
import { type Executor } from './database.ts';
import { type Reader } from './reader.ts';
/**
 * Seconds that the attempts at an item (alias w) computed, waits between them left out; null where there is none. A running attempt
 * counts until its worker was last heard: a time in which neither server nor worker was there is no computing.
 */
export declare const computedSeconds: import('drizzle-orm').SQL<unknown>;
/** The attempts at an item in their order; `log_file` is where the log of one lies. None when the reader does not see the item. */
export declare function listAttempts(
  db: Executor,
  reader: Reader,
  workflow: string,
): Promise<
  {
    uuid: string;
    number: number;
    status: string;
    worker: string | null;
    host: string;
    error_class: string | null;
    message: string | null;
    exit_code: number | null;
    signal: string | null;
    peak_memory_mb: number | null;
    versions: Record<string, string>;
    log_file: string | null;
    detail: string | null;
    started_at: string | null;
    ended_at: string | null;
  }[]
>;
/** Where the log of one attempt lies (null: it has none). Null when there is no such attempt, or its item is not visible. */
export declare function attemptLog(
  db: Executor,
  reader: Reader,
  workflow: string,
  number: number,
): Promise<{
  log_file: string | null;
} | null>;
/** Where the newest log of an item lies (null: it has none), and why the item failed (null: it did not). Null when the item is not visible. */
export declare function newestLog(
  db: Executor,
  reader: Reader,
  workflow: string,
): Promise<{
  log_file: string | null;
  error: WorkflowItem['error'];
} | null>;
