import { isFinished, status } from '@cuvette/core/entities';
import type { Services } from '../services.ts';
import type { Reader } from '../store/reader.ts';
import { readAge } from '../store/workflows/read-age.ts';

/** Milliseconds that an answer is held at most, less than the five seconds after which client 3.x asks again. */
const longestHold = 4500;
/** Milliseconds after its submission up to which a running item is waited for, and one that no worker has taken. */
const longestRunning = 12_000;
const longestQueued = 1500;
/** Milliseconds between two looks where nothing of this server's own says that something ended. */
const betweenLooks = 250;
/** Answers that are held at a time; more are given at once. */
const mostHeld = 32;

let held = 0;

/**
 * Waits a few seconds until an item that was submitted just now has ended. Client 3.x asks for the state of an item every five seconds: the answer to its first
 * question would come before a job of two seconds has ended, and the next one three seconds after. Items that wait in the queue, and those that run longer,
 * are answered at once.
 * @param isGone tells whether the caller has left
 */
export async function untilEnded(
  services: Services,
  reader: Reader,
  uuid: string,
  isGone: () => boolean,
): Promise<void> {
  if (held >= mostHeld) return;
  held += 1;
  const until = performance.now() + longestHold;
  try {
    while (performance.now() < until && !isGone()) {
      const seen = await readAge(services.db.drizzle, reader, uuid);
      if (seen === null || seen.object_status === status.draft || isFinished(seen.object_status)) return;
      if (seen.age > (seen.started ? longestRunning : longestQueued)) return;
      await nextSign(services);
    }
  } finally {
    held -= 1;
  }
}

/** When this server says that an item was queued or ended, or a moment later. */
function nextSign({ wake }: Services): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      wake.off('queued', done);
      resolve();
    };
    const timer = setTimeout(done, betweenLooks);
    wake.on('queued', done);
  });
}
