import { createHash } from 'node:crypto';
import {
  AlignmentDetails,
  fileKinds,
  type JobFile,
  OrbitalsDetails,
  SpectrumDetails,
  TrajectoryDetails,
} from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { FileStore } from '../files/file-store.ts';
import { type Executor, json, row, rows } from './database/database.ts';
import { type Reader, workflowVisible } from './reader.ts';

/** Most bytes of one stored part: what a sender, the server and a reader hold in memory at once. */
export const partBytes = 8 * 2 ** 20;

/** Bytes of one position in a trajectory's file: three float32. */
const positionBytes = 12;

/** A large file of an item. */
export interface ItemFile {
  uuid: string;
  workflow_uuid: string;
  name: string;
  kind: string;
  media_type: string;
  bytes: number;
  details: Record<string, unknown>;
}

/** A piece of a file, stored on its own so that any range is read without the rest. */
export interface StoredPart {
  stored_file: string;
  bytes: number;
}

/** Stores one part of a file; its row comes after. The key holds a hash: sent again, it is the same file. */
export async function storePart(
  files: FileStore,
  workflow: string,
  file: string,
  position: number,
  bytes: Uint8Array,
): Promise<StoredPart> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const key = `files/${workflow}/${file}/${position}.${hash}`;
  await files.put(key, bytes);
  return { stored_file: key, bytes: bytes.length };
}

/** Writes down a stored part of a file that is not whole yet. False when the file belongs to another item or is whole already. */
export async function addPart(
  db: Executor,
  workflow: string,
  file: string,
  position: number,
  part: StoredPart,
): Promise<boolean> {
  await rows(
    db,
    sql`INSERT INTO item_file (uuid, workflow_uuid, name, kind, media_type) VALUES (${file}::uuid, ${workflow}::uuid, '', '', '')
        ON CONFLICT (uuid) DO NOTHING`,
  );
  const added = await row(
    db,
    sql`INSERT INTO item_file_part (file_uuid, position, stored_file, bytes)
        SELECT f.uuid, ${position}, ${part.stored_file}, ${part.bytes} FROM item_file f
        WHERE f.uuid = ${file}::uuid AND f.workflow_uuid = ${workflow}::uuid AND NOT f.ready
        ON CONFLICT (file_uuid, position) DO UPDATE SET stored_file = excluded.stored_file, bytes = excluded.bytes
        RETURNING position`,
  );
  return added !== null;
}

/** Kinds of files that an item has: those of jobs, and measured spectra, which people add. */
export const itemFileKinds = [...fileKinds, 'spectrum'] as const;

/** What a sender says of a file. */
export type DescribedFile = Pick<JobFile, 'name' | 'media_type' | 'bytes' | 'details'> & {
  kind: (typeof itemFileKinds)[number];
};

const detailsOf = {
  trajectory: TrajectoryDetails,
  orbitals: OrbitalsDetails,
  msa: AlignmentDetails,
  spectrum: SpectrumDetails,
} as const;

/** Names are paths in archives: plain words between slashes, nothing hidden, nothing that climbs. */
const safeName = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/** Lists what is wrong with the description of a file, as text; null when all fits. Its bytes are not read. */
export function fileProblem({ name, kind, bytes = 0, details }: DescribedFile): string | null {
  if (!safeName.test(name)) return `"${name}" is no name of a file: letters, digits, "-", "_", "." and "/" are.`;
  const schema: z.ZodMiniType = detailsOf[kind];
  const parsed = z.safeParse(schema, details);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return `The details of ${name} do not fit: ${issue?.path.join('.')}: ${issue?.message}`;
  }
  if (kind !== 'trajectory') return null;
  const { num_atoms, num_frames } = details as TrajectoryDetails;
  const whole = num_atoms * num_frames * positionBytes;
  return bytes === whole
    ? null
    : `${name} has ${bytes} bytes; ${num_frames} frames of ${num_atoms} atoms have ${whole} (float32, x y z).`;
}

/** Makes a file whose parts have all come the item's; one of the same name goes. What is wrong, as text, or null. */
export async function finishFile(
  db: Executor,
  workflow: string,
  uuid: string,
  described: DescribedFile,
): Promise<string | null> {
  const problem = fileProblem(described);
  if (problem) return problem;
  // A file of no bytes has no parts, and no row yet.
  await rows(
    db,
    sql`INSERT INTO item_file (uuid, workflow_uuid, name, kind, media_type) VALUES (${uuid}::uuid, ${workflow}::uuid, '', '', '')
        ON CONFLICT (uuid) DO NOTHING`,
  );
  const come = await row<{ bytes: number; parts: number; last: number }>(
    db,
    sql`SELECT coalesce(sum(p.bytes), 0)::float8 AS bytes, count(p.position)::int AS parts, coalesce(max(p.position), -1) AS last
        FROM item_file f LEFT JOIN item_file_part p ON p.file_uuid = f.uuid
        WHERE f.uuid = ${uuid}::uuid AND f.workflow_uuid = ${workflow}::uuid GROUP BY f.uuid`,
  );
  if (!come) return `The file ${described.name} belongs to another item.`;
  if (come.parts !== come.last + 1 || come.bytes !== (described.bytes ?? 0)) {
    return `Of ${described.name} ${come.bytes} bytes have come; ${described.bytes ?? 0} were announced.`;
  }
  await rows(
    db,
    sql`DELETE FROM item_file WHERE workflow_uuid = ${workflow}::uuid AND name = ${described.name} AND ready AND uuid <> ${uuid}::uuid`,
  );
  await rows(
    db,
    sql`UPDATE item_file SET name = ${described.name}, kind = ${described.kind}, media_type = ${described.media_type},
          bytes = ${come.bytes}::bigint, details = ${json(described.details)}, ready = true WHERE uuid = ${uuid}::uuid`,
  );
  return null;
}

/** Files of an item that the reader may see (empty too where the item is not visible), by name. */
export function listFiles(db: Executor, reader: Reader, workflow: string): Promise<ItemFile[]> {
  return rows<ItemFile>(
    db,
    sql`SELECT f.uuid, f.workflow_uuid, f.name, f.kind, f.media_type, f.bytes::float8 AS bytes, f.details
        FROM item_file f JOIN workflow w ON w.uuid = f.workflow_uuid
        WHERE f.workflow_uuid = ${workflow}::uuid AND f.ready AND ${workflowVisible(reader, 'w')} ORDER BY f.name COLLATE "C"`,
  );
}

/** The stored parts of a file in their order. */
export function partsOf(db: Executor, file: Pick<ItemFile, 'uuid'>): Promise<StoredPart[]> {
  return rows<StoredPart>(
    db,
    sql`SELECT stored_file, bytes FROM item_file_part WHERE file_uuid = ${file.uuid}::uuid ORDER BY position`,
  );
}

/** Reads `length` bytes from `start` on, at most one part at a time; nothing else of the file is read. */
export async function* readRange(
  files: FileStore,
  parts: readonly StoredPart[],
  start: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for (const part of parts) {
    const from = Math.max(start, offset);
    const to = Math.min(start + length, offset + part.bytes);
    if (from < to) {
      const bytes = await files.slice(part.stored_file, from - offset, to - from);
      if (bytes?.length !== to - from) throw new Error(`The stored file ${part.stored_file} is missing or cut.`);
      yield bytes;
    }
    offset += part.bytes;
  }
}

/** Reads a whole file, a part at a time. */
export async function* readFile(db: Executor, files: FileStore, file: ItemFile): AsyncGenerator<Uint8Array> {
  yield* readRange(files, await partsOf(db, file), 0, file.bytes);
}
