import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Claim } from '../wire/claim.ts';
import { type ComputeProcess, startCompute } from './compute-process.ts';
import { createDelivery } from './delivery.ts';
import type { JobLimits } from './job-limits.ts';
import { createHeadAndTail, createLineReader } from './line-reader.ts';
import { classifyExit, type ErrorLine, errorLine, signalOf } from './outcome.ts';
import { openOutgoing } from './outgoing-file.ts';
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

const eventNames = new Set(['progress', 'log', 'step', 'calculation', 'protein', 'partial', 'file', 'result', 'error']);

/**
 * Runs one claimed job, in a process of its own or as a child of the warm one, and delivers what it prints. `log` hears why the server refused what
 * was delivered.
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
  const delivery = createDelivery(client, key, (reason) => {
    log(reason);
    ending = 'over';
    stopGroup?.();
  });
  const done = (async () => {
    const warmed = (await warm?.start(claim.job, clockOffsetMs)) ?? null;
    if (warmed) return compute(warmed.directory, warmed.compute).finally(warmed.remove);
    const directory = await makeTemporary('job');
    try {
      await compute(directory, await startCompute({ ...limits, seconds }, claim.job, directory, clockOffsetMs));
    } finally {
      await rm(directory, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    }
  })().catch(async (error: Error) => {
    const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    await delivery.finish({
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
    });
  });

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
    const noise = createHeadAndTail();
    let noiseBytes = 0;
    let limit: ErrorLine | null = null;
    let last: Record<string, unknown> | null = null;
    const exceed = (error: ErrorLine): void => {
      limit ??= error;
      group.kill();
    };
    const tooMuch = () =>
      exceed(
        errorLine(
          'resource_error',
          `The job printed more than ${limits.outputMb} MB beside its results and was ended.`,
        ),
      );
    const hear = (chunk: Buffer | string): void => {
      noise.add(chunk);
      noiseBytes += chunk.length;
      if (noiseBytes > limits.outputMb * 2 ** 20) tooMuch();
    };
    const sendFile = (event: Record<string, unknown>): void => {
      try {
        delivery.addFile(event, openOutgoing(directory, String(event.path ?? '')));
      } catch (error) {
        const message = 'A file of the results could not be read. This is a bug in Cuvette.';
        exceed(errorLine('internal_error', message, (error as Error).message));
      }
    };
    const readLine = (line: string): void => {
      if (limit) return;
      const event = parseLine(line);
      if (!event) return hear(`${line}\n`);
      if (event.event === 'log' || event.event === 'progress') {
        noiseBytes += line.length;
        if (noiseBytes > limits.outputMb * 2 ** 20) return tooMuch();
      }
      if (event.event === 'file') return sendFile(event);
      if (event.event === 'result' || event.event === 'error') last = event;
      else delivery.add(event);
    };
    group.stdout.on('data', createLineReader(readLine, tooMuch));
    group.stderr.on('data', hear);
    const clock = setTimeout(() => {
      limit ??= errorLine(
        'resource_error',
        `The job ran longer than the ${seconds} s that it may take on this worker and was ended.`,
      );
      group.stop();
    }, seconds * 1000);
    const closed = Promise.all([ended(group.stdout), ended(group.stderr)]);
    const status = await group.exited;
    clearTimeout(clock);
    stopGroup = null;
    const { outOfMemory } = await group.leave();
    if (outOfMemory) {
      const message = `The job needs more memory than the ${limits.memoryMb} MB that it may have on this worker.`;
      limit ??= errorLine('resource_error', message);
    }
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1000))]);
    const report = {
      exit_code: status,
      signal: signalOf(status),
      peak_memory_mb: group.peakMegabytes(),
      output_tail: noise.text(),
    };
    const state = ending as 'stopped' | 'over' | 'released' | null;
    if (state === 'over') return delivery.abandon();
    const line = last as { event?: unknown } | null;
    // A result that was printed before the stop arrived is a result all the same.
    if (line?.event === 'result' && status === 0)
      await delivery.finish({ ...report, outcome: 'completed', result: line });
    else if (state !== null) await delivery.finish({ ...report, outcome: state });
    else {
      const error = limit ?? (line?.event === 'error' ? line : classifyExit(status, noise.text()));
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

function parseLine(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    const value = JSON.parse(line) as Record<string, unknown>;
    return typeof value.event === 'string' && eventNames.has(value.event) ? value : null;
  } catch {
    return null;
  }
}

function ended(stream: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('close', () => resolve());
    stream.once('end', () => resolve());
  });
}
