import { checkLog, type StoredFile } from './file-store.ts';
import type { Bucket, Listed } from './s3-bucket.ts';

/**
 * S3 has no way to add to an object, so a log is a row of objects, each named by the bytes that it holds: `KEY_START-END`. What is added
 * goes into the last of them as long as that is small: the longer object is written first, then the shorter one goes. Where a crash leaves
 * both, the longer counts. So every acknowledged text is in the bucket, no more than `partBytes` is written anew each time, and a few
 * objects hold a log. A log that was stored whole lies under its bare key and is the first of the row.
 */
export interface LogPart extends Listed {
  key: string;
  start: number;
  end: number;
}

/** Up to this length the last object of a log is written anew with what is added. */
const partBytes = 256 * 1024;

const partName = /^(.+\.log)_(\d{15})-(\d{15})$/;
const digits = (offset: number): string => String(offset).padStart(15, '0');

/** An object as a part of a log; null for one that is none. */
export function partOf(object: Listed): LogPart | null {
  if (object.name.endsWith('.log')) return { ...object, key: object.name, start: 0, end: object.bytes };
  const [, key, start, end] = partName.exec(object.name) ?? [];
  if (key === undefined || Number(end) - Number(start) !== object.bytes) return null;
  return { ...object, key, start: Number(start), end: Number(end) };
}

/** The parts that make up a log, in order: of those that begin at the same place the longest. */
function rowOf(parts: readonly LogPart[]): LogPart[] {
  const longest = new Map<number, LogPart>();
  for (const part of parts) if ((longest.get(part.start)?.end ?? -1) < part.end) longest.set(part.start, part);
  const row: LogPart[] = [];
  for (let part = longest.get(0); part; part = part.end > part.start ? longest.get(part.end) : undefined)
    row.push(part);
  return row;
}

/** A log as one file. */
export function wholeOf(key: string, parts: readonly LogPart[]): StoredFile {
  const modified = new Date(Math.max(...parts.map((part) => part.modified.getTime())));
  return { key, bytes: rowOf(parts).at(-1)?.end ?? 0, modified };
}

/** Logs in a bucket. */
export interface S3Logs {
  put(key: string, bytes: Uint8Array): Promise<void>;
  append(key: string, text: string): Promise<void>;
  size(key: string): Promise<number>;
  slice(key: string, start: number, length: number): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
}

/** Logs in a bucket, written by this process alone. */
export function s3Logs(bucket: Bucket): S3Logs {
  /** The last write of each log that is being written: writes of one log wait for each other. */
  const writes = new Map<string, Promise<unknown>>();
  const inTurn = (key: string, work: () => Promise<void>): Promise<void> => {
    const before = writes.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    writes.set(key, mine);
    const forget = (): void => {
      if (writes.get(key) === mine) writes.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  };

  const partsOf = async (key: string): Promise<LogPart[]> => {
    checkLog(key);
    const parts: LogPart[] = [];
    for await (const object of bucket.list(key)) {
      const part = partOf(object);
      if (part?.key === key) parts.push(part);
    }
    return parts;
  };

  const remove = async (parts: readonly LogPart[]): Promise<void> => {
    for (const { name } of parts) await bucket.delete(name);
  };

  /** Null when a part went away while it was read: a writer made a longer one of it. */
  const readRow = async (row: readonly LogPart[], from: number, to: number): Promise<Uint8Array | null> => {
    const pieces: Uint8Array[] = [];
    for (const part of row) {
      const start = Math.max(from, part.start);
      const length = Math.min(to, part.end) - start;
      if (length <= 0) continue;
      const bytes = await bucket.get(part.name, start - part.start, length);
      if (bytes?.length !== length) return null;
      pieces.push(bytes);
    }
    return Buffer.concat(pieces);
  };

  return {
    put: (key, bytes) =>
      inTurn(key, async () => {
        await remove(await partsOf(key));
        await bucket.put(key, bytes);
      }),
    append: (key, text) =>
      inTurn(key, async () => {
        const added = Buffer.from(text, 'utf8');
        const parts = await partsOf(key);
        const row = rowOf(parts);
        const last = row.at(-1);
        const end = last?.end ?? 0;
        const grows = last && last.name !== key && last.bytes + added.length <= partBytes ? last : null;
        const before = grows ? await bucket.get(grows.name) : new Uint8Array();
        if (before === null) throw new Error(`The log ${key} is written by two servers at once.`);
        const start = grows ? grows.start : end;
        const name = `${key}_${digits(start)}-${digits(end + added.length)}`;
        await bucket.put(name, Buffer.concat([before, added]));
        const kept = new Set([name, ...row.filter((part) => part !== grows).map((part) => part.name)]);
        // The text is stored: what is shorter and stays is of no account, and goes with the next addition.
        await remove(parts.filter((part) => !kept.has(part.name))).catch(() => {});
      }),
    async size(key) {
      return rowOf(await partsOf(key)).at(-1)?.end ?? 0;
    },
    async slice(key, start, length) {
      for (let round = 0; round < 20; round += 1) {
        const row = rowOf(await partsOf(key));
        if (row.length === 0) return null;
        const bytes = await readRow(row, start, start + length);
        if (bytes) return bytes;
      }
      throw new Error(`The log ${key} changes faster than it can be read.`);
    },
    delete: (key) => inTurn(key, async () => remove(await partsOf(key))),
  };
}
