import type { Job } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { settleCalculations } from '../store/calculations.ts';
import { type Database, type Executor, iso, json, row, rows } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';
import {
  endPreparation,
  preparationCapability,
  requeuePreparation,
  takePreparation,
} from '../store/protein-preparations.ts';
import { proteinsOfItem } from '../store/proteins.ts';
import type { Claim } from '../wire/claim.ts';
import { endTriedOut, ownAttempt, type Work } from './attempts.ts';
import { computingVersions } from './computing-versions.ts';
import { isDenied, isDrained, isLeftToOthers } from './denied-workers.ts';
import { ofTurn, type Turn, turns } from './fair-share.ts';
import { type Offer, queueOrder, takenBy } from './fit.ts';
import { leaseSeconds, mostAttempts, preparationSeconds } from './rules.ts';

/** What a worker says about itself when it asks for work. */
export interface ClaimOffer {
  worker: string;
  memoryMb: number;
  gpus: number;
  /** Seconds until the worker ends; null when it has no end. */
  seconds: number | null;
}

type WorkerReport = Parameters<typeof computingVersions>[0] & { cores?: number | null };

/** The worker that asks. */
interface Claimer {
  name: string;
  host: string;
  capabilities: string[];
  report: WorkerReport;
  denied: boolean;
  drained: boolean;
}

interface Claimed {
  uuid: string;
  object_type: string;
  object_data: Record<string, unknown>;
  options: { enumerate_stereo: boolean };
  seed: number;
}

/**
 * Hands the next fitting item to a worker, or null. One statement takes the item (FOR UPDATE SKIP LOCKED: two claimers
 * never get the same one), and the attempt that owns it is made in the same transaction.
 */
export async function claim(db: Database, offer: ClaimOffer): Promise<Claim | null> {
  return db.transaction(async (tx) => {
    const worker = await row<Claimer>(
      tx,
      sql`UPDATE worker SET last_seen_at = now(), gone = false, memory_mb = ${offer.memoryMb}::int, gpus = ${offer.gpus}::int,
            leaves_at = now() + make_interval(secs => ${offer.seconds}::float8)
          WHERE uuid = ${offer.worker}::uuid RETURNING name, host, capabilities, report, ${isDenied('worker')} AS denied, ${isDrained('worker')} AS drained`,
    );
    if (!worker || worker.denied || worker.drained) return null;
    const begin = (work: Work) => insertAttempt(tx, work, { uuid: offer.worker, ...worker });
    // A preparation takes a minute at most as a rule, and items wait for it: it goes before them.
    if (worker.capabilities.includes(preparationCapability)) {
      const preparation = await takePreparation(tx);
      if (preparation) {
        const { protein, options, structure } = preparation;
        const attempt = await begin({ workflow_uuid: null, protein_uuid: protein });
        return claimOf(attempt, {
          uuid: protein,
          type: preparationCapability,
          data: options,
          proteins: { [protein]: structure },
          seconds: preparationSeconds,
        });
      }
    }
    const item = await takeItem(tx, worker, offer);
    if (!item) return null;
    const attempt = await begin({ workflow_uuid: item.uuid, protein_uuid: null });
    const steps = await rows<{ key: string; result: unknown }>(
      tx,
      sql`SELECT key, result FROM step WHERE workflow_uuid = ${item.uuid}::uuid`,
    );
    return claimOf(attempt, {
      uuid: item.uuid,
      type: item.object_type,
      data: item.object_data,
      options: item.options,
      seed: item.seed,
      steps: Object.fromEntries(steps.map(({ key, result }) => [key, result])),
      ...(await proteinsOfItem(tx, item.uuid)),
    });
  });
}

interface NewAttempt {
  uuid: string;
  number: number;
  token: string;
  claimed_at: string;
}

async function insertAttempt(
  tx: Executor,
  { workflow_uuid: workflow, protein_uuid: protein }: Work,
  worker: { uuid: string; host: string; report: WorkerReport },
): Promise<NewAttempt> {
  const of = workflow === null ? sql`protein_uuid = ${protein}::uuid` : sql`workflow_uuid = ${workflow}::uuid`;
  const made = await row<NewAttempt>(
    tx,
    sql`INSERT INTO attempt (workflow_uuid, protein_uuid, number, worker_uuid, lease_until, host, versions, cores)
        SELECT ${workflow}::uuid, ${protein}::uuid, coalesce(max(number), 0) + 1, ${worker.uuid}::uuid,
          now() + make_interval(secs => ${leaseSeconds}), ${worker.host}, ${json(computingVersions(worker.report))}, ${worker.report.cores ?? 1}::real
        FROM attempt WHERE ${of}
        RETURNING uuid, number, token, clock_timestamp() AS claimed_at`,
  );
  if (!made) throw new Error('The attempt was not stored.');
  return made;
}

/** Returns what a worker gets of a new attempt. */
function claimOf(
  { uuid, number, token, claimed_at }: NewAttempt,
  { seconds, ...job }: Pick<Job, 'uuid' | 'type' | 'data'> & Partial<Job> & { seconds?: number },
): Claim {
  return {
    attempt: uuid,
    token,
    claimed_at: iso(claimed_at) ?? '',
    ...(seconds === undefined ? {} : { seconds }),
    job: {
      protocol: 1,
      attempt: number,
      options: { enumerate_stereo: false },
      threads: 1,
      seed: 42,
      steps: {},
      proteins: {},
      ...job,
    },
  };
}

/** Marks the next fitting item as running. One that has had all its attempts fails instead, and holds up nobody behind it. */
async function takeItem(tx: Executor, worker: Claimer, offer: ClaimOffer): Promise<Claimed | null> {
  const { capabilities } = worker;
  const fitting = { capabilities, memory_mb: offer.memoryMb, gpus: offer.gpus, seconds: offer.seconds };
  for (const turn of await turns(tx, fitting)) {
    const item = await takeOfTurn(tx, worker, fitting, turn);
    if (item) return item;
  }
  return null;
}

/** As `takeItem`, among the items of one person and priority. */
async function takeOfTurn(tx: Executor, worker: Claimer, offer: Offer, turn: Turn): Promise<Claimed | null> {
  for (;;) {
    const item = await row<Claimed & { attempts: number }>(
      tx,
      sql`UPDATE workflow t SET object_status = ${itemState.running}, started_at = coalesce(started_at, now()), updated_at = now(), stop_requested = false
          WHERE t.uuid = (
            SELECT w.uuid FROM workflow w
            WHERE ${takenBy(offer, 'w')} AND ${ofTurn(turn)} AND NOT ${isLeftToOthers(worker)}
            ORDER BY ${queueOrder} FOR UPDATE SKIP LOCKED LIMIT 1)
          RETURNING t.uuid, object_type, object_data, options, seed,
            (SELECT coalesce(max(a.number), 0)::int FROM attempt a WHERE a.workflow_uuid = t.uuid) AS attempts`,
    );
    if (!item || item.attempts < mostAttempts) return item;
    await endTriedOut(tx, item.uuid);
  }
}

/** Undoes a claim that reached nobody: its worker hung up while it was made. The item is where it was, or stopped if that was asked for. */
export async function giveBack(db: Database, found: Claim): Promise<void> {
  await db.transaction(async (tx) => {
    if (found.job.type === preparationCapability) return givePreparationBack(tx, found);
    await rows(tx, sql`DELETE FROM attempt WHERE uuid = ${found.attempt}::uuid`);
    await rows(
      tx,
      sql`UPDATE workflow SET object_status = CASE WHEN stop_requested THEN 4 ELSE 0 END,
            completed_at = CASE WHEN stop_requested THEN now() END, stop_requested = false, updated_at = now()
          WHERE uuid = ${found.job.uuid}::uuid AND object_status = ${itemState.running}`,
    );
    await settleCalculations(tx, found.job.uuid);
  });
}

async function givePreparationBack(tx: Executor, { attempt, token }: Claim): Promise<void> {
  const { uuid, protein_uuid: protein, stop_requested: stop } = await ownAttempt(tx, { attempt, token });
  await rows(tx, sql`DELETE FROM attempt WHERE uuid = ${uuid}::uuid`);
  if (protein === null) return;
  if (stop) await endPreparation(tx, protein, { state: 'stopped', message: 'Stopped.' });
  else await requeuePreparation(tx, protein, 0);
}
