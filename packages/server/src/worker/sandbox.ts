import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { ConfigProblem, checkout } from '../config.ts';
import { findControlGroups } from './control-groups.ts';
import { type JobGroups, noGroups } from './job-group.ts';
import { findScopes } from './systemd-scopes.ts';
import { temporaryFolder } from './temporary.ts';

const execute = promisify(execFile);

/** How a machine shuts jobs in: `command` is before every job's own command, and what `enter` says before both. */
export interface Sandbox extends JobGroups {
  /** What shuts a job with this directory in; empty where nothing does. */
  command(directory: string): string[];
  /** Whether `command` shuts jobs in. */
  shutIn: boolean;
  /** How a warm process that is shut in shuts each of its jobs in; none without a sandbox. */
  warm: '--walls' | '--rules' | null;
  /** What is so, and what could be done about it, for the log. */
  text: string;
}

/** Jobs with limits and a process group of their own, and nothing more. */
export const noSandbox: Sandbox = {
  ...noGroups,
  command: () => [],
  shutIn: false,
  warm: null,
  text: 'Jobs run without a sandbox: CUVETTE_SANDBOX is "off".',
};

/**
 * Bubblewrap's arguments for a job: the machine's files can be read and only the job's directory written, there is no network, other processes are
 * out of sight, and so are the server's data and sockets of services. Of the devices it has the harmless ones and the GPUs.
 */
function bubblewrap(hidden: readonly string[], gpus: readonly string[], directory: string): string[] {
  return [
    'bwrap',
    '--unshare-all',
    '--die-with-parent',
    ...['--ro-bind', '/', '/'],
    ...['--dev', '/dev'],
    ...gpus.flatMap((device) => ['--dev-bind', device, device]),
    ...['--proc', '/proc'],
    ...['--tmpfs', '/run'],
    ...hidden.flatMap((one) => ['--tmpfs', one]),
    ...['--bind', directory, directory],
    ...['--chdir', directory],
    '--',
  ];
}

/** Finds what holds each job as a whole to its limits here, tried as a job would be, and what to say about it. */
async function findGroups(): Promise<{ groups: JobGroups; text: string }> {
  const reasons: string[] = [];
  for (const [find, name] of [
    [findControlGroups, 'cgroups'],
    [findScopes, 'scopes of systemd'],
  ] as const) {
    try {
      const groups = await find();
      return { groups, text: `Memory, processes and processors of each job as a whole are limited by ${name}.` };
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  return {
    groups: noGroups,
    text: `Memory is limited for each process of a job, not for the job as a whole: ${[...new Set(reasons)].join('; ')}.`,
  };
}

/** What a machine is asked about. */
interface SandboxQuestion {
  /** CUVETTE_SANDBOX: "auto" (or nothing) takes what works, "required" fails where nothing does, "off" does without. */
  setting: string | undefined;
  /** Directories that no job may look into, besides those of other jobs. */
  hidden: readonly string[];
  /** A directory to try with. */
  directory: string;
  /** The Python of jobs. */
  python: string;
}

/**
 * Finds out what shuts jobs in here, by using it as a job would: bubblewrap, else rules of the kernel, and groups with limits. Throws `ConfigProblem`
 * where a sandbox is required and there is none, and for a setting that is none.
 */
export async function findSandbox(question: SandboxQuestion): Promise<Sandbox> {
  const { setting, directory, python } = question;
  const wanted = setting === undefined || setting === '' ? 'auto' : setting;
  if (wanted === 'off') return noSandbox;
  if (wanted !== 'auto' && wanted !== 'required') {
    throw new ConfigProblem(`CUVETTE_SANDBOX must be auto, required or off, not "${wanted}".`);
  }
  const temporary = await temporaryFolder();
  const hidden = [...question.hidden, ...(temporary === tmpdir() ? [] : [temporary])];
  const walls = await findWalls(wanted, hidden, directory, python);
  const { groups, text } = await findGroups();
  return { ...walls, enter: groups.enter, text: `${walls.text} ${text}` };
}

/** What is in front of a job's command, without the groups that hold it to its limits. */
type Walls = Omit<Sandbox, 'enter'>;

async function findWalls(
  wanted: 'auto' | 'required',
  hidden: readonly string[],
  directory: string,
  python: string,
): Promise<Walls> {
  const bubblewrapped = await findBubblewrap(hidden, directory);
  if (typeof bubblewrapped !== 'string') return bubblewrapped;
  const ruled = await findRules(hidden, directory, python, bubblewrapped);
  if (typeof ruled !== 'string') return ruled;
  const reasons = `${bubblewrapped}, and ${ruled}`;
  if (wanted === 'required') throw new ConfigProblem(`CUVETTE_SANDBOX is "required", but ${reasons}.`);
  const text = `Jobs run without a sandbox, with limits only: ${reasons}. ${openJobs}`;
  return { command: () => [], shutIn: false, warm: null, text };
}

/** What it means that jobs are not shut in. */
const openJobs =
  'A job can then read everything that the user of the worker can read, including keys in files and in the environment of other processes. Let only trusted people submit, or run the worker as a separate user.';

/** Bubblewrap as a job would use it, or the reason why it does not work. */
async function findBubblewrap(hidden: readonly string[], directory: string): Promise<Walls | string> {
  const devices = await readdir('/dev').catch(() => []);
  const gpus = devices.filter((name) => name.startsWith('nvidia')).map((name) => `/dev/${name}`);
  const command = (job: string) => bubblewrap(hidden, gpus, job);
  try {
    const [program = '', ...words] = command(directory);
    await execute(program, [...words, 'true'], { timeout: 10_000, env: { PATH: process.env.PATH ?? '' } });
    const text = 'Jobs run in bubblewrap: without network, and only their own directory can be written.';
    return { command, shutIn: true, warm: '--walls', text };
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
    return code === 'ENOENT'
      ? 'bubblewrap is not installed (Debian and Ubuntu: apt install bubblewrap)'
      : `bubblewrap does not work here (${stderr?.trim().split('\n').at(-1) || (error as Error).message})`;
  }
}

/** Starts compute's own launcher for Landlock, by Python alone, whose words are the job's directory and the hidden ones. */
const launcher =
  'import sys; sys.path.insert(0, sys.argv.pop(1)); from cuvette_compute.runtime import landlock; sys.exit(landlock.main(sys.argv[1:]))';

/** What the launcher tells of a trial. */
const Trial = z.object({ gaps: z.array(z.string()), signals: z.boolean() });

/** Rules of the kernel (`cuvette_compute/runtime/landlock.py`), tried as a job would use them, or the reason why they do not hold. */
async function findRules(
  hidden: readonly string[],
  directory: string,
  python: string,
  withoutWalls: string,
): Promise<Walls | string> {
  const source = path.join(checkout, 'packages/compute/src');
  const command = (job: string) => [python, '-I', '-c', launcher, source, job, ...hidden, '--'];
  try {
    const [program = '', ...words] = command(directory);
    const { stdout } = await execute(program, words, { timeout: 30_000, env: { PATH: process.env.PATH ?? '' } });
    const { gaps, signals } = z.parse(Trial, JSON.parse(stdout));
    if (gaps.length > 0) return `a job under the rules of the kernel does what it must not: ${gaps.join('; ')}`;
    const left = signals
      ? 'Names of other processes can be seen, and those of the same user be stopped (not from Linux 6.12 on).'
      : 'Names of other processes can be seen.';
    const text = `Jobs run in Landlock, the kernel's own rules, as ${withoutWalls}: without network, and only their own directory can be written; the data of the server and memory of other processes cannot be read. ${left}`;
    return { command, shutIn: true, warm: '--rules', text };
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    return `Landlock does not work here (${stderr?.trim().split('\n').at(-1) || (error as Error).message})`;
  }
}
