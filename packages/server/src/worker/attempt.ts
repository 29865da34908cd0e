import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Claim } from '../wire/claim.ts';
import { type ComputeProcess, startCompute } from './compute-process.ts';
import { Delivery } from './delivery.ts';
import type { JobLimits } from './job-limits.ts';
import { JobOutput } from './job-output.ts';
import { afterSeconds } from './long-timer.ts';
import { classifyExit, errorLine, signalOf } from './outcome.ts';
import type { ServerClient } from './server-client.ts';
import { makeTemporary } from './temporary.ts';
import type { WarmCompute } from './warm-process.ts';

/** A job that runs. */
export interface RunningAttempt {
  attempt: string;
  token: string;
  /** Ends when the result is delivered, or nobody wants it. */
  done: Promise<void>;
  /** Ends the job because a person asked to, or because the server gave it to somebody else. */
  stop(reason: 'stopped' | 'over'): void;
  /** Ends the job because this worker leaves; the item goes back to the queue. */
  release(): void;
}

/**
 * Runs one claimed job, in a process of its own or as a child of the warm one, and delivers what it prints. `log` gets the reason when the server
 * refuses what was delivered.
 */
export function runAttempt(
  client: ServerClient,
  claim: Claim,
  limits: JobLimits,
  log: (text: string) => void = () => {},
  warm: WarmCompute | null = null,
): RunningAttempt {
  const key = { attempt: claim.attempt, token: claim.token };
  const seconds = Math.min(limits.seconds, claim.seconds ?? limits.seconds);
  // Every time that is sent is the server's: the clock of this machine may be minutes off.
  const clockOffsetMs = Date.parse(claim.claimed_at) - Date.now();
  let ending: 'stopped' | 'over' | 'released' | null = null;
  let stopGroup: (() => void) | null = null;
  const delivery = new Delivery(client, key, (reason) => {
    log(reason);
    ending = 'over';
    stopGroup?.();
  });
  const done = (async () => {
    const warmed = (await warm?.start(claim.job, clockOffsetMs)) ?? null;
    if (warmed) return compute(warmed.directory, warmed.compute).finally(warmed.remove);
    const directory = await makeTemporary('job');
    try {
      await compute(directory, await startCompute({ ...limits, seconds }, claim.job, directory, clockOffsetMs, log));
    } finally {
      await rm(directory, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    }
  })().catch((error: Error) => delivery.finish(couldNotRun(error)).then(() => {}));

  async function compute(directory: string, group: ComputeProcess): Promise<void> {
    try {
      await follow(directory, group);
    } finally {
      await group.leave();
    }
  }

  async function follow(directory: string, group: ComputeProcess): Promise<void> {
    stopGroup = () => group.stop();
    if (ending !== null) group.stop();
    delivery.add({
      event: 'log',
      text: `Attempt ${claim.job.attempt} on ${hostname()}, process group ${group.pid}, ${new Date(Date.now() + clockOffsetMs).toISOString()}`,
    });
    const output = new JobOutput(group, directory, limits.outputMb, delivery);
    const stopClock = afterSeconds(seconds, () => {
      const message = `The job ran longer than the ${seconds} s that it may take on this worker and was ended.`;
      output.limit ??= errorLine('resource_error', message);
      group.stop();
    });
    const status = await group.exited;
    stopClock();
    stopGroup = null;
    const { outOfMemory } = await group.leave();
    if (outOfMemory) {
      const message = `The job needs more memory than the ${limits.memoryMb} MB that it may have on this worker.`;
      output.limit ??= errorLine('resource_error', message);
    }
    await Promise.race([output.closed, new Promise((resolve) => setTimeout(resolve, 1000))]);
    const report = {
      exit_code: status,
      signal: signalOf(status),
      peak_memory_mb: group.peakMegabytes(),
      output_tail: output.noise(),
    };
    const state = ending as 'stopped' | 'over' | 'released' | null;
    if (state === 'over') return delivery.abandon();
    const { limit, last } = output;
    // A result that was printed before the stop arrived is a result all the same.
    if (last?.event === 'result' && status === 0)
      await delivery.finish({ ...report, outcome: 'completed', result: last });
    else if (state !== null) await delivery.finish({ ...report, outcome: state });
    else {
      const error = limit ?? (last?.event === 'error' ? last : classifyExit(status, output.noise()));
      await delivery.finish({ ...report, outcome: 'failed', error });
    }
  }

  return {
    ...key,
    done,
    stop(reason) {
      ending ??= reason;
      stopGroup?.();
    },
    release() {
      ending ??= 'released';
      stopGroup?.();
    },
  };
}

/** The ending of an attempt whose job could not be run. */
function couldNotRun(error: Error): Record<string, unknown> {
  const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
  return {
    outcome: 'failed',
    error: full
      ? errorLine('resource_error', 'The disk of the worker is full.', error.message)
      : errorLine(
          'internal_error',
          'The worker could not run the job. This is a bug in Cuvette.',
          error.stack ?? error.message,
        ),
    exit_code: null,
    signal: null,
    peak_memory_mb: null,
    output_tail: '',
  };
}
