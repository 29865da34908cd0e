import { randomUUID } from 'node:crypto';
import { MeasuredSpectrum, mostSpectra, type SpectrumDetails, spectrumFile } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { fileNameOf } from '../wire/file-name.ts';
import { type Database, type Executor, json, row, rows } from './database/database.ts';
import { addPart, finishFile, type ItemFile, listFiles, readFile, storePart } from './item-files.ts';
import type { Member, Reader } from './reader.ts';
import { lockForChange } from './workflows/change-workflow.ts';

/** A measured spectrum that is to be kept: its details, and its file as text. */
export interface NewSpectrum {
  details: SpectrumDetails;
  text: string;
}

const isSpectrum = ({ kind }: ItemFile) => kind === 'spectrum';
const nameOf = ({ name }: Pick<ItemFile, 'name'>) => name.slice(spectrumFile.folder.length);

function spectrumOf(file: ItemFile): MeasuredSpectrum[] {
  const read = z.safeParse(MeasuredSpectrum, { ...file.details, name: nameOf(file) });
  return read.success ? [read.data] : [];
}

/** The measured spectra of an item that the reader may see, by name; none where the item is not visible. */
export async function listSpectra(db: Executor, reader: Reader, uuid: string): Promise<MeasuredSpectrum[]> {
  return (await listFiles(db, reader, uuid)).filter(isSpectrum).flatMap(spectrumOf);
}

/** The file of a measured spectrum as text; null where the reader sees none of this name. */
export async function readSpectrum(
  db: Executor,
  files: FileStore,
  reader: Reader,
  uuid: string,
  name: string,
): Promise<{ spectrum: MeasuredSpectrum; text: string } | null> {
  const file = (await listFiles(db, reader, uuid)).find((each) => isSpectrum(each) && nameOf(each) === name);
  const [spectrum] = file ? spectrumOf(file) : [];
  if (!file || !spectrum) return null;
  const parts: Uint8Array[] = [];
  for await (const part of readFile(db, files, file)) parts.push(part);
  return { spectrum, text: Buffer.concat(parts).toString('utf8') };
}

/** Stores the bytes of a spectrum and makes them a file of the item, in place of one of the same name. The item is locked by the caller. */
async function storeSpectrum(
  tx: Executor,
  files: FileStore,
  uuid: string,
  name: string,
  { details, text }: NewSpectrum,
): Promise<void> {
  const file = randomUUID();
  const bytes = Buffer.from(text, 'utf8');
  await addPart(tx, uuid, file, 0, await storePart(files, uuid, file, 0, bytes));
  const problem = await finishFile(tx, uuid, file, {
    name: `${spectrumFile.folder}${name}`,
    kind: 'spectrum',
    media_type: spectrumFile.type,
    bytes: bytes.length,
    details,
  });
  if (problem) throw new HttpProblem(422, problem);
}

/** A name for the file of a spectrum that no other one of the item has. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const stem = fileNameOf(wanted.replace(/\.\w{1,5}$/, ''), 'spectrum');
  for (let number = 1; ; number++) {
    const name = `${number === 1 ? stem : `${stem}-${number}`}${spectrumFile.ending}`;
    if (!taken.has(name)) return name;
  }
}

/**
 * Keeps measured spectra with an item. Null when it is not visible to the person.
 * Throws 403 for a viewer, 422 where it has too many.
 */
export async function addSpectra(
  db: Database,
  files: FileStore,
  member: Member,
  uuid: string,
  added: readonly NewSpectrum[],
): Promise<MeasuredSpectrum[] | null> {
  return db.transaction(async (tx) => {
    if (!(await lockForChange(tx, member, uuid, 'add a spectrum to'))) return null;
    const kept = await listSpectra(tx, member, uuid);
    if (kept.length + added.length > mostSpectra) {
      const detail = `An item keeps at most ${mostSpectra} measured spectra; this one has ${kept.length}. Remove one first.`;
      throw new HttpProblem(422, detail, 'text');
    }
    const taken = new Set(kept.map(({ name }) => name));
    const made: MeasuredSpectrum[] = [];
    for (const spectrum of added) {
      const { title, source } = spectrum.details;
      const name = freeName(source.filename || title || 'spectrum', taken);
      taken.add(name);
      await storeSpectrum(tx, files, uuid, name, spectrum);
      made.push({ ...spectrum.details, name });
    }
    return made;
  });
}

/**
 * Changes the details of a measured spectrum, and its file where that has them too. Null when there is none that the person sees. Throws 403 for a viewer.
 * @param change makes the new one of the present one
 */
export async function changeSpectrum(
  db: Database,
  files: FileStore,
  member: Member,
  { uuid, name }: { uuid: string; name: string },
  change: (spectrum: MeasuredSpectrum, text: string) => NewSpectrum,
): Promise<MeasuredSpectrum | null> {
  return db.transaction(async (tx) => {
    if (!(await lockForChange(tx, member, uuid, 'change'))) return null;
    const found = await readSpectrum(tx, files, member, uuid, name);
    if (!found) return null;
    const changed = change(found.spectrum, found.text);
    if (changed.text !== found.text) await storeSpectrum(tx, files, uuid, name, changed);
    else {
      await rows(
        tx,
        sql`UPDATE item_file SET details = ${json(changed.details)}
            WHERE workflow_uuid = ${uuid}::uuid AND ready AND kind = 'spectrum' AND name = ${`${spectrumFile.folder}${name}`}`,
      );
    }
    return { ...changed.details, name };
  });
}

/** Removes a measured spectrum. False when there is none that the person sees. Throws 403 for a viewer. */
export async function removeSpectrum(db: Database, member: Member, uuid: string, name: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockForChange(tx, member, uuid, 'change'))) return false;
    const removed = await row(
      tx,
      sql`DELETE FROM item_file WHERE workflow_uuid = ${uuid}::uuid AND ready AND kind = 'spectrum'
            AND name = ${`${spectrumFile.folder}${name}`} RETURNING uuid`,
    );
    return removed !== null;
  });
}
