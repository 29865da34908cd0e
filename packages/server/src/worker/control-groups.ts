import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type GroupLimits, groupIn, type JobGroup, type JobGroups, limitFiles, once } from './job-group.ts';
import { isAlive } from './temporary.ts';

const execute = promisify(execFile);

const controllers = ['memory', 'pids', 'cpu'];

/** Where this process is among cgroups of version 2. */
interface Standing {
  /** Folder in which the hierarchy is mounted. */
  mount: string;
  /** Folder of this process's own group. */
  own: string;
}

/** The control group of this process, from /proc; null where cgroup v2 is not mounted or shows another part of the hierarchy. */
export async function standing(): Promise<Standing | null> {
  const read = (file: string) => readFile(file, 'utf8').catch(() => '');
  const group = groupIn(await read('/proc/self/cgroup'));
  const line = (await read('/proc/self/mountinfo')).split('\n').find((one) => / - cgroup2 /.test(one));
  const [, , , root, mount] = line?.split(' ') ?? [];
  if (group === null || root === undefined || mount === undefined) return null;
  const inside = path.posix.relative(root, group);
  return inside.startsWith('..') ? null : { mount, own: path.join(mount, inside) };
}

/**
 * The folder in which groups of jobs may be made. A group with processes cannot share out its controllers (only the root may), so it is the root
 * where no systemd runs, or the group above that was handed over with this process in a subgroup: the unit itself under systemd, any in a container.
 */
async function baseAmong({ mount, own }: Standing): Promise<string> {
  const kept = await stat('/run/systemd/system').then(
    () => true,
    () => false,
  );
  const above = path.dirname(own);
  const handed = own !== mount && (!kept || /\.(service|scope)$/.test(above));
  const bases = [...(kept ? [] : [own]), ...(handed ? [above] : [])];
  const reasons: string[] = [];
  for (const base of bases) {
    const words = async (file: string) => (await readFile(path.join(base, file), 'utf8')).trim().split(' ');
    try {
      const present = await words('cgroup.controllers');
      const lacking = controllers.filter((name) => !present.includes(name));
      if (lacking.length > 0) {
        reasons.push(`cgroup v2 has no control of ${lacking.join(', ')} here`);
        continue;
      }
      const shared = await words('cgroup.subtree_control');
      const missing = controllers.filter((name) => !shared.includes(name));
      if (missing.length > 0)
        await writeFile(path.join(base, 'cgroup.subtree_control'), missing.map((name) => `+${name}`).join(' '));
      return base;
    } catch (error) {
      reasons.push(`cgroups are not handed over to this user (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  throw new Error(reasons.at(-1) ?? 'this process has no cgroup of its own that was handed over');
}

let made = 0;

/** Makes a group in a folder of the cgroup file system; `files` are written into it. Its name holds this process's number. */
export async function makeGroup(base: string, files: Record<string, string>): Promise<JobGroup & { folder: string }> {
  made += 1;
  const folder = path.join(base, `cuvette-job-${process.pid}-${made}`);
  await mkdir(folder);
  try {
    for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
  } catch (error) {
    await rmdir(folder);
    throw error;
  }
  return {
    folder,
    // The shell enters, and becomes the command: no process more.
    command: ['/bin/sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', folder],
    leave: once(async () => {
      const events = await readFile(path.join(folder, 'memory.events'), 'utf8').catch(() => '');
      await removeGroup(folder);
      return { outOfMemory: Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0) > 0 };
    }),
  };
}

/** Kills everything in a group and removes it. A killed process leaves it a moment later, so it is tried for some seconds. */
async function removeGroup(folder: string): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    await writeFile(path.join(folder, 'cgroup.kill'), '1').catch(async () => {
      // Linux before 5.14 has no such file.
      const inside = await readFile(path.join(folder, 'cgroup.procs'), 'utf8').catch(() => '');
      for (const pid of inside.split('\n').filter(Boolean)) {
        try {
          process.kill(Number(pid), 'SIGKILL');
        } catch {
          // It ended by itself.
        }
      }
    });
    try {
      return await rmdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return;
    }
    await sleep(100);
  }
}

/** Removes groups, with what still runs in them, of workers that were killed before they could. */
export async function sweepGroups(base: string): Promise<void> {
  for (const name of await readdir(base).catch(() => [])) {
    const pid = /^cuvette-job-(\d+)-\d+$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await removeGroup(path.join(base, name));
  }
}

/** Groups of cgroup v2 that this process makes itself. Throws with the reason where one that is really made does not hold a process to its limits. */
export async function findControlGroups(): Promise<JobGroups> {
  const place = await standing();
  if (!place) throw new Error('this machine has no cgroup v2');
  const base = await baseAmong(place);
  await sweepGroups(base);
  const enter = async (limits: GroupLimits) => {
    const group = await makeGroup(base, { ...limitFiles(limits), 'memory.oom.group': '1' });
    // A kernel that does not account for swap has no such file.
    await writeFile(path.join(group.folder, 'memory.swap.max'), '0').catch(() => {});
    return group;
  };
  const tried = { memoryMb: 64, cpus: 1 };
  const group = await enter(tried);
  try {
    const [program = '', ...words] = group.command;
    const { stdout } = await execute(program, [...words, 'cat', '/proc/self/cgroup'], { timeout: 10_000 });
    if (path.basename(groupIn(stdout) ?? '') !== path.basename(group.folder))
      throw new Error('a process does not enter its cgroup');
    for (const [file, text] of Object.entries(limitFiles(tried))) {
      const found = (await readFile(path.join(group.folder, file), 'utf8')).trim();
      if (found !== text) throw new Error(`${file} of a cgroup is "${found}" and not "${text}"`);
    }
  } finally {
    await group.leave();
  }
  return { enter };
}
