import { Readable } from 'node:stream';
import type { Bundle, WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import { toCsv } from '@cuvette/core/tables';
import { loadWorkflow, type MoleculesByCalculation } from '@cuvette/core/workflows';
import { bibliographyOf } from '@cuvette/core/workflows/citations/bibliography';
import type { Citation } from '@cuvette/core/workflows/citations/work';
import { ZipFile } from 'yazl';
import { convertingFor, type Services } from '../services.ts';
import { readFile } from '../store/item-files.ts';
import type { Reader } from '../store/reader.ts';
import { fileNameOf } from '../wire/file-name.ts';
import { documentOf } from './document.ts';
import { type GivenStructures, givenStructures } from './given-structures.ts';
import { bundleLimits, documentName } from './limits.ts';
import { type MadeBundle, makeBundle } from './make-bundle.ts';
import { moleculeFiles, mostFilesEach, type TextEntry } from './molecule-files.ts';
import { mostFilesOfProtein, proteinFiles } from './protein-files.ts';
import { citationsFor, crateOf, type Entry, readmeOf } from './texts.ts';

const asJson = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

const numbered = (index: number) => String(index + 1).padStart(3, '0');

/** Most entries that the calculations, the structures put in and the proteins of a bundle become when each has its own. */
function separateEntries(bundle: Bundle, given: GivenStructures): number {
  const calculations = Object.values(bundle.calculations);
  const each = calculations.reduce((sum, { logfile }) => sum + 1 + mostFilesEach + (logfile ? 1 : 0), 0);
  const structures = given.molecules.length * mostFilesEach + Math.min(given.smiles.length, 1);
  return each + structures + given.proteins.length + Object.keys(bundle.proteins).length * mostFilesOfProtein;
}

function calculationTexts(bundle: Bundle, together: boolean): TextEntry[] {
  const all = Object.entries(bundle.calculations);
  const mediaType = 'application/json';
  if (together) {
    const text = `[\n${all.map(([uuid, calculation]) => JSON.stringify({ uuid, ...calculation })).join(',\n')}\n]\n`;
    return [{ path: 'calculations/all.json', mediaType, title: `all ${all.length} calculations`, text }];
  }
  return all.map(([key, calculation], index) => ({
    path: `calculations/${numbered(index)}-${key}.json`,
    mediaType,
    title: calculation.name ?? `calculation ${index + 1}`,
    text: asJson({ uuid: key, ...calculation }),
  }));
}

function logTexts(bundle: Bundle, together: boolean): TextEntry[] {
  const mediaType = 'text/plain';
  const logs = Object.values(bundle.calculations).flatMap(({ name, logfile }, index) =>
    logfile ? [{ number: numbered(index), title: name ?? `calculation ${index + 1}`, logfile }] : [],
  );
  if (!together || logs.length === 0) {
    return logs.map(({ number, title, logfile }) => ({
      path: `logs/${number}-${fileNameOf(title, 'calculation')}.log`,
      mediaType,
      title: `log of ${title}`,
      text: logfile,
    }));
  }
  const text = logs.map(({ number, title, logfile }) => `===== ${number} ${title} =====\n${logfile}\n`).join('\n');
  return [{ path: 'logs/calculations.log', mediaType, title: 'logs of the calculations, one after the other', text }];
}

/** All that goes out with an item, as files below one folder. */
export interface ItemParts {
  bundle: Bundle;
  item: WorkflowItem;
  /** Title of its type. */
  title: string;
  citations: Citation[];
  /** What a reader must know of what is missing. */
  notes: string[];
  texts: TextEntry[];
  /** Large files that are streamed from the store. */
  beside: MadeBundle['beside'];
}

/**
 * Makes the files of an item: settings and results, calculations, structures, tables, logs, references, and the document that a widget shows and another
 * server imports. Throws 404, and 413 for what is too large.
 */
export async function partsOfItem(services: Services, reader: Reader, uuid: string): Promise<ItemParts> {
  const { bundle, beside } = await makeBundle(services, reader, uuid, true);
  const item = bundle.items[0];
  if (!item) throw new Error('A bundle was made without its item.');
  const definition = await loadWorkflow(item.object_type);
  const molecules: MoleculesByCalculation = new Map(
    Object.entries(bundle.calculations).map(([key, { molecules: frames }]) => [key, frames]),
  );
  const tables = (definition?.tables(item, molecules) ?? []).filter(({ length }) => length > 0);
  const citations = citationsFor(definition, bundle);
  const document = documentOf(bundle);
  const given = givenStructures(item, definition);
  // README, metadata, item, its log, references and document.
  const others = 6 + tables.length + beside.length;
  const together = others + separateEntries(bundle, given) > bundleLimits.entries;
  const structures = await moleculeFiles(bundle, given, convertingFor(services, reader).convert, together);
  const proteins = await proteinFiles(bundle, given, together);
  const texts: TextEntry[] = [
    { path: 'item.json', mediaType: 'application/json', title: 'settings and results of the item', text: asJson(item) },
    ...calculationTexts(bundle, together),
    ...structures.entries,
    ...tables.map((table, index) => ({
      path: `tables/${index + 1}-${fileNameOf(table.id, 'table')}.csv`,
      mediaType: 'text/csv',
      title: inEnglish(table.title),
      text: toCsv(table),
    })),
    ...(item.object_logfile
      ? [{ path: 'logs/workflow.log', mediaType: 'text/plain', title: 'log of the run', text: item.object_logfile }]
      : []),
    ...logTexts(bundle, together),
    ...proteins.entries,
    {
      path: 'references.bib',
      mediaType: 'application/x-bibtex',
      title: 'works to cite',
      text: bibliographyOf(citations),
    },
    {
      path: documentName,
      mediaType: 'application/json',
      title: 'everything but the large files, for Cuvette',
      text: document.text,
    },
  ];
  return {
    bundle,
    item,
    title: definition?.title ?? item.object_type,
    citations,
    notes: [...document.notes, ...structures.notes, ...proteins.notes],
    texts,
    beside,
  };
}

/**
 * An item as one zip that a person can open: README, metadata and the files of `partsOfItem`. Large files are streamed from the store, never held.
 * Throws 404, and 413 for what is too large.
 */
export async function zipOf(
  services: Services,
  reader: Reader,
  uuid: string,
): Promise<{ stream: Readable; name: string }> {
  const { bundle, item, title, citations, notes, texts, beside } = await partsOfItem(services, reader, uuid);
  const entries: Entry[] = [
    ...texts,
    ...beside.map(({ file, address }) => ({ path: address, mediaType: file.media_type, title: file.kind })),
  ];
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  const put = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { compressionLevel: 6 });
  const crate = crateOf(bundle, title, entries, citations);
  const unpacked =
    [crate, ...texts.map(({ text }) => text)].reduce((sum, text) => sum + Buffer.byteLength(text), 0) +
    beside.reduce((sum, { file }) => sum + file.bytes, 0);
  put('README.txt', readmeOf(bundle, title, entries, citations, notes, unpacked));
  put('ro-crate-metadata.json', crate);
  for (const { path, text } of texts) put(path, text);
  for (const { file, address } of beside) {
    zip.addReadStreamLazy(address, { size: file.bytes, compressionLevel: 6 }, (done) =>
      done(null, Readable.from(readFile(services.db.drizzle, services.files, file))),
    );
  }
  zip.end();
  return { stream, name: `${fileNameOf(item.name, 'workflow')}.zip` };
}
