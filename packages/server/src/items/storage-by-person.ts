import type { StorageRow } from '@cuvette/core/entities';
import type { Services } from '../services.ts';
import { ownersOfFiles, readStorage } from '../store/administration/storage.ts';

/** Files that one statement asks about. */
const part = 1000;

/** Bytes by person and kind: what the database knows, and molecules and logs by the sizes of their files. */
export async function storageByPerson({ db, files }: Pick<Services, 'db' | 'files'>): Promise<StorageRow[]> {
  const known = await readStorage(db.drizzle);
  const sums = new Map<string, StorageRow>();
  let sizes = new Map<string, number>();
  const add = async () => {
    for (const { key, kind, person, person_name } of await ownersOfFiles(db.drizzle, [...sizes.keys()])) {
      const name = `${person} ${kind}`;
      const before = sums.get(name) ?? { person, person_name, kind, bytes: 0, things: 0 };
      sums.set(name, { ...before, bytes: before.bytes + (sizes.get(key) ?? 0), things: before.things + 1 });
    }
    sizes = new Map();
  };
  for await (const { key, bytes } of files.list()) {
    sizes.set(key, bytes);
    if (sizes.size === part) await add();
  }
  await add();
  return [...known, ...sums.values()].sort((a, b) => b.bytes - a.bytes);
}
