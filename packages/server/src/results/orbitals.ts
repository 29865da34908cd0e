import { OrbitalsDetails } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';
import { itemFor } from '../items/read-item.ts';
import type { Services } from '../services.ts';
import { listFiles, readFile } from '../store/item-files.ts';
import type { Reader } from '../store/reader.ts';

/** A JSON object without the brace that opens it. */
async function* withoutOpening(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let opened = false;
  for await (const piece of pieces) {
    const brace = opened ? -1 : piece.indexOf(0x7b);
    if (!opened && brace < 0) continue;
    opened = true;
    yield piece.subarray(brace + 1);
  }
}

/**
 * The whole data of an item of electronic properties as JSON text: what is in the item, and the grids that lie in a file, which are
 * passed on as they are read. Throws 404 for other items.
 */
export async function orbitalsJson(
  services: Services,
  reader: Reader,
  uuid: string,
): Promise<AsyncIterable<Uint8Array>> {
  const item = await itemFor(services, reader, uuid, 1);
  if (item.object_type !== 'electronic_properties') {
    throw new HttpProblem(404, 'This workflow has no orbitals: it is not one of orbitals and electronic properties.');
  }
  const file = (await listFiles(services.db.drizzle, reader, uuid)).find(({ kind }) => kind === 'orbitals');
  const keys = new Set(file ? z.parse(OrbitalsDetails, file.details).keys : []);
  const light = Object.entries(item.object_data ?? {}).filter(([key]) => !keys.has(key));
  const text = JSON.stringify(Object.fromEntries(light));
  return (async function* pieces() {
    if (!file || keys.size === 0) {
      yield Buffer.from(text);
      return;
    }
    yield Buffer.from(light.length > 0 ? `${text.slice(0, -1)},` : '{');
    yield* withoutOpening(readFile(services.db.drizzle, services.files, file));
  })();
}
