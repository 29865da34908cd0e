import { createHash, randomBytes } from 'node:crypto';
import type { BetterAuthOptions, DBAdapter, DBTransactionAdapter, Where } from 'better-auth';

/** Returns the hash that the table holds in place of a session's token; a token has 256 random bits of its own, so no salt is needed. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A condition as the table knows it, and the tokens that are behind the hashes in it. */
function hashedWhere(where: readonly Where[], tokens: Map<string, string>): Where[] {
  const hash = (token: string) => {
    const hashed = hashSessionToken(token);
    tokens.set(hashed, token);
    return hashed;
  };
  return where.map((one) => {
    if (one.field !== 'token') return one;
    const { value } = one;
    if (typeof value === 'string') return { ...one, value: hash(value) };
    return Array.isArray(value) ? { ...one, value: value.map((token) => hash(String(token))) } : one;
  });
}

/** A found session with the token that it was asked for by; one that was found otherwise keeps the hash, which opens nothing. */
function unhashed<T>(found: T, tokens: ReadonlyMap<string, string>): T {
  const { token } = (found ?? {}) as { token?: string };
  const known = token === undefined ? undefined : tokens.get(token);
  return known === undefined ? found : { ...found, token: known };
}

function hashedCalls<Options extends BetterAuthOptions>(inner: DBTransactionAdapter<Options>) {
  /** Runs a call of the session table with its condition hashed. */
  const asked = async <Query extends { model: string; where?: Where[] | undefined }, T>(
    query: Query,
    run: (query: Query) => Promise<T>,
  ): Promise<T> => {
    if (query.model !== 'session' || !query.where) return run(query);
    const tokens = new Map<string, string>();
    const found = await run({ ...query, where: hashedWhere(query.where, tokens) });
    return Array.isArray(found) ? (found.map((one) => unhashed(one, tokens)) as T) : unhashed(found, tokens);
  };
  const calls: DBTransactionAdapter<Options> = {
    ...inner,
    async create<T extends Record<string, unknown>, R = T>(
      query: Parameters<typeof inner.create<T, R>>[0],
    ): Promise<R> {
      if (query.model !== 'session') return inner.create<T, R>(query);
      const token = randomBytes(32).toString('base64url');
      const made = await inner.create<T, R>({ ...query, data: { ...query.data, token: hashSessionToken(token) } });
      return { ...made, token };
    },
    findOne: <T>(query: Parameters<typeof inner.findOne<T>>[0]) => asked(query, (one) => inner.findOne<T>(one)),
    findMany: <T>(query: Parameters<typeof inner.findMany<T>>[0]) => asked(query, (one) => inner.findMany<T>(one)),
    count: (query) => asked(query, (one) => inner.count(one)),
    update: <T>(query: Parameters<typeof inner.update<T>>[0]) => asked(query, (one) => inner.update<T>(one)),
    updateMany: (query) => asked(query, (one) => inner.updateMany(one)),
    delete: <T>(query: Parameters<typeof inner.delete<T>>[0]) => asked(query, (one) => inner.delete<T>(one)),
    deleteMany: (query) => asked(query, (one) => inner.deleteMany(one)),
    consumeOne: <T>(query: Parameters<typeof inner.consumeOne<T>>[0]) =>
      asked(query, (one) => inner.consumeOne<T>(one)),
    incrementOne: <T>(query: Parameters<typeof inner.incrementOne<T>>[0]) =>
      asked(query, (one) => inner.incrementOne<T>(one)),
  };
  return calls;
}

/**
 * better-auth's database calls, with the tokens of sessions stored as their SHA-256 only: whoever reads the database, or a dump of it, cannot come in
 * as somebody. The tokens are made here, with 256 random bits.
 */
export function withHashedSessions(
  connect: (options: BetterAuthOptions) => DBAdapter<BetterAuthOptions>,
): (options: BetterAuthOptions) => DBAdapter<BetterAuthOptions> {
  return (options) => {
    const inner = connect(options);
    return {
      ...inner,
      ...hashedCalls(inner),
      transaction: (work) => inner.transaction((transaction) => work(hashedCalls(transaction))),
    };
  };
}
