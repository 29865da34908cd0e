import { rename } from 'node:fs/promises';
import path from 'node:path';
import { type Config, ConfigProblem } from '../config.ts';
import { lockDirectory } from '../lock.ts';
import { errorWords } from '../log.ts';
import { hasEmbedded, movedName, openEmbedded, openPostgres } from '../store/database/database.ts';
import { moveDatabase } from '../store/database/move-database.ts';

/**
 * Moves the embedded database of a data directory into the PostgreSQL of DATABASE_URL: all or nothing. Afterwards the
 * embedded one is set aside under another name, so that no start takes it for the one in use. Files stay where they are.
 * A move that was broken off is done again by the same command. Returns what to tell. Throws `ConfigProblem`, `DirectoryInUse`.
 */
export async function moveToPostgres({ data, databaseUrl }: Config): Promise<string> {
  if (databaseUrl === null) {
    throw new ConfigProblem('Set DATABASE_URL to the address of an empty PostgreSQL database.');
  }
  const unlock = await lockDirectory(data).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new ConfigProblem(`There is no data directory ${data}. Name it with --data.`)
      : error;
  });
  try {
    if (!(await hasEmbedded(data))) throw new ConfigProblem(`${data} holds no embedded database to move.`);
    const target = await openPostgres(databaseUrl, null).catch((error: unknown) => {
      throw new ConfigProblem(`The database of DATABASE_URL cannot be used: ${errorWords(error)}`);
    });
    try {
      const source = await openEmbedded(data);
      const { tables, alreadyThere } = await moveDatabase(source, target)
        .catch((error: unknown) => {
          if (error instanceof ConfigProblem) throw error;
          throw new ConfigProblem(`Nothing was moved, and nothing was changed: ${errorWords(error)}`);
        })
        .finally(() => source.close());
      const aside = path.join(data, movedName);
      await rename(path.join(data, 'database'), aside);
      const lines = tables
        .filter(({ count }) => count > 0)
        .map(({ table, count, sum }) => `  ${table.padEnd(20)} ${String(count).padStart(9)} rows   ${sum}`);
      return [
        alreadyThere ? 'Everything was there already, and is the same:' : 'Moved, counted and compared:',
        ...lines,
        `Start the server with DATABASE_URL from now on, and with the same data directory: files stay where they are.`,
        `The embedded database lies in ${aside}; delete it when you do not need it any more.`,
      ].join('\n');
    } finally {
      await target.close();
    }
  } finally {
    await unlock();
  }
}
