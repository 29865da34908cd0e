import path from 'node:path';
import { type Config, ConfigProblem } from '../../config.ts';
import { errorWords } from '../../log.ts';
import { type Database, hasEmbedded, openEmbedded, openPostgres } from './database.ts';

/**
 * Opens the database that the settings name, embedded or PostgreSQL. The caller holds the data directory's lock. Throws `ConfigProblem` for a
 * PostgreSQL that cannot be used, and where an embedded database lies in the data directory beside it: its items would be missing, unnoticed.
 */
export async function openDatabase({ data, databaseUrl }: Config): Promise<Database> {
  if (databaseUrl === null) return openEmbedded(data);
  if (await hasEmbedded(data)) {
    throw new ConfigProblem(
      `DATABASE_URL is set, and ${data} holds an embedded database that was not moved there. To move it: cuvette move-to-postgres (into an empty database). To go on with it: unset DATABASE_URL. To do without it: choose another data directory (--data), or rename ${path.join(data, 'database')}, and the files that belong to it.`,
    );
  }
  try {
    return await openPostgres(databaseUrl);
  } catch (error) {
    const { host } = new URL(databaseUrl);
    throw new ConfigProblem(
      `The database of DATABASE_URL (at ${host || 'its socket'}) cannot be used: ${errorWords(error)}`,
    );
  }
}

/** Whether files and database always lay in the same data directory, so that neither can be another's. */
export function liesTogether({ data, databaseUrl, files }: Config): boolean {
  return databaseUrl === null && files.kind === 'local' && files.directory === path.join(data, 'files');
}
