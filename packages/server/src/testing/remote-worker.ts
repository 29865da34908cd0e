import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { probeReport } from './probe-report.ts';
import { type Product, startCuvette, until } from './product.ts';
import { startProxy, type TestProxy } from './proxy.ts';

/** A really started `cuvette worker` behind a wire of its own. */
export interface RemoteWorker extends Product {
  name: string;
  wire: TestProxy;
  /** Its TMPDIR: the directories of its jobs lie there. */
  temporary: string;
}

/** Makes a worker key on a running server. */
export async function makeWorkerKey(data: string, temporary: string): Promise<string> {
  const made = startCuvette(['worker-key', '--name', 'test', '--data', data], temporary);
  await made.exited;
  const key = /cuvette_worker\S+/.exec(made.output())?.[0];
  if (!key) throw new Error(`No worker key was made: ${made.output()}`);
  return key;
}

/**
 * Writes a program that is called as Python is, and is the real Python, except that `probe` answers at once: ten workers that
 * each try every engine would keep a test waiting for a minute. `before` is run by the shell first; `capabilities` are what it says that it can do.
 */
export async function quickProbe(
  folder: string,
  before = '',
  capabilities = probeReport.capabilities,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const report = path.join(folder, 'probe.json');
  const program = path.join(folder, 'python');
  await writeFile(report, `${JSON.stringify({ ...probeReport, capabilities })}\n`);
  const { python } = readConfig([], process.env);
  await writeFile(
    program,
    `#!/bin/sh\n${before}\nif [ "$3" = probe ]; then exec cat '${report}'; fi\nexec '${python}' "$@"\n`,
    { mode: 0o755 },
  );
  return program;
}

/** Starts a worker and waits until it is ready. */
export async function startRemoteWorker(
  server: { address: string },
  key: string,
  root: string,
  name: string,
  env: Record<string, string> = {},
): Promise<RemoteWorker> {
  const temporary = path.join(root, name);
  await mkdir(temporary, { recursive: true });
  const wire = await startProxy(server.address);
  const product = startCuvette(['worker', '--server', wire.address, '--name', name], temporary, {
    CUVETTE_WORKER_KEY: key,
    CUVETTE_PYTHON: await quickProbe(path.join(root, `${name}-python`)),
    CUVETTE_THREADS: '1',
    ...env,
  });
  await until(`worker ${name} is ready`, async () => {
    if (product.child.exitCode !== null) throw new Error(`The worker ended: ${product.output()}`);
    return product.output().includes('is ready');
  });
  return { ...product, name, wire, temporary };
}

/** Ends a worker in an orderly way. */
export async function endWorker(worker: RemoteWorker): Promise<void> {
  worker.child.kill('SIGCONT');
  worker.child.kill('SIGTERM');
  await worker.exited;
  await worker.wire.close();
}
