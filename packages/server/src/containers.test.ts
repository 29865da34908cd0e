import { execFile } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from './config.ts';
import { fullRun } from './testing/load.ts';

/**
 * The images, built by buildah where it is installed and the base images are named: CUVETTE_TEST_SYSTEM_IMAGE (Debian 12) and CUVETTE_TEST_BUILDER_IMAGE (with Node
 * and npm), as a machine that runs tests may not reach a registry. A container cannot be started inside of another one everywhere, so the server is
 * run in its image by `buildah run`, as the image's user.
 */
const run = promisify(execFile);
const { CUVETTE_TEST_SYSTEM_IMAGE: system, CUVETTE_TEST_BUILDER_IMAGE: builder } = process.env;
const buildah = async (...args: string[]): Promise<string> =>
  (await run('buildah', args, { env: { ...process.env, BUILDAH_ISOLATION: 'chroot' }, maxBuffer: 1e9 })).stdout.trim();
const present = await access('/usr/bin/buildah').then(
  () => true,
  () => false,
);

describe.runIf(fullRun && present && system && builder)('the images', () => {
  let data = '';
  const containers: string[] = [];
  const images: string[] = [];
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-image-'));
  });
  afterAll(async () => {
    for (const container of containers) await buildah('rm', container);
    // A few GB each; what a stage made stays as buildah's cache (`buildah rmi --prune` removes it).
    for (const image of images) await buildah('rmi', image);
    await rm(data, { recursive: true, force: true });
  });

  /** Builds an image and makes a container of it. */
  async function build(target: string): Promise<string> {
    const file = path.join(checkout, 'deploy/containers/Containerfile');
    const bases = ['--build-arg', `SYSTEM=${system}`, '--build-arg', `BUILDER=${builder}`];
    const how = ['--layers', '--network', 'host', '--format', 'docker', '--ignorefile', '.containerignore'];
    await run(
      'buildah',
      ['bud', ...how, ...bases, '--target', target, '--tag', `cuvette-test-${target}`, '-f', file, '.'],
      {
        cwd: checkout,
        env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
        maxBuffer: 1e9,
      },
    );
    images.push(`cuvette-test-${target}`);
    const container = await buildah('from', `cuvette-test-${target}`);
    containers.push(container);
    return container;
  }

  test('the server writes nothing of its own, starts, and its health check sees it', {
    timeout: 3_600_000,
  }, async () => {
    const container = await build('server');
    const check = '/opt/cuvette/deploy/containers/is-ready.mjs';
    const start = 'timeout 240 node /opt/cuvette/packages/server/bin/cuvette.js serve > /tmp/log 2>&1 &';
    const wait = `for i in $(seq 1 100); do node ${check} && echo ready && break; sleep 2; done; cat /tmp/log`;
    const settings = [
      'CUVETTE_HOST=127.0.0.1',
      'CUVETTE_PORT=4987',
      'CUVETTE_OWNER_EMAIL=owner@example.org',
      'CUVETTE_EXAMPLES=off',
    ];
    const told = await buildah(
      'run',
      ...['--user', '10001:10001'],
      ...settings.flatMap((setting) => ['--env', setting]),
      container,
      ...['--', 'sh', '-c', `touch /opt/cuvette/x 2>&1; ${start} ${wait}; kill %1`],
    );
    expect(told).toContain('Permission denied');
    expect(told).toContain('ready\n');
    expect(told).toContain('Cuvette is ready: http://127.0.0.1:4987/sign-in?token=');
  });

  test('the worker says what it needs, and what works in it', { timeout: 3_600_000 }, async () => {
    const container = await build('worker');
    const asked = ['run', '--user', '10001:10001', container, '--'];
    await expect(buildah(...asked, '/opt/cuvette/deploy/containers/worker.sh')).rejects.toThrow('Set CUVETTE_SERVER');
    const probe =
      'OMP_NUM_THREADS=1 PYTHONPATH=packages/compute/src packages/compute/.venv/bin/python -m cuvette_compute probe';
    const report = JSON.parse(await buildah(...asked, 'sh', '-c', probe)) as { capabilities: string[] };
    for (const capability of ['xtb', 'dft', 'vina', 'openmm']) expect(report.capabilities).toContain(capability);
  });
});
