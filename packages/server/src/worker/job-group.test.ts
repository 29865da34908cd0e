import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { findControlGroups, makeGroup, standing, sweepGroups } from './control-groups.ts';
import type { GroupLimits, JobGroups } from './job-group.ts';
import { startGroup } from './process-group.ts';
import { findSandbox } from './sandbox.ts';
import { findScopes } from './systemd-scopes.ts';

const { python } = readConfig([], process.env);
const PATH = process.env.PATH ?? '';

const outcome = (find: () => Promise<JobGroups>) =>
  find().then(
    (groups) => ({ groups, reason: '' }),
    (error: Error) => ({ groups: null, reason: error.message }),
  );
const place = await standing();
const found = { cgroups: await outcome(findControlGroups), scopes: await outcome(findScopes) };

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'cuvette-group-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const gone = async (folder: string): Promise<boolean> => (await stat(folder).catch(() => null)) === null;
/** Whether a process runs; one that has ended and that nobody has asked about is a zombie. */
const alive = (pid: number): boolean =>
  /^[^Z]/.test(
    spawnSync('ps', ['-o', 'stat=', '-p', String(pid)])
      .stdout.toString()
      .trim(),
  );

/** Runs a Python script as a job runs, inside of a group; what it printed, and how it ended. */
async function run(enter: string[], script: string): Promise<{ status: number; text: string }> {
  const group = startGroup({
    command: [python, '-c', script],
    directory,
    environment: { PATH, HOME: directory },
    memoryMb: 4096,
    enter,
  });
  let text = '';
  for (const stream of [group.stdout, group.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const closed = new Promise((resolve) => group.stdout.once('close', resolve));
  const status = await group.exited;
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 20_000))]);
  return { status, text };
}

describe('security: groups of jobs, what the probe says', () => {
  test('of cgroups is what the files of this machine say', async () => {
    const controllers = await readFile(path.join(place?.own ?? '', 'cgroup.controllers'), 'utf8').catch(() => null);
    if (found.cgroups.groups) expect(place).not.toBeNull();
    else if (place === null) expect(found.cgroups.reason).toBe('this machine has no cgroup v2');
    else if (path.normalize(place.own) === path.normalize(place.mount) && controllers !== null) {
      const lacking = ['memory', 'pids', 'cpu'].filter((name) => !controllers.split(/\s/).includes(name));
      const words = lacking.length > 0 ? `no control of ${lacking.join(', ')} here` : 'not handed over|own';
      expect(found.cgroups.reason).toMatch(new RegExp(words));
    } else expect(found.cgroups.reason).toMatch(/no control of|not handed over|no cgroup of its own/);
  });

  test('of scopes is not what systemd-run says, but what holds: one that does nothing, or fails, is not believed', async () => {
    const programs = path.join(directory, 'programs');
    await mkdir(programs);
    const tool = (script: string) =>
      writeFile(path.join(programs, 'systemd-run'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    process.env.PATH = `${programs}:${PATH}`;
    try {
      await tool(`echo "$@" > '${directory}/asked'; while [ "$1" != -- ]; do shift; done; shift; exec "$@"`);
      const lying = await outcome(findScopes);
      expect(lying.groups).toBeNull();
      if (place) {
        expect(lying.reason).toMatch(/makes no scopes here|does not have the limits that were asked for/);
        expect(await readFile(path.join(directory, 'asked'), 'utf8')).toMatch(
          /--scope --quiet --collect --unit=cuvette-job-\S+\.scope -p MemoryMax=64M -p MemorySwapMax=0 -p TasksMax=2048 -p CPUQuota=100% -- /,
        );
        await tool('echo "Failed to connect to bus" >&2; exit 1');
        expect((await outcome(findScopes)).reason).toContain('Failed to connect to bus');
      }
    } finally {
      process.env.PATH = PATH;
    }
  });

  test('is reported beside what it says of bubblewrap; "off" does without both', async () => {
    const { text, enter } = await findSandbox({ setting: 'auto', hidden: [], directory, python });
    const [group, kind] = found.cgroups.groups
      ? [true, 'cgroups']
      : [Boolean(found.scopes.groups), 'scopes of systemd'];
    if (group) expect(text).toContain(`of each job as a whole are limited by ${kind}`);
    else {
      expect(text).toContain('Memory is limited for each process of a job, not for the job as a whole: ');
      for (const { reason } of Object.values(found)) expect(text).toContain(reason);
      expect((await enter({ memoryMb: 64, cpus: 1 })).command).toEqual([]);
    }
    const off = await findSandbox({ setting: 'off', hidden: [], directory, python });
    expect((await off.enter({ memoryMb: 64, cpus: 1 })).command).toEqual([]);
  });
});

const mayMake =
  place !== null &&
  (await makeGroup(place.own, {}).then(
    async (group) => {
      await group.leave();
      return true;
    },
    () => false,
  ));

/** Making, entering, ending and removing need a cgroup file system that may be written, and no controllers. */
describe('security: a group of the cgroup file system', () => {
  test('holds a job and what it starts; what hides in a session of its own ends with it, and nothing is left', async ({
    skip,
  }) => {
    skip(!mayMake, 'cgroups may not be made here');
    const group = await makeGroup(place?.own ?? '', {});
    const script = [
      'import subprocess',
      'hidden = subprocess.Popen(["setsid", "sleep", "300"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)',
      'print(hidden.pid, open("/proc/self/cgroup").read(), open(f"/proc/{hidden.pid}/cgroup").read(), flush=True)',
    ].join('\n');
    const { status, text } = await run(group.command, script);
    expect(status, text).toBe(0);
    expect(text.split(path.basename(group.folder))).toHaveLength(3);
    const hidden = Number(/^\d+/.exec(text)?.[0]);
    expect(alive(hidden)).toBe(true);
    expect(await group.leave()).toEqual({ outOfMemory: false });
    await expect.poll(() => alive(hidden)).toBe(false);
    expect(await gone(group.folder)).toBe(true);
    expect(await group.leave()).toEqual({ outOfMemory: false });
  });

  test('of a worker that was killed is swept with what runs in it; that of a living one stays', async ({ skip }) => {
    skip(!mayMake, 'cgroups may not be made here');
    const base = place?.own ?? '';
    const dead = path.join(base, `cuvette-job-${2 ** 22 + 1}-1`);
    const mine = await makeGroup(base, {});
    let left: ChildProcess | null = null;
    try {
      await mkdir(dead);
      left = spawn('sleep', ['300'], { stdio: 'ignore' });
      await writeFile(path.join(dead, 'cgroup.procs'), String(left.pid));
      await sweepGroups(base);
      expect(await gone(dead)).toBe(true);
      await expect.poll(() => left?.signalCode).toBe('SIGKILL');
      expect(await gone(mine.folder)).toBe(false);
    } finally {
      left?.kill('SIGKILL');
      await mine.leave();
      await rmdir(dead).catch(() => {});
    }
  });

  test('whose limits cannot be set is not left behind', async ({ skip }) => {
    skip(!mayMake, 'cgroups may not be made here');
    const base = place?.own ?? '';
    await expect(makeGroup(base, { 'no.such.limit': '1' })).rejects.toThrow();
    await expect(
      makeGroup(base, {})
        .then(async (group) => (await group.leave(), group.folder))
        .then(gone),
    ).resolves.toBe(true);
  });
});

/** The limits themselves, where this machine lets them be set. */
describe.each([
  ['cgroups', found.cgroups],
  ['scopes', found.scopes],
] as const)('security: limits of a job as a whole by %s', (_name, { groups, reason }) => {
  const enter = async (limits: GroupLimits) => {
    if (!groups) throw new Error(reason);
    return groups.enter(limits);
  };

  test('memory of all its processes together', async ({ skip }) => {
    skip(!groups, reason);
    const group = await enter({ memoryMb: 200, cpus: 1 });
    const hold = 'import time; x = b"x" * (120 * 2**20); print("held", flush=True); time.sleep(20)';
    const script = `import subprocess, sys\nall = [subprocess.Popen([sys.executable, "-c", ${JSON.stringify(hold)}]) for _ in range(3)]\nprint([one.wait() for one in all])`;
    const { status, text } = await run(group.command, script);
    const { outOfMemory } = await group.leave();
    expect(status === 137 || text.includes('-9'), text).toBe(true);
    if (groups === found.cgroups.groups) expect(outOfMemory).toBe(true);
  });

  test('processes', async ({ skip }) => {
    skip(!groups, reason);
    const group = await enter({ memoryMb: 2000, cpus: 1 });
    const script =
      'import threading, time\nfor n in range(3000):\n  threading.Thread(target=time.sleep, args=(9,), daemon=True).start()';
    const { text } = await run(group.command, script);
    await group.leave();
    expect(text).toContain("can't start new thread");
  });

  test('processors', async ({ skip }) => {
    skip(!groups, reason);
    const group = await enter({ memoryMb: 500, cpus: 1 });
    const busy =
      'import time; end = time.time() + 4\nwhile time.time() < end: pass\nprint(time.process_time(), flush=True)';
    const script = `import subprocess, sys\nfor one in [subprocess.Popen([sys.executable, "-c", ${JSON.stringify(busy)}]) for _ in range(3)]: one.wait()`;
    const { text } = await run(group.command, script);
    await group.leave();
    const used = text.trim().split('\n').map(Number);
    expect(used).toHaveLength(3);
    expect(used.reduce((sum, one) => sum + one, 0)).toBeLessThan(4 * 1.3);
  });
});
