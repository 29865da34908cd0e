import { copyFile, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { folderDocumentName } from '../bundles/folder-document.ts';
import type { Destination, ImportAnswer } from '../bundles/import.ts';
import { importFile } from '../bundles/import-file.ts';
import { documentName } from '../bundles/limits.ts';
import { openZip } from '../bundles/read-zip.ts';
import type { Services } from '../services.ts';
import { makeTemporary } from '../worker/temporary.ts';
import { importOutput } from './import-output.ts';

const headBytes = 4096;

/** The first bytes of a file. */
async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Whether a file is a bundle of this platform, by its content: a zip with a bundle's document, or a JSON document that is none of another program. */
async function isBundle(file: string): Promise<boolean> {
  const head = await headOf(file);
  if (head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))) {
    const zip = await openZip(file);
    try {
      return zip.has(documentName) || zip.has(folderDocumentName);
    } finally {
      await zip.close();
    }
  }
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  return text.startsWith('{') && !/"(?:schema_name|Geometries|Calculation_Info|driver)"/.test(text);
}

/** Brings a file of this machine in: a bundle, or the output of another program. Throws 422 for what cannot be read or does not fit. */
export async function importAnyFile(
  services: Pick<Services, 'db' | 'files' | 'config'>,
  destination: Destination,
  file: string,
): Promise<ImportAnswer> {
  if (await isBundle(file)) return importFile(services, destination, file);
  // The process that reads it sees its own directory alone.
  const folder = await makeTemporary('import');
  try {
    const copy = path.join(folder, 'upload');
    await copyFile(file, copy);
    return await importOutput(services, destination, copy, { file: path.basename(file), name: null });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
