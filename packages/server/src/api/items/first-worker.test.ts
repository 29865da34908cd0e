import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { addWorkerKey } from '../../store/api-keys.ts';
import { useTemplate } from '../../testing/databases.ts';
import { probeReport } from '../../testing/probe-report.ts';
import { call, startTestServer } from '../../testing/test-server.ts';
import { water } from '../../testing/water.ts';

let data = '';
let server: RunningServer;
beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
  await useTemplate(data);
  // The embedded worker is really started, and asks a Python that does not answer: it stays about to report.
  const python = path.join(data, 'python');
  await writeFile(python, '#!/bin/sh\nexec sleep 600\n');
  await chmod(python, 0o755);
  const env = { CUVETTE_WORKERS: '1', CUVETTE_PYTHON: python };
  server = await startTestServer({ data, databaseUrl: null }, env, { firstWorkerSeconds: 0 });
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

const submission = (method: string) => ({
  workflow_type: 'basic_calculation',
  initial_molecule: water,
  workflow_data: { settings: { method, tasks: ['energy'] } },
});
const submit = (method: string) => call(server, 'POST', '/api/workflow', { body: submission(method) });

test('before its worker has reported, a server asks to send again what only a worker is lacking for, and refuses the rest', async () => {
  const early = await submit('gfn2_xtb');
  expect(early).toMatchObject({ status: 503, body: { detail: expect.stringContaining('has not reported yet') } });
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
  const { settings, ...batch } = { ...submission('gfn2_xtb').workflow_data, initial_molecules: [water, water] };
  const body = { workflow_type: 'basic_calculation', workflow_data: { settings }, ...batch };
  const together = await call(server, 'POST', '/api/workflow/batch_submit', { body });
  expect([together.status, together.headers.get('retry-after')]).toEqual([503, early.headers.get('retry-after')]);
  expect((await submit('no_such_method')).status).toBe(422);
  const key = await addWorkerKey(server.services.db.drizzle, 'test');
  const worker = { name: 'w', host: 'h', memory_mb: 1000, report: probeReport };
  const headers = { 'x-worker-key': key };
  expect((await call(server, 'POST', '/api/worker/register', { body: worker, headers })).status).toBe(200);
  expect((await submit('gfn2_xtb')).status).toBe(201);
});
