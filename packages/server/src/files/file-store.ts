import { appendFile, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../store/database.ts';

/** A stored file as the sweep sees it. */
export interface StoredFile {
  key: string;
  bytes: number;
  modified: Date;
}

/** Where molecules and logs lie. Keys are relative paths of our own making (uuids and hashes), never user text. */
export interface FileStore {
  /** Stores bytes so that after a crash the file is whole or absent. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Adds text at the end of a log. */
  append(key: string, text: string): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  /** `length` bytes of a file from `start` on (fewer where it ends before); null when there is none. */
  slice(key: string, start: number, length: number): Promise<Uint8Array | null>;
  /** Bytes of a file, 0 when there is none. */
  size(key: string): Promise<number>;
  /** The last `bytes` of a file as text, or '' when there is none. */
  tail(key: string, bytes: number): Promise<string>;
  delete(key: string): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

const safeKey = /^[0-9a-z][0-9a-z-]*(\/[0-9a-z][0-9a-z.-]*)+$/;

/** Files in a local directory. */
export function localFiles(root: string): FileStore {
  const locate = (key: string): string => {
    if (!safeKey.test(key) || key.includes('..')) throw new Error(`"${key}" is not a file key.`);
    return path.join(root, key);
  };
  async function* walk(folder: string): AsyncIterable<StoredFile> {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory()) yield* walk(full);
      else if (entry.isFile()) {
        const info = await stat(full).catch(() => null);
        if (info) yield { key: path.relative(root, full), bytes: info.size, modified: info.mtime };
      }
    }
  }
  return {
    async put(key, bytes) {
      const file = locate(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeDurably(file, bytes);
    },
    async append(key, text) {
      const file = locate(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await appendFile(file, text, { mode: 0o600 });
    },
    async get(key) {
      return readFile(locate(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async slice(key, start, length) {
      const handle = await open(locate(key), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!handle) return null;
      try {
        const buffer = Buffer.allocUnsafe(length);
        let filled = 0;
        while (filled < length) {
          const { bytesRead } = await handle.read(buffer, filled, length - filled, start + filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return buffer.subarray(0, filled);
      } finally {
        await handle.close();
      }
    },
    size: (key) =>
      stat(locate(key)).then(
        (info) => info.size,
        () => 0,
      ),
    async tail(key, bytes) {
      const handle = await open(locate(key), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!handle) return '';
      try {
        const { size } = await handle.stat();
        const length = Math.min(size, bytes);
        const buffer = Buffer.alloc(length);
        await handle.read(buffer, 0, length, size - length);
        const text = buffer.toString('utf8');
        if (length === size) return text;
        return `[the first ${size - length} bytes are in the log file]\n${text.slice(text.indexOf('\n') + 1)}`;
      } finally {
        await handle.close();
      }
    },
    delete: (key) => rm(locate(key), { force: true }),
    list: () => walk(root),
  };
}
