import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { row, rows } from '../store/database/database.ts';
import { firstAccount } from '../store/users.ts';
import { insertWorkflow } from '../store/workflows/insert-workflows.ts';
import { plainItem } from '../testing/add-items.ts';
import { onEmbedded } from '../testing/databases.ts';
import { fullRun } from '../testing/load.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { claim } from './claim.ts';
import { finishAttempt } from './report.ts';
import { leaseSeconds } from './rules.ts';
import { registerWorker } from './workers.ts';

const hour = 3600;
const result = { event: 'result', data: {}, messages: [], provenance: null };
const ending = { exitCode: 0, signal: null, peakMemoryMb: null, outputTail: '' };

/** The clock of this process, which the embedded database goes by too. */
const { now } = Date;
const setClock = (seconds: number) => vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000);

onEmbedded('a clock that is set by an hour', (place) => {
  let server: RunningServer;
  let worker = '';
  const database = () => server.services.db;

  beforeAll(async () => {
    server = await startTestServer(place());
    worker = await registerWorker(database(), {
      name: 'w',
      host: 'h',
      memoryMb: 1000,
      serverId: null,
      report: probeReport,
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => server.stop());

  const submit = async (): Promise<string> => {
    const account = await firstAccount(database().drizzle);
    const item = plainItem(account?.root_folder_uuid ?? '', { requirements: ['xtb'] });
    await insertWorkflow(database().drizzle, account?.id ?? '', item);
    return item.uuid;
  };
  const take = async () => {
    const found = await claim(database(), { worker, ...roomy });
    if (!found) throw new Error('Nothing to claim.');
    return found;
  };
  const seen = (attempt: string) =>
    row<{ status: string; left: number; computed: number; clock: number }>(
      database().drizzle,
      sql`SELECT status, extract(epoch FROM lease_until - now())::float8 AS left, extract(epoch FROM heard_at - started_at)::float8 AS computed,
            extract(epoch FROM now())::float8 AS clock FROM attempt WHERE uuid = ${attempt}::uuid`,
    );

  test.each(fullRun ? [hour, -hour] : [hour])(
    'by %s s: a running job keeps its lease, is not taken to have computed for an hour, and delivers',
    async (seconds) => {
      const uuid = await submit();
      const found = await take();
      await rows(database().drizzle, sql`UPDATE workflow SET max_credits = 30 WHERE uuid = ${uuid}::uuid`);
      // The reaper, which looks every two seconds, has seen the clock as it was.
      await new Promise((resolve) => setTimeout(resolve, 2500));
      setClock(seconds);
      expect((await seen(found.attempt))?.clock).toBeCloseTo(Date.now() / 1000, -1);
      await expect
        .poll(async () => Math.abs(((await seen(found.attempt))?.left ?? 0) - leaseSeconds), { timeout: 20_000 })
        .toBeLessThan(leaseSeconds);
      expect((await seen(found.attempt))?.computed).toBeGreaterThanOrEqual(0);
      expect((await seen(found.attempt))?.computed).toBeLessThan(60);
      await finishAttempt(database(), server.services.files, found, { ...ending, outcome: 'completed', result });
      const { body } = await call(server, 'GET', `/api/workflow/${uuid}`);
      expect(body).toMatchObject({ object_status: 2 });
      expect(body.elapsed).toBeGreaterThanOrEqual(0);
      expect(body.elapsed).toBeLessThan(60);
    },
  );

  test.runIf(fullRun)('back: what was queued before does not wait for the hour to pass', async () => {
    const uuid = await submit();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    setClock(-hour);
    await expect
      .poll(async () => (await claim(database(), { worker, ...roomy }))?.job.uuid, { timeout: 20_000 })
      .toBe(uuid);
  });
});
