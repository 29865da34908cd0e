import { constants } from 'node:fs';
import { lstat, mkdir, open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Molecule, OrbitalsDetails } from '@cuvette/core/entities';
import { OrbitalCubes } from '@cuvette/core/workflows';
import * as z from 'zod/mini';
import { type Config, ConfigProblem } from '../config.ts';
import { HttpProblem } from '../errors.ts';
import { computeEnvironment } from '../worker/environment.ts';
import { createHeadAndTail } from '../worker/line-reader.ts';
import { classifyExit } from '../worker/outcome.ts';
import { sandboxOfServer } from '../worker/own-sandbox.ts';
import { startGroup } from '../worker/process-group.ts';

/** Grids of a calculation's orbitals: the file that has them, the keys of the item's data in it, and the levels around the gap by set. */
const ReadOrbitals = z.object({
  file: z.string().check(z.regex(/^orbitals-\d{1,3}\.json$/)),
  keys: OrbitalsDetails.shape.keys,
  levels: z.partialRecord(
    z.enum(['molecular_orbitals', 'molecular_orbitals_alpha', 'molecular_orbitals_beta']),
    OrbitalCubes,
  ),
});

/** A calculation as compute read it (`cuvette_compute/outputs/record.py`): energies in Hartree, temperature in K, pressure in atm. */
export const ReadCalculation = z.object({
  program: z.string(),
  version: z.nullable(z.string()),
  method: z.nullable(z.string()),
  basis_set: z.nullable(z.string()),
  corrections: z.array(z.string()),
  solvent: z.nullable(z.string()),
  solvent_model: z.nullable(z.string()),
  charge_model: z.nullable(z.string()),
  temperature: z.nullable(z.number()),
  pressure: z.nullable(z.number()),
  excitations: z.int(),
  tasks: z.array(z.string()),
  ensemble: z.boolean(),
  converged: z.nullable(z.boolean()),
  complete: z.boolean(),
  seconds: z.nullable(z.number()),
  molecules: z.array(Molecule).check(z.minLength(1)),
  orbitals: z.nullable(ReadOrbitals),
  notes: z.array(z.string()),
  lacking: z.array(z.string()),
});
export type ReadCalculation = z.infer<typeof ReadCalculation>;

/** What was read of a file: its calculations, and the files of their grids with their sizes, which `read` gives. */
export interface ReadOutput {
  calculations: ReadCalculation[];
  bytes: ReadonlyMap<string, number>;
  read: (name: string) => Promise<Readable>;
}

const Answer = z.union([
  z.object({ calculations: z.array(ReadCalculation).check(z.minLength(1)) }),
  z.object({ problem: z.string() }),
]);

/** Limits of one reading. A 50 MB output of ORCA takes 1 s and 49 MB, with upload and item 2 to 5 s (`npm run bench:import`). */
const limits = { seconds: 120, memoryMb: 4096, answerBytes: 512 * 2 ** 20, gridBytes: 2 * 2 ** 30 };
/** Outputs that are read at the same time, and that may wait. */
const [mostReading, mostWaiting] = [2, 20];

let reading = 0;
const waiting: (() => void)[] = [];

/** Waits for one of the places. Throws 503 where too many wait. */
async function takePlace(): Promise<void> {
  if (reading < mostReading) {
    reading += 1;
    return;
  }
  if (waiting.length >= mostWaiting) {
    throw new HttpProblem(503, 'Too many results wait to be read. Try again in a moment.');
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}

function givePlace(): void {
  const next = waiting.shift();
  if (next) next();
  else reading -= 1;
}

/**
 * Reads the output of another program in a process of its own, shut in as a job is. `file` lies in a private directory, which takes what is written
 * and has to stay until the grids were read.
 * Throws 422 with the reason for what cannot be read, 503 where too many wait or Python is missing.
 */
export async function readOutput(
  config: Pick<Config, 'python' | 'data'>,
  file: string,
  name: string,
): Promise<ReadOutput> {
  await takePlace();
  try {
    return await inProcess(config, file, name);
  } catch (error) {
    if (error instanceof ConfigProblem) throw new HttpProblem(503, error.message);
    throw error;
  } finally {
    givePlace();
  }
}

async function inProcess(config: Pick<Config, 'python' | 'data'>, file: string, name: string): Promise<ReadOutput> {
  const outside = path.dirname(file);
  const directory = path.join(outside, 'read');
  await mkdir(directory, { mode: 0o700 });
  const sandbox = await sandboxOfServer(config, outside);
  const inside = await sandbox.enter({ memoryMb: limits.memoryMb, cpus: 1 });
  const noise = createHeadAndTail();
  let late = false;
  let status: number;
  try {
    const group = startGroup({
      command: [
        config.python,
        '-m',
        'cuvette_compute',
        'outputs',
        `--file=${file}`,
        `--name=${name}`,
        `--dir=${directory}`,
      ],
      directory: outside,
      environment: computeEnvironment(directory, 1),
      memoryMb: limits.memoryMb,
      cpuSeconds: limits.seconds,
      sandbox: sandbox.command(outside),
      enter: inside.command,
    });
    group.stdout.resume();
    group.stderr.on('data', (text) => noise.add(text));
    const clock = setTimeout(() => {
      late = true;
      group.kill();
    }, limits.seconds * 1000);
    status = await group.exited;
    clearTimeout(clock);
  } finally {
    await inside.leave();
  }
  if (status !== 0) throw new HttpProblem(late || status > 128 ? 422 : 503, endingOf(status, late, noise.text()));
  const calculations = await answerIn(path.join(directory, 'answer.json'));
  return { calculations, ...(await gridsIn(directory, calculations)) };
}

/** The files of grids that a reading left in its directory. A link is none: the process that made it may not read what the server can. */
async function gridsIn(
  directory: string,
  calculations: readonly ReadCalculation[],
): Promise<Omit<ReadOutput, 'calculations'>> {
  const names = calculations.flatMap(({ orbitals }) => orbitals?.file ?? []);
  const bytes = new Map<string, number>();
  for (const name of names) {
    const { size } = await lstat(path.join(directory, name));
    bytes.set(name, size);
  }
  if ([...bytes.values()].reduce((sum, size) => sum + size, 0) > limits.gridBytes) {
    throw new HttpProblem(422, 'The orbitals of the file take more than can be imported at once. Split it.');
  }
  const read = async (name: string): Promise<Readable> =>
    (await open(path.join(directory, name), constants.O_RDONLY | constants.O_NOFOLLOW)).createReadStream();
  return { bytes, read };
}

function endingOf(status: number, late: boolean, noise: string): string {
  if (late || status === 152)
    return `The file could not be read within ${limits.seconds} s. Split it, or import a smaller part.`;
  if (status > 128) return 'The file could not be read: reading it needs more memory or time than is given. Split it.';
  return classifyExit(status, noise).message;
}

async function answerIn(file: string): Promise<ReadCalculation[]> {
  if ((await stat(file)).size > limits.answerBytes) {
    throw new HttpProblem(422, 'The file holds more than can be imported at once. Split it, or leave frames out.');
  }
  const answer = z.parse(Answer, JSON.parse(await readFile(file, 'utf8')));
  if ('problem' in answer) throw new HttpProblem(422, answer.problem, 'file');
  return answer.calculations;
}
