import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { HttpProblem } from '../errors.ts';
import { itemFor } from '../items/read-item.ts';
import type { Services } from '../services.ts';
import { listFiles, readFile } from '../store/item-files.ts';
import type { Reader } from '../store/reader.ts';
import { fileNameOf } from '../wire/file-name.ts';

/**
 * The files of a sequence alignment in one format as a zip, streamed from the store; the format's own folder is left out of the
 * names. Throws 404 where there are none.
 */
export async function alignmentZip(
  services: Services,
  reader: Reader,
  uuid: string,
  format: string,
): Promise<{ stream: Readable; name: string }> {
  const item = await itemFor(services, reader, uuid, 1);
  const files = (await listFiles(services.db.drizzle, reader, uuid)).filter(
    ({ kind, details }) => kind === 'msa' && details.msa_format === format,
  );
  if (files.length === 0) throw new HttpProblem(404, `This workflow has no alignment in the format of ${format}.`);
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  for (const file of files) {
    const name = file.name.startsWith(`${format}/`) ? file.name.slice(format.length + 1) : file.name;
    zip.addReadStreamLazy(name, { size: file.bytes, compressionLevel: 6 }, (done) =>
      done(null, Readable.from(readFile(services.db.drizzle, services.files, file))),
    );
  }
  zip.end();
  return { stream, name: `${fileNameOf(item.name, 'msa')}-${format}.zip` };
}
