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
  /** Why files cannot be read and written at the moment, in words; null when they can. */
  trouble(): Promise<string | null>;
}
/** Name of what says to which database the files belong. No key of a file: it is neither listed nor swept. */
export declare const ownerName = 'Cuvette-database';
/** What was written by `setOwner`, without the line's end; null for nothing. */
export declare function ownerIn(bytes: Uint8Array | null): string | null;
/** Whether a text is a key of a file. */
export declare function isKey(text: string): boolean;
/** Throws for what is no key of a file. */
export declare function checkKey(key: string): void;
/** Whether a file is a log, which grows by `append`. */
export declare function isLog(key: string): boolean;
/** Throws for a key that is not of a log. */
export declare function checkLog(key: string): void;
/**
 * The end of a file of `size` bytes as text for people: where its beginning is left out, it says so and begins with a whole line, or,
 * where that would leave nothing, within the last line.
 */
export declare function endOfText(bytes: Uint8Array, size: number): string;
/** The end of a stored file, at most its last `bytes`, as `endOfText` puts it; '' for a file that is not there. */
export declare function endOfFile(
  { size, slice }: Pick<FileStore, 'size' | 'slice'>,
  key: string,
  bytes: number,
): Promise<string>;
