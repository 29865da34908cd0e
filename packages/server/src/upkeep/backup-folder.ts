import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { ConfigProblem } from '../config-problem.ts';

/** Name of the list of what is in a backup; it is written last, so a folder without it is none. */
export const manifestName = 'backup.json';
/** Folder of a backup for files of the store: molecules, large results, logs. */
export const filesFolder = 'files';
/** Folder of a backup for versions of the elements that pages named (`DATA/embed`). */
export const embedFolder = 'embed';

const Entry = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() });

/** What a backup says of itself. */
export const Manifest = z.object({
  format: z.literal(1),
  /** Version of the Cuvette that made it. */
  version: z.string(),
  made_at: z.string(),
  /** `pglite`: `database.tar.gz`; `postgres`: `database.dump`, of pg_dump. */
  database: z.enum(['pglite', 'postgres']),
  /** Identifier that database and files share; null where an older Cuvette gave none. */
  installation: z.nullable(z.string()),
  /** Every file beside this one. */
  entries: z.array(Entry),
});
export type Manifest = z.infer<typeof Manifest>;
export type Entry = z.infer<typeof Entry>;

/** The file of a backup that holds the database. */
export const databaseName = (kind: Manifest['database']): string =>
  kind === 'pglite' ? 'database.tar.gz' : 'database.dump';

/** SHA-256 of a file, as hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Whether a path of a list stays inside of its folder. */
const isInside = (entry: string): boolean =>
  entry !== '' && !path.isAbsolute(entry) && !entry.split(/[\\/]/).some((part) => part === '..' || part === '');

/**
 * Reads what a backup says of itself, and checks that each of its files is there and as it was written. Throws `ConfigProblem`, which names the first file that is
 * not.
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => null);
  if (text === null) {
    throw new ConfigProblem(`${folder} is no backup, or one that was broken off: it has no ${manifestName}.`);
  }
  let manifest: Manifest;
  try {
    manifest = z.parse(Manifest, JSON.parse(text));
  } catch {
    throw new ConfigProblem(`${path.join(folder, manifestName)} cannot be read: it is damaged, or of a newer Cuvette.`);
  }
  const refuse = (name: string, why: string) =>
    new ConfigProblem(`The backup ${folder} is not whole: ${name} ${why}. Nothing was changed.`);
  for (const { path: name, bytes, sha256 } of manifest.entries) {
    if (!isInside(name)) throw refuse(name, 'is no name of a file in it');
    const file = path.join(folder, name);
    const info = await stat(file).catch(() => null);
    if (!info?.isFile()) throw refuse(name, 'is missing');
    if (info.size !== bytes || (await sha256Of(file)) !== sha256) throw refuse(name, 'is not as it was written');
  }
  return manifest;
}
