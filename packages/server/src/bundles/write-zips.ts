import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { HttpProblem } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Reader } from '../store/reader.ts';
import { fileNameOf } from '../wire/file-name.ts';
import { type FolderDocument, folderDocumentName } from './folder-document.ts';
import { bundleLimits, sizeWords } from './limits.ts';
import { inTurn } from './make-bundle.ts';
import { zipOf } from './write-zip.ts';

/** Most items that are chosen for one zip. */
export const mostZipped = 100;

/** An item that goes into a zip of several, and its folder by its place in the list of folders. */
export interface ZippedItem {
  uuid: string;
  name: string;
  starred: boolean;
  folder: number | null;
}

/** Paths of folders in the zip, each below the one around it. */
function folderPaths(folders: FolderDocument['folders']): string[] {
  const paths: string[] = [];
  for (const { name, parent } of folders) {
    paths.push(`${parent === null ? '' : paths[parent]}${fileNameOf(name, 'folder')}/`);
  }
  return paths;
}

/**
 * Several items as one zip that holds the zip of each, the folders that they lie in, and a document by which an import gives all of it back. It is written
 * while it is read: an item is made when the one before it has gone, so that one at a time is held. An item that cannot be made is named in the README
 * with the reason, like those of `leftOut`.
 */
export function zipOfSeveral(
  services: Services,
  reader: Reader,
  items: readonly ZippedItem[],
  folders: FolderDocument['folders'] = [],
  leftOut: readonly string[] = [],
): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  const width = String(items.length).length;
  const paths = folderPaths(folders);
  const lines: string[] = [];
  const made: FolderDocument['items'] = [];
  const add = async (index: number): Promise<void> => {
    const item = items[index];
    if (stream.destroyed) return;
    if (!item) {
      const document: FolderDocument = {
        format: 'cuvette-folder',
        version: 1,
        created_at: new Date().toISOString(),
        folders: [...folders],
        items: made,
      };
      zip.addBuffer(Buffer.from(`${JSON.stringify(document, null, 1)}\n`), folderDocumentName);
      zip.addBuffer(Buffer.from(readmeOf(made.length, [...lines, ...leftOut])), 'README.txt');
      zip.end();
      return;
    }
    const { uuid, name, starred, folder } = item;
    const number = String(index + 1).padStart(width, '0');
    const entry = `${folder === null ? '' : (paths[folder] ?? '')}${number}-${fileNameOf(name, 'workflow')}.zip`;
    const next = () => void add(index + 1).catch((error: Error) => stream.destroy(error));
    try {
      const packed = await inTurn(() => zipOf(services, reader, uuid));
      lines.push(`${entry}  ${name} (${uuid})`);
      made.push({ entry, name, uuid, starred, folder });
      packed.stream.once('end', next);
      packed.stream.once('error', (error) => stream.destroy(error));
      // What is packed already is not packed again.
      zip.addReadStream(packed.stream, entry, { compress: false });
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      lines.push(`left out: ${name} (${uuid}): ${error.message}`);
      next();
    }
  };
  void add(0).catch((error: Error) => stream.destroy(error));
  return stream;
}

function readmeOf(count: number, lines: readonly string[]): string {
  return [
    `${count} items from Cuvette. Each is a zip of its own, with a README.`,
    `The upload button of a folder brings this zip back with its folders, up to ${sizeWords(bundleLimits.upload)};`,
    '"cuvette import" on the server takes a larger one. Each zip in it can be brought back by itself, too.',
    '',
    ...lines,
    '',
  ].join('\n');
}
