import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres';
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { type ConstructorOptions, fromPglite } from 'pg-boss';
import { ConfigProblem } from '../../config.ts';
import { writeDurably } from '../../files/write-durably.ts';
import { DatabaseAway, isDatabaseAway, reaching } from './database-away.ts';

/** Where the SQL of the migrations lies. */
export const migrationsFolder = path.join(import.meta.dirname, '../../../migrations');

/** Anything that runs a statement: the database itself or a transaction on it. */
export interface Executor {
  execute(statement: SQL): Promise<{ rows: unknown[] }>;
}

/** One open database, PGlite or PostgreSQL behind the same calls. */
export interface Database {
  kind: 'pglite' | 'postgres';
  drizzle: Executor;
  /** Runs `work` in one transaction; inside it only the given executor may be used (PGlite has one connection). */
  transaction<T>(work: (tx: Executor) => Promise<T>): Promise<T>;
  /** How pg-boss reaches the same database. */
  bossOptions: ConstructorOptions;
  /** Whether it answers, within 2.5 s: also of one that hangs and closes no connection. */
  answers(): Promise<boolean>;
  /** A compressed copy of the whole data directory (PGlite only). */
  dump(): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** Runs a statement and returns its rows. The caller names the row type; both drivers give the same values for it. */
export async function rows<T>(db: Executor, statement: SQL): Promise<T[]> {
  const result = await db.execute(statement);
  return result.rows as T[];
}

/** The first row or null. */
export async function row<T>(db: Executor, statement: SQL): Promise<T | null> {
  return (await rows<T>(db, statement))[0] ?? null;
}

/** Escapes of what PostgreSQL's jsonb does not hold: NUL and halves of surrogate pairs (or the same letters after a backslash that is text). */
const unstorable = /\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** The value with NUL left out of its texts and halves of surrogate pairs replaced, names of keys too. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), storable(inner)]));
}

/** Text for a PostgreSQL column, which cannot hold NUL. */
export function clean(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\u0000', '').slice(0, 200_000);
}

/** A JSON value as a bound parameter, without what a column cannot hold. */
export function json(value: unknown): SQL {
  const text = JSON.stringify(value ?? null);
  return sql`${unstorable.test(text) ? JSON.stringify(storable(JSON.parse(text))) : text}::jsonb`;
}

/** A list of texts as one bound array parameter. */
export function textArray(values: readonly string[]): SQL {
  return sql`${sql.param([...values])}::text[]`;
}

/** A list of uuids as one bound array parameter. */
export function uuidArray(values: readonly string[]): SQL {
  return sql`${sql.param([...values])}::uuid[]`;
}

/** A moment of the database as ISO 8601 in UTC. */
export function iso(value: string | Date | null): string | null {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  const text = value.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');
  return new Date(text).toISOString();
}

/** How many migrations this Cuvette knows, and how many an opened database has had. */
export async function countMigrations(client: PGlite): Promise<{ known: number; done: number }> {
  const journal = JSON.parse(await readFile(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: unknown[];
  };
  const known = await client.query<{ present: string | null }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations')::text AS present`,
  );
  if (!known.rows[0]?.present) return { known: journal.entries.length, done: 0 };
  const done = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations');
  return { known: journal.entries.length, done: done.rows[0]?.count ?? 0 };
}

const keptDumps = 7;

/** Writes a dump of the embedded database under <data>/dumps and keeps the newest seven. Returns its path. */
export async function writeDump(
  database: Pick<Database, 'dump'>,
  dataDirectory: string,
  reason: string,
): Promise<string | null> {
  const bytes = await database.dump();
  if (!bytes) return null;
  const folder = path.join(dataDirectory, 'dumps');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${reason}.tar.gz`);
  await writeDurably(file, bytes);
  const dumps = (await readdir(folder)).filter((name) => name.endsWith('.tar.gz')).sort();
  for (const old of dumps.slice(0, -keptDumps)) await rm(path.join(folder, old), { force: true });
  return file;
}

/** File that says that an embedded database is whole. */
export const marker = 'cuvette-ready';

/** Name that an embedded database has after it was moved to PostgreSQL. */
export const movedName = 'database.moved-to-postgres';

/** Whether a data directory holds a whole embedded database. */
export async function hasEmbedded(dataDirectory: string): Promise<boolean> {
  return (await stat(path.join(dataDirectory, 'database', marker)).catch(() => null)) !== null;
}

/**
 * Makes the embedded database in a temporary directory and renames it when it is whole: a start that is killed in the
 * middle of the first one leaves nothing half-made behind.
 */
async function initializeEmbedded(directory: string): Promise<void> {
  const temporary = `${directory}.tmp`;
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const client = await PGlite.create({ dataDir: temporary });
  await migratePglite(drizzlePglite({ client }), { migrationsFolder });
  await client.close();
  await writeFile(path.join(temporary, marker), 'whole\n');
  await rename(temporary, directory);
}

/** Opens (and on the first start makes) the embedded database. The caller holds the data directory's lock. */
export async function openEmbedded(dataDirectory: string): Promise<Database> {
  const directory = path.join(dataDirectory, 'database');
  if (!(await hasEmbedded(dataDirectory))) {
    const present = await stat(directory).catch(() => null);
    if (present) {
      throw new Error(
        `${directory} is not a whole Cuvette database. Move it away, or restore a copy from ${path.join(dataDirectory, 'dumps')}.`,
      );
    }
    const moved = path.join(dataDirectory, movedName);
    if (await stat(moved).catch(() => null)) {
      throw new ConfigProblem(
        `The database of this data directory was moved to PostgreSQL: set DATABASE_URL. To go back to how it was before, rename ${moved} to "database".`,
      );
    }
    await initializeEmbedded(directory);
  }
  const client = await PGlite.create({ dataDir: directory });
  const connection = drizzlePglite({ client });
  const dump = async () => new Uint8Array(await (await client.dumpDataDir('gzip')).arrayBuffer());
  const { known, done } = await countMigrations(client);
  if (done < known) {
    await writeDump({ dump }, dataDirectory, 'before-upgrade');
    await migratePglite(connection, { migrationsFolder });
  }
  return {
    kind: 'pglite',
    drizzle: connection,
    transaction: (work) => connection.transaction((tx) => work(tx)),
    bossOptions: { db: fromPglite(client), backend: 'pglite' },
    // It lies in this process: what keeps it busy keeps a clock from ringing, too.
    answers: () =>
      client.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    dump,
    close: () => client.close(),
  };
}

/**
 * Runs `work` in a transaction on a connection of its own. Drizzle's own does not give the connection back when it breaks before
 * the first statement: after ten such moments the pool would be empty for good.
 */
async function transact<T>(pool: pg.Pool, work: (tx: Executor) => Promise<T>): Promise<T> {
  const client = await reaching(pool.connect());
  let broken: Error | undefined;
  try {
    await reaching(client.query('BEGIN'));
    const result = await work(drizzleNode({ client }));
    await reaching(client.query('COMMIT'));
    return result;
  } catch (error) {
    // A lost connection gives no further event; a database that hangs would be waited for once more.
    if (isDatabaseAway(error)) broken = new DatabaseAway(error);
    else {
      await client.query('ROLLBACK').catch((problem: Error) => {
        broken = problem;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

/** After this time a statement of a server is given up (ms), with its connection: the database hangs. */
const usualStatementMs = 120_000;
/** How long an answer to "are you there?" is waited for (ms). */
const answerMs = 2500;

/** Asks one question at a time on a connection of its own: however many ask, and however busy the others are. */
function asking(pool: pg.Pool): () => Promise<boolean> {
  let asked: Promise<boolean> | null = null;
  return () => {
    asked ??= new Promise<boolean>((resolve) => {
      const late = setTimeout(() => resolve(false), answerMs);
      pool
        .query('SELECT 1')
        .then(
          () => resolve(true),
          () => resolve(false),
        )
        .finally(() => {
          clearTimeout(late);
          asked = null;
        });
    });
    return asked;
  };
}

/**
 * Opens a PostgreSQL database by its address and brings it to the newest schema. A statement that has no answer after `statementMs` is given up; null, as
 * a move needs it, waits for ever.
 */
export async function openPostgres(address: string, statementMs: number | null = usualStatementMs): Promise<Database> {
  const poolOf = (options: pg.PoolConfig): pg.Pool => {
    const made = new pg.Pool({ connectionString: address, connectionTimeoutMillis: 10_000, ...options });
    // A connection that breaks (database restarted), idle or inside a transaction, is replaced by the pool; without listeners it would end the process.
    made.on('error', () => {});
    made.on('connect', (client) => client.on('error', () => {}));
    return made;
  };
  const schema = poolOf({ max: 2 });
  try {
    await migratePostgres(schema);
  } finally {
    await schema.end();
  }
  const pool = poolOf({ max: 10, ...(statementMs === null ? {} : { query_timeout: statementMs }) });
  const probe = poolOf({ max: 1, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  return {
    kind: 'postgres',
    drizzle: drizzleNode({ client: pool }),
    transaction: (work) => transact(pool, work),
    bossOptions: { connectionString: address, max: 3 },
    answers: asking(probe),
    dump: async () => null,
    close: async () => {
      await Promise.all([pool.end(), probe.end()]);
    },
  };
}

/** Brings the schema to the newest state; no statement is too long for that. */
async function migratePostgres(pool: pg.Pool): Promise<void> {
  const locker = await pool.connect();
  try {
    // Several servers may start on one database: only one of them migrates at a time.
    const encoding = await locker.query<{ server_encoding: string }>('SHOW server_encoding');
    const found = encoding.rows[0]?.server_encoding;
    if (found !== 'UTF8') {
      throw new ConfigProblem(
        `The encoding of the database is ${found}, and must be UTF8 to hold every name. Make one that has it: CREATE DATABASE cuvette ENCODING 'UTF8' TEMPLATE template0.`,
      );
    }
    await locker.query('SELECT pg_advisory_lock(4280)');
    await migrateNode(drizzleNode({ client: pool }), { migrationsFolder });
  } finally {
    await locker.query('SELECT pg_advisory_unlock(4280)').catch(() => {});
    locker.release();
  }
}
