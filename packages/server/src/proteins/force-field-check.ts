import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ErrorClass } from '@cuvette/core/entities';
import { type Config, ConfigProblem } from '../config.ts';
import { computeEnvironment } from '../worker/environment.ts';
import { createHeadAndTail, createLineReader } from '../worker/line-reader.ts';
import { classifyExit } from '../worker/outcome.ts';
import { sandboxOfServer } from '../worker/own-sandbox.ts';
import { startGroup } from '../worker/process-group.ts';
import { makeTemporary } from '../worker/temporary.ts';

/** Most bytes that a check may say beside its result. */
const mostNoise = 8 * 2 ** 20;
/** Milliseconds after which a Python without PDBFixer is asked again. */
const askAgainMs = 30_000;

/** What a check came to. */
export type ProteinOutcome =
  | { ok: true; report: Record<string, unknown> }
  | { ok: false; errorClass: ErrorClass; message: string };

/** How a check runs. */
export interface ProteinRun {
  config: Pick<Config, 'python' | 'jobMemoryMb' | 'data'>;
  /** The job as JSON text. */
  job: string;
  seconds: number;
}

/** Checks a protein against a force field, as a process group of its own with limits on memory, time and what it says. */
export async function runProteinCheck(run: ProteinRun): Promise<ProteinOutcome> {
  const directory = await makeTemporary('job');
  try {
    const file = path.join(directory, 'job.json');
    await writeFile(file, run.job, { mode: 0o600 });
    const sandbox = await sandboxOfServer(run.config, directory);
    const inside = await sandbox.enter({ memoryMb: run.config.jobMemoryMb, cpus: 1 });
    try {
      return await compute(run, directory, file, sandbox.command(directory), inside.command);
    } finally {
      await inside.leave();
    }
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    return { ok: false, errorClass: 'resource_error', message: error.message };
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

async function compute(
  run: ProteinRun,
  directory: string,
  file: string,
  sandbox: string[],
  enter: string[],
): Promise<ProteinOutcome> {
  const group = startGroup({
    command: [run.config.python, '-m', 'cuvette_compute', 'protein', '--job', file, '--dir', directory],
    directory,
    environment: computeEnvironment(directory, 1),
    memoryMb: run.config.jobMemoryMb,
    cpuSeconds: run.seconds + 60,
    sandbox,
    enter,
  });
  const failed = (errorClass: ErrorClass, message: string): ProteinOutcome => ({ ok: false, errorClass, message });
  const noise = createHeadAndTail();
  let printedLength = 0;
  let limit: ProteinOutcome | null = null;
  let last: Record<string, unknown> | null = null;
  const tooMuch = (): void => {
    limit ??= failed('resource_error', 'The check printed too much and was ended.');
    group.kill();
  };
  const hear = (text: Buffer | string): void => {
    noise.add(text);
    printedLength += text.length;
    if (printedLength > mostNoise) tooMuch();
  };
  const readLine = (line: string): void => {
    const event = parse(line);
    if (event?.event === 'result' || event?.event === 'error') last = event;
    else hear(line);
  };
  group.stdout.on('data', createLineReader(readLine, tooMuch));
  group.stderr.on('data', hear);
  const clock = setTimeout(() => {
    const message = `It took longer than the ${run.seconds} s that it may take. A smaller structure, one chain of it for example, takes less.`;
    limit ??= failed('resource_error', message);
    group.stop();
  }, run.seconds * 1000);
  const closed = Promise.all([group.stdout, group.stderr].map((one) => new Promise((done) => one.once('close', done))));
  const status = await group.exited;
  clearTimeout(clock);
  await Promise.race([closed, new Promise((done) => setTimeout(done, 1000))]);
  if (limit) return limit;
  const line = last as Record<string, unknown> | null;
  if (line?.event === 'result' && status === 0) return { ok: true, report: line.report as Record<string, unknown> };
  if (line?.event === 'error') return failed(line.error_class as ErrorClass, String(line.message));
  const ending = classifyExit(status, noise.text());
  return failed(ending.error_class, ending.message);
}

function parse(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

const asked = new Map<string, { known: Promise<boolean>; at: number }>();

/** Whether a Python has PDBFixer and OpenMM. Asked once; a no is asked again after half a minute, for somebody may have set it up. */
export async function hasPdbFixer(python: string): Promise<boolean> {
  const before = asked.get(python);
  if (before && ((await before.known) || Date.now() - before.at < askAgainMs)) return before.known;
  const script =
    'import importlib.util as u, sys; sys.exit(0 if u.find_spec("pdbfixer") and u.find_spec("openmm") else 3)';
  const known = new Promise<boolean>((resolve) => {
    const env = { PATH: process.env.PATH ?? '' };
    const child = execFile(python, ['-I', '-c', script], { timeout: 20_000, env }, (error) => resolve(error === null));
    child.stdin?.on('error', () => {}).end();
  });
  asked.set(python, { known, at: Date.now() });
  return known;
}
