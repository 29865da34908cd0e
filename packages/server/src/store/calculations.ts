import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Calculation, CalculationSummary, Molecule } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import type { FileStore } from '../files/file-store.ts';
import { type Executor, json, row, rows, uuidArray } from './database/database.ts';
import { forEverybody } from './for-everybody.ts';
import { itemState } from './item-state.ts';
import { longLogForEverybody } from './public-text.ts';
import { type Reader, workflowVisible } from './reader.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** File keys of a calculation that lie ready in the file store, for the row that is written next. */
export interface CalculationFiles {
  molecules: string;
  log: string | null;
}

/** Writes molecules and log to the file store; the row comes after. The key holds a hash, so another version never overwrites one that a row points to. */
export async function storeCalculationFiles(
  files: FileStore,
  workflow: string,
  uuid: string,
  calculation: Calculation,
): Promise<CalculationFiles> {
  const put = async (suffix: string, text: string): Promise<string> => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const key = `calculations/${workflow}/${uuid}.${hash}.${suffix}.gz`;
    await files.put(key, await compress(text, { level: 6 }));
    return key;
  };
  const molecules = await put('molecules.json', JSON.stringify(calculation.molecules));
  return { molecules, log: calculation.logfile ? await put('log.txt', calculation.logfile) : null };
}

/** Stores a calculation's row; sent again, it replaces what was there. False when the uuid belongs to another item. */
export async function upsertCalculation(
  db: Executor,
  workflow: string,
  uuid: string,
  calculation: Calculation,
  stored: CalculationFiles,
): Promise<boolean> {
  const made = await row(
    db,
    sql`INSERT INTO calculation (uuid, workflow_uuid, position, name, status, settings, tasks, engine, elapsed, messages,
          provenance, bond_orders, json_format, molecule_count, molecules_file, logfile_file)
        VALUES (${uuid}::uuid, ${workflow}::uuid,
          (SELECT coalesce(max(position) + 1, 0) FROM calculation WHERE workflow_uuid = ${workflow}::uuid),
          ${calculation.name}, ${calculation.status}, ${json(calculation.settings)}, ${json(calculation.tasks)},
          ${calculation.engine}, ${calculation.elapsed}, ${json(calculation.messages)}, ${json(calculation.provenance)},
          ${json(calculation.bond_orders)}, ${calculation.json_format}, ${calculation.molecules.length},
          ${stored.molecules}, ${stored.log})
        ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, status = excluded.status, settings = excluded.settings,
          tasks = excluded.tasks, engine = excluded.engine, elapsed = excluded.elapsed, messages = excluded.messages,
          provenance = excluded.provenance, bond_orders = excluded.bond_orders, json_format = excluded.json_format,
          molecule_count = excluded.molecule_count, molecules_file = excluded.molecules_file,
          logfile_file = excluded.logfile_file, updated_at = now()
        WHERE calculation.workflow_uuid = excluded.workflow_uuid
        RETURNING uuid`,
  );
  return made !== null;
}

/**
 * Calculations that were under way when their item ended, or went back to the queue, say so: stopped with it, waiting with it, and failed where
 * the item ended in any other way without them. The item has its new status already. Calculations use the codes of items.
 */
export async function settleCalculations(db: Executor, workflow: string): Promise<void> {
  await rows(
    db,
    sql`UPDATE calculation c SET status = CASE WHEN w.object_status = ${itemState.completed} THEN ${itemState.failed} ELSE w.object_status END, updated_at = now()
        FROM workflow w WHERE w.uuid = ${workflow}::uuid AND w.object_status <> ${itemState.running} AND c.workflow_uuid = w.uuid AND c.status IN (${itemState.active})`,
  );
}

type SummaryRow = CalculationSummary & { json_format: string; molecules_file: string; logfile_file: string | null };

const columns = sql`c.uuid, c.workflow_uuid, c.name, c.status, c.settings, c.tasks, c.engine, c.elapsed, c.messages, c.provenance,
  c.bond_orders, c.json_format, c.molecules_file, c.logfile_file`;

async function find(db: Executor, reader: Reader, uuid: string): Promise<SummaryRow | null> {
  return row<SummaryRow>(
    db,
    sql`SELECT ${columns} FROM calculation c JOIN workflow w ON w.uuid = c.workflow_uuid
        WHERE c.uuid = ${uuid}::uuid AND ${workflowVisible(reader, 'w')}`,
  );
}

/** Bytes of text that may still be read into memory. */
export interface ReadingRoom {
  left: number;
}

/** What is read does not fit into its `ReadingRoom`. */
export class NoRoomLeft extends Error {}

async function readText(files: FileStore, key: string, room: ReadingRoom | null = null): Promise<string> {
  const bytes = await files.get(key);
  if (!bytes) throw new Error(`The stored file ${key} is missing.`);
  if (!room) return (await decompress(bytes)).toString('utf8');
  const text = await decompress(bytes, { maxOutputLength: Math.max(1, room.left) }).catch((error: Error) => {
    throw 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? new NoRoomLeft(key) : error;
  });
  room.left -= text.length;
  return text.toString('utf8');
}

export async function readMoleculeFile(
  files: FileStore,
  key: string,
  frequencies: boolean,
  room: ReadingRoom | null = null,
): Promise<Molecule[]> {
  const molecules = JSON.parse(await readText(files, key, room)) as Molecule[];
  return frequencies ? molecules : molecules.map((molecule) => ({ ...molecule, vibrational_modes: null }));
}

/** The molecule that a stored file of molecules ends with, without its vibrations. Throws where the file cannot be read. */
export async function lastMoleculeOf(files: FileStore, key: string): Promise<Molecule | null> {
  return (await readMoleculeFile(files, key, false)).at(-1) ?? null;
}

/** A calculation without its heavy parts, or null when the reader may not see it. */
export async function readCalculation(db: Executor, reader: Reader, uuid: string): Promise<CalculationSummary | null> {
  const found = await find(db, reader, uuid);
  if (!found) return null;
  const { molecules_file, logfile_file, json_format, ...summary } = found;
  return reader.kind === 'public' ? forEverybody(summary) : summary;
}

/** Several calculations without their heavy parts; what the reader may not see is left out. */
export async function readCalculations(
  db: Executor,
  reader: Reader,
  uuids: readonly string[],
): Promise<CalculationSummary[]> {
  const found = await rows<SummaryRow>(
    db,
    sql`SELECT ${columns} FROM calculation c JOIN workflow w ON w.uuid = c.workflow_uuid
        WHERE c.uuid = ANY(${uuidArray(uuids)}) AND ${workflowVisible(reader, 'w')}`,
  );
  return found.map(({ molecules_file, logfile_file, json_format, ...summary }) =>
    reader.kind === 'public' ? forEverybody(summary) : summary,
  );
}

/** The molecules of one calculation (trajectory, last = final), without vibrational modes unless asked for; null when not visible. */
export async function readMolecules(
  db: Executor,
  files: FileStore,
  reader: Reader,
  uuid: string,
  frequencies: boolean,
): Promise<Molecule[] | null> {
  const found = await find(db, reader, uuid);
  return found ? readMoleculeFile(files, found.molecules_file, frequencies) : null;
}

/** Molecules of several calculations by uuid; what the reader may not see is left out. */
export async function readManyMolecules(
  db: Executor,
  files: FileStore,
  reader: Reader,
  uuids: string[],
  frequencies: boolean,
): Promise<Record<string, Molecule[]>> {
  const found = await rows<{ uuid: string; molecules_file: string }>(
    db,
    sql`SELECT c.uuid, c.molecules_file FROM calculation c JOIN workflow w ON w.uuid = c.workflow_uuid
        WHERE c.uuid = ANY(${uuidArray(uuids)}) AND ${workflowVisible(reader, 'w')}`,
  );
  const answer: Record<string, Molecule[]> = {};
  for (const { uuid, molecules_file } of found) {
    answer[uuid] = await readMoleculeFile(files, molecules_file, frequencies);
  }
  return answer;
}

/** The log of a calculation ('' when it has none); null when not visible. */
export async function readCalculationLog(
  db: Executor,
  files: FileStore,
  reader: Reader,
  uuid: string,
): Promise<string | null> {
  const found = await find(db, reader, uuid);
  if (!found) return null;
  const log = found.logfile_file ? await readText(files, found.logfile_file) : '';
  return reader.kind === 'public' ? longLogForEverybody(log) : log;
}

/** The whole calculation, molecules and log inlined; null when not visible. Throws `NoRoomLeft`, before it is held, when it does not fit. */
export async function readWholeCalculation(
  db: Executor,
  files: FileStore,
  reader: Reader,
  uuid: string,
  room: ReadingRoom | null = null,
): Promise<(Calculation & { uuid: string; workflow_uuid: string }) | null> {
  const found = await find(db, reader, uuid);
  if (!found) return null;
  const { molecules_file, logfile_file, ...rest } = found;
  const whole = {
    ...rest,
    molecules: await readMoleculeFile(files, molecules_file, true, room),
    logfile: logfile_file ? await readText(files, logfile_file, room) : null,
  };
  if (reader.kind !== 'public') return whole;
  return forEverybody({ ...whole, logfile: whole.logfile === null ? null : await longLogForEverybody(whole.logfile) });
}
