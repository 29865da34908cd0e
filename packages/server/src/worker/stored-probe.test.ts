import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probeReport } from '../testing/probe-report.ts';
import { noSandbox } from './sandbox.ts';
import { currentReport } from './stored-probe.ts';

let root = '';
let python = '';
const never = new AbortController();
const report = () => currentReport({ python, sandbox: noSandbox, threads: 1 }, never.signal, () => {});
const probes = async () => (await readFile(path.join(root, 'count'), 'utf8').catch(() => '')).length;

/** Lets the environment's interpreter say this when it is probed. */
async function answers(capabilities: string[]): Promise<void> {
  await writeFile(path.join(root, 'probe.json'), `${JSON.stringify({ ...probeReport, capabilities })}\n`);
}

// A stand-in for the interpreter of an environment, which counts how often it is probed.
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'cuvette-stored-probe-'));
  python = path.join(root, 'bin/python');
  await mkdir(path.join(root, 'bin'));
  await mkdir(path.join(root, 'lib/python3.11/site-packages/rdkit-1.dist-info'), { recursive: true });
  await writeFile(path.join(root, 'pyvenv.cfg'), '');
  await writeFile(python, `#!/bin/sh\nprintf x >> '${root}/count'\nexec cat '${root}/probe.json'\n`, { mode: 0o755 });
  await answers(['rdkit']);
});

afterAll(async () => {
  never.abort();
  await rm(root, { recursive: true, force: true });
});

test('a probe is made once, and again when a package came in or the interpreter is another one', async () => {
  expect((await report()).capabilities).toEqual(['rdkit']);
  await answers(['rdkit', 'vina']);
  expect((await report()).capabilities).toEqual(['rdkit']);
  expect(await probes()).toBe(1);
  await mkdir(path.join(root, 'lib/python3.11/site-packages/vina-1.dist-info'));
  expect((await report()).capabilities).toEqual(['rdkit', 'vina']);
  expect(await probes()).toBe(2);
  await utimes(python, new Date(0), new Date(0));
  await report();
  expect(await probes()).toBe(3);
});

test('an answer that was kept is checked later, and what is different now is told', async () => {
  await report();
  await answers(['rdkit', 'vina', 'crest']);
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const how = { python, sandbox: noSandbox, threads: 1 };
  const kept = await currentReport(how, never.signal, ({ capabilities }) => resolve(capabilities), {
    after: 0,
    every: -1,
  });
  expect(kept.capabilities).toEqual(['rdkit', 'vina']);
  expect(await promise).toEqual(['rdkit', 'vina', 'crest']);
  expect((await report()).capabilities).toEqual(['rdkit', 'vina', 'crest']);
});

test('an interpreter without an environment of its own is probed each time: what it has cannot be known', async () => {
  await rm(path.join(root, 'pyvenv.cfg'));
  const before = await probes();
  await report();
  await report();
  expect(await probes()).toBe(before + 2);
});
