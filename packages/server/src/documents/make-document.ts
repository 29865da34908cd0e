import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { DocumentOptions } from '@cuvette/core/entities';
import { bibliographyOf } from '@cuvette/core/workflows/citations/bibliography';
import { risOf } from '@cuvette/core/workflows/citations/ris';
import { composeDocument } from '@cuvette/core/workflows/supporting/compose-document';
import { HttpProblem } from '../errors.ts';
import { errorText, logTrouble } from '../log.ts';
import type { Services } from '../services.ts';
import {
  type DocumentFile,
  type DocumentFiles,
  failDocument,
  finishDocument,
  itemsOfDocument,
  type Making,
  noteProgress,
  type StoredFormat,
  settingsOfDocument,
  versionsOf,
} from '../store/documents.ts';
import type { Member } from '../store/reader.ts';
import { version } from '../version.ts';
import { type DrawnPictures, docxOf, drawnPicture } from './formats/docx.ts';
import { htmlOf } from './formats/html.ts';
import { plainTextOf } from './formats/plain-text.ts';
import { type ItemParts, readContent } from './read-content.ts';

const compress = promisify(gzip);

/** Most letters of what all items of a document say together: it is held in memory while it is written. */
const mostLetters = 96 * 2 ** 20;
/** Milliseconds between two signs of life. */
const beatMs = 10_000;

/** Files that the zip has besides the document: structures and tables, by item. */
export type StoredParts = { name: string; uuid: string; xyz: string | null; tables: ItemParts['tables'] }[];

/** A making that is no longer wanted. */
class GivenUp extends Error {}

/** The making under way: one document after the other, for each takes its memory. */
let last: Promise<unknown> = Promise.resolve();

/** Starts to make a document in the background, as the eyes of `reader` see its items. It ends by itself, and so does its trouble. */
export function startMaking(services: Services, reader: Member, making: Making): void {
  const abort = new AbortController();
  let done = 0;
  const beat = async () => {
    if (services.stopping() || !(await noteProgress(services.db.drizzle, making, done))) abort.abort(new GivenUp());
  };
  const timer = setInterval(() => void beat().catch(() => {}), beatMs);
  timer.unref();
  const work = async () => {
    try {
      await make(services, reader, making, {
        signal: abort.signal,
        progress: async (count) => {
          done = count;
          await beat();
          abort.signal.throwIfAborted();
        },
      });
    } catch (error) {
      if (error instanceof GivenUp) return;
      const told =
        error instanceof HttpProblem
          ? error.message
          : 'The document could not be made; the log of the server has the reason.';
      if (!(error instanceof HttpProblem))
        logTrouble(`The document ${making.uuid} could not be made: ${errorText(error)}`);
      await failDocument(services.db.drizzle, making, told).catch(() => {});
    } finally {
      clearInterval(timer);
    }
  };
  last = last.then(work);
}

interface Work {
  signal: AbortSignal;
  /** Notes how many items are read. Throws where the making is no longer wanted. */
  progress: (done: number) => Promise<void>;
}

async function make(services: Services, reader: Member, making: Making, { signal, progress }: Work): Promise<void> {
  const db = services.db.drizzle;
  const settings = await settingsOfDocument(db, making.uuid);
  if (!settings) return;
  const items = await itemsOfDocument(db, making.uuid);
  const readAt = new Date().toISOString();
  // Before the items are read: what changes meanwhile makes the document old.
  const versions = await versionsOf(
    db,
    reader,
    items.map(({ uuid }) => uuid),
  );
  const contents: ItemParts['content'][] = [];
  const parts: StoredParts = [];
  const leftOut: string[] = [];
  let letters = 0;
  const drawn = new Map<string, Uint8Array | null>();
  // The pictures of an item are drawn in their thread while the next item is read.
  let drawing: Promise<unknown> = Promise.resolve();
  await progress(0);
  for (const [index, item] of items.entries()) {
    const read = await readContent(services, reader, item, settings.options);
    if ('leftOut' in read) leftOut.push(read.leftOut);
    else {
      const { content, xyz, tables } = read;
      contents.push(content);
      parts.push({ name: content.name, uuid: content.uuid, xyz, tables });
      letters += lettersOf(read);
      await drawing;
      drawing = drawEach(content.pictures, drawn);
      // Its trouble is thrown where it is waited for.
      drawing.catch(() => {});
      if (letters > mostLetters) {
        throw new HttpProblem(
          422,
          `The first ${index + 1} of ${items.length} items say more than a document takes. Make it in parts, or without tables and pictures.`,
        );
      }
    }
    await progress(index + 1);
    await nextTurn();
  }
  if (contents.length === 0)
    throw new HttpProblem(422, `None of the items can be in a document. ${leftOut.slice(0, 3).join(' ')}`);
  const document = composeDocument(contents, settings.options, { name: settings.name, version, readAt, leftOut });
  await drawing;
  const files = await storeFormats(services, making, { document, drawn, options: settings.options, parts, signal });
  await finishDocument(services.db, making, {
    files,
    readAt,
    items: items.map(({ uuid, name }) => {
      const found = versions.get(uuid);
      return {
        name: contents.find((content) => content.uuid === uuid)?.name ?? name,
        version: found?.version ?? null,
        row_version: found?.row_version ?? null,
      };
    }),
  });
}

async function drawEach(
  pictures: ItemParts['content']['pictures'],
  drawn: Map<string, Uint8Array | null>,
): Promise<void> {
  for (const picture of pictures) drawn.set(picture.svg, await drawnPicture(picture));
}

/** All that the formats of a document are written from. */
interface Written {
  document: ReturnType<typeof composeDocument>;
  drawn: DrawnPictures;
  options: DocumentOptions;
  parts: StoredParts;
  signal: AbortSignal;
}

const lettersOf = ({ content, xyz, tables }: ItemParts): number =>
  content.pictures.reduce((sum, { svg }) => sum + svg.length, 0) +
  content.tables.reduce((sum, { rows }) => sum + rows.flat().join('').length, 0) +
  tables.reduce((sum, { csv }) => sum + csv.length, 0) +
  2 * (xyz?.length ?? 0);

/** Writes each format and stores it under a key of this making, so that what was made before stays whole until the row names the new files. */
async function storeFormats(
  services: Services,
  { uuid, run }: Making,
  { document, drawn, options, parts, signal }: Written,
): Promise<DocumentFiles> {
  const files: DocumentFiles = {};
  const put = async (format: StoredFormat, bytes: Uint8Array | string): Promise<void> => {
    signal.throwIfAborted();
    const stored = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    const file: DocumentFile = { key: `documents/${uuid}/${run}.${format}`, bytes: stored.length };
    await services.files.put(file.key, stored);
    files[format] = file;
    await nextTurn();
  };
  await put('html', htmlOf(document));
  await put('txt', plainTextOf(document));
  await put('bib', bibliographyOf(document.citations));
  await put('ris', risOf(document.citations));
  await put('docx', await docxOf(document, drawn, options.prefix, signal));
  await put('parts', await compress(JSON.stringify(parts)));
  return files;
}
