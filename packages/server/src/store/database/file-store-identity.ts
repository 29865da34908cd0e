import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { ConfigProblem } from '../../config-problem.ts';
import { isDiskFull } from '../../files/disk-full.ts';
import type { FileStore } from '../../files/file-store.ts';
import { logTrouble } from '../../log.ts';
import { countMigrations, type Executor, migrationsFolder, row, rows } from './database.ts';

/** Keys of all files that rows point to. */
export const namedFiles = sql`SELECT molecules_file AS key FROM calculation
  UNION ALL SELECT logfile_file FROM calculation WHERE logfile_file IS NOT NULL
  UNION ALL SELECT log_file FROM attempt WHERE log_file IS NOT NULL
  UNION ALL SELECT stored_file FROM item_file_part
  UNION ALL SELECT f.value->>'key' FROM document d, jsonb_each(d.files) f`;

/** Files that are looked for when a database and a store that do not know each other meet. */
const tries = 50;

/** Whether the store has at least one file that the database names. */
async function holdsNamed(db: Executor, files: FileStore): Promise<boolean> {
  const named = await rows<{ key: string }>(db, sql`SELECT key FROM (${namedFiles}) named LIMIT ${tries}`);
  for (const { key } of named) if ((await files.size(key)) > 0) return true;
  return false;
}

async function holdsAny(files: FileStore): Promise<boolean> {
  for await (const _ of files.list()) return true;
  return false;
}

/** The database's identifier; null before its first start with files. */
export async function identifierOf(db: Executor): Promise<string | null> {
  return (await row<{ uuid: string }>(db, sql`SELECT uuid FROM installation`))?.uuid ?? null;
}

/** Gives the database its identifier, unless it has one. Returns the one that it has. */
async function identify(db: Executor, wanted: string | null): Promise<string> {
  await rows(
    db,
    sql`INSERT INTO installation (uuid) VALUES (coalesce(${wanted}::uuid, gen_random_uuid())) ON CONFLICT DO NOTHING`,
  );
  const found = await identifierOf(db);
  if (found === null) throw new Error('The database did not keep its identifier.');
  return found;
}

/**
 * Gives an opened dump the identifier that is wanted, unless it has one; one from before databases had identifiers is brought to the newest schema
 * for it. Returns the one that it has.
 */
export async function identifyDump(client: PGlite, wanted: string): Promise<string> {
  const connection = drizzle({ client });
  const { known, done } = await countMigrations(client);
  if (done < known) await migrate(connection, { migrationsFolder });
  return identify(connection, wanted);
}

/** Returns what to do where files and database do not belong together. */
export function strangers(place: string): ConfigProblem {
  return new ConfigProblem(
    `The files in ${place} belong to another database than the one that is used now. Nothing was changed. Start with the database that they belong to (DATABASE_URL, or without it the one in the data directory). To bring an embedded database into PostgreSQL, use cuvette move-to-postgres. For a new server choose another data directory (--data) or another place for its files (CUVETTE_FILES).`,
  );
}

/**
 * Ties a store of files to the database: both carry the same identifier from then on, so that files of another database are never taken for files
 * that nothing names. What has no identifier yet gets it: a new store, a new database, and both where an older Cuvette made them. Then files that lie
 * there must be named by the database, unless the caller knows that they belong `together`. Throws `ConfigProblem` where they do not.
 */
export async function tieFiles(db: Executor, files: FileStore, together = false): Promise<void> {
  const [identifier, owner] = [await identifierOf(db), await files.owner()];
  if (owner !== null && identifier === owner) return;
  if (owner !== null) {
    // A copy of the database from before it had an identifier knows its files.
    if (identifier !== null || !(await holdsNamed(db, files))) throw strangers(files.place);
    if ((await identify(db, owner)) !== owner) throw strangers(files.place);
    return;
  }
  if (!together && (await holdsAny(files)) && !(await holdsNamed(db, files))) throw strangers(files.place);
  try {
    await files.setOwner(await identify(db, null));
  } catch (error) {
    // Written by the next sweep or start, which look again whether they belong together.
    if (!isDiskFull(error)) throw error;
    logTrouble(`${files.place} is full: it could not be written down which database these files belong to.`);
  }
}
