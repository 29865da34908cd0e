import { readdir, readFile } from 'node:fs/promises';

/** What a process group needed so far. */
export interface PeakMemory {
  /** MB of memory that the processes of the group held together, at most; null where the system does not tell. */
  megabytes(): number | null;
  stop(): void;
}

/** A process's group, from /proc/PID/stat; its name, in brackets, may hold anything. */
function groupOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}

/** Memory of one process in kB: now, and at most so far. */
function memoryOf(status: string): { now: number; peak: number } {
  const value = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  return { now: value('VmRSS'), peak: value('VmHWM') };
}

/** Memory of a group in kB: the sum of now, or the peak of a single process where that is more; null where /proc does not tell. */
async function measure(group: number): Promise<number | null> {
  const names = await readdir('/proc').catch(() => null);
  if (!names) return null;
  let sum = 0;
  let largest = 0;
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '');
    if (groupOf(await read('stat')) !== group) continue;
    const { now, peak } = memoryOf(await read('status'));
    sum += now;
    largest = Math.max(largest, peak);
  }
  return Math.max(sum, largest);
}

/** Looks at the memory of a process group every second, and at once, until it is stopped. */
export function watchPeakMemory(group: number, everyMs = 1000): PeakMemory {
  let peak: number | null = null;
  let measuring = false;
  const look = async () => {
    if (measuring) return;
    measuring = true;
    const found = await measure(group);
    measuring = false;
    if (found !== null && found > 0) peak = Math.max(peak ?? 0, found);
  };
  void look();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return {
    megabytes: () => (peak === null ? null : Math.ceil(peak / 1024)),
    stop: () => clearInterval(timer),
  };
}
