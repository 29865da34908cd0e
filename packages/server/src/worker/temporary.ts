import { lstat, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTime } from '../lock.ts';

/** What directories are made for: jobs, looks at engines, the converter, and uploads. */
const kinds = ['job', 'probe', 'convert', 'structures', 'import'] as const;

/** Names that `makeTemporary` gives, with the process's number and when it started. */
const ours = new RegExp(`^cuvette-(?:${kinds.join('|')})-(\\d+)-(\\d+)-\\w+$`);

/**
 * The folder that all of them lie in, of this user's servers and workers: one that a sandbox can hide whole, so that no job looks into another's. The
 * system's own folder for temporary files where somebody else has taken the name.
 */
export async function temporaryFolder(): Promise<string> {
  const user = process.getuid?.() ?? 0;
  const folder = path.join(tmpdir(), `cuvette-user-${user}`);
  await mkdir(folder, { mode: 0o700 }).catch(() => {});
  const info = await lstat(folder).catch(() => null);
  const isOurs = info?.isDirectory() && info.uid === user && (info.mode & 0o077) === 0;
  return isOurs ? folder : tmpdir();
}

/** A fresh private directory; its name tells the process, so that what a killed one leaves can be found. Nothing else makes any. */
export async function makeTemporary(kind: (typeof kinds)[number]): Promise<string> {
  const started = (await startTime(process.pid)) ?? 0;
  return mkdtemp(path.join(await temporaryFolder(), `cuvette-${kind}-${process.pid}-${started}-`));
}

/** Whether there is a process with this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process that made a directory is running; in a container the next server has the number of the one before. */
async function hasMaker(pid: number, started: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const now = await startTime(pid);
  return now === null || started === '0' || now === started;
}

/** Removes directories of this user's processes that were killed before they could clean up; young ones are left alone. */
export async function sweepTemporary(minimumAgeMs = 600_000): Promise<void> {
  const place = await temporaryFolder();
  for (const name of await readdir(place).catch(() => [])) {
    const match = ours.exec(name);
    if (!match) continue;
    const folder = path.join(place, name);
    const info = await stat(folder).catch(() => null);
    if (!info || info.uid !== process.getuid?.()) continue;
    // In whole milliseconds, as the clock tells them: what was made in this one is not from the future.
    if (Date.now() - Math.floor(info.mtimeMs) < minimumAgeMs) continue;
    if (await hasMaker(Number(match[1]), match[2] ?? '0')) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Sweeps now and every ten minutes; returns what ends it. */
export function keepTemporarySwept(minimumAgeMs = 600_000, everyMs = 600_000): () => void {
  const sweep = (): void => void sweepTemporary(minimumAgeMs);
  sweep();
  const timer = setInterval(sweep, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
