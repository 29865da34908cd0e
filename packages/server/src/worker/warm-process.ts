import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import type { ProbeReport } from '@cuvette/core/entities';
import type { Claim } from '../wire/claim.ts';
import { type ComputeProcess, processorSeconds, writeJob } from './compute-process.ts';
import { computeEnvironment } from './environment.ts';
import type { GroupEnd } from './job-group.ts';
import type { JobLimits } from './job-limits.ts';
import { createHeadAndTail, createLineReader } from './line-reader.ts';
import { markedStream } from './marked-stream.ts';
import { startGroup } from './process-group.ts';
import { makeTemporary } from './temporary.ts';

/** A job that a warm process has forked, with its directory. */
interface WarmJob {
  directory: string;
  compute: ComputeProcess;
  /** Removes the directory. */
  remove(): Promise<void>;
}

/**
 * The worker's warm compute process: a Python that has loaded what short recipes need and forks a child for each job
 * (`cuvette_compute/runtime/warm.py`), one after the other. It is in a sandbox and a group with the limits of a job, and each job behind walls of its
 * own. It begins with the first job of such a type and ends when it has had nothing to do for a while; whatever ends a job from outside ends
 * it too, and the next job begins another.
 */
export interface WarmCompute {
  /** A job of a type that it takes, or null: then the job needs a process of its own. */
  start(job: Claim['job'], clockOffsetMs: number): Promise<WarmJob | null>;
  /** Ends it. */
  stop(): Promise<void>;
}

/** The types that it takes, each with the values that a job's data must have. */
export type WarmTypes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns what a worker's probe says of them. */
export const warmTypes = ({ warm_types, warm_only }: ProbeReport): WarmTypes =>
  Object.fromEntries(warm_types.map((type) => [type, warm_only[type] ?? {}]));

function takes(types: WarmTypes, job: Claim['job']): boolean {
  const only = Object.hasOwn(types, job.type) ? types[job.type] : undefined;
  return only !== undefined && Object.entries(only).every(([key, value]) => job.data[key] === value);
}

/** What the process says on its control channel. */
interface Answer {
  ready?: boolean;
  reason?: string | null;
  status?: number;
  peak_kb?: number;
}

interface Running {
  /** Starts a job in a directory of its own. */
  job(claimed: Claim['job'], clockOffsetMs: number): Promise<WarmJob>;
  /** Whether it can take another job. */
  alive(): boolean;
  stop(): Promise<void>;
}

/** Milliseconds that it may take to load, on a machine that is busy. */
const loadingMs = 60_000;

/**
 * Nothing of it runs until a job of one of `types` comes. Where it cannot work, `log` gets the reason once, and every job gets a process of its own.
 */
export function createWarmCompute(
  limits: JobLimits,
  types: WarmTypes,
  log: (text: string) => void,
  idleMs = 300_000,
): WarmCompute {
  let running: Running | null = null;
  let usable = true;
  let idle: NodeJS.Timeout | null = null;

  const stop = async (): Promise<void> => {
    if (idle) clearTimeout(idle);
    const ending = running;
    running = null;
    await ending?.stop();
  };

  return {
    async start(job, clockOffsetMs) {
      if (!usable || !takes(types, job)) return null;
      if (idle) clearTimeout(idle);
      if (!running?.alive()) {
        await stop();
        try {
          running = await startWarm(limits);
        } catch (error) {
          usable = false;
          log(`Each job gets a process of its own, for a warm one does not work here: ${(error as Error).message}`);
          return null;
        }
      }
      const started = await running.job(job, clockOffsetMs);
      return {
        ...started,
        async remove() {
          await started.remove();
          if (idle) clearTimeout(idle);
          if (!running?.alive()) return stop();
          idle = setTimeout(() => void stop(), idleMs);
          idle.unref();
        },
      };
    },
    stop,
  };
}

/** Questions to the process and what it answers, one line of JSON each; one that cannot be read ends it by `kill`. */
function talkTo(
  control: Duplex,
  kill: () => void,
): { nextAnswer: () => Promise<Answer>; ask: (value: unknown) => void } {
  let hear: (nextAnswer: Answer) => void = () => {};
  const read = (line: string): void => {
    try {
      hear(JSON.parse(line) as Answer);
    } catch {
      kill();
    }
  };
  control.on('error', () => {});
  control.on('data', createLineReader(read, kill));
  return {
    nextAnswer: () =>
      new Promise((resolve) => {
        hear = resolve;
      }),
    ask: (value) => void control.write(`${JSON.stringify(value)}\n`),
  };
}

/** Starts the process and waits until it is ready. Throws with the reason where it is not. */
async function startWarm(limits: JobLimits): Promise<Running> {
  const inside = await limits.sandbox.enter({ memoryMb: limits.memoryMb, cpus: limits.threads });
  const root = await makeTemporary('job');
  const { warm } = limits.sandbox;
  const group = startGroup({
    command: [limits.python, '-m', 'cuvette_compute', 'warm', ...(warm ? [warm] : [])],
    directory: root,
    environment: computeEnvironment(root, 1),
    memoryMb: limits.memoryMb,
    sandbox: limits.sandbox.command(root),
    enter: inside.command,
    control: true,
  });
  const { control } = group;
  if (!control) throw new Error('it has no control channel');
  const noise = createHeadAndTail(4096);
  let ended = false;
  const { nextAnswer, ask } = talkTo(control, () => group.kill());
  const listenWhileLoading = (chunk: Buffer) => noise.add(chunk);
  group.stderr.on('data', listenWhileLoading);
  const [stdout, stderr] = [markedStream(group.stdout), markedStream(group.stderr)];
  let left: Promise<GroupEnd> | null = null;
  const leave = (): Promise<GroupEnd> => {
    left ??= (async () => {
      group.kill();
      await group.exited;
      return inside.leave();
    })();
    return left;
  };
  /** From the moment that it is ended from outside: what it forks then would be ended too. */
  const finish = (end: () => void): void => {
    ended = true;
    end();
  };
  void group.exited.then(() => {
    ended = true;
  });
  const stop = async (): Promise<void> => {
    await leave();
    await rm(root, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  };

  const timer = setTimeout(() => group.kill(), loadingMs);
  const first = await Promise.race([nextAnswer(), group.exited.then((): Answer => ({}))]);
  clearTimeout(timer);
  group.stderr.off('data', listenWhileLoading);
  if (first.ready !== true) {
    await stop();
    throw new Error(first.reason || noise.text().trim().split('\n').at(-1) || 'it did not start');
  }

  return {
    alive: () => !ended && left === null,
    stop,
    async job(claimed, clockOffsetMs) {
      const directory = await mkdtemp(path.join(root, 'job-'));
      await writeJob(directory, claimed, limits.threads);
      const streams = { stdout: stdout.begin(), stderr: stderr.begin() };
      const printed = Promise.all([once(streams.stdout, 'end'), once(streams.stderr, 'end')]);
      let over = false;
      let peakKb: number | null = null;
      const answer = nextAnswer();
      ask({
        directory,
        type: claimed.type,
        cpu_seconds: processorSeconds(limits),
        environment: { HOME: directory, TMPDIR: directory, CUVETTE_CLOCK_OFFSET_MS: String(clockOffsetMs) },
      });
      const exited = (async () => {
        const outcome = await Promise.race([answer, group.exited]);
        over = true;
        if (typeof outcome === 'number' || outcome.status === undefined)
          return typeof outcome === 'number' ? outcome : 127;
        peakKb = outcome.peak_kb ?? null;
        // The job is dead and never saw this: what comes before it is the job's, and nothing else is.
        const marker = randomUUID();
        stdout.endAt(marker);
        stderr.endAt(marker);
        ask({ flush: marker });
        await Promise.race([printed, group.exited]);
        return outcome.status;
      })();
      return {
        directory,
        remove: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }).catch(() => {}),
        compute: {
          pid: group.pid,
          ...streams,
          control: null,
          exited,
          stop(graceMs) {
            if (!over) finish(() => group.stop(graceMs));
          },
          kill() {
            if (!over) finish(group.kill);
          },
          peakMegabytes: () => (peakKb === null ? null : Math.ceil(peakKb / 1024)),
          leave: async () => (ended ? leave() : { outOfMemory: false }),
        },
      };
    },
  };
}
