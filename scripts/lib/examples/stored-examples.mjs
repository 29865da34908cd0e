/** The results that `npm run examples` stored: where they lie, how large they may be, and by which recipe each was made. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../stamps.mjs';

export const folder = join(root, 'examples/results');

/** Bytes of one result, packed, and of all of them. */
export const limits = { each: 300_000, all: 4_000_000 };

export const fileOf = (type) => join(folder, `${type}.cuvette.json`);

const madeByFile = join(folder, 'made-by.json');

/** By type: the digest of the recipe that made the stored result, and the seconds that it took. */
export const madeBy = () => (existsSync(madeByFile) ? JSON.parse(readFileSync(madeByFile, 'utf8')) : {});

export const madeByText = (entries) =>
  `${JSON.stringify(Object.fromEntries(Object.entries(entries).sort(([one], [other]) => one.localeCompare(other))), null, 2)}\n`;

export { madeByFile };

/** The digest of a type's recipe, as it stands in the checkout. */
export function recipeDigest(type) {
  const file = join(root, 'packages/compute/src/cuvette_compute/recipes', `${type}.py`);
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
}

/** How large a result is on its way to a browser. */
export const packedBytes = (text) => gzipSync(text, { level: 9 }).length;
