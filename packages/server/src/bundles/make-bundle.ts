import type { Bundle, BundleFile, Calculation } from '@cuvette/core/entities';
import { itemFor } from '../items/read-item.ts';
import type { Services } from '../services.ts';
import { readWholeCalculation } from '../store/calculations.ts';
import type { Executor } from '../store/database.ts';
import { type ItemFile, listFiles, readFile } from '../store/item-files.ts';
import { existingProteins, readProtein } from '../store/proteins.ts';
import type { Reader } from '../store/reader.ts';
import { version } from '../version.ts';

/** Most bytes of log that travel in a bundle. */
const wholeLog = 16 * 2 ** 20;
/** Most bytes of files that stand inside the one JSON document; larger ones travel in the zip only. */
const inlinedBytes = 32 * 2 ** 20;

const uuidInText = /[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi;

/** Proteins that an item's data name and the reader may see, whole, by uuid. */
async function proteinsOf(db: Executor, reader: Reader, data: unknown): Promise<Bundle['proteins']> {
  const named = [...new Set((JSON.stringify(data ?? null).match(uuidInText) ?? []).map((one) => one.toLowerCase()))];
  if (named.length === 0) return {};
  const proteins: Bundle['proteins'] = {};
  for (const uuid of await existingProteins(db, named)) {
    const protein = await readProtein(db, reader, uuid);
    if (protein) proteins[uuid] = protein;
  }
  return proteins;
}

/** A bundle, and the files of its item that the document only points to: entry in the document by file. */
export interface MadeBundle {
  bundle: Bundle;
  beside: { file: ItemFile; address: string }[];
}

/**
 * The item with its calculations (molecules and logs inlined), proteins and files as one document. Files stand inside it while
 * they are small together, unless they are to lie beside it. Throws 404.
 */
export async function makeBundle(
  services: Services,
  reader: Reader,
  uuid: string,
  filesBeside: boolean,
): Promise<MadeBundle> {
  const db = services.db.drizzle;
  const item = await itemFor(services, reader, uuid, wholeLog);
  const calculations: Record<string, Calculation> = {};
  for (const calculation of item.calculation_uuids) {
    const whole = await readWholeCalculation(db, services.files, reader, calculation);
    if (whole) calculations[calculation] = whole;
  }
  const files: Record<string, BundleFile> = {};
  const beside: MadeBundle['beside'] = [];
  let inlined = 0;
  for (const file of await listFiles(db, reader, uuid)) {
    const { media_type, workflow_uuid, name, kind, bytes, details } = file;
    const entry: BundleFile = { media_type, workflow_uuid, name, kind, bytes, details };
    if (filesBeside) {
      entry.address = `files/${name}`;
      beside.push({ file, address: entry.address });
    } else if (inlined + bytes <= inlinedBytes) {
      inlined += bytes;
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
    proteins: await proteinsOf(db, reader, item.object_data),
    files,
  };
  return { bundle, beside };
}
