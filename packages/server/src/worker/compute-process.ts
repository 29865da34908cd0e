import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Claim } from '../wire/claim.ts';
import { bridgeTo } from './cluster-bridge.ts';
import { computeEnvironment } from './environment.ts';
import type { GroupEnd } from './job-group.ts';
import type { JobLimits } from './job-limits.ts';
import { watchPeakMemory } from './peak-memory.ts';
import { type ProcessGroup, startGroup } from './process-group.ts';

/** The compute process of one job, in a directory of its own. */
export interface ComputeProcess extends ProcessGroup {
  /** MB of memory that it held, at most; null where that is not known. */
  peakMegabytes(): number | null;
  /** Ends what is left of it; the second time there is nothing left to do. */
  leave(): Promise<GroupEnd>;
}

/** Seconds on processors that a process of a job may take: the clock on the wall ends it first; this holds for what slips out of the worker's sight. */
export const processorSeconds = (limits: JobLimits): number => (limits.seconds + 60) * limits.threads;

/** Writes what compute reads into the job's directory; returns the file. */
export async function writeJob(directory: string, job: Claim['job'], threads: number): Promise<string> {
  const file = path.join(directory, 'job.json');
  await writeFile(file, JSON.stringify({ ...job, threads }), { mode: 0o600 });
  return file;
}

/** Starts Python for one job. */
export async function startCompute(
  limits: JobLimits,
  job: Claim['job'],
  directory: string,
  clockOffsetMs: number,
  log: (text: string) => void = () => {},
): Promise<ComputeProcess> {
  const file = await writeJob(directory, job, limits.threads);
  const { dask = null } = limits;
  const inside = await limits.sandbox.enter({ memoryMb: limits.memoryMb, cpus: limits.threads });
  try {
    const group = startGroup({
      command: [limits.python, '-m', 'cuvette_compute', 'run', '--job', file, '--dir', directory],
      directory,
      environment: {
        ...computeEnvironment(directory, limits.threads, clockOffsetMs),
        // The job reaches no network: the channel leads to a process that does.
        ...(dask === null ? {} : { CUVETTE_CLUSTER_CHANNEL: '4' }),
      },
      control: dask !== null,
      memoryMb: limits.memoryMb,
      cpuSeconds: processorSeconds(limits),
      sandbox: limits.sandbox.command(directory),
      enter: inside.command,
    });
    if (dask !== null && group.control) bridgeTo(dask, limits.python, group.control, log);
    const memory = watchPeakMemory(group.pid);
    const leave = () => {
      memory.stop();
      return inside.leave();
    };
    return { ...group, peakMegabytes: () => memory.megabytes(), leave };
  } catch (error) {
    await inside.leave();
    throw error;
  }
}
