import { HttpProblem } from '../errors.ts';

/** Minutes after which failures are forgotten. */
const windowMinutes = 15;
/** Failures in that time after which an address of the network, an account, or both together are made to wait. */
const limits = { host: 50, account: 50, both: 10 };
/** Most counters kept; beyond, the oldest go. */
const mostCounters = 20_000;

/** Counts failed sign-ins, so that passwords cannot be guessed one after the other. In memory: a restart forgets them. */
export function createAttemptLimit(now: () => number = Date.now) {
  const counters = new Map<string, { failures: number; until: number }>();
  const names = (host: string, account: string) =>
    [
      [`host ${host}`, limits.host],
      [`account ${account}`, limits.account],
      [`both ${host} ${account}`, limits.both],
    ] as const;
  const read = (name: string) => {
    const found = counters.get(name);
    return found && found.until > now() ? found : null;
  };
  return {
    /** Throws 429 when there were too many failures. */
    check(host: string, account: string): void {
      for (const [name, most] of names(host, account)) {
        const found = read(name);
        if (!found || found.failures < most) continue;
        const minutes = Math.max(1, Math.ceil((found.until - now()) / 60_000));
        throw new HttpProblem(429, `Too many wrong passwords. Try again in ${minutes} min, or use a one-time link.`);
      }
    },
    /** Notes a failure. */
    fail(host: string, account: string): void {
      for (const [name] of names(host, account)) {
        const found = read(name) ?? { failures: 0, until: now() + windowMinutes * 60_000 };
        found.failures += 1;
        counters.delete(name);
        counters.set(name, found);
      }
      for (const name of counters.keys()) {
        if (counters.size <= mostCounters) break;
        counters.delete(name);
      }
    },
    /** Forgets the failures of an account at this address, after it signed in. */
    succeed(host: string, account: string): void {
      for (const [name] of names(host, account)) if (!name.startsWith('host ')) counters.delete(name);
    },
  };
}
