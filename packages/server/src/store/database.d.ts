import { PGlite } from '@electric-sql/pglite';
import { type SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { type ConstructorOptions } from 'pg-boss';
/** Where the SQL of the migrations lies. */
export declare const migrationsFolder: string;
type Drizzle = PgDatabase<PgQueryResultHKT, Record<string, never>>;
/** Anything that runs a statement: the database itself or a transaction on it. */
export type Executor = Pick<Drizzle, 'execute'>;
/** One open database, PGlite or PostgreSQL behind the same calls. */
export interface Database {
  kind: 'pglite' | 'postgres';
  drizzle: Drizzle;
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
export declare function rows<T>(db: Executor, statement: SQL): Promise<T[]>;
/** The first row or null. */
export declare function row<T>(db: Executor, statement: SQL): Promise<T | null>;
/** Text for a PostgreSQL column, which cannot hold NUL. */
export declare function clean(text: string | null): string | null;
/** A JSON value as a bound parameter, without what a column cannot hold. */
export declare function json(value: unknown): SQL;
/** A list of texts as one bound array parameter. */
export declare function textArray(values: readonly string[]): SQL;
/** A list of uuids as one bound array parameter. */
export declare function uuidArray(values: readonly string[]): SQL;
/** A moment of the database as ISO 8601 in UTC. */
export declare function iso(value: string | Date | null): string | null;
/** How many migrations this Cuvette knows, and how many an opened database has had. */
export declare function countMigrations(client: PGlite): Promise<{
  known: number;
  done: number;
}>;
/** Writes a dump of the embedded database under <data>/dumps and keeps the newest seven. Returns its path. */
export declare function writeDump(
  database: Pick<Database, 'dump'>,
  dataDirectory: string,
  reason: string,
): Promise<string | null>;
/** File that says that an embedded database is whole. */
export declare const marker = 'cuvette-ready';
/** Name that an embedded database has after it was moved to PostgreSQL. */
export declare const movedName = 'database.moved-to-postgres';
/** Whether a data directory holds a whole embedded database. */
export declare function hasEmbedded(dataDirectory: string): Promise<boolean>;
/** Opens (and on the first start makes) the embedded database. The caller holds the data directory's lock. */
export declare function openEmbedded(dataDirectory: string): Promise<Database>;
/**
 * Opens a PostgreSQL database by its address and brings it to the newest schema. A statement that has no answer after `statementMs` is given up; null, as
 * a move needs it, waits for ever.
 */
export declare function openPostgres(address: string, statementMs?: number | null): Promise<Database>;
export {};
