import type { Calculation, JobEvent } from '@cuvette/core/entities';
import { status } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import type { FileStore } from '../files/file-store.ts';
import { storeCalculationFiles, upsertCalculation } from '../store/calculations.ts';
import { calibrationsForItem } from '../store/calibrations.ts';
import { clean, type Database, type Executor, json, rows } from '../store/database/database.ts';
import { addPart, finishFile, storePart } from '../store/item-files.ts';
import { holdProjectOf, insertComputedProtein } from '../store/proteins.ts';
import {
  type AttemptKey,
  endItem,
  endTriedOut,
  failAttempt,
  type ItemAttempt,
  ownAttempt,
  ownItemAttempt,
  requeue,
} from './attempts.ts';
import { BadResult, guarded, parseEvent } from './bad-result.ts';
import { judgeFailures } from './denied-workers.ts';
import { checkPrepared, finishPreparation, takePreparationEvents } from './preparations.ts';
import { mostAttempts } from './rules.ts';

/** Most bytes of log that one attempt keeps. */
const logLimit = 5 * 2 ** 20;

/** How an attempt ended, as its worker tells it. */
export interface Ending {
  outcome: 'completed' | 'failed' | 'stopped' | 'released';
  result?: unknown;
  error?: unknown;
  exitCode: number | null;
  signal: string | null;
  peakMemoryMb: number | null;
  outputTail: string;
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** The log of an attempt: its key, for the row that is written next, and how many bytes it has. */
interface AttemptLog {
  key: string | null;
  bytes: number;
}

/**
 * Adds to the log of an attempt. No transaction is open meanwhile: a slow store holds up nobody else.
 * @param known bytes of the log when the worker last had an answer. What is there beyond them came with a call whose answer was
 * lost, and is not written twice when that call is made again.
 */
async function appendLog(
  files: FileStore,
  attempt: { uuid: string; workflow_uuid: string },
  text: string,
  known: number | undefined,
): Promise<AttemptLog> {
  const key = `attempts/${attempt.workflow_uuid}/${attempt.uuid}.log`;
  const size = await files.size(key);
  if (!text) return { key: null, bytes: size };
  const bytes = Buffer.from(text).subarray(known === undefined ? 0 : Math.max(0, size - known));
  if (bytes.length === 0 || size > logLimit) return { key, bytes: size };
  const added =
    size + bytes.length > logLimit
      ? `${wholeCharacters(bytes.subarray(0, logLimit - size))}\n[the log is cut here]\n`
      : bytes.toString();
  await files.append(key, added);
  return { key, bytes: size + Buffer.byteLength(added) };
}

/** The text of UTF-8 bytes that may end within a character, without that character. */
function wholeCharacters(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

async function noteLog(db: Executor, owned: ItemAttempt, { key }: AttemptLog): Promise<void> {
  if (key === null || owned.log_file !== null) return;
  await rows(db, sql`UPDATE attempt SET log_file = ${key} WHERE uuid = ${owned.uuid}::uuid`);
}

interface ReadyCalculation {
  uuid: string;
  calculation: Calculation;
  files: { molecules: string; log: string | null };
}

/**
 * Takes a batch of events of a running attempt, all or none. Throws 409 when the attempt is over.
 * @param knownLog bytes of the attempt's log that its worker knows to be here (see `appendLog`)
 * @returns bytes of the attempt's log now; null for what keeps none
 */
export async function takeEvents(
  db: Database,
  files: FileStore,
  key: AttemptKey,
  values: unknown[],
  knownLog?: number,
): Promise<number | null> {
  return guarded(db, key, async () => {
    const events = values.map(parseEvent);
    const owner = await db.transaction(async (tx) => {
      const owned = await ownAttempt(tx, key);
      if (owned.workflow_uuid !== null) return owned;
      await takePreparationEvents(tx, owned, events);
      return null;
    });
    if (owner === null) return null;
    const ready: ReadyCalculation[] = [];
    for (const event of events) {
      if (event.event !== 'calculation') continue;
      const { uuid, calculation } = event;
      if (!isUuid(uuid)) throw new BadResult(`"${uuid}" is not a calculation uuid.`);
      ready.push({
        uuid,
        calculation,
        files: await storeCalculationFiles(files, owner.workflow_uuid, uuid, calculation),
      });
    }
    const text = events.flatMap((event) => (event.event === 'log' ? [event.text] : [])).join('\n');
    const log = await appendLog(files, owner, text ? `${text}\n` : '', knownLog);
    const proteins = events.some(({ event }) => event === 'protein');
    await db.transaction(async (tx) => {
      if (proteins) await holdProjectOf(tx, owner.workflow_uuid);
      const owned = await ownItemAttempt(tx, key);
      await noteLog(tx, owned, log);
      for (const { uuid, calculation, files: stored } of ready) {
        if (!(await upsertCalculation(tx, owned.workflow_uuid, uuid, calculation, stored))) {
          throw new BadResult(`The calculation ${uuid} belongs to another item.`);
        }
      }
      for (const event of events) await takeEvent(tx, owned, event);
    });
    return log.bytes;
  });
}

/** Takes one part of a large file of a running attempt; the "file" line that follows the last part makes it the item's. Throws 409 when the attempt is over. */
export async function takeFilePart(
  db: Database,
  files: FileStore,
  key: AttemptKey,
  file: { uuid: string; position: number; bytes: Uint8Array },
): Promise<void> {
  await guarded(db, key, async () => {
    const { workflow_uuid: workflow } = await db.transaction((tx) => ownItemAttempt(tx, key));
    const stored = await storePart(files, workflow, file.uuid, file.position, file.bytes);
    await db.transaction(async (tx) => {
      await ownAttempt(tx, key);
      if (await addPart(tx, workflow, file.uuid, file.position, stored)) return;
      throw new BadResult('A part came of a file that is whole already, or that belongs to another item.');
    });
  });
}

async function takeEvent(tx: Executor, owned: ItemAttempt, event: JobEvent): Promise<void> {
  switch (event.event) {
    case 'progress': {
      const { stage, done, total, percent } = event;
      await rows(
        tx,
        sql`UPDATE workflow SET progress = ${json({ stage, done, total, percent })}, updated_at = now() WHERE uuid = ${owned.workflow_uuid}::uuid`,
      );
      return;
    }
    case 'step':
      await rows(
        tx,
        sql`INSERT INTO step (workflow_uuid, key, result, attempt) VALUES (${owned.workflow_uuid}::uuid, ${event.key}, ${json(event.result)}, ${owned.number})
            ON CONFLICT (workflow_uuid, key) DO UPDATE SET result = excluded.result, attempt = excluded.attempt`,
      );
      return;
    case 'file': {
      const { uuid = '' } = event;
      if (!isUuid(uuid)) throw new BadResult(`The file ${event.name} was not sent.`);
      const problem = await finishFile(tx, owned.workflow_uuid, uuid, event);
      if (problem) throw new BadResult(problem);
      return;
    }
    case 'protein': {
      if (!isUuid(event.uuid) || !(event.ancestor_uuid === null || isUuid(event.ancestor_uuid))) {
        throw new BadResult(`"${event.uuid}" is not a protein uuid, or that of its ancestor is none.`);
      }
      if (await insertComputedProtein(tx, owned.workflow_uuid, event)) return;
      throw new BadResult(`The protein ${event.uuid} belongs to another project.`);
    }
    case 'partial':
      await rows(
        tx,
        sql`UPDATE workflow SET object_data = object_data || ${json(event.data)}, updated_at = now() WHERE uuid = ${owned.workflow_uuid}::uuid`,
      );
      return;
    default:
      return;
  }
}

/**
 * Ends an attempt with what its worker says. Throws 409 when the attempt is over already: a late result is not taken.
 * @param knownLog bytes of the attempt's log that its worker knows to be here (see `appendLog`)
 */
export async function finishAttempt(
  db: Database,
  files: FileStore,
  key: AttemptKey,
  ending: Ending,
  knownLog?: number,
): Promise<void> {
  await guarded(db, key, async () => {
    const owner = await db.transaction((tx) => ownAttempt(tx, key));
    const printed = ending.outputTail && `--- what compute printed to its error output ---\n${ending.outputTail}\n`;
    const log = owner.workflow_uuid === null ? null : await appendLog(files, owner, printed, knownLog);
    const prepared = owner.workflow_uuid === null ? await checkPrepared(ending) : null;
    await db.transaction(async (tx) => {
      const owned = await ownAttempt(tx, key);
      await rows(
        tx,
        sql`UPDATE attempt SET exit_code = ${ending.exitCode}, signal = ${ending.signal}, peak_memory_mb = ${ending.peakMemoryMb},
              output_tail = ${clean(ending.outputTail)} WHERE uuid = ${owned.uuid}::uuid`,
      );
      if (owned.workflow_uuid === null) return finishPreparation(tx, owned, ending, prepared);
      if (log) await noteLog(tx, owned, log);
      if (ending.outcome === 'failed') return finishFailed(tx, owned, ending.error);
      if (ending.outcome === 'completed') return finishCompleted(tx, owned, ending.result);
      await close(tx, owned, ending.outcome);
      // A worker that leaves gives its item back; one that somebody stopped or deleted meanwhile is not tried again.
      if (ending.outcome === 'stopped' || owned.stop_requested) await endItem(tx, owned.workflow_uuid, status.stopped);
      else if (owned.number >= mostAttempts) await endTriedOut(tx, owned.workflow_uuid);
      else await requeue(tx, owned.workflow_uuid, 0);
    });
  });
}

async function close(tx: Executor, owned: ItemAttempt, status: string): Promise<void> {
  await rows(tx, sql`UPDATE attempt SET status = ${status}, ended_at = now() WHERE uuid = ${owned.uuid}::uuid`);
}

async function finishCompleted(tx: Executor, owned: ItemAttempt, value: unknown): Promise<void> {
  const event = parseEvent(value);
  if (event.event !== 'result') throw new BadResult('The last line of compute is not a result.');
  await close(tx, owned, 'completed');
  const calibrations = await calibrationsForItem(tx, owned.workflow_uuid);
  const provenance =
    calibrations.length > 0 ? { ...event.provenance, measured_calibrations: calibrations } : event.provenance;
  await rows(
    tx,
    sql`UPDATE workflow SET provenance = CASE WHEN options ? 'inputs_from'
            THEN coalesce(nullif(${json(provenance)}, 'null'::jsonb), '{}'::jsonb) || jsonb_build_object('inputs_from', options->'inputs_from')
            ELSE ${json(provenance)} END,
          object_data = object_data || ${json(event.data)} || jsonb_build_object('messages',
            coalesce(object_data->'messages', '[]'::jsonb) || ${json(event.messages)})
        WHERE uuid = ${owned.workflow_uuid}::uuid`,
  );
  // Steps only serve a later attempt; a finished item needs none.
  await rows(tx, sql`DELETE FROM step WHERE workflow_uuid = ${owned.workflow_uuid}::uuid`);
  await endItem(tx, owned.workflow_uuid, status.completed);
  await judgeFailures(tx, owned.workflow_uuid);
}

async function finishFailed(tx: Executor, owned: ItemAttempt, value: unknown): Promise<void> {
  const event = parseEvent(value);
  if (event.event !== 'error') throw new BadResult('The last line of compute is not an error.');
  await failAttempt(tx, owned, {
    status: 'failed',
    errorClass: event.error_class,
    message: event.message,
    detail: event.detail,
  });
}
