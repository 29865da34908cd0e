import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigProblem, checkout } from '../config.ts';
import { fullRun } from '../testing/load.ts';
import { classifyExit } from './outcome.ts';
import { watchPeakMemory } from './peak-memory.ts';
import { startGroup } from './process-group.ts';
import { findSandbox, noSandbox, type Sandbox } from './sandbox.ts';
import { makeTemporary } from './temporary.ts';

const python = process.env.CUVETTE_PYTHON ?? path.join(checkout, 'packages/compute/.venv/bin/python');
const PATH = process.env.PATH ?? '';
const env = { PYTHONPATH: path.join(checkout, 'packages/compute/src') };
const askVersion = 'from cuvette_compute.runtime import landlock; landlock.version()';
/** What can shut jobs in, whether this machine has it, and a path of programs with which it is what is found. */
const kinds = [
  {
    kind: 'bubblewrap',
    present: spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0,
    programs: PATH,
  },
  { kind: 'Landlock', present: spawnSync(python, ['-c', askVersion], { env }).status === 0, programs: '/nowhere' },
];

let root = '';
let directory = '';
let data = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'cuvette-sandbox-'));
  [directory, data] = [path.join(root, 'job'), path.join(root, 'data')];
  await mkdir(directory);
  await mkdir(data);
  await writeFile(path.join(data, 'secret'), 'the secret of the server');
});
afterAll(() => rm(root, { recursive: true, force: true }));

function start(script: string, sandbox: Sandbox, limits: { cpuSeconds?: number } = {}) {
  const group = startGroup({
    command: [python, '-c', script],
    directory,
    environment: { PATH, HOME: directory },
    memoryMb: 4096,
    sandbox: sandbox.command(directory),
    ...limits,
  });
  let text = '';
  for (const stream of [group.stdout, group.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const heard = async (words: string) => {
    for (let count = 0; count < 2000 && !text.includes(words); count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(text).toContain(words);
  };
  return { group, heard, text: () => text };
}

async function run(script: string, sandbox: Sandbox, limits: { cpuSeconds?: number } = {}) {
  const { group, text } = start(script, sandbox, limits);
  const status = await group.exited;
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { status, text: text() };
}

describe('security: limits of every job', () => {
  test('address space, time on processors, file size, open files, processes and core dumps are limited', async () => {
    const { text } = await run('print(open("/proc/self/limits").read())', noSandbox, { cpuSeconds: 77 });
    const hard = (name: string) => new RegExp(`^${name} +\\S+ +(\\S+)`, 'm').exec(text)?.[1];
    expect(hard('Max address space')).toBe(String(4096 * 2 ** 20));
    expect(hard('Max cpu time')).toBe('82');
    expect(hard('Max file size')).toBe(String(64 * 2 ** 30));
    expect(hard('Max open files')).toBe('4096');
    expect(hard('Max processes')).toBe('8192');
    expect(hard('Max core file size')).toBe('0');
  });

  test('a job leads a process group and session of its own', async () => {
    const { group, heard } = start('import os; print("ids", os.getpgrp(), os.getsid(0), flush=True)', noSandbox);
    await heard(`ids ${group.pid} ${group.pid}`);
    await group.exited;
  });

  test('a job that uses up its time on processors ends as resource_error', async () => {
    const { status, text } = await run('while True: pass', noSandbox, { cpuSeconds: 1 });
    expect(classifyExit(status, text).error_class).toBe('resource_error');
    expect(classifyExit(153, '').error_class).toBe('resource_error');
  });

  test('the memory that a job needed at most is known', async () => {
    const { group, heard } = start(
      'import time; x = b"x" * (300 * 2**20); print("there", flush=True); time.sleep(60)',
      noSandbox,
    );
    const memory = watchPeakMemory(group.pid, 100);
    await heard('there');
    await expect.poll(() => memory.megabytes() ?? 0).toBeGreaterThan(300);
    memory.stop();
    group.kill();
    await group.exited;
    expect(memory.megabytes()).toBeLessThan(600);
  });
});

describe('security: whether there is a sandbox', () => {
  test('is reported, with what to do; "required" does not start without one', async () => {
    // No Python of that name: no rules of the kernel either.
    const find = (setting: string) => findSandbox({ setting, hidden: [], directory, python: '/nowhere/python' });
    const off = await find('off');
    expect(off.command(directory)).toEqual([]);
    expect(off.shutIn).toBe(false);
    await expect(find('perhaps')).rejects.toThrow(ConfigProblem);
    process.env.PATH = directory;
    try {
      const without = await find('auto');
      expect(without.command(directory)).toEqual([]);
      expect(without.shutIn).toBe(false);
      expect(without.text).toContain('apt install bubblewrap');
      await expect(find('required')).rejects.toThrow('bubblewrap is not installed');
      await writeFile(
        path.join(directory, 'bwrap'),
        '#!/bin/sh\necho "No permissions to create a namespace" >&2\nexit 1\n',
        {
          mode: 0o755,
        },
      );
      const broken = await find('auto');
      expect(broken.command(directory)).toEqual([]);
      expect(broken.text).toContain('No permissions to create a namespace');
    } finally {
      process.env.PATH = PATH;
      await rm(path.join(directory, 'bwrap'), { force: true });
    }
  });
});

for (const { kind, present, programs } of kinds) {
  describe.skipIf(!present)(`security: inside of ${kind}`, () => {
    let sandbox = noSandbox;
    beforeAll(async () => {
      process.env.PATH = programs;
      try {
        sandbox = await findSandbox({ setting: 'required', hidden: [data], directory, python });
      } finally {
        process.env.PATH = PATH;
      }
      expect(sandbox.shutIn).toBe(true);
      expect(sandbox.text).toContain(`Jobs run in ${kind}`);
    });

    test('a job has no network, not even the loopback of its machine', async () => {
      const server = createServer((socket) => socket.end('reached'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      const script = `import socket; s = socket.create_connection(("127.0.0.1", ${port}), 5); print(s.recv(9).decode())`;
      expect((await run(script, noSandbox)).text).toContain('reached');
      const inside = await run(script, sandbox);
      server.close();
      expect(inside.status).not.toBe(0);
      expect(inside.text).not.toContain('reached');
    });

    test('a job writes into its own directory only, and reads neither the data of the server, nor of other jobs, nor memory of other processes', async () => {
      const other = await makeTemporary('job');
      await writeFile(path.join(other, 'job.json'), 'of somebody else');
      const script = [
        'import os, pathlib',
        'def tried(act):',
        '  try: return act()',
        '  except OSError as error: return error.strerror',
        `pathlib.Path(${JSON.stringify(directory)}, "mine").write_text("written")`,
        `for place in (${JSON.stringify(path.join(root, 'evil'))}, "/etc/evil", os.path.expanduser("~") + "/../evil"):`,
        '  try: pathlib.Path(place).write_text("x"); print("WROTE", place)',
        '  except OSError: pass',
        `print("data", tried(lambda: os.listdir(${JSON.stringify(data)})))`,
        `print("other", tried(lambda: open(${JSON.stringify(path.join(other, 'job.json'))}).read()))`,
        `print("environment", tried(lambda: open("/proc/${process.pid}/environ").read()))`,
        `print("stopped", tried(lambda: os.kill(${process.pid}, 0)))`,
        `print("rights", tried(lambda: os.chmod(${JSON.stringify(path.join(data, 'secret'))}, 0o777)))`,
        'print("here", os.getcwd())',
      ].join('\n');
      const { status, text } = await run(script, sandbox);
      expect(status, text).toBe(0);
      expect(text).not.toContain('WROTE');
      expect(text).toMatch(/^data (\[\]|Permission denied)$/m);
      expect(text).toMatch(/^other (No such file or directory|Permission denied)$/m);
      expect(text).toMatch(/^environment (No such file or directory|Permission denied)$/m);
      expect(text).toMatch(/^rights (None|No such file or directory)$/m);
      expect((await stat(path.join(data, 'secret'))).mode & 0o077).toBe(0o044);
      if (!sandbox.text.includes('same user be stopped')) {
        expect(text).toMatch(/^stopped (No such process|Operation not permitted)$/m);
      }
      await rm(other, { recursive: true });
      expect(text).toContain(`here ${directory}`);
      expect(await readFile(path.join(directory, 'mine'), 'utf8')).toBe('written');
    });

    test('statuses, signals and limits are those of the job', async () => {
      expect((await run('raise SystemExit(7)', sandbox)).status).toBe(7);
      expect((await run('import os; os.kill(os.getpid(), 11)', sandbox)).status).toBe(139);
      const { text } = await run('print(open("/proc/self/limits").read())', sandbox, { cpuSeconds: 77 });
      expect(text).toMatch(/Max cpu time +77 /);
      const { status, text: told } = await run('x = bytearray(5000 * 2**20)', sandbox);
      expect(classifyExit(status, told)).toMatchObject({ error_class: 'resource_error' });
    });

    test('a stop reaches the job, which may finish its line; what does not listen is killed with all that it started', async () => {
      const listening = start(
        'import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, {15})\nprint("ready", flush=True)\nsignal.sigwait({15})\nprint("last line", flush=True)\nraise SystemExit(143)',
        sandbox,
      );
      await listening.heard('ready');
      listening.group.stop();
      expect(await listening.group.exited).toBe(143);
      await listening.heard('last line');
      const deaf = start('import subprocess\nprint("ready", flush=True)\nsubprocess.run(["sleep", "271"])', sandbox);
      await deaf.heard('ready');
      const memory = watchPeakMemory(deaf.group.pid, 50);
      await expect.poll(() => memory.megabytes() ?? 0).toBeGreaterThan(1);
      memory.stop();
      deaf.group.stop(500);
      await deaf.group.exited;
      await expect.poll(() => spawnSync('pgrep', ['-f', '^sleep 271$']).stdout.toString()).toBe('');
    });

    // Two probes take half a minute. The worker of the end-to-end tests probes inside in every run.
    test.runIf(fullRun)('what works on this machine works inside: the probe finds the same engines', async () => {
      const { probe } = await import('./probe.ts');
      const [outside, inside] = [await probe(python, noSandbox), await probe(python, sandbox)];
      expect(inside.capabilities).toEqual(outside.capabilities);
    });
  });
}
