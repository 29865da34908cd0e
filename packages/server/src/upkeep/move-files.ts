import { createHash } from 'node:crypto';
import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Config, ConfigProblem } from '../config.ts';
import type { FileStore } from '../files/file-store.ts';
import { localFiles } from '../files/local-files.ts';
import { movedSuffix, openFiles } from '../files/open-files.ts';
import { StoreTrouble } from '../files/store-trouble.ts';
import { lockDirectory } from '../lock.ts';
import { strangers } from '../store/database/file-store-identity.ts';

/** Files on their way at the same time. */
const lanes = 4;
/** What a crash left of a file that was being written. */
const halfWritten = /\.tmp-[0-9a-f-]+$/;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Copied {
  files: number;
  bytes: number;
  /** Files of them that were there already, and are the same. */
  present: number;
  /** SHA-256 of all keys and of their contents' checksums, in the order of the keys. */
  sum: string;
}

/** Copies every file of a store into another and reads each back there. Throws when one comes back different. */
async function copyAll(source: FileStore, target: FileStore): Promise<Copied> {
  const there = new Map<string, number>();
  for await (const { key, bytes } of target.list()) there.set(key, bytes);
  const lines: string[] = [];
  let [bytes, present] = [0, 0];
  const files = source.list()[Symbol.asyncIterator]();
  const lane = async (): Promise<void> => {
    for (let next = await files.next(); !next.done; next = await files.next()) {
      const { key } = next.value;
      const content = halfWritten.test(key) ? null : await source.get(key);
      if (content === null) continue;
      const sum = sha256(content);
      const same = async (): Promise<boolean> => sha256((await target.get(key)) ?? new Uint8Array()) === sum;
      if (there.get(key) === content.length && (await same())) present += 1;
      else {
        await target.put(key, content);
        if (!(await same())) throw new Error(`${key} came back different from the new place.`);
      }
      bytes += content.length;
      lines.push(`${key} ${sum}\n`);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return { files: lines.length, bytes, present, sum: sha256(Buffer.from(lines.sort().join(''))) };
}

/**
 * Moves the files of a data directory to where CUVETTE_FILES says: each is read back and compared, then the directory is set aside under
 * another name. A move that was broken off goes on where it was by the same command. Returns what to tell. Throws `ConfigProblem`, `DirectoryInUse`.
 */
export async function moveFiles({ data, files: goal }: Config): Promise<string> {
  const place = path.join(data, 'files');
  if (goal.kind === 'local' && path.resolve(goal.directory) === place) {
    throw new ConfigProblem('Set CUVETTE_FILES to where the files shall go: s3://BUCKET/PREFIX or a directory.');
  }
  const is = async (folder: string) => (await stat(folder).catch(() => null)) !== null;
  if (!(await is(place))) {
    throw new ConfigProblem(
      (await is(place + movedSuffix)) ? `The files of ${data} were moved already.` : `${data} holds no files to move.`,
    );
  }
  const unlock = await lockDirectory(data);
  try {
    const target = await openFiles(goal);
    const source = localFiles(place);
    const [from, to] = [await source.owner(), await target.owner()];
    if (to !== null && to !== from) throw strangers(target.place);
    if (from !== null && to === null) await target.setOwner(from);
    const copied = await copyAll(source, target).catch((error: Error) => {
      throw new ConfigProblem(
        `The move was broken off: ${error instanceof StoreTrouble ? error.reason : error.message}. Nothing was taken away; the same command goes on where it was.`,
      );
    });
    const aside = place + movedSuffix;
    await rename(place, aside);
    return [
      `Moved and read back: ${copied.files} files, ${copied.bytes} bytes (${copied.present} were there already). SHA-256 of all: ${copied.sum}`,
      'Start the server with the same CUVETTE_FILES from now on.',
      `What was moved lies in ${aside} too; delete it when you do not need it any more.`,
    ].join('\n');
  } finally {
    await unlock();
  }
}
