import { setTimeout as pause } from 'node:timers/promises';
import type { AccountClient } from '@cuvette/core/client';
import { isFinished } from '@cuvette/core/entities';
import { headOf, readResult } from './result-parts.ts';

/** Milliseconds between two looks at an item. */
const lookMs = 500;

/**
 * Waits until an item has ended, or `seconds` are over. A draft is not waited for. Rejects with the reason of `signal` when the caller goes away.
 */
export async function waitFor(client: AccountClient, uuid: string, seconds: number, signal: AbortSignal) {
  const end = performance.now() + seconds * 1000;
  const ended = async () => {
    const { object_status } = await client.source.workflow(uuid, signal);
    return isFinished(object_status);
  };
  let done = await ended();
  while (!done && performance.now() < end) {
    await pause(Math.min(lookMs, Math.max(0, end - performance.now())), undefined, { signal });
    done = await ended();
  }
  return { ended: done, ...headOf(await readResult(client, uuid, false)) };
}
