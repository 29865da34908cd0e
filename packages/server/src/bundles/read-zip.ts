import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { HttpProblem } from '../errors.ts';
import { makeTemporary } from '../worker/temporary.ts';
import { bundleLimits, documentBytes, documentName, mostEntriesRead, sizeWords } from './limits.ts';

const highestRatio = 100;
/** Below this no ratio is too high: many small calculations that are nearly the same pack well. */
const harmlessBytes = 16 * 2 ** 20;

/** A zip that was looked at whole before anything of it was unpacked. */
export interface OpenZip {
  /** The text of the bundle's document. Throws 422 without one. */
  document(): Promise<string>;
  /** The bytes of an entry, or null when there is none of that name. */
  read(name: string): Promise<Readable | null>;
  /** The text of an entry, or null when there is none of that name. Throws 422 for a large one, and for one that is broken. */
  text(name: string): Promise<string | null>;
  has(name: string): boolean;
  /** Bytes of all that it holds. */
  unpacked: number;
  close(): Promise<void>;
}

const isLink = (entry: Entry): boolean => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;

async function survey(zip: ZipFile, packed: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > mostEntriesRead)
    throw refused(`it has ${zip.entryCount} entries, and at most ${mostEntriesRead} are allowed`);
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (isLink(entry)) throw refused(`"${entry.fileName}" is a link`);
    if (entries.has(entry.fileName)) throw refused(`"${entry.fileName}" is in it twice`);
    entries.set(entry.fileName, entry);
  }
  if (unpacked > bundleLimits.unpacked) throw refused(`it holds more than ${sizeWords(bundleLimits.unpacked)}`);
  if (unpacked > harmlessBytes && unpacked > packed * highestRatio)
    throw refused(`it unpacks to more than ${highestRatio} times its size`);
  return entries;
}

function refused(why: string): HttpProblem {
  return new HttpProblem(422, `The zip was not read: ${why}.`);
}

/**
 * Opens a zip file. Nothing is unpacked to the disk. Throws 422 for what is no zip, and for one that is too large, packed too
 * tightly, or holds links or names that climb out of a folder (yauzl refuses these).
 */
export async function openZip(file: string): Promise<OpenZip> {
  const { size } = await stat(file);
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(
    (error: Error) => {
      throw refused(error.message.replace(/\.$/, ''));
    },
  );
  const entries = await survey(zip, size).catch((error: Error) => {
    zip.close();
    throw error instanceof HttpProblem ? error : refused(error.message.replace(/\.$/, ''));
  });
  const read = async (name: string): Promise<Readable | null> => {
    const entry = entries.get(name);
    return entry ? zip.openReadStreamPromise(entry) : null;
  };
  const text = async (name: string): Promise<string | null> => {
    const entry = entries.get(name);
    if (!entry) return null;
    if (entry.uncompressedSize > documentBytes)
      throw refused(`its ${name} has more than ${documentBytes / 2 ** 20} MB`);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    } catch (error) {
      throw refused((error as Error).message.replace(/\.$/, ''));
    }
    return Buffer.concat(chunks).toString('utf8');
  };
  return {
    read,
    text,
    has: (name) => entries.has(name),
    unpacked: [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    async document() {
      const found = await text(documentName);
      if (found === null) throw refused(`it has no ${documentName}, so it was not written by Cuvette`);
      return found;
    },
    async close() {
      zip.close();
    },
  };
}

/** A zip that is larger than an upload may be. */
export function tooLargeToUpload(): HttpProblem {
  const most = sizeWords(bundleLimits.upload);
  return new HttpProblem(
    413,
    `The file is too large: at most ${most} are accepted. "cuvette import" takes a larger zip; its bundle.cuvette.json alone can be uploaded too.`,
  );
}

/** Writes an upload to a file. Throws 413 for more than `bundleLimits.upload` bytes, and what the disk says. */
async function receive(upload: Readable, file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    let bytes = 0;
    // The request goes on after a failure here, so that its sender, who is still sending, gets the answer.
    for await (const chunk of upload.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > bundleLimits.upload) throw tooLargeToUpload();
      await handle.writeFile(chunk as Buffer);
    }
  } finally {
    await handle.close();
  }
}

/** Lets `work` read an upload as a file, which is gone afterwards. Throws 413 for more than `bundleLimits.upload` bytes. */
export async function asTemporaryFile<T>(upload: Readable, work: (file: string) => Promise<T>): Promise<T> {
  const folder = await makeTemporary('import');
  try {
    const file = path.join(folder, 'upload');
    await receive(upload, file);
    return await work(file);
  } finally {
    upload.resume();
    await rm(folder, { recursive: true, force: true });
  }
}
