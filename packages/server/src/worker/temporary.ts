import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A fresh private directory; its name holds this process's number, so that what a killed process leaves can be told. */
export function makeTemporary(kind: 'job' | 'probe' | 'convert'): Promise<string> {
  return mkdtemp(path.join(tmpdir(), `cuvette-${kind}-${process.pid}-`));
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

/** Removes directories of this user's processes that were killed before they could clean up; young ones are left alone. */
export async function sweepTemporary(minimumAgeMs = 600_000): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const match = /^cuvette-(?:job|probe|convert)-(\d+)-\w+$/.exec(name);
    if (!match || isAlive(Number(match[1]))) continue;
    const folder = path.join(tmpdir(), name);
    const info = await stat(folder).catch(() => null);
    if (!info || info.uid !== process.getuid?.() || Date.now() - info.mtimeMs < minimumAgeMs) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
