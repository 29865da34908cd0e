import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { countGpus } from './gpus.ts';
import { findSandbox, noSandbox } from './sandbox.ts';

const boxed = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0;

let root = '';
let directory = '';
/** Puts a program in the place of NVIDIA's tool. */
const tool = (script: string) =>
  writeFile(path.join(root, 'bin', 'nvidia-smi'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
const two = `[ "$1" = -L ] || exit 2
echo "GPU 0: NVIDIA H200 (UUID: GPU-1)"
echo "  MIG 1g.18gb Device 0: (UUID: MIG-1)"
echo "GPU 1: NVIDIA H200 (UUID: GPU-2)"`;

describe('the GPUs of a worker', () => {
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-gpus-'));
    directory = path.join(root, 'job');
    for (const folder of ['bin', 'job']) await mkdir(path.join(root, folder));
  });
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => rm(root, { recursive: true, force: true }));
  const count = (visible?: string) => {
    vi.stubEnv('PATH', `${path.join(root, 'bin')}:${process.env.PATH}`);
    vi.stubEnv('CUDA_VISIBLE_DEVICES', visible);
    return countGpus(noSandbox, directory);
  };

  test('as many as the tool lists, and as CUDA_VISIBLE_DEVICES leaves to this worker', async () => {
    await tool(two);
    expect(await count()).toBe(2);
    expect(await count('1')).toBe(1);
    expect(await count('0,1')).toBe(2);
    expect(await count('0,1,2')).toBe(2);
    expect(await count('0,-1,1')).toBe(1);
    expect(await count('')).toBe(0);
    expect(await count('-1')).toBe(0);
  });

  test('none where the tool finds no driver, or is not there', async () => {
    await tool('echo "NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver." >&2; exit 9');
    expect(await count()).toBe(0);
    await rm(path.join(root, 'bin', 'nvidia-smi'));
    vi.stubEnv('CUDA_VISIBLE_DEVICES', undefined);
    vi.stubEnv('PATH', path.join(root, 'bin'));
    expect(await countGpus(noSandbox, directory)).toBe(0);
  });

  test.runIf(boxed)('it is asked where jobs are: in their sandbox', async () => {
    await tool(`[ -e "${root}/hidden/data" ] && exit 1\n${two}`);
    await mkdir(path.join(root, 'hidden'));
    await writeFile(path.join(root, 'hidden', 'data'), 'x');
    expect(await count()).toBe(0);
    vi.stubEnv('PATH', `${path.join(root, 'bin')}:${process.env.PATH}`);
    const sandbox = await findSandbox({
      setting: 'required',
      hidden: [path.join(root, 'hidden')],
      directory,
      python: '/nowhere/python',
    });
    expect(await countGpus(sandbox, directory)).toBe(2);
  });
});
