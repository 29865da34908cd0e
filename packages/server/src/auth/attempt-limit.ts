import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { type Executor, rows } from '../store/database/database.ts';

/** Minutes after which attempts are forgotten. */
const windowMinutes = 15;
/** Failures in that time after which an address of the network, an account, or both together are made to wait. */
const limits = { host: 50, account: 50, both: 10 };
/** Accounts that an address of the network may ask for in that time. */
const mostSignUps = 50;
/** Applications that may register themselves from an address of the network in that time. */
const mostRegistrations = 20;
/** Most counters kept; beyond, those that end first go. */
const mostCounters = 20_000;

/** An address of the network as it is counted: of IPv6 the first half, for one line has the other half to itself. */
function network(host: string): string {
  if (!isIPv6(host) || /^::ffff:/i.test(host)) return host;
  const [front = '', back = ''] = host.split('::');
  const [head, tail] = [front, back].map((part) => (part === '' ? [] : part.split(':')));
  const missing = Array<string>(Math.max(0, 8 - (head?.length ?? 0) - (tail?.length ?? 0))).fill('0');
  return [...(head ?? []), ...missing, ...(tail ?? [])].slice(0, 4).join(':');
}

/** Name of a counter: the table holds no addresses. */
function nameOf(...words: string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url');
}

/** Counters of an attempt by their names, in one order for everybody, so that two attempts never wait for each other. */
function countersOf(host: string, account: string): { name: string; most: number; of: 'host' | 'account' | 'both' }[] {
  const named = (of: 'host' | 'account' | 'both', ...words: string[]) => ({
    name: nameOf(of, ...words),
    most: limits[of],
    of,
  });
  const line = network(host);
  return [named('host', line), named('account', account), named('both', line, account)].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/** Counters of a code that is tried: what it is for is counted by better-auth. */
const codesFrom = (host: string) => [{ name: nameOf('code', network(host)), most: limits.host }];

const values = (counters: { name: string }[]) =>
  sql.join(
    counters.map(({ name }) => sql`${name}`),
    sql`, `,
  );

/**
 * Counts sign-ins that did not succeed, so that passwords cannot be guessed one after the other, nor many at once: an attempt counts when it begins.
 * In the database: all servers of an installation count together, and a restart forgets nothing.
 */
export function createAttemptLimit(db: Executor, most = mostCounters) {
  /** One attempt less. */
  const undo = (counters: { name: string }[]) =>
    rows(
      db,
      sql`UPDATE sign_in_attempt s SET attempts = greatest(0, s.attempts - 1)
          FROM (SELECT name FROM sign_in_attempt WHERE name IN (${values(counters)}) ORDER BY name FOR UPDATE) mine
          WHERE s.name = mine.name`,
    );
  /** One attempt more. When that is too many of one of the counters it counts nowhere; the minutes until the next is allowed, else null. */
  const count = async (counters: { name: string; most: number }[]): Promise<number | null> => {
    const counted = await rows<{ name: string; attempts: number; minutes: number }>(
      db,
      sql`INSERT INTO sign_in_attempt AS s (name, attempts, until)
            SELECT n.name, 1, now() + make_interval(mins => ${windowMinutes}::int)
            FROM unnest(ARRAY[${values(counters)}]) WITH ORDINALITY n(name, place) ORDER BY n.place
            ON CONFLICT (name) DO UPDATE SET
              attempts = CASE WHEN s.until <= now() THEN 1 ELSE s.attempts + 1 END,
              until = CASE WHEN s.until <= now() THEN excluded.until ELSE s.until END
            RETURNING s.name, s.attempts, ceil(extract(epoch FROM s.until - now()) / 60)::int AS minutes`,
    );
    const over = counters.flatMap(({ name, most: allowed }) =>
      counted.filter((one) => one.name === name && one.attempts > allowed),
    );
    if (over.length === 0) return null;
    await undo(counters);
    return Math.max(1, ...over.map((one) => one.minutes));
  };
  /** Keeps the table small, however many names are tried: what has ended goes, and above a number what ends first. */
  const tidy = async () => {
    await rows(db, sql`DELETE FROM sign_in_attempt WHERE until <= now()`);
    await rows(
      db,
      sql`DELETE FROM sign_in_attempt WHERE name IN (
              SELECT name FROM sign_in_attempt ORDER BY until DESC, name OFFSET ${most}::int)`,
    );
  };
  return {
    /** Notes that a password is about to be tried. Throws 429, and notes nothing, when too many were tried without success. */
    async begin(host: string, account: string): Promise<void> {
      const minutes = await count(countersOf(host, account));
      if (minutes === null) return;
      throw new HttpProblem(429, `Too many wrong passwords. Try again in ${minutes} min, or use a one-time link.`);
    },
    /** Notes that an account is asked for, whether it is made or not. Throws 429 when too many were asked for from there. */
    async signUp(host: string): Promise<void> {
      const minutes = await count([{ name: nameOf('sign-up', network(host)), most: mostSignUps }]);
      await tidy();
      if (minutes === null) return;
      throw new HttpProblem(429, `Too many accounts were asked for from your network. Try again in ${minutes} min.`);
    },
    /** Notes that an application wants to register itself. Throws 429 when too many did from there. */
    async registerApplication(host: string): Promise<void> {
      const minutes = await count([{ name: nameOf('application', network(host)), most: mostRegistrations }]);
      await tidy();
      if (minutes === null) return;
      throw new HttpProblem(
        429,
        `Too many applications registered themselves from your network. Try again in ${minutes} min.`,
      );
    },
    /** Notes that a code or a passkey is about to be tried. Throws 429, and notes nothing, when too many from there were wrong. */
    async beginCode(host: string): Promise<void> {
      const minutes = await count(codesFrom(host));
      await tidy();
      if (minutes === null) return;
      throw new HttpProblem(429, `Too many wrong codes came from your network. Try again in ${minutes} min.`);
    },
    /** Takes that back: the code was right. */
    async codeFits(host: string): Promise<void> {
      await undo(codesFrom(host));
    },
    /** Takes a code for itself: true the first time that an account uses it, so that a code that was seen by somebody else opens nothing. */
    async useOnce(account: string, code: string): Promise<boolean> {
      const taken = await rows(
        db,
        sql`INSERT INTO sign_in_attempt (name, attempts, until)
              VALUES (${nameOf('used code', account, code)}, 1, now() + make_interval(mins => ${windowMinutes}::int))
              ON CONFLICT (name) DO NOTHING RETURNING name`,
      );
      return taken.length > 0;
    },
    /** Takes the attempt back, and forgets the failures of this account here: it signed in. */
    async succeed(host: string, account: string): Promise<void> {
      const counters = countersOf(host, account);
      await undo(counters.filter(({ of }) => of === 'host'));
      await rows(
        db,
        sql`DELETE FROM sign_in_attempt WHERE name IN (${values(counters.filter(({ of }) => of !== 'host'))})`,
      );
    },
    /** Notes that the password was wrong, which is counted already: the table is kept small. */
    fail: tidy,
  };
}
