import { open, readFile, stat } from 'node:fs/promises';
import { HttpProblem } from '../errors.ts';
import type { Services } from '../services.ts';
import { type Destination, type ImportAnswer, importBundle } from './import.ts';
import { folderDocumentOf, importFolder } from './import-folder.ts';
import { documentBytes } from './limits.ts';
import { openZip } from './read-zip.ts';

/** Whether a file begins as zips do. */
async function isZip(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.readUInt32LE(0) === 0x04034b50;
  } finally {
    await handle.close();
  }
}

/** Brings the zip or JSON document in that lies in a file of this machine. Throws 422 for what cannot be read or does not fit. */
export async function importFile(
  services: Pick<Services, 'db' | 'files'>,
  destination: Destination,
  file: string,
): Promise<ImportAnswer> {
  const unreadable = (error: Error) => {
    throw new HttpProblem(422, `${file} cannot be read: ${error.message}`);
  };
  if (await isZip(file).catch(unreadable)) return importZip(services, destination, file);
  const { size } = await stat(file);
  if (size > documentBytes) throw new HttpProblem(422, `${file} is too large: export the workflow as a zip.`);
  return importBundle(services, destination, (await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
}

/** Brings a zip in that lies in a file of this machine: that of one item, or that of several with their folders. */
export async function importZip(
  services: Pick<Services, 'db' | 'files'>,
  destination: Destination,
  file: string,
): Promise<ImportAnswer> {
  const zip = await openZip(file);
  try {
    const folder = await folderDocumentOf(zip);
    if (folder) return await importFolder(services, destination, zip, folder);
    return await importBundle(services, destination, await zip.document(), zip.read);
  } finally {
    await zip.close();
  }
}
