import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkout } from '../config.ts';
import type { Services } from '../services.ts';
import { endExamples, itemNamesIn, keepExamplesFolder, takeExamplesTurn } from '../store/first-start.ts';
import { insertFolder } from '../store/folders/folders.ts';
import type { Member } from '../store/reader.ts';
import { accountById } from '../store/users.ts';
import { importFile } from './import-file.ts';

/** The results that `npm run examples` stored. */
const storedExamples = path.join(checkout, 'examples/results');

const ending = '.cuvette.json';

/** Names of the files with examples, in the order of the catalogue's letters; none where the folder is not there. */
async function exampleFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(ending)).sort();
}

/** Returns what the items of a file are called, so that a start that was cut off does not bring one in twice. */
async function nameIn(file: string): Promise<string | null> {
  const document: { items?: { name?: string }[] } = JSON.parse(await readFile(file, 'utf8'));
  return document.items?.[0]?.name ?? null;
}

/**
 * Brings the stored examples into the folder *Examples* of a new owner, once and beside everything else. Of several servers that start at once one does
 * it. What does not fit (a bundle of a newer version) is named in the log, and the others are imported. Never throws.
 */
export async function bringExamples(
  services: Services,
  log: (text: string) => void,
  stopping: () => boolean,
  source = storedExamples,
): Promise<void> {
  const { db } = services;
  try {
    const turn = await takeExamplesTurn(db.drizzle, services.serverId);
    const account = turn ? await accountById(db.drizzle, turn.user_id) : null;
    if (!turn || !account?.root_folder_uuid) return;
    const names = await exampleFiles(source);
    const member: Member = { kind: 'user', id: account.id };
    if (names.length > 0) {
      const folder =
        turn.examples_folder ?? (await insertFolder(db, member, account.root_folder_uuid, { name: 'Examples' }));
      if (folder === null) return;
      await keepExamplesFolder(db.drizzle, account.id, folder);
      const present = await itemNamesIn(db.drizzle, folder);
      for (const name of names) {
        if (stopping()) return;
        const file = path.join(source, name);
        try {
          if (present.has((await nameIn(file)) ?? '')) continue;
          await importFile(services, { member, username: account.username, folder }, file);
        } catch (error) {
          log(`The example ${name} was left out: ${(error as Error).message}`);
        }
      }
    }
    await endExamples(db.drizzle, account.id);
  } catch (error) {
    if (!stopping()) log(`The examples could not be brought in: ${(error as Error).message}`);
  }
}
