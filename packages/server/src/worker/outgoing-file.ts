import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Most bytes that are sent at once; the server's parts are of the same size. */
const partBytes = 8 * 2 ** 20;

/** A file of a job's directory on its way to the server, held open so that nothing can be put in its place. */
export interface OutgoingFile {
  /** Its length when it was announced; what is written later is not sent. */
  bytes: number;
  /** The next part from an offset on, or null when the file has become shorter. */
  read(offset: number): Uint8Array<ArrayBuffer> | null;
  close(): void;
}

/** Opens a file of a job's directory by its path in it. Throws for anything outside of the directory, links, and what is not a file. */
export function openOutgoing(directory: string, relative: string): OutgoingFile {
  const root = realpathSync(directory);
  const full = path.resolve(root, relative);
  const parent = realpathSync(path.dirname(full));
  if (relative === '' || !`${parent}${path.sep}`.startsWith(`${root}${path.sep}`)) {
    throw new Error(`"${relative}" is not a file of the job's directory.`);
  }
  const handle = openSync(path.join(parent, path.basename(full)), constants.O_RDONLY | constants.O_NOFOLLOW);
  const info = fstatSync(handle);
  if (!info.isFile()) {
    closeSync(handle);
    throw new Error(`"${relative}" is not a file.`);
  }
  let open = true;
  return {
    bytes: info.size,
    read(offset) {
      const length = Math.min(partBytes, info.size - offset);
      const buffer = new Uint8Array(length);
      let filled = 0;
      while (filled < length) {
        const count = readSync(handle, buffer, filled, length - filled, offset + filled);
        if (count === 0) return null;
        filled += count;
      }
      return buffer;
    },
    close() {
      if (open) closeSync(handle);
      open = false;
    },
  };
}
