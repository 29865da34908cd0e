import type { WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { rows } from '../store/database/database.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { until } from '../testing/product.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { claim } from './claim.ts';
import { finishAttempt } from './report.ts';
import { registerWorker } from './workers.ts';

// Limits in minutes, where billing is off, are in drafts-and-dispatch.test.ts.
onOneDatabase('max_credits with billing on', (place) => {
  let server: RunningServer;
  let worker = '';
  const submit = async (body: object) =>
    (await call<WorkflowItem>(server, 'POST', '/api/workflow', { body: { workflow_type: 'test_sleep', ...body } }))
      .body;
  const item = async (uuid: string) => (await call<WorkflowItem>(server, 'GET', `/api/workflow/${uuid}`)).body;
  const take = async () => {
    const found = await claim(server.services.db, { worker, ...roomy });
    if (!found) throw new Error('Nothing to claim.');
    return found;
  };
  const setAttempt = (uuid: string, times: ReturnType<typeof sql>) =>
    rows(server.services.db.drizzle, sql`UPDATE attempt SET ${times} WHERE uuid = ${uuid}::uuid`);
  /** Waits until the server, which looks every two seconds, has gone once through all that it looks for. */
  const lookedTwice = async () => {
    const { uuid } = await submit({});
    for (const number of [1, 2]) {
      await rows(server.services.db.drizzle, sql`UPDATE workflow SET run_after = now() WHERE uuid = ${uuid}::uuid`);
      const { attempt } = await take();
      await setAttempt(attempt, sql`lease_until = now() - interval '1 second'`);
      await until(`loss ${number} is seen`, async () => (await item(uuid)).object_status === 0, 10);
    }
    await call(server, 'DELETE', `/api/workflow/${uuid}`);
  };

  beforeAll(async () => {
    server = await startTestServer(place(), { CUVETTE_BILLING: 'on' });
    const { db } = server.services;
    worker = await registerWorker(db, {
      name: 'bench',
      host: 'h',
      memoryMb: roomy.memoryMb,
      serverId: null,
      report: probeReport,
    });
    await rows(db.drizzle, sql`UPDATE worker SET last_seen_at = now() + interval '1 hour'`);
  });
  afterAll(() => server.stop());

  test('an item that computed for an hour with one credit runs on, and its end says nothing of a limit', async () => {
    const { db, files } = server.services;
    const finish = (found: Awaited<ReturnType<typeof take>>, outcome: 'completed' | 'stopped') =>
      finishAttempt(db, files, found, {
        exitCode: 0,
        signal: null,
        peakMemoryMb: null,
        outputTail: '',
        outcome,
        result: { event: 'result', data: { answer: 42 }, messages: [], provenance: null },
      });
    const started = [];
    for (let count = 0; count < 2; count++) {
      const { uuid } = await submit({ max_credits: 1 });
      const found = await take();
      await setAttempt(
        found.attempt,
        sql`started_at = now() - interval '1 hour', lease_until = now() + interval '1 hour'`,
      );
      started.push({ uuid, found });
    }
    await lookedTwice();
    for (const { uuid } of started) {
      expect(await item(uuid)).toMatchObject({ object_status: 1, stopping: false, max_credits: 1 });
    }
    const [first, second] = started;
    if (!first || !second) throw new Error('Two items were started.');
    await finish(first.found, 'completed');
    expect(await item(first.uuid)).toMatchObject({ object_status: 2, object_data: { answer: 42, messages: [] } });
    await call(server, 'POST', `/api/workflow/${second.uuid}/stop`, { body: {} });
    await finish(second.found, 'stopped');
    const stopped = await item(second.uuid);
    expect(stopped.object_status).toBe(4);
    expect(JSON.stringify(stopped.object_data)).not.toContain('runtime limit');
  });
});
