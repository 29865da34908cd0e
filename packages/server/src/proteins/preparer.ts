import { convertPdbAside } from '../convert/pdb-thread.ts';
import type { Services } from '../services.ts';
import {
  beatPreparation,
  type ClaimedPreparation,
  claimPreparation,
  endPreparation,
  type PreparationEnd,
  recoverPreparations,
  releasePreparation,
  somePreparation,
} from '../store/protein-preparations.ts';
import { hasPdbFixer, runProteinJob } from './protein-compute.ts';

/** Seconds that one preparation may take. */
const limitSeconds = 1800;
/** Milliseconds between two signs of life of a preparation that runs. */
const beatMs = 1000;
/** Milliseconds between two looks for work that another server left. */
const lookMs = 3000;

/** What carries preparations out. */
export interface Preparer {
  /** Ends it; what runs waits for another server, or the next start. */
  stop(): Promise<void>;
}

/**
 * Carries the preparations of proteins out, one at a time: "protein" on `services.wake` says that one may wait. Several servers on one database share
 * the work. What a killed server left is begun again by whoever looks first.
 */
export async function startPreparer(services: Services, log: (text: string) => void): Promise<Preparer> {
  const { db, config, serverId, wake } = services;
  await recoverPreparations(db.drizzle, serverId);
  let stopping = false;
  let working: Promise<void> | null = null;
  let again = false;
  let leave: (() => void) | null = null;

  async function workOff(): Promise<void> {
    while (!stopping && (await somePreparation(db.drizzle)) && (await hasPdbFixer(config.python))) {
      const claimed = await claimPreparation(db, serverId);
      if (!claimed) return;
      await carryOut(claimed);
    }
  }

  async function carryOut(claimed: ClaimedPreparation): Promise<void> {
    const abort = new AbortController();
    let asked: 'stop' | 'gone' | 'leave' | null = null;
    const end = (why: 'stop' | 'gone' | 'leave'): void => {
      asked ??= why;
      abort.abort();
    };
    leave = () => end('leave');
    if (stopping) end('leave');
    const progress = { stage: 'Starting', percent: 0 };
    let beating: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      beating = beatPreparation(db.drizzle, claimed, progress)
        .then((answer) => (answer === 'go on' ? undefined : end(answer)))
        .catch((error: Error) => log(`Reporting the preparation of a protein failed: ${error.message}`));
    }, beatMs);
    try {
      const outcome = await runProteinJob({
        config,
        job: `{"options":${JSON.stringify(claimed.options)},"structure":${claimed.structure}}`,
        seconds: Math.min(limitSeconds, config.jobSeconds),
        onProgress: (stage, percent) => Object.assign(progress, { stage, percent }),
        signal: abort.signal,
      });
      const why = asked as 'stop' | 'gone' | 'leave' | null;
      if (why === 'gone') return;
      if (why === 'leave') return await releasePreparation(db.drizzle, claimed);
      const ending: PreparationEnd =
        why === 'stop' ? { state: 'stopped', message: 'Stopped.' } : await endingOf(outcome);
      await endPreparation(db, claimed, ending);
    } catch (error) {
      log(`Preparing a protein failed: ${(error as Error).stack ?? error}`);
      const message = 'The server could not carry it out. This is a bug in Cuvette, or its disk is full.';
      await endPreparation(db, claimed, { state: 'failed', message });
    } finally {
      clearInterval(timer);
      leave = null;
      await beating;
    }
  }

  const look = (): void => {
    again = true;
    if (working || stopping) return;
    working = (async () => {
      while (again && !stopping) {
        again = false;
        await workOff();
      }
    })()
      .catch((error: Error) => log(`Looking for proteins to prepare failed: ${error.message}`))
      .finally(() => {
        working = null;
      });
  };
  const timer = setInterval(look, lookMs);
  wake.on('protein', look);
  look();
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      wake.off('protein', look);
      leave?.();
      await working;
    },
  };
}

async function endingOf(outcome: Awaited<ReturnType<typeof runProteinJob>>): Promise<PreparationEnd> {
  if (!outcome.ok) return { state: 'failed', message: outcome.message };
  const checked = await convertPdbAside({ verify: outcome.structure ?? '' });
  if (!('text' in checked)) {
    return { state: 'failed', message: 'The prepared structure does not fit. This is a bug in Cuvette.' };
  }
  return { state: 'done', report: outcome.report, structure: checked.text };
}
