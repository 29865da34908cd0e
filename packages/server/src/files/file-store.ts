/** A stored file as the sweep sees it. */
export interface StoredFile {
  key: string;
  bytes: number;
  modified: Date;
}

/** Where molecules, large results and logs lie. Keys are relative paths of our own making (uuids and hashes), never user text. */
export interface FileStore {
  /** Where it is, for people: a directory or an address. */
  place: string;
  /** Identifier of the database that the files belong to; null while the store does not say. */
  owner(): Promise<string | null>;
  /** Writes down which database the files belong to. */
  setOwner(identifier: string): Promise<void>;
  /** Stores bytes so that after a crash the file is whole or absent. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Adds text at the end of a log (a key that ends in .log); what was acknowledged outlives this process. One server writes a log. */
  append(key: string, text: string): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  /** `length` bytes of a file from `start` on (fewer where it ends before); null when there is none. */
  slice(key: string, start: number, length: number): Promise<Uint8Array | null>;
  /** Bytes of a file, 0 when there is none. */
  size(key: string): Promise<number>;
  /** The last `bytes` of a file as text, or '' when there is none. */
  tail(key: string, bytes: number): Promise<string>;
  delete(key: string): Promise<void>;
  /** Every file, in no promised order. What is not of our naming is left out. */
  list(): AsyncIterable<StoredFile>;
  /** Why files cannot be read and written at the moment, as text; null when they can. */
  trouble(): Promise<string | null>;
}

/** Name of what says to which database the files belong. No key of a file: it is neither listed nor swept. */
export const ownerName = 'Cuvette-database';

/** Returns what was written by `setOwner`, without the line's end; null for nothing. */
export function ownerIn(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('utf8').trim() || null;
}

const safeKey = /^[0-9a-z][0-9a-z-]*(\/[0-9a-z][0-9a-z.-]*)+$/;

/** Whether a text is a key of a file. */
export function isKey(text: string): boolean {
  return safeKey.test(text) && !text.includes('..');
}

/** Throws for what is no key of a file. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`"${key}" is not a file key.`);
}

/** Whether a file is a log, which grows by `append`. */
export function isLog(key: string): boolean {
  return key.endsWith('.log');
}

/** Throws for a key that is not of a log. */
export function checkLog(key: string): void {
  checkKey(key);
  if (!isLog(key)) throw new Error(`"${key}" is not a log; only logs grow.`);
}

/**
 * The end of a file of `size` bytes as text for people: where its beginning is left out, it says so and begins with a whole line, or,
 * where that would leave nothing, within the last line.
 */
export function endOfText(bytes: Uint8Array, size: number): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length >= size) return buffer.toString('utf8');
  const line = buffer.indexOf(10) + 1;
  // Not in the middle of a character: bytes that go on with one begin with the bits 10.
  let start = 0;
  while (start < 4 && ((buffer[start] ?? 0) & 0xc0) === 0x80) start += 1;
  const end = buffer.subarray(line > 0 && line < buffer.length ? line : start);
  return `[the first ${size - end.length} bytes are in the log file]\n${end.toString('utf8')}`;
}

/** The end of a stored file, at most its last `bytes`, as `endOfText` puts it; '' for a file that is not there. */
export async function endOfFile(
  { size, slice }: Pick<FileStore, 'size' | 'slice'>,
  key: string,
  bytes: number,
): Promise<string> {
  const whole = await size(key);
  const length = Math.min(whole, bytes);
  const end = await slice(key, whole - length, length);
  return end ? endOfText(end, whole) : '';
}
