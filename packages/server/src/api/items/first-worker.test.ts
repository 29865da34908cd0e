import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProbeReport } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import type { RunningServer, ServeOptions } from '../../serve.ts';
import { addWorkerKey } from '../../store/api-keys.ts';
import { rows } from '../../store/database/database.ts';
import { useTemplate } from '../../testing/databases.ts';
import { fullRun } from '../../testing/load.ts';
import { probeReport } from '../../testing/probe-report.ts';
import { call, startTestServer } from '../../testing/test-server.ts';
import { water } from '../../testing/water.ts';

const data: string[] = [];
const servers: RunningServer[] = [];

/** A server whose embedded worker is really started, and asks a Python that does not answer: it stays about to report. */
async function startAwaiting(options: ServeOptions = {}): Promise<RunningServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
  data.push(folder);
  await useTemplate(folder);
  const python = path.join(folder, 'python');
  await writeFile(python, '#!/bin/sh\nexec sleep 600\n');
  await chmod(python, 0o755);
  const env = { CUVETTE_WORKERS: '1', CUVETTE_PYTHON: python };
  const server = await startTestServer({ data: folder, databaseUrl: null }, env, { firstWorkerSeconds: 0, ...options });
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const folder of data.splice(0)) await rm(folder, { recursive: true, force: true });
});

const submission = (method: string, solvent: string | null = null) => ({
  workflow_type: 'basic_calculation',
  initial_molecule: water,
  workflow_data: {
    settings: {
      method,
      tasks: ['energy'],
      ...(solvent ? { solvent_settings: { solvent: 'water', model: solvent } } : {}),
    },
  },
});
const submit = (server: RunningServer, method: string, solvent: string | null = null) =>
  call(server, 'POST', '/api/workflow', { body: submission(method, solvent) });

async function register(server: RunningServer, report: ProbeReport = probeReport): Promise<string> {
  const key = await addWorkerKey(server.services.db.drizzle, 'test');
  const body = { name: 'w', host: 'h', memory_mb: 1000, report };
  const answer = await call(server, 'POST', '/api/worker/register', { body, headers: { 'x-worker-key': key } });
  expect(answer.status).toBe(200);
  return String(answer.body.worker);
}

test('a submission that only the first report can judge is held until it comes, and is then judged by it', async () => {
  const server = await startAwaiting();
  let answered = 0;
  const held = [submit(server, 'gfn2_xtb'), submit(server, 'gfn2_xtb', 'alpb'), submit(server, 'gfn2_xtb', 'cpcm')];
  const { settings } = submission('gfn2_xtb').workflow_data;
  const together = call(server, 'POST', '/api/workflow/batch_submit', {
    body: { workflow_type: 'basic_calculation', workflow_data: { settings }, initial_molecules: [water, water] },
  });
  for (const call of [...held, together]) void call.then(() => (answered += 1));
  // What no worker can mend is refused at once.
  expect((await submit(server, 'no_such_method')).status).toBe(422);
  expect(answered).toBe(0);
  const worker = await register(server);
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([201, 201, 422]);
  expect((await together).status).toBe(201);

  // The worker is away, then for a day and an hour.
  const away = (hours: number) =>
    rows(
      server.services.db.drizzle,
      sql`UPDATE worker SET last_seen_at = now() - make_interval(hours => ${hours}), gone = true WHERE uuid = ${worker}::uuid`,
    );
  for (const hours of [0, 23]) {
    await away(hours);
    const waiting = await submit(server, 'gfn2_xtb', 'alpb');
    expect(waiting).toMatchObject({
      status: 201,
      body: { object_status: 0, waiting: { reason: expect.stringContaining('No worker is connected') } },
    });
    const { methods } = (await call(server, 'GET', '/api/methods')).body as unknown as ProbeReport;
    expect(methods.gfn2_xtb?.solvent_models).toEqual(['alpb']);
    expect((await submit(server, 'gfn2_xtb', 'cpcm')).status).toBe(422);
  }
  // Another worker that lacks it changes nothing of that.
  const { gfn2_xtb } = probeReport.methods;
  const bare = { ...probeReport, methods: { gfn2_xtb: { ...gfn2_xtb, solvent_models: [] } } } as ProbeReport;
  const other = await register(server, { ...bare, host: 'other' });
  await rows(server.services.db.drizzle, sql`UPDATE worker SET name = 'other' WHERE uuid = ${other}::uuid`);
  expect((await submit(server, 'gfn2_xtb', 'alpb')).status).toBe(201);
  await away(25);
  expect(await submit(server, 'gfn2_xtb', 'alpb')).toMatchObject({ status: 422 });
  // One that has come again without it offers it no more.
  await away(1);
  await register(server, bare);
  expect(await submit(server, 'gfn2_xtb', 'alpb')).toMatchObject({ status: 422 });
});

test.runIf(fullRun)('a submission that no report came for in time is taken as it is, and waits', async () => {
  const server = await startAwaiting({ firstReportMs: 200 });
  const began = performance.now();
  const taken = await submit(server, 'gfn2_xtb', 'alpb');
  expect(performance.now() - began).toBeGreaterThan(190);
  expect(taken).toMatchObject({
    status: 201,
    body: { object_status: 0, object_data: { settings: { method: 'gfn2_xtb', solvent_settings: { model: 'alpb' } } } },
  });
  expect(taken.body.object_data).not.toHaveProperty('messages');
  expect((await submit(server, 'no_such_method')).status).toBe(422);
});
