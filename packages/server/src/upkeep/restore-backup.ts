import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Config, ConfigProblem } from '../config.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFiles } from '../files/open-files.ts';
import { writeDurably } from '../files/write-durably.ts';
import { lockDirectory } from '../lock.ts';
import { hasEmbedded, marker } from '../store/database/database.ts';
import { checkBackup, databaseName, embedFolder, filesFolder, type Manifest } from './backup-folder.ts';
import { refuseFilledPostgres, restorePostgres } from './postgres-programs.ts';
import { filesLine, lookInto } from './restore-dump.ts';

/** Refuses what a backup cannot be restored into. */
async function refuseTarget({ data, databaseUrl }: Config, manifest: Manifest, store: FileStore): Promise<void> {
  if (manifest.database === 'postgres' && databaseUrl === null) {
    throw new ConfigProblem(
      'This backup is of a PostgreSQL database. Set DATABASE_URL to the address of an empty one.',
    );
  }
  if (manifest.database === 'pglite' && databaseUrl !== null) {
    throw new ConfigProblem(
      'This backup is of an embedded database, and DATABASE_URL names a PostgreSQL. Restore without DATABASE_URL, then use cuvette move-to-postgres.',
    );
  }
  if (await hasEmbedded(data)) {
    throw new ConfigProblem(
      `${data} holds a database already. Restore a backup into an empty directory (--data). Nothing was changed.`,
    );
  }
  if (databaseUrl !== null) await refuseFilledPostgres(databaseUrl);
  const owner = await store.owner();
  if (owner !== null && owner !== manifest.installation) {
    throw new ConfigProblem(
      `The files in ${store.place} belong to another database. Choose another place (CUVETTE_FILES). Nothing was changed.`,
    );
  }
}

/** Puts the embedded database into the data directory, and says what it holds. */
async function restoreEmbedded(data: string, dump: string, store: FileStore): Promise<string[]> {
  const temporary = path.join(data, 'database.restoring');
  await rm(temporary, { recursive: true, force: true });
  const client = await PGlite.create({ dataDir: temporary, loadDataDir: new Blob([await readFile(dump)]) });
  const held = await lookInto(client).finally(() => client.close());
  await writeFile(path.join(temporary, marker), 'whole\n');
  await rename(temporary, path.join(data, 'database'));
  return [
    `Restored: ${held.items} items of ${held.people} ${held.people === 1 ? 'person' : 'people'}.`,
    await filesLine(store, held.files),
  ];
}

/**
 * Restores what `cuvette backup` wrote into an empty data directory, and into an empty PostgreSQL where the backup is of one. The whole backup is checked first; one with
 * a file missing changes nothing. The database comes last: a restore that is broken off is done again by the same command. Returns what to tell. Throws
 * `ConfigProblem`, `DirectoryInUse`.
 */
export async function restoreBackup(config: Config, folder: string): Promise<string> {
  const { data, databaseUrl } = config;
  const manifest = await checkBackup(folder);
  await mkdir(data, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(data);
  try {
    const store = await openFiles(config.files);
    await refuseTarget(config, manifest, store);
    if (manifest.installation !== null) await store.setOwner(manifest.installation);
    for (const { path: name } of manifest.entries) {
      if (!name.startsWith(`${filesFolder}/`)) continue;
      await store.put(name.slice(filesFolder.length + 1), await readFile(path.join(folder, name)));
    }
    const secret = await readFile(path.join(folder, 'secret')).catch(() => null);
    if (secret !== null) await writeDurably(path.join(data, 'secret'), secret);
    const embed = path.join(folder, embedFolder);
    if ((await stat(embed).catch(() => null)) !== null)
      await cp(embed, path.join(data, embedFolder), { recursive: true });
    const dump = path.join(folder, databaseName(manifest.database));
    const lines =
      databaseUrl === null
        ? await restoreEmbedded(data, dump, store)
        : ['Restored into the PostgreSQL of DATABASE_URL.'];
    if (databaseUrl !== null) await restorePostgres(databaseUrl, dump);
    const settings = (await readdir(folder)).includes('cuvette.json');
    return [
      ...lines,
      `The backup was made on ${manifest.made_at} by Cuvette ${manifest.version}. API keys and links that were revoked since are valid again.`,
      ...(settings
        ? [
            `Settings of the data directory were not taken over: compare ${path.join(folder, 'cuvette.json')} and copy what still holds.`,
          ]
        : []),
    ].join('\n');
  } finally {
    await unlock();
  }
}
