/** Packed forms of built files, laid beside them as `NAME.br` and `NAME.gz`: the server sends the one that a browser takes. */
import { readdirSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Kinds of files that shrink. Pictures and fonts are packed already. */
const shrinks = /\.(?:css|html|js|json|svg|txt|wasm|webmanifest)$/;

/** Files that are packed at once: as many as Node has threads for it. */
const atOnce = 4;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The packings, by the quality that Brotli is asked for. */
const forms = {
  br: (bytes, quality) =>
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes) => gzipped(bytes, { level: 9 }),
};

async function packFile(file, quality) {
  const bytes = await readFile(file);
  for (const [ending, pack] of Object.entries(forms)) {
    // Half a megabyte takes seconds at the highest quality.
    const packed = await pack(bytes, bytes.length > 400_000 ? Math.min(quality, 9) : quality);
    const form = `${file}.${ending}`;
    if (packed.length >= bytes.length) await rm(form, { force: true });
    else {
      await writeFile(`${form}.new`, packed);
      await rename(`${form}.new`, form);
    }
  }
}

/**
 * Lays the packed forms beside all files of a folder that shrink by them. A form appears whole, so that a server may run meanwhile.
 * Brotli at quality 9 takes a second for everything; 11 saves a tenth more and takes some seconds for each megabyte: worth it for what strangers load.
 * @param {string} folder
 * @param {number} [quality] of Brotli, 9 or 11
 */
export async function writePackedForms(folder, quality = 9) {
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => shrinks.test(name))
    .map((name) => join(folder, name));
  const work = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      await packFile(file, quality).catch((error) => {
        // Another build at the same time has emptied the folder, and packs what it makes itself.
        if (error.code !== 'ENOENT') throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
