import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Molecule } from '@cuvette/core/entities';
import { writeCube } from '@cuvette/core/structures';
import { loadWorkflow } from '@cuvette/core/workflows';
import { ZipFile } from 'yazl';
import { HttpProblem } from '../errors.ts';
import { findItem } from '../items/read-item.ts';
import { gridsOf } from '../results/grids.ts';
import { moldenOf } from '../results/molden.ts';
import type { Services } from '../services.ts';
import { readManyMolecules } from '../store/calculations.ts';
import type { DocumentFiles, StoredFormat } from '../store/documents.ts';
import type { Member } from '../store/reader.ts';
import { gridsVersion } from '../store/versions.ts';
import { fileNameOf } from '../wire/file-name.ts';
import type { StoredParts } from './make-document.ts';

const decompress = promisify(gunzip);

/** Most values of all grids of a zip: as cube files they are some 13 bytes each. */
const mostGridValues = 80_000_000;

/** A made document, and its items whose result is still the one that is in it. */
export interface ZippedDocument {
  name: string;
  files: DocumentFiles;
  unchanged: readonly { uuid: string; name: string }[];
}

async function bytesOf({ files: store }: Services, files: DocumentFiles, format: StoredFormat): Promise<Uint8Array> {
  const file = files[format];
  const bytes = file ? await store.get(file.key) : null;
  if (!bytes) throw new Error(`The stored file of the document (${format}) is missing.`);
  return bytes;
}

/** Files of an item that has orbitals: a cube file for each grid, and all orbitals as Molden. */
interface OrbitalFiles {
  cubes: { path: string; write: () => Readable }[];
  molden: string | null;
  values: number;
}

async function firstStructure(services: Services, reader: Member, uuid: string): Promise<Molecule['atoms']> {
  const item = await findItem(services, reader, uuid, 0);
  const definition = item ? await loadWorkflow(item.object_type) : null;
  if (!item || !definition) return [];
  const structures = definition.structures(item, new Map());
  const active = definition.active(item);
  const source = (structures.find(({ id }) => id === active) ?? structures[0])?.source;
  if (source?.kind === 'molecule') return source.molecule.atoms;
  if (source?.kind !== 'calculation') return [];
  const read = await readManyMolecules(services.db.drizzle, services.files, reader, [source.uuid], false);
  return read[source.uuid]?.at(source.frame === 'last' ? -1 : source.frame)?.atoms ?? [];
}

async function orbitalFiles(
  services: Services,
  reader: Member,
  uuid: string,
  title: string,
): Promise<OrbitalFiles | null> {
  const item = await findItem(services, reader, uuid, 0);
  const definition = item ? await loadWorkflow(item.object_type) : null;
  if (!item || !definition?.hasGrids(item)) return null;
  const version = await gridsVersion(services.db.drizzle, reader, uuid);
  if (version === null) return null;
  const { grids } = await gridsOf(services, reader, uuid, version);
  const atoms = await firstStructure(services, reader, uuid);
  return {
    cubes: grids.map((grid) => ({
      path: `${fileNameOf(grid.header.name, 'grid')}.cube`,
      write: () => Readable.from(writeCube(grid, atoms, title)),
    })),
    molden: await moldenOf(services, reader, uuid),
    values: grids.reduce((sum, { values }) => sum + values.length, 0),
  };
}

/** Puts a stream into the zip, and resolves when it has been read. */
function putStream(zip: ZipFile, path: string, make: () => Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.addReadStreamLazy(path, { compressionLevel: 6 }, (done) => {
      const stream = make();
      stream.once('end', resolve);
      stream.once('error', reject);
      done(null, stream);
    });
  });
}

const readme = (name: string, entries: readonly string[], notes: readonly string[]): string =>
  [
    name,
    '='.repeat(Math.min(name.length, 80)),
    '',
    'Supporting information made by Cuvette. The document is here as HTML, DOCX and plain text, its references as BibTeX and RIS.',
    'Each item has its structures as one XYZ file (positions in Å), its tables as CSV in full precision, and where it has orbitals their grids as',
    'Gaussian cube files and all orbitals as a Molden file.',
    '',
    ...entries,
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n');

async function write(zip: ZipFile, services: Services, reader: Member, document: ZippedDocument): Promise<void> {
  const { name, files, unchanged } = document;
  const put = (path: string, bytes: Uint8Array | string) =>
    zip.addBuffer(typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes), path, { compressionLevel: 6 });
  for (const format of ['html', 'docx', 'txt'] as const) {
    put(`supporting-information.${format}`, await bytesOf(services, files, format));
  }
  for (const format of ['bib', 'ris'] as const) put(`references.${format}`, await bytesOf(services, files, format));
  const parts = JSON.parse((await decompress(await bytesOf(services, files, 'parts'))).toString('utf8')) as StoredParts;
  const same = new Set(unchanged.map(({ uuid }) => uuid));
  const width = String(parts.length).length;
  const [entries, notes]: [string[], string[]] = [[], []];
  let values = 0;
  for (const [index, part] of parts.entries()) {
    if ((zip.outputStream as Readable).destroyed) return;
    const folder = `${String(index + 1).padStart(width, '0')}-${fileNameOf(part.name, 'item')}`;
    entries.push(`${folder}  ${part.name}`);
    if (part.xyz !== null) put(`${folder}/structures.xyz`, part.xyz);
    for (const [place, table] of part.tables.entries()) {
      put(`${folder}/${place + 1}-${fileNameOf(table.name, 'table')}.csv`, table.csv);
    }
    if (!same.has(part.uuid)) continue;
    const orbitals = await orbitalFiles(services, reader, part.uuid, part.name).catch((error: unknown) => {
      if (!(error instanceof HttpProblem)) throw error;
      notes.push(`${part.name}: ${error.message}`);
      return null;
    });
    if (!orbitals) continue;
    if (orbitals.molden !== null) put(`${folder}/orbitals.molden`, orbitals.molden);
    values += orbitals.values;
    if (values > mostGridValues) {
      notes.push(`${part.name}: its cube files are left out, the zip has too many. Download the item by itself.`);
      continue;
    }
    for (const { path, write: stream } of orbitals.cubes) await putStream(zip, `${folder}/${path}`, stream);
  }
  if (same.size < parts.length) {
    notes.push('Items that changed since the document was made have no cube and Molden files here.');
  }
  put('README.txt', readme(name, entries, notes));
  zip.end();
}

/** A made document as one zip with structures, tables, cube and Molden files. It is written while it is read: grids of one item at a time are held. */
export function zipOfDocument(services: Services, reader: Member, document: ZippedDocument): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  void write(zip, services, reader, document).catch((error: Error) => stream.destroy(error));
  return stream;
}
