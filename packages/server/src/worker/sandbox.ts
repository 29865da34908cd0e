import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ConfigProblem } from '../config.ts';
import { findControlGroups } from './control-groups.ts';
import { type JobGroups, noGroups } from './job-group.ts';
import { findScopes } from './systemd-scopes.ts';

const execute = promisify(execFile);

/** How a machine shuts jobs in: `command` is before every job's own command, and what `enter` says before both. */
export interface Sandbox extends JobGroups {
  /** What shuts a job with this directory in; empty where nothing does. */
  command(directory: string): string[];
  /** Whether `command` shuts jobs in. */
  shutIn: boolean;
  /** What is so, and what could be done about it, for the log. */
  text: string;
}

/** Jobs with limits and a process group of their own, and nothing more. */
export const noSandbox: Sandbox = {
  ...noGroups,
  command: () => [],
  shutIn: false,
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

/** What holds each job as a whole to its limits here, tried as a job would be, and what to say about it. */
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

/**
 * Finds out what shuts jobs in here, by using it as a job would: bubblewrap, and groups with limits. `setting` is CUVETTE_SANDBOX: "auto" (or nothing)
 * takes what works, "required" throws `ConfigProblem` where bubblewrap does not, "off" does without. `hidden` are directories that no job may look into;
 * `directory` is one to try with.
 */
export async function findSandbox(
  setting: string | undefined,
  hidden: readonly string[],
  directory: string,
): Promise<Sandbox> {
  const wanted = setting === undefined || setting === '' ? 'auto' : setting;
  if (wanted === 'off') return noSandbox;
  if (wanted !== 'auto' && wanted !== 'required') {
    throw new ConfigProblem(`CUVETTE_SANDBOX must be auto, required or off, not "${wanted}".`);
  }
  const walls = await findBubblewrap(wanted, hidden, directory);
  const { groups, text } = await findGroups();
  return { command: walls.command, shutIn: walls.shutIn, enter: groups.enter, text: `${walls.text} ${text}` };
}

/** What it means that jobs are not shut in. */
const openJobs =
  'A job can then read everything that the user of the worker can read, including keys in files and in the environment of other processes. Let only trusted people submit, or run the worker as a separate user.';

async function findBubblewrap(
  wanted: 'auto' | 'required',
  hidden: readonly string[],
  directory: string,
): Promise<Pick<Sandbox, 'command' | 'shutIn' | 'text'>> {
  const devices = await readdir('/dev').catch(() => []);
  const gpus = devices.filter((name) => name.startsWith('nvidia')).map((name) => `/dev/${name}`);
  const command = (job: string) => bubblewrap(hidden, gpus, job);
  try {
    const [program = '', ...words] = command(directory);
    await execute(program, [...words, 'true'], { timeout: 10_000, env: { PATH: process.env.PATH ?? '' } });
    const text = 'Jobs run in bubblewrap: without network, and only their own directory can be written.';
    return { command, shutIn: true, text };
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
    const reason =
      code === 'ENOENT'
        ? 'bubblewrap is not installed (Debian and Ubuntu: apt install bubblewrap)'
        : `bubblewrap does not work here (${stderr?.trim().split('\n').at(-1) || (error as Error).message})`;
    if (wanted === 'required') throw new ConfigProblem(`CUVETTE_SANDBOX is "required", but ${reason}.`);
    return {
      command: () => [],
      shutIn: false,
      text: `Jobs run without a sandbox, with limits only: ${reason}. ${openJobs}`,
    };
  }
}
