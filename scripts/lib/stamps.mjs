/** Stamps: what was done for which content, so that a second start does nothing twice. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const skipped = new Set(['node_modules', 'dist', '.venv', '__pycache__', '.cache', '.git', 'test-results']);

/** All files below a folder (or the file itself), sorted, without outputs and installed packages. */
export function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const found = [];
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const full = join(path, entry.name);
    if (entry.isDirectory()) found.push(...filesOf(full));
    else if (entry.isFile()) found.push(full);
  }
  return found.sort();
}

/**
 * A hash of names and contents.
 * @param {string[]} paths files and folders, relative to the root
 * @param {string[]} [words] other things that matter (versions, flags)
 */
export function hashOf(paths, words = []) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesOf(join(root, path))) {
      hash.update(`${relative(root, file)}\0`);
      hash.update(readFileSync(file));
      hash.update('\0');
    }
  }
  for (const word of words) hash.update(`${word}\0`);
  return hash.digest('hex');
}

/** True when the stamp at `path` (absolute) holds `value`. */
export function isStamped(path, value) {
  try {
    return readFileSync(path, 'utf8').trim() === value;
  } catch {
    return false;
  }
}

/** Writes a stamp. */
export function stamp(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${value}\n`);
}
