import { rm } from 'node:fs/promises';
import { hostname, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProbeReport } from '@cuvette/core/entities';
import { type RunningAttempt, runAttempt } from './attempt.ts';
import { countGpus } from './gpus.ts';
import type { JobLimits } from './job-limits.ts';
import type { Sandbox } from './sandbox.ts';
import { createServerClient, type Registration, ServerRefusal } from './server-client.ts';
import { currentReport } from './stored-probe.ts';
import { makeTemporary, sweepTemporary } from './temporary.ts';
import { createWarmCompute, warmTypes } from './warm-process.ts';

/** How a worker is started. */
export interface WorkerOptions extends JobLimits {
  server: string;
  key: string;
  name: string;
  /** Seconds after which it gives back what it has and ends; null when it has no end in sight. */
  lifetime: number | null;
  /** Seconds without work, or without a server, after which it ends; null: never. */
  idle: number | null;
  signal: AbortSignal;
  log: (text: string) => void;
}

/** Memory in MB that a job can have here: its limit, or what the machine (or the container's limit) has where that is less. */
function memoryOfJobs(limitMb: number): number {
  const constrained = process.constrainedMemory();
  const machine = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.min(limitMb, Math.floor(machine / 2 ** 20));
}

async function gpusHere(sandbox: Sandbox): Promise<number> {
  const directory = await makeTemporary('probe');
  try {
    return await countGpus(sandbox, directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** What a worker tells of its machine beside its report. */
async function machineHere({ memoryMb, sandbox }: WorkerOptions) {
  return {
    host: hostname(),
    memory_mb: memoryOfJobs(memoryMb),
    gpus: await gpusHere(sandbox),
    sandbox: { shut_in: sandbox.shutIn, text: sandbox.text },
  };
}

/** Seconds after which a worker that gets no more items asks again. */
const deniedSeconds = 30;

/** How long a worker has had nothing to do, and whether that is longer than it may be. */
class Idleness {
  readonly #limit: number;
  #since = performance.now();

  constructor(limit: number | null) {
    this.#limit = limit ?? Number.POSITIVE_INFINITY;
  }

  restart(): void {
    this.#since = performance.now();
  }

  /** Seconds until it is over. */
  left(): number {
    return Math.max(0, this.#limit - (performance.now() - this.#since) / 1000);
  }

  over(): boolean {
    return this.left() <= 0;
  }
}

/** Registers, again and again while the server is away, until `isOver`; throws when the server refuses it. */
async function untilTaken(
  register: () => Promise<Registration>,
  isOver: () => boolean,
  log: (text: string) => void,
): Promise<Registration> {
  for (;;) {
    try {
      return await register();
    } catch (error) {
      if (error instanceof ServerRefusal && error.status < 500) throw error;
      if (isOver()) throw error;
      log(`The server does not answer (${(error as Error).message}); trying again.`);
      await sleep(1000);
    }
  }
}

/**
 * The worker: registers with what its probe found, then claims and runs one job after another until `signal` says stop.
 * While the server is away it computes on and delivers later. Throws when its key is refused or compute cannot run at all.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { log, lifetime } = options;
  const began = performance.now();
  const left = (): number | null =>
    lifetime === null ? null : Math.max(0, lifetime - (performance.now() - began) / 1000);
  const signal =
    lifetime === null ? options.signal : AbortSignal.any([options.signal, AbortSignal.timeout(lifetime * 1000)]);
  const idleness = new Idleness(options.idle);
  const client = createServerClient(options.server, options.key);
  await sweepTemporary();
  log(options.sandbox.text);
  /** What a later look at the machine found, where it is something else. */
  let found: ProbeReport | null = null;
  let report = await currentReport(options, signal, (later) => {
    found = later;
  });
  const machine = await machineHere(options);
  const warm = createWarmCompute(options, warmTypes(report), log);
  let { worker, heartbeat_seconds: heartbeatSeconds } = await register();
  let current: RunningAttempt | null = null;
  let lastDenied: string | null = null;

  function register(): Promise<Registration> {
    return untilTaken(
      () => client.register({ name: options.name, seconds: left(), report, ...machine }),
      () => signal.aborted || idleness.over(),
      log,
    );
  }

  async function registerAgain(): Promise<void> {
    ({ worker, heartbeat_seconds: heartbeatSeconds } = await register());
  }

  /** Tells the server where this machine can compute something else than when the worker was started. */
  async function tellWhatChanged(): Promise<void> {
    if (found === null) return;
    [report, found] = [found, null];
    log(`What this machine can compute has changed: ${report.capabilities.join(', ')}.`);
    await client.heartbeat({ worker, attempts: [], leaving: true });
    await registerAgain();
  }

  /** Has its own timer and never throws: a worker that is busy delivering must not look dead. */
  const beat = async (): Promise<void> => {
    try {
      const attempts = current ? [{ attempt: current.attempt, token: current.token }] : [];
      const answer = await client.heartbeat({ worker, attempts });
      if (!answer.known && !current) await registerAgain();
      for (const { attempt, stop, over } of answer.attempts) {
        if (current?.attempt !== attempt) continue;
        if (over !== null) {
          log(over);
          current.stop('over');
        } else if (stop) current.stop('stopped');
      }
    } catch {
      // The server is away or busy: the next beat tries again, and the job computes on.
    }
  };
  /** As often as the server asks for: the next one is counted from the start of the one before, however long that took. */
  const beats = new AbortController();
  const beating = (async () => {
    while (!beats.signal.aborted) {
      const next = sleep(heartbeatSeconds * 1000, undefined, { signal: beats.signal }).catch(() => {});
      await Promise.all([beat(), next]);
    }
  })();
  signal.addEventListener('abort', () => current?.release(), { once: true });
  idleness.restart();
  log(`Worker ${options.name} is ready (${report.capabilities.join(', ') || 'no engine works here'}).`);
  try {
    while (!signal.aborted) {
      if (idleness.over()) {
        log(`There was no work for ${options.idle} s; the worker ends.`);
        break;
      }
      try {
        await tellWhatChanged();
        const { job, denied = null } = await client.claim(
          {
            worker,
            memory_mb: machine.memory_mb,
            gpus: machine.gpus,
            seconds: left(),
            wait_seconds: Math.min(20, idleness.left()),
          },
          signal,
        );
        if (denied !== null && denied !== lastDenied) log(denied);
        lastDenied = denied;
        if (!job) {
          if (denied === null) continue;
          // A pilot that gets nothing more would only hold its node; others ask again after a while, for it may be allowed again.
          if (options.idle !== null) break;
          await sleep(deniedSeconds * 1000, undefined, { signal }).catch(() => {});
          continue;
        }
        log(`Attempt ${job.job.attempt} at ${job.job.type} ${job.job.uuid}`);
        current = runAttempt(client, job, options, log, warm);
        if (signal.aborted) current.release();
        await current.done;
      } catch (error) {
        if (signal.aborted) break;
        if (error instanceof ServerRefusal && error.status === 404) await registerAgain();
        else if (error instanceof ServerRefusal && (error.status === 401 || error.status === 403)) throw error;
        else await sleep(1000);
      } finally {
        if (current !== null) idleness.restart();
        current = null;
      }
    }
  } finally {
    beats.abort();
    await Promise.all([beating, warm.stop()]);
    await client.heartbeat({ worker, attempts: [], leaving: true }).catch(() => {});
  }
}
