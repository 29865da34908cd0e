import { Readable } from 'node:stream';
import { toCsv } from '@cuvette/core/tables';
import { loadWorkflow, type MoleculesByCalculation } from '@cuvette/core/workflows';
import { ZipFile } from 'yazl';
import type { Services } from '../services.ts';
import { readFile } from '../store/item-files.ts';
import type { Reader } from '../store/reader.ts';
import { fileNameOf } from '../wire/file-name.ts';
import { makeBundle } from './make-bundle.ts';
import { moleculeFiles, type TextEntry } from './molecule-files.ts';
import { bibliographyOf, citationsFor, crateOf, type Entry, readmeOf } from './texts.ts';

/** The document in the zip that holds everything but the large files. */
export const documentName = 'bundle.cuvette.json';

const asJson = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

/**
 * An item as one zip that a person can open: README, item, calculations, structures, tables, logs, references, metadata, and the
 * document that a widget shows and another server imports. Large files are streamed from the store, never held. Throws 404.
 */
export async function zipOf(
  services: Services,
  reader: Reader,
  uuid: string,
): Promise<{ stream: Readable; name: string }> {
  const { bundle, beside } = await makeBundle(services, reader, uuid, true);
  const item = bundle.items[0];
  if (!item) throw new Error('A bundle was made without its item.');
  const definition = await loadWorkflow(item.object_type);
  const molecules: MoleculesByCalculation = new Map(
    Object.entries(bundle.calculations).map(([key, { molecules: frames }]) => [key, frames]),
  );
  const tables = (definition?.tables(item, molecules) ?? []).filter(({ length }) => length > 0);
  const citations = citationsFor(definition, bundle);
  const structures = await moleculeFiles(bundle, services.convert);
  const texts: TextEntry[] = [
    { path: 'item.json', mediaType: 'application/json', title: 'settings and results of the item', text: asJson(item) },
    ...Object.entries(bundle.calculations).map(([key, calculation], index) => ({
      path: `calculations/${String(index + 1).padStart(3, '0')}-${key}.json`,
      mediaType: 'application/json',
      title: calculation.name ?? `calculation ${index + 1}`,
      text: asJson({ uuid: key, ...calculation }),
    })),
    ...structures.entries,
    ...tables.map((table, index) => ({
      path: `tables/${index + 1}-${fileNameOf(table.id, 'table')}.csv`,
      mediaType: 'text/csv',
      title: table.title,
      text: toCsv(table),
    })),
    ...(item.object_logfile
      ? [{ path: 'logs/workflow.log', mediaType: 'text/plain', title: 'log of the run', text: item.object_logfile }]
      : []),
    ...Object.values(bundle.calculations).flatMap(({ name, logfile }, index) => {
      const title = name ?? `calculation ${index + 1}`;
      const path = `logs/${String(index + 1).padStart(3, '0')}-${fileNameOf(title, 'calculation')}.log`;
      return logfile ? [{ path, mediaType: 'text/plain', title: `log of ${title}`, text: logfile }] : [];
    }),
    ...Object.entries(bundle.proteins).map(([key, protein]) => ({
      path: `proteins/${key}.json`,
      mediaType: 'application/json',
      title: String((protein as { name?: unknown }).name ?? 'protein'),
      text: asJson(protein),
    })),
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
      text: JSON.stringify(bundle),
    },
  ];
  const entries: Entry[] = [
    ...texts,
    ...beside.map(({ file, address }) => ({ path: address, mediaType: file.media_type, title: file.kind })),
  ];
  const title = definition?.title ?? item.object_type;
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  const put = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { compressionLevel: 6 });
  put('README.txt', readmeOf(bundle, title, entries, citations, structures.notes));
  put('ro-crate-metadata.json', crateOf(bundle, title, entries, citations));
  for (const { path, text } of texts) put(path, text);
  for (const { file, address } of beside) {
    zip.addReadStreamLazy(address, { size: file.bytes, compressionLevel: 6 }, (done) =>
      done(null, Readable.from(readFile(services.db.drizzle, services.files, file))),
    );
  }
  zip.end();
  return { stream, name: `${fileNameOf(item.name, 'workflow')}.zip` };
}
