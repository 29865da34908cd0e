import { randomUUID } from 'node:crypto';
import { access, appendFile, constants, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDiskFull } from './disk-full.ts';
import {
  checkKey,
  checkLog,
  endOfFile,
  type FileStore,
  isKey,
  ownerIn,
  ownerName,
  type StoredFile,
} from './file-store.ts';
import { writeDurably } from './write-durably.ts';

/** Files in a local directory. */
export function localFiles(root: string): FileStore {
  const locate = (key: string): string => {
    checkKey(key);
    return path.join(root, key);
  };
  const absent = (error: NodeJS.ErrnoException): null => {
    if (error.code === 'ENOENT') return null;
    throw error;
  };
  async function* walk(folder: string): AsyncIterable<StoredFile> {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory()) yield* walk(full);
      else if (entry.isFile()) {
        const key = path.relative(root, full);
        const info = isKey(key) ? await stat(full).catch(() => null) : null;
        if (info) yield { key, bytes: info.size, modified: info.mtime };
      }
    }
  }
  const slice: FileStore['slice'] = async (key, start, length) => {
    const handle = await open(locate(key), 'r').catch(absent);
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
  };
  const size: FileStore['size'] = (key) =>
    stat(locate(key)).then(
      (info) => info.size,
      () => 0,
    );
  return {
    place: root,
    owner: async () => ownerIn(await readFile(path.join(root, ownerName)).catch(absent)),
    async setOwner(identifier) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await writeDurably(path.join(root, ownerName), Buffer.from(`${identifier}\n`));
    },
    async put(key, bytes) {
      const file = locate(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeDurably(file, bytes);
    },
    async append(key, text) {
      checkLog(key);
      const file = locate(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await appendFile(file, text, { mode: 0o600 });
    },
    async get(key) {
      return readFile(locate(key)).catch(absent);
    },
    slice,
    size,
    tail: (key, bytes) => endOfFile({ size, slice }, key, bytes),
    delete: (key) => rm(locate(key), { force: true }),
    list: () => walk(root),
    async trouble() {
      try {
        await mkdir(root, { recursive: true, mode: 0o700 });
        await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
        // Room is known by taking some: a full disk, or a share of one, lets directories be entered all the same.
        const trial = path.join(root, `.room-${randomUUID()}`);
        try {
          await writeFile(trial, Buffer.alloc(64 * 1024), { mode: 0o600 });
        } finally {
          await rm(trial, { force: true });
        }
        return null;
      } catch (error) {
        if (isDiskFull(error)) return `The disk of ${root} is full, so nothing can be stored. Free some space.`;
        return `The directory of files, ${root}, cannot be written (${(error as NodeJS.ErrnoException).code}).`;
      }
    },
  };
}
