import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Config, ConfigProblem } from '../config.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFiles } from '../files/open-files.ts';
import { writeDurably } from '../files/write-durably.ts';
import { lockDirectory } from '../lock.ts';
import { hasEmbedded, openEmbedded } from '../store/database/database.ts';
import { version } from '../version.ts';
import {
  databaseName,
  type Entry,
  embedFolder,
  filesFolder,
  type Manifest,
  manifestName,
  sha256Of,
} from './backup-folder.ts';
import { dumpPostgres } from './postgres-programs.ts';

/** What of a data directory is copied beside database and files: the secret of cookies and of what is sealed, the settings, versions of the elements. */
const kept = ['secret', 'cuvette.json'];

/** Files on their way at the same time. */
const lanes = 4;

/** Has the running server write a dump of its embedded database into a file; answers false where none runs. */
export type AskForDump = (file: string) => Promise<boolean>;

const entryOf = (name: string, bytes: Uint8Array): Entry => ({
  path: name,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Copies every file of a store. A file that is deleted meanwhile is left out: nothing that is kept names it. */
async function copyFiles(store: FileStore, folder: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  const files = store.list()[Symbol.asyncIterator]();
  const made = new Set<string>();
  const lane = async (): Promise<void> => {
    for (let next = await files.next(); !next.done; next = await files.next()) {
      const { key } = next.value;
      const bytes = key.includes('.tmp-') ? null : await store.get(key);
      if (bytes === null) continue;
      const name = path.posix.join(filesFolder, key);
      const file = path.join(folder, name);
      if (!made.has(path.dirname(file))) await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      made.add(path.dirname(file));
      await writeDurably(file, bytes);
      entries.push(entryOf(name, bytes));
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return entries;
}

/** Copies what of the data directory is kept beside database and files. */
async function copyRest(data: string, folder: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const name of kept) {
    const bytes = await readFile(path.join(data, name)).catch(() => null);
    if (bytes === null) continue;
    await writeDurably(path.join(folder, name), bytes);
    entries.push(entryOf(name, bytes));
  }
  const versions = path.join(data, embedFolder);
  if ((await stat(versions).catch(() => null)) === null) return entries;
  await cp(versions, path.join(folder, embedFolder), { recursive: true });
  for (const found of await readdir(path.join(folder, embedFolder), { recursive: true, withFileTypes: true })) {
    if (!found.isFile()) continue;
    const file = path.join(found.parentPath, found.name);
    const name = path.relative(folder, file).split(path.sep).join('/');
    entries.push(entryOf(name, await readFile(file)));
  }
  return entries;
}

/** Writes the embedded database into a file, by the server that has it open, else by opening it here. */
async function dumpEmbedded(data: string, file: string, ask: AskForDump): Promise<void> {
  if (await ask(file)) return;
  if (!(await hasEmbedded(data)))
    throw new ConfigProblem(`${data} holds no database to back up. Name the directory with --data.`);
  const unlock = await lockDirectory(data);
  try {
    const database = await openEmbedded(data);
    try {
      await writeDurably(file, (await database.dump()) ?? new Uint8Array());
    } finally {
      await database.close();
    }
  } finally {
    await unlock();
  }
}

/**
 * Writes a backup of a server into a new folder, while it runs or while it does not: the database as it is at one moment, then every file, and the secret of the
 * data directory. Files are written before the database names them, so all that the database of the backup names are in it. A backup that is broken off leaves
 * `FOLDER.partial`, which is no backup. Returns what to tell. Throws `ConfigProblem`.
 */
export async function backUp(config: Config, folder: string, ask: AskForDump): Promise<string> {
  const { data, databaseUrl } = config;
  if ((await stat(folder).catch(() => null)) !== null) {
    throw new ConfigProblem(`${folder} is there already. Name a new folder for each backup.`);
  }
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const kind = databaseUrl === null ? 'pglite' : 'postgres';
  const dump = path.join(partial, databaseName(kind));
  if (databaseUrl === null) await dumpEmbedded(data, dump, ask);
  else await dumpPostgres(databaseUrl, dump);
  const database = { path: databaseName(kind), bytes: (await stat(dump)).size, sha256: await sha256Of(dump) };
  const store = await openFiles(config.files);
  const files = await copyFiles(store, partial);
  const manifest: Manifest = {
    format: 1,
    version,
    made_at: new Date().toISOString(),
    database: kind,
    installation: await store.owner(),
    entries: [database, ...(await copyRest(data, partial)), ...files].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
  await writeDurably(path.join(partial, manifestName), Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
  await rename(partial, folder);
  const megabytes = manifest.entries.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  return [
    `Backed up: the database and ${files.length} files, ${megabytes.toFixed(1)} MB, to ${folder}.`,
    'It holds keys and all data of the server: keep it where nobody else reads it.',
    `To restore it: cuvette restore ${folder} --data NEW_DIRECTORY`,
  ].join('\n');
}
