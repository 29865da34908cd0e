import type { Bundle, BundleFile, Calculation } from '@cuvette/core/entities';
import { HttpProblem } from '../errors.ts';
import { itemFor } from '../items/read-item.ts';
import type { Services } from '../services.ts';
import { NoRoomLeft, type ReadingRoom, readWholeCalculation } from '../store/calculations.ts';
import type { Executor } from '../store/database/database.ts';
import { forEverybody } from '../store/for-everybody.ts';
import { type ItemFile, listFiles, readFile } from '../store/item-files.ts';
import { existingProteins, readProtein } from '../store/proteins.ts';
import type { Reader } from '../store/reader.ts';
import { version } from '../version.ts';
import { bundleLimits, sizeWords } from './limits.ts';

/** Most bytes of log that travel in a bundle. */
const wholeLog = 16 * 2 ** 20;
/** Most bytes of files inside the one JSON document; larger ones are in the zip only. */
const inlinedBytes = 32 * 2 ** 20;
/** Bytes that are kept free for what the document says around its files. */
const spare = 2 ** 20;

const uuidInText = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Proteins that an item's data name and the reader may see, whole, by uuid. */
async function proteinsOf(db: Executor, reader: Reader, data: unknown, room: ReadingRoom): Promise<Bundle['proteins']> {
  const named = [...new Set((JSON.stringify(data ?? null).match(uuidInText) ?? []).map((one) => one.toLowerCase()))];
  if (named.length === 0) return {};
  const proteins: Bundle['proteins'] = {};
  for (const uuid of await existingProteins(db, named)) {
    const protein = await readProtein(db, reader, uuid);
    if (!protein) continue;
    proteins[uuid] = protein;
    take(room, protein);
  }
  return proteins;
}

/** Counts what is held. Throws `NoRoomLeft`. */
function take(room: ReadingRoom, value: unknown): void {
  room.left -= Buffer.byteLength(JSON.stringify(value));
  if (room.left < 0) throw new NoRoomLeft();
}

/** The bundle that is being made: one after the other, for each takes its memory. */
let making: Promise<unknown> = Promise.resolve();

/** Makes something of an item when it is its turn; nobody else's bundle is made meanwhile. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = making.then(work);
  making = mine.catch(() => {});
  return mine;
}

/** An item that is too large for one JSON document. */
export function tooLargeForJson(): HttpProblem {
  const most = sizeWords(bundleLimits.json);
  return new HttpProblem(
    413,
    `This workflow has more than ${most} as one JSON document. Take the zip: add ?format=zip to the address.`,
  );
}

function tooLargeForZip(): HttpProblem {
  const most = sizeWords(bundleLimits.zip);
  return new HttpProblem(
    413,
    `The calculations of this workflow have more than ${most} together, too much for one bundle. Read them one by one: /api/calculation/ and the identifier of each.`,
  );
}

/** A bundle, and the files of its item that the document only points to: entry in the document by file. */
export interface MadeBundle {
  bundle: Bundle;
  beside: { file: ItemFile; address: string }[];
}

/**
 * The item with its calculations (molecules and logs inlined), proteins and files as one document. Files are inside it while they are small together,
 * unless they are wanted beside it. Throws 404, and 413 before more is held than `bundleLimits` says.
 */
export async function makeBundle(
  services: Services,
  reader: Reader,
  uuid: string,
  filesBeside: boolean,
): Promise<MadeBundle> {
  try {
    return await madeWithin(services, reader, uuid, filesBeside);
  } catch (error) {
    if (!(error instanceof NoRoomLeft)) throw error;
    throw filesBeside ? tooLargeForZip() : tooLargeForJson();
  }
}

async function madeWithin(services: Services, reader: Reader, uuid: string, filesBeside: boolean): Promise<MadeBundle> {
  const db = services.db.drizzle;
  const room: ReadingRoom = { left: filesBeside ? bundleLimits.zip : bundleLimits.json };
  const item = await itemFor(services, reader, uuid, wholeLog);
  take(room, item);
  const calculations: Record<string, Calculation> = {};
  for (const calculation of item.calculation_uuids) {
    const whole = await readWholeCalculation(db, services.files, reader, calculation, room);
    if (whole) calculations[calculation] = whole;
  }
  const proteins = await proteinsOf(db, reader, item.object_data, room);
  const files: Record<string, BundleFile> = {};
  const beside: MadeBundle['beside'] = [];
  let inlined = 0;
  for (const file of await listFiles(db, reader, uuid)) {
    const { media_type, workflow_uuid, name, kind, bytes, details } = file;
    const entry: BundleFile = { media_type, workflow_uuid, name, kind, bytes, details };
    const written = Math.ceil(bytes / 3) * 4;
    if (filesBeside && beside.length >= bundleLimits.files) {
      entry.left_out = `A zip takes ${bundleLimits.files} files; this one is left out.`;
    } else if (filesBeside) {
      entry.address = `files/${name}`;
      beside.push({ file, address: entry.address });
    } else if (inlined + bytes <= inlinedBytes && written + spare <= room.left) {
      inlined += bytes;
      room.left -= written;
      const parts: Uint8Array[] = [];
      for await (const part of readFile(db, services.files, file)) parts.push(part);
      entry.base64 = Buffer.concat(parts).toString('base64');
    } else {
      entry.left_out = `It is too large for one document (${bytes} bytes). It is in the zip: add ?format=zip to the address.`;
    }
    files[name] = entry;
  }
  const bundle: Bundle = {
    format: 'cuvette-bundle',
    version: 1,
    created_at: new Date().toISOString(),
    server: { address: services.config.publicUrl, version },
    items: [item],
    calculations,
    proteins,
    files,
  };
  return { bundle: reader.kind === 'public' ? forEverybody(bundle) : bundle, beside };
}
