import { setTimeout as sleep } from 'node:timers/promises';

/** One call that needs nothing but the server and a look at its database. */
interface BareCall {
  /** When its answer came, in milliseconds since 1970. */
  at: number;
  ms: number;
}

/** What a machine with other things to do costs, measured beside what is tested. */
export interface BareCalls {
  /** Milliseconds that the calls took whose answers came between two moments. */
  between(from: number, to: number): number[];
  /** Milliseconds of the longest time in which this process, or a call of it, got nowhere. */
  longestPause(): number;
  stop(): Promise<void>;
}

/** Asks a server whether it is ready, again and again, ten times a second at most. Calls that fail count for how long they took. */
export function timeBareCalls(server: { address: string }): BareCalls {
  const everyMs = 100;
  const calls: BareCall[] = [];
  let pause = 0;
  let stopped = false;
  const asking = (async () => {
    while (!stopped) {
      const began = performance.now();
      await fetch(new URL('/readyz', server.address))
        .then((answer) => answer.text())
        .catch(() => {});
      const ms = performance.now() - began;
      calls.push({ at: Date.now(), ms });
      await sleep(everyMs);
      pause = Math.max(pause, performance.now() - began - everyMs);
    }
  })();
  return {
    between: (from, to) => calls.filter(({ at }) => at >= from && at <= to).map(({ ms }) => ms),
    longestPause: () => pause,
    stop() {
      stopped = true;
      return asking;
    },
  };
}
