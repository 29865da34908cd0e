import { type Grid, OrbitalsDetails, type WorkflowItem } from '@cuvette/core/entities';
import { loadResults, transitionGrids, transitionKey } from '@cuvette/core/workflows';
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

/** An item of a type and settings that give grids. Throws 404 for others. */
async function itemWithOrbitals(services: Services, reader: Reader, uuid: string): Promise<WorkflowItem> {
  const item = await itemFor(services, reader, uuid, 1);
  const definition = await loadResults(item.object_type);
  if (!definition?.hasGrids(item)) {
    throw new HttpProblem(
      404,
      'This workflow has no orbitals: it is not one of orbitals and electronic properties, has no excited states, and was not imported with orbitals.',
    );
  }
  return item;
}

/** The file of orbitals of an item, and the keys of its data that are in it. */
async function orbitalsFile(services: Services, reader: Reader, uuid: string) {
  const file = (await listFiles(services.db.drizzle, reader, uuid)).find(({ kind }) => kind === 'orbitals');
  return { file, keys: new Set(file ? z.parse(OrbitalsDetails, file.details).keys : []) };
}

/** Most bytes of a file of natural transition orbitals that is read at once: compute writes a million values of up to six letters. */
const mostTransitionBytes = 16 * 2 ** 20;

/** The natural transition orbitals of an item's excited states as grids; null for an item without them. Throws 404 as `orbitalsJson` does. */
export async function transitionsOf(services: Services, reader: Reader, uuid: string): Promise<Grid[] | null> {
  await itemWithOrbitals(services, reader, uuid);
  const { file, keys } = await orbitalsFile(services, reader, uuid);
  if (!file || !keys.has(transitionKey) || file.bytes > mostTransitionBytes) return null;
  const parts: Uint8Array[] = [];
  for await (const part of readFile(services.db.drizzle, services.files, file)) parts.push(part);
  return transitionGrids(JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>);
}

/**
 * The whole data of an item with orbitals as JSON text: what is in the item, and the grids that lie in a file, which are
 * passed on as they are read. Throws 404 for other items.
 */
export async function orbitalsJson(
  services: Services,
  reader: Reader,
  uuid: string,
): Promise<AsyncIterable<Uint8Array>> {
  const item = await itemWithOrbitals(services, reader, uuid);
  const { file, keys } = await orbitalsFile(services, reader, uuid);
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
