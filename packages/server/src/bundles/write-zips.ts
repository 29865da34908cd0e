import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { HttpProblem } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Reader } from '../store/reader.ts';
import { fileNameOf } from '../wire/file-name.ts';
import { inTurn } from './make-bundle.ts';
import { zipOf } from './write-zip.ts';

/** Most items in one zip of several. */
export const mostZipped = 100;

/**
 * Several items as one zip that holds the zip of each, so that each can be brought in again. It is written while it is read: an item is made when the
 * one before it has gone, so that one at a time is held. An item that cannot be made is named in the README with the reason.
 */
export function zipOfSeveral(
  services: Services,
  reader: Reader,
  items: readonly { uuid: string; name: string }[],
): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  const width = String(items.length).length;
  const lines: string[] = [];
  const add = async (index: number): Promise<void> => {
    const item = items[index];
    if (stream.destroyed) return;
    if (!item) {
      zip.addBuffer(Buffer.from(readmeOf(items.length, lines)), 'README.txt');
      zip.end();
      return;
    }
    const path = `${String(index + 1).padStart(width, '0')}-${fileNameOf(item.name, 'workflow')}.zip`;
    const next = () => void add(index + 1).catch((error: Error) => stream.destroy(error));
    try {
      const made = await inTurn(() => zipOf(services, reader, item.uuid));
      lines.push(`${path}  ${item.name} (${item.uuid})`);
      made.stream.once('end', next);
      made.stream.once('error', (error) => stream.destroy(error));
      // What is packed already is not packed again.
      zip.addReadStream(made.stream, path, { compress: false });
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      lines.push(`left out: ${item.name} (${item.uuid}): ${error.message}`);
      next();
    }
  };
  void add(0).catch((error: Error) => stream.destroy(error));
  return stream;
}

function readmeOf(count: number, lines: readonly string[]): string {
  return [
    `${count} items from Cuvette. Each is a zip of its own, with a README; the upload button of a folder brings it back.`,
    '',
    ...lines,
    '',
  ].join('\n');
}
