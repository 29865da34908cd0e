import type { Services } from '../services.ts';
import { listFiles, partsOf, readRange } from '../store/item-files.ts';
import type { Reader } from '../store/reader.ts';

/** Most bytes of the end of a file of orbitals that are looked through: compute writes the Molden text last. */
const mostBytes = 32 * 2 ** 20;
const key = Buffer.from('"molden":"');

/** All orbitals of an item as a Molden file; null where its file of orbitals has none, or they are too large. */
export async function moldenOf({ db, files }: Services, reader: Reader, uuid: string): Promise<string | null> {
  const file = (await listFiles(db.drizzle, reader, uuid)).find(({ kind }) => kind === 'orbitals');
  if (!file) return null;
  const length = Math.min(file.bytes, mostBytes);
  const pieces: Uint8Array[] = [];
  for await (const piece of readRange(files, await partsOf(db.drizzle, file), file.bytes - length, length))
    pieces.push(piece);
  const end = Buffer.concat(pieces);
  const begin = end.lastIndexOf(key);
  if (begin < 0) return null;
  try {
    const { molden } = JSON.parse(`{${end.subarray(begin).toString('utf8')}`) as { molden?: unknown };
    return typeof molden === 'string' ? molden : null;
  } catch {
    // The key is in the middle of the file, or inside of a text: not as compute writes it.
    return null;
  }
}
