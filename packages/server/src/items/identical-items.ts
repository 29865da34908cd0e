import type { IdenticalItem } from '@cuvette/core/entities';
import { knownVersions } from '../queue/workers.ts';
import type { Services } from '../services.ts';
import type { Member } from '../store/reader.ts';
import { finishedAlike } from '../store/workflows/identical-items.ts';
import { canonicalJson, hashOf } from '../wire/canonical-json.ts';

/** An item as far as it is compared with finished ones. */
interface Compared {
  uuid: string | null;
  inputHash?: string | null | undefined;
}

/**
 * For each of these items the newest finished one of the folder's project that had the same input and ran with the versions that a worker of this server has
 * now; items without such a one are left out. `hash` stands for input and versions together.
 */
export async function identicalItems(
  { db }: Pick<Services, 'db'>,
  member: Member,
  folder: string,
  items: readonly Compared[],
): Promise<IdenticalItem[]> {
  const hashes = [...new Set(items.flatMap(({ inputHash }) => inputHash ?? []))];
  const finished = await finishedAlike(db.drizzle, member, folder, hashes);
  if (finished.length === 0) return [];
  const present = new Set((await knownVersions(db.drizzle)).map(canonicalJson));
  const current = finished.filter(
    ({ versions }) => versions.length > 0 && versions.every((one) => present.has(canonicalJson(one))),
  );
  return items.flatMap(({ uuid, inputHash }): IdenticalItem[] => {
    const same = current.find(({ input_hash }) => input_hash === inputHash && input_hash !== null);
    if (!same) return [];
    const { input_hash, versions, ...item } = same;
    return [{ ...item, submitted_uuid: uuid, hash: hashOf([input_hash, versions[0]]) }];
  });
}
