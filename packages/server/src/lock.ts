import { open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** What the lock file of a data directory says about its holder. */
interface LockHolder {
  pid: number;
  started: string | null;
}

/** The data directory is used by another server that is alive. */
export class DirectoryInUse extends Error {
  readonly pid: number;

  constructor(directory: string, pid: number) {
    super(
      `Another Cuvette server (process ${pid}) already uses ${directory}. Stop it first, or start this one with its own directory: --data DIRECTORY.`,
    );
    this.name = 'DirectoryInUse';
    this.pid = pid;
  }
}

/** Start time of a process in clock ticks since boot (field 22 of /proc/PID/stat); null where /proc is missing. */
export async function startTime(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

async function isAlive(holder: LockHolder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const started = await startTime(holder.pid);
  // A process with the same number but another start time is a stranger that got the number later, also after the machine was started anew.
  return holder.started === null || started === null || holder.started === started;
}

/**
 * Takes the lock of a data directory. A lock is taken over only when its holder is dead, never because it is old.
 * Throws `DirectoryInUse` naming the holder's process id. Returns the function that gives the lock back.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const file = path.join(directory, 'server.lock');
  const mine: LockHolder = { pid: process.pid, started: await startTime(process.pid) };
  for (let round = 0; round < 20; round += 1) {
    try {
      const handle = await open(file, 'wx', 0o600);
      try {
        await handle.writeFile(JSON.stringify(mine));
        await handle.sync();
      } finally {
        await handle.close();
      }
      return async () => {
        const text = await readFile(file, 'utf8').catch(() => '');
        if (text === JSON.stringify(mine)) await rm(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const text = await readFile(file, 'utf8').catch(() => '');
    let holder: LockHolder | null = null;
    try {
      holder = JSON.parse(text) as LockHolder;
    } catch {
      holder = null;
    }
    if (holder && (await isAlive(holder))) throw new DirectoryInUse(directory, holder.pid);
    // An unreadable lock is either being written this very moment or was left by a crash: give a writer a second.
    const age = await stat(file).then(
      (info) => Date.now() - info.mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (!holder && age < 1000) {
      await new Promise((done) => setTimeout(done, 200));
      continue;
    }
    if ((await readFile(file, 'utf8').catch(() => null)) === text) await rm(file, { force: true });
  }
  throw new Error(`The lock of ${directory} could not be taken. Remove ${file} if no server is running.`);
}
