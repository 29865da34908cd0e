import { rm } from 'node:fs/promises';
import { ProbeReport } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { ConfigProblem } from '../config.ts';
import { computeEnvironment } from './environment.ts';
import { createHeadAndTail, createLineReader } from './line-reader.ts';
import { startGroup } from './process-group.ts';
import type { Sandbox } from './sandbox.ts';
import { makeTemporary } from './temporary.ts';

/** Milliseconds that a probe may take. */
const timeoutMs = 600_000;

/**
 * Asks compute what really works on this machine and how fast, shut in as jobs are and with as many threads as they get; `signal` ends it. Throws with words
 * and the tail of its output when it cannot be asked.
 */
export async function probe(
  python: string,
  sandbox: Sandbox,
  threads = 1,
  signal: AbortSignal | null = null,
): Promise<ProbeReport> {
  const home = await makeTemporary('probe');
  try {
    const group = startGroup({
      command: [python, '-m', 'cuvette_compute', 'probe'],
      directory: home,
      environment: computeEnvironment(home, threads),
      memoryMb: 16384,
      sandbox: sandbox.command(home),
    });
    const noise = createHeadAndTail(4096);
    let report: ProbeReport | null = null;
    group.stderr.on('data', (chunk: Buffer) => noise.add(chunk));
    group.stdout.on(
      'data',
      createLineReader(
        (line) => {
          try {
            const parsed = z.safeParse(ProbeReport, JSON.parse(line));
            if (parsed.success) report = { ...parsed.data, cores: threads };
            else noise.add(`${parsed.error.message}\n`);
          } catch {
            noise.add(`${line}\n`);
          }
        },
        () => group.kill(),
      ),
    );
    const end = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    end.addEventListener('abort', () => group.kill(), { once: true });
    const drained = new Promise((resolve) => group.stdout.once('close', resolve));
    await group.exited;
    await drained;
    if (!report)
      throw new ConfigProblem(
        `Compute does not answer on this machine (${python}): ${noise.text().trim().split('\n').at(-1) || 'no output'}`,
      );
    return report;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
