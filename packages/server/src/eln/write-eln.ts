import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { escapedHtml, recordHtml } from '@cuvette/core/embedding';
import { hrefOfItem } from '@cuvette/core/workflows';
import { ZipFile } from 'yazl';
import { inTurn } from '../bundles/make-bundle.ts';
import { type ItemParts, partsOfItem } from '../bundles/write-zip.ts';
import { HttpProblem } from '../errors.ts';
import { englishWords } from '../items/english-words.ts';
import { summaryOfItem } from '../items/item-summary.ts';
import { valuesOfItem } from '../items/item-values.ts';
import type { Services } from '../services.ts';
import { readFile } from '../store/item-files.ts';
import type { Reader } from '../store/reader.ts';
import { fileNameOf } from '../wire/file-name.ts';
import { crateText, type ElnFile, type Node, nodesOfItem } from './eln-graph.ts';
import { type PictureFile, pictureFiles } from './item-attachments.ts';

/** An item as the archive names it. */
export interface NamedItem {
  uuid: string;
  name: string;
}

/** What an item brings into the archive. */
interface Gathered {
  parts: ItemParts;
  pictures: PictureFile[];
}

/** Whom the archive is for, and where the items are. */
export interface ElnPlace {
  services: Services;
  reader: Reader;
  origin: string;
  /** The key of a share link by which the item is read; null for none. */
  link: string | null;
}

async function gather({ services, reader }: ElnPlace, uuid: string): Promise<Gathered> {
  return { parts: await partsOfItem(services, reader, uuid), pictures: await pictureFiles(services, reader, uuid) };
}

/** Puts the files of an item into the archive, and resolves when all of them have been read: their sums are known then. */
async function putFiles(
  zip: ZipFile,
  place: ElnPlace,
  root: string,
  { parts, pictures }: Gathered,
): Promise<ElnFile[]> {
  const files: Promise<ElnFile>[] = [];
  const put = (file: Omit<ElnFile, 'bytes' | 'sha256'>, size: number, read: () => Readable) =>
    files.push(
      new Promise((resolve, reject) => {
        zip.addReadStreamLazy(`${root}/${file.path}`, { size, compressionLevel: 6 }, (done) => {
          const hash = createHash('sha256');
          const stream = read();
          stream.on('data', (part: Buffer) => hash.update(part));
          stream.once('end', () => resolve({ ...file, bytes: size, sha256: hash.digest('hex') }));
          stream.once('error', reject);
          done(null, stream);
        });
      }),
    );
  const putBytes = (path: string, title: string, mediaType: string, bytes: Uint8Array) =>
    put({ path, name: path.split('/').at(-1) ?? path, description: title, mediaType }, bytes.length, () =>
      Readable.from([Buffer.from(bytes)]),
    );
  for (const { path, title, png } of pictures) putBytes(path, title, 'image/png', png);
  for (const { path, title, mediaType, text } of parts.texts) {
    putBytes(path === 'item.json' ? 'result.json' : path, title, mediaType, Buffer.from(text));
  }
  for (const { file, address } of parts.beside) {
    const { name, kind, media_type: mediaType, bytes } = file;
    put({ path: address, name, description: kind, mediaType }, bytes, () =>
      Readable.from(readFile(place.services.db.drizzle, place.services.files, file)),
    );
  }
  return Promise.all(files);
}

async function describe(place: ElnPlace, folder: string, { parts }: Gathered, files: readonly ElnFile[]) {
  const { services, reader, origin, link } = place;
  const { item, bundle, title, citations, notes } = parts;
  const found = await summaryOfItem(services, reader, item.uuid);
  const { values } = await valuesOfItem(services, reader, item.uuid);
  const address = `${origin}${hrefOfItem(item, { public: item.public || link !== null, link })}`;
  const record = found ? recordHtml(found.summary, { address, picture: null, words: englishWords }) : '';
  const text = [record, ...notes.map((note) => `<p>${escapedHtml(note)}</p>`)].join('\n');
  return nodesOfItem({ item, bundle, title, folder, address, text, values, citations, files });
}

/**
 * Items as one `.eln` archive: a zipped RO-Crate with a folder for each, which holds pictures, tables, result, structures and references, as laboratory
 * notebooks import it. It is written while it is read: an item is made when the one before it has gone. Of several items, one that cannot be made is
 * named in the description of the archive with the reason.
 * @param name of the archive, without its ending
 * @throws 404 and 413 for the only item
 */
export async function elnOf(place: ElnPlace, items: readonly NamedItem[], name: string): Promise<Readable> {
  const root = `${name}.eln`;
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  const nodes: Node[][] = [];
  const leftOut: string[] = [];
  const createdAt = new Date().toISOString();
  // What the only item lacks is answered before anything is sent.
  const [only] = items.length === 1 ? items : [];
  const first = only ? await inTurn(() => gather(place, only.uuid)) : null;
  const write = async (): Promise<void> => {
    for (const [index, { uuid, name: itemName }] of items.entries()) {
      if (stream.destroyed) return;
      const folder = `${String(index + 1).padStart(String(items.length).length, '0')}-${fileNameOf(itemName, 'workflow')}`;
      try {
        const gathered = first ?? (await inTurn(() => gather(place, uuid)));
        const files = await putFiles(zip, place, `${root}/${folder}`, gathered);
        nodes.push(await describe(place, folder, gathered, files));
      } catch (error) {
        if (!(error instanceof HttpProblem)) throw error;
        leftOut.push(`Left out: ${itemName} (${uuid}): ${error.message}`);
      }
    }
    const crate = crateText({ name, createdAt, origin: place.origin, leftOut }, nodes);
    zip.addBuffer(Buffer.from(crate), `${root}/ro-crate-metadata.json`, { compressionLevel: 6 });
    zip.end();
  };
  void write().catch((error: Error) => stream.destroy(error));
  return stream;
}
