import { errorText, logTrouble } from './log.ts';

/** Most uncaught errors within `withinMs` that a server survives: with more of them it is no longer sound. */
const most = 20;
const withinMs = 60_000;

/** Whether a server must not go on after a fault: the database is WebAssembly, and what stops it amid a step leaves it in no known state. */
function isFatal(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError';
}

/** Carries out what nobody waits for, a listener or a timer; a fault in it is logged, and ends nothing. */
export function contained(what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    logTrouble(`${what} failed: ${errorText(error)}`);
  }
}

/**
 * Keeps this process alive when a hook, an error handler or a timer throws what nobody catches: the fault is logged with its stack, and
 * the server goes on, for what a caller sent must never end it for everybody. Ends the process with status 1, and the reason, after a
 * fault of the database's engine and after too many faults within a minute; `npm start` then starts the server again.
 * @param tell writes to the log; secrets are left out of what it is given
 * @param end ends the process
 */
export function surviveFaults(tell: (text: string) => void, end: (reason: string) => void): void {
  const times: number[] = [];
  const meet = (error: unknown): void => {
    const now = performance.now();
    times.push(now);
    while ((times[0] ?? now) < now - withinMs) times.shift();
    if (isFatal(error)) return end(`The engine of the database stopped: ${errorText(error)}`);
    if (times.length > most) return end(`More than ${most} faults in a minute, the last of them: ${errorText(error)}`);
    tell(`A fault that nothing caught; the server goes on: ${errorText(error)}`);
  };
  process.removeAllListeners('uncaughtException');
  // Rejections that nobody waits for come here too.
  process.on('uncaughtException', meet);
}
