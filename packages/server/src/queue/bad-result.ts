import { JobEvent } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';
import { isDiskFull } from '../files/disk-full.ts';
import type { Database } from '../store/database/database.ts';
import { type AttemptKey, failAttempt, ownAttempt } from './attempts.ts';

/** Compute printed something that does not fit the contract: a bug, so the attempt ends and is not tried again. */
export class BadResult extends Error {}

/** Runs `work`; a full disk ends the attempt as resource_error, a bad result as internal_error, and the server serves on. */
export async function guarded<T>(db: Database, key: AttemptKey, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const full = isDiskFull(error);
    if (!full && !(error instanceof BadResult)) throw error;
    await db.transaction(async (tx) => {
      const owned = await ownAttempt(tx, key);
      await failAttempt(tx, owned, {
        status: 'failed',
        errorClass: full ? 'resource_error' : 'internal_error',
        message: full
          ? 'The disk of the server is full, so the result could not be stored. Free some space and submit it again.'
          : 'The result of the calculation does not fit its description, so it was not stored. This is a bug in Cuvette.',
        detail: (error as Error).message,
      });
    });
    throw new HttpProblem(
      409,
      full ? 'The disk of the server is full; the attempt has ended.' : (error as Error).message,
    );
  }
}

/** A line of compute as the contract has it. Throws `BadResult`. */
export function parseEvent(value: unknown): JobEvent {
  const parsed = z.safeParse(JobEvent, value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = (value as { event?: unknown } | null)?.event;
  throw new BadResult(
    `The "${String(name)}" line of compute does not fit its schema: ${issue?.path.join('.')}: ${issue?.message}`,
  );
}
