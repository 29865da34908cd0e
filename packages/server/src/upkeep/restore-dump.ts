import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { type Config, ConfigProblem } from '../config.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFiles } from '../files/open-files.ts';
import { lockDirectory } from '../lock.ts';
import { countMigrations, marker } from '../store/database/database.ts';
import { identifyDump } from '../store/database/file-store-identity.ts';

/** What a dump holds. */
interface Held {
  items: number;
  people: number;
  files: string[];
}

/** Looks into an opened dump. Throws with a reason when it is not of Cuvette, or of a newer one. */
export async function lookInto(client: PGlite): Promise<Held> {
  const { known, done } = await countMigrations(client);
  if (done === 0) throw new Error('it holds no Cuvette database');
  if (done > known) throw new Error('it was made by a newer Cuvette; update this one first');
  const count = async (table: string) =>
    Number((await client.query<{ count: string }>(`SELECT count(*)::text AS count FROM ${table}`)).rows[0]?.count);
  const parts = await client.query<{ present: string | null }>(`SELECT to_regclass('item_file_part')::text AS present`);
  const files = await client.query<{ key: string }>(
    `SELECT molecules_file AS key FROM calculation
     UNION SELECT logfile_file FROM calculation WHERE logfile_file IS NOT NULL
     UNION SELECT log_file FROM attempt WHERE log_file IS NOT NULL
     ${parts.rows[0]?.present ? 'UNION SELECT stored_file FROM item_file_part' : ''}`,
  );
  return { items: await count('workflow'), people: await count('"user"'), files: files.rows.map(({ key }) => key) };
}

/** Returns what to tell about the files that a dump names: whether the store has them. */
export async function filesLine(store: FileStore, named: readonly string[]): Promise<string> {
  const missing = new Set(named);
  try {
    for await (const { key, bytes } of store.list()) if (bytes > 0) missing.delete(key);
  } catch (error) {
    return `Whether the ${named.length} files that it names are there could not be looked up: ${(error as Error).message}`;
  }
  return missing.size > 0
    ? `${missing.size} of ${named.length} files that it names are missing or empty: what was deleted since cannot be shown.`
    : `All ${named.length} files that it names are there.`;
}

/**
 * Puts a dump of the embedded database (`DATA/dumps/*.tar.gz`) in the place of the present one, which is set aside under
 * another name. The dump is opened and looked into first; when anything is wrong with it, nothing is changed. Returns what
 * to tell. Throws `ConfigProblem`, `DirectoryInUse`.
 */
export async function restoreDump({ data, databaseUrl, files }: Config, dump: string): Promise<string> {
  if (databaseUrl !== null) {
    throw new ConfigProblem(
      'Dumps are of the embedded database, and DATABASE_URL names a PostgreSQL. Restore without DATABASE_URL into a directory of its own (--data), then use cuvette move-to-postgres with an empty database.',
    );
  }
  const bytes = await readFile(dump).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigProblem(`${dump} cannot be read (${error.code}). Dumps lie in ${path.join(data, 'dumps')}.`);
  });
  const unlock = await lockDirectory(data).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new ConfigProblem(`There is no data directory ${data}. Name it with --data.`)
      : error;
  });
  try {
    const store = await openFiles(files);
    const place = path.join(data, 'database');
    const temporary = `${place}.restoring`;
    await rm(temporary, { recursive: true, force: true });
    let held: Held;
    try {
      await promisify(gunzip)(bytes);
      const client = await PGlite.create({ dataDir: temporary, loadDataDir: new Blob([bytes]) });
      try {
        held = await lookInto(client);
        const owner = await store.owner();
        if (owner !== null && (await identifyDump(client, owner)) !== owner) {
          throw new Error(
            `it is of another database than the files in ${store.place}; restore it into a data directory of its own (--data), with its own files`,
          );
        }
      } finally {
        await client.close();
      }
      await writeFile(path.join(temporary, marker), 'whole\n');
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      throw new ConfigProblem(`${dump} cannot be restored: ${(error as Error).message}. Nothing was changed.`);
    }
    const aside = `${place}.before-restore-${new Date().toISOString().replaceAll(':', '-')}`;
    const present = (await stat(place).catch(() => null)) !== null;
    if (present) await rename(place, aside);
    await rename(temporary, place).catch(async (error: Error) => {
      if (present) await rename(aside, place);
      throw error;
    });
    return [
      `Restored: ${held.items} items of ${held.people} ${held.people === 1 ? 'person' : 'people'}.`,
      await filesLine(store, held.files),
      'API keys and links that were revoked since the dump are valid again; look through them.',
      ...(present
        ? [
            `What was there before lies in ${aside}; delete it when you do not need it any more: until then files that only it needs are kept.`,
          ]
        : []),
    ].join('\n');
  } finally {
    await unlock();
  }
}
