import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { runAttempt } from './attempt.ts';
import type { JobLimits } from './job-limits.ts';
import { createHeadAndTail, createLineReader } from './line-reader.ts';
import { classifyExit } from './outcome.ts';
import { startGroup } from './process-group.ts';
import { noSandbox } from './sandbox.ts';
import { type ServerClient, ServerRefusal } from './server-client.ts';
import { makeTemporary, sweepTemporary } from './temporary.ts';

const { python } = readConfig([], process.env);
const limits: JobLimits = { python, threads: 1, seconds: 60, memoryMb: 8192, outputMb: 4, sandbox: noSandbox };

/** A server end that writes down what arrives; compute and the process group are the real ones. */
function recorder(failures = 0): {
  client: ServerClient;
  events: Record<string, unknown>[];
  endings: Record<string, unknown>[];
  parts: Record<string, string>[];
} {
  const parts: Record<string, string>[] = [];
  const events: Record<string, unknown>[] = [];
  const endings: Record<string, unknown>[] = [];
  let left = failures;
  const client: ServerClient = {
    register: () => Promise.reject(new Error('unused')),
    claim: () => Promise.reject(new Error('unused')),
    heartbeat: () => Promise.reject(new Error('unused')),
    events: async (body) => {
      if (left > 0) {
        left -= 1;
        throw new TypeError('fetch failed');
      }
      events.push(...(body as { events: Record<string, unknown>[] }).events);
      return {};
    },
    filePart: async (place, bytes) => {
      if (left > 0) {
        left -= 1;
        throw new TypeError('fetch failed');
      }
      parts.push({ ...place, text: Buffer.from(bytes).toString('latin1') });
    },
    finish: async (body) => {
      endings.push(body as Record<string, unknown>);
    },
  };
  return { client, events, endings, parts };
}

const claim = (data: Record<string, unknown>) => ({
  attempt: randomUUID(),
  token: randomUUID(),
  claimed_at: new Date().toISOString(),
  job: {
    protocol: 1 as const,
    uuid: randomUUID(),
    attempt: 1,
    type: 'test_sleep',
    data,
    options: { enumerate_stereo: false },
    threads: 1,
    seed: 1,
    steps: {},
    proteins: {},
  },
});

describe('an attempt', () => {
  test.each([
    ['its worker', limits.seconds, 2],
    ['the server', 2, limits.seconds],
  ])('that outlives the wall-clock limit of %s is a resource_error', async (_whose, given, own) => {
    const { client, endings } = recorder();
    await runAttempt(client, { ...claim({ seconds: 300 }), seconds: given }, { ...limits, seconds: own }).done;
    expect(endings).toMatchObject([
      { outcome: 'failed', error: { error_class: 'resource_error', message: expect.stringContaining('2 s') } },
    ]);
  });

  test('runs in a group of its own, which it leaves; what the kernel ended for want of memory is a resource_error that says so', async () => {
    const seen: [number, number, boolean][] = [];
    // Stands in for a kernel with such limits: it enters by a command of its own, and says at the end what it had to do.
    const sandbox = (outOfMemory: boolean) => ({
      ...noSandbox,
      enter: async ({ memoryMb, cpus }: { memoryMb: number; cpus: number }) => ({
        command: ['env', 'INSIDE=yes'],
        leave: async () => {
          seen.push([memoryMb, cpus, outOfMemory]);
          return { outOfMemory };
        },
      }),
    });
    const killed = recorder();
    const data = { seconds: 6, behaviour: 'crash' };
    await runAttempt(killed.client, claim(data), { ...limits, memoryMb: 7000, sandbox: sandbox(true) }).done;
    expect(killed.endings).toMatchObject([
      { outcome: 'failed', error: { error_class: 'resource_error', message: expect.stringContaining('7000 MB') } },
    ]);
    const fine = recorder();
    await runAttempt(fine.client, claim({ seconds: 0 }), { ...limits, threads: 2, sandbox: sandbox(false) }).done;
    expect(fine.endings).toMatchObject([{ outcome: 'completed' }]);
    expect(seen[0]).toEqual([7000, 1, true]);
    expect(seen.at(-1)).toEqual([8192, 2, false]);
  });

  test('sends the files of its job in parts, before the line that names them, and nothing from outside of its directory', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    const stand = path.join(folder, 'compute');
    // Stands in for compute: called as Python is, it leaves a file of 9 MB in the job's directory and says so.
    const script = (file: string) => `#!/bin/sh
for last; do :; done
cd "$last" && head -c 9437184 /dev/zero | tr '\\0' 'x' > frames.bin
echo '{"event":"file","name":"trajectory-0","kind":"trajectory","path":"${file}","details":{"replicate":0}}'
echo '{"event":"result","data":{},"messages":[],"provenance":null}'
`;
    try {
      await writeFile(stand, script('frames.bin'), { mode: 0o755 });
      const { client, events, endings, parts } = recorder(2);
      await runAttempt(client, claim({}), { ...limits, python: stand }).done;
      expect(endings).toMatchObject([{ outcome: 'completed' }]);
      expect(parts.map(({ position, text }) => [position, text?.length])).toEqual([
        ['0', 8 * 2 ** 20],
        ['1', 2 ** 20],
      ]);
      const announced = events.find(({ event }) => event === 'file');
      expect(announced).toMatchObject({ name: 'trajectory-0', bytes: 9437184, uuid: parts[0]?.file });
      expect(announced).not.toHaveProperty('path');
      for (const outside of ['../compute', '/etc/passwd', 'absent.bin', '']) {
        await writeFile(stand, script(outside), { mode: 0o755 });
        const refused = recorder();
        await runAttempt(refused.client, claim({}), { ...limits, python: stand }).done;
        expect(refused.parts, outside).toEqual([]);
        expect(refused.endings, outside).toMatchObject([
          { outcome: 'failed', error: { error_class: 'internal_error' } },
        ]);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('delivers everything in order although the server was away', async () => {
    const { client, events, endings } = recorder(3);
    await runAttempt(client, claim({ seconds: 2 }), limits).done;
    const steps = events.filter(({ event }) => event === 'step').map(({ key }) => String(key).split('/')[1]);
    expect(steps).toEqual(['0', '1']);
    expect(endings).toMatchObject([{ outcome: 'completed', result: { event: 'result' }, exit_code: 0 }]);
  });

  test('that the server no longer wants ends its compute, reports nothing more, and the log says why', async () => {
    const { client, endings } = recorder();
    const told: string[] = [];
    const refused: ServerClient = {
      ...client,
      events: () => Promise.reject(new ServerRefusal(409, 'Attempt 1 is over.')),
    };
    await runAttempt(refused, claim({ seconds: 300 }), limits, (text) => told.push(text)).done;
    expect(told).toEqual(['Attempt 1 is over.']);
    expect(endings).toEqual([]);
  });

  test('whose events or result the server cannot take ends as internal_error with its words, and does not go silent', async () => {
    const words = 'The body does not fit.';
    for (const name of ['events', 'finish'] as const) {
      const { client, endings } = recorder();
      let refused = 0;
      const unfit: ServerClient = {
        ...client,
        [name]: (body: { outcome?: string }) => {
          if (body.outcome === 'failed') return client.finish(body);
          refused += 1;
          return Promise.reject(new ServerRefusal(422, words));
        },
      };
      await runAttempt(unfit, claim({ seconds: 1 }), limits).done;
      expect(refused, name).toBe(1);
      expect(endings, name).toMatchObject([
        { outcome: 'failed', error: { error_class: 'internal_error', detail: words } },
      ]);
    }
  });

  test('whose Python is missing says so', async () => {
    const { client, endings } = recorder();
    await runAttempt(client, claim({}), { ...limits, python: '/nowhere/python' }).done;
    expect(endings).toMatchObject([{ outcome: 'failed', error: { error_class: 'internal_error' } }]);
  });

  test('that leaves without a result says its status', async () => {
    const { client, endings } = recorder();
    await runAttempt(client, claim({ seconds: 0, behaviour: 'exit' }), limits).done;
    expect(endings).toMatchObject([{ outcome: 'failed', error: { error_class: 'unknown_error' }, exit_code: 3 }]);
  });
});

describe('a process group', () => {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'cuvette-group-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  const run = async (command: string[], memoryMb = 4096) => {
    const group = startGroup({ command, directory, environment: { PATH: process.env.PATH ?? '' }, memoryMb });
    let text = '';
    group.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    group.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const status = await group.exited;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { status, text };
  };

  test('passes the status on, and that of a signal as 128 + n', async () => {
    expect((await run(['sh', '-c', 'exit 7'])).status).toBe(7);
    expect((await run(['sh', '-c', 'kill -SEGV $$'])).status).toBe(139);
  });

  test('may not use more memory than allowed: a resource_error', async () => {
    const { status, text } = await run([python, '-c', 'x = bytearray(900 * 2**20)'], 512);
    expect(classifyExit(status, text)).toMatchObject({ error_class: 'resource_error' });
  });

  test('takes along what its command left running', async () => {
    const { text } = await run(['sh', '-c', 'sleep 300 & echo $!']);
    // A killed process that nobody has waited for yet has an empty command line.
    expect(await readFile(`/proc/${Number(text)}/cmdline`, 'utf8').catch(() => '')).toBe('');
  });

  test('sees nothing of the server’s environment', async () => {
    process.env.CUVETTE_WORKER_KEY = 'secret';
    const { text } = await run(['env']);
    delete process.env.CUVETTE_WORKER_KEY;
    expect(text).not.toContain('secret');
  });
});

describe('temporary directories', () => {
  test('of a killed process are removed, those of living ones stay', async () => {
    const present = async (folder: string) => (await stat(folder).catch(() => null)) !== null;
    const made = await Promise.all((['job', 'probe', 'convert', 'structures', 'import'] as const).map(makeTemporary));
    const left = made.map((folder) => folder.replace(`-${process.pid}-`, `-${2 ** 22 + 1}-`));
    for (const folder of left) {
      await mkdir(folder);
      await writeFile(path.join(folder, 'upload'), 'half of it');
    }
    // Of a process of an earlier life of the container, whose number is this one's now.
    const earlier = made.map((folder) => folder.replace(/-\d+-(?=\w+$)/, '-1-'));
    for (const folder of earlier) await mkdir(folder);
    await sweepTemporary(0);
    expect(await Promise.all(left.map(present))).toEqual(made.map(() => false));
    expect(await Promise.all(earlier.map(present))).toEqual(made.map(() => false));
    expect(await Promise.all(made.map(present))).toEqual(made.map(() => true));
    await Promise.all(made.map((folder) => rm(folder, { recursive: true })));
  });
});

describe('output', () => {
  test('lines survive being cut anywhere, also inside a character', () => {
    const lines: string[] = [];
    const read = createLineReader(
      (line) => lines.push(line),
      () => {},
    );
    const bytes = Buffer.from('{"a":"é"}\n\nsecond\nthird');
    for (const byte of bytes) read(Buffer.from([byte]));
    expect(lines).toEqual(['{"a":"é"}', 'second']);
  });

  test('a line without end is noticed when it is a JSON object, and given on in pieces when it is text: neither is collected', () => {
    let tooLong = 0;
    let seen = 0;
    const read = createLineReader(
      (line) => {
        seen += line.length;
      },
      () => {
        tooLong += 1;
      },
    );
    const chunk = Buffer.alloc(50 * 2 ** 20, 'x');
    for (let count = 0; count < 5; count += 1) read(chunk);
    expect(tooLong).toBe(0);
    expect(seen).toBe(5 * chunk.length);
    read(Buffer.from('\n{'));
    for (let count = 0; count < 5; count += 1) read(chunk);
    expect(tooLong).toBe(1);
  });

  test('of endless text the head and the tail are kept', () => {
    const kept = createHeadAndTail(1000);
    kept.add('first');
    for (let count = 0; count < 10_000; count += 1) kept.add(`line ${count}\n`);
    expect(kept.text().length).toBeLessThan(4000);
    expect(kept.text()).toMatch(/^first/);
    expect(kept.text()).toMatch(/line 9999\n$/);
  });
});
