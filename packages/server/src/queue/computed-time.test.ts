import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { row, rows } from '../store/database/database.ts';
import { firstAccount } from '../store/users.ts';
import { insertWorkflow } from '../store/workflows/insert-workflows.ts';
import { listPage, listWorkflows, readWorkflow } from '../store/workflows/read-workflows.ts';
import { plainItem } from '../testing/add-items.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { Claim } from '../wire/claim.ts';
import { claim } from './claim.ts';
import { reapLostAttempts, recoverAttempts } from './reaper.ts';
import { finishAttempt } from './report.ts';
import { stopAtRuntimeLimit } from './runtime-limit.ts';
import { liveWorkers, waitingRule } from './waiting.ts';
import { registerWorker } from './workers.ts';

const result = { event: 'result', data: { answer: 42 }, messages: [], provenance: null };
const ending = { exitCode: 0, signal: null, peakMemoryMb: null, outputTail: '' };

/** What counts as computing: for the limit of an item, and for the time that people see. */
onBothDatabases('computed time', (place) => {
  let server: RunningServer;
  let owner = '';
  let folder = '';
  const worker = (serverId: string | null = null) =>
    registerWorker(server.services.db, { name: 'w', host: 'h', memoryMb: 1000, serverId, report: probeReport });
  const submit = async (): Promise<string> => {
    const item = plainItem(folder, { requirements: ['xtb'] });
    await insertWorkflow(server.services.db.drizzle, owner, item);
    return item.uuid;
  };
  const take = async (by: string): Promise<Claim> => {
    const found = await claim(server.services.db, { worker: by, ...roomy });
    if (!found) throw new Error('Nothing to claim.');
    return found;
  };
  const expire = (attempt: string) =>
    rows(
      server.services.db.drizzle,
      sql`UPDATE attempt SET lease_until = now() - interval '1 second' WHERE uuid = ${attempt}::uuid`,
    );
  const untilQueued = (uuid: string) =>
    expect
      .poll(async () => {
        await reapLostAttempts(server.services.db);
        return row(server.services.db.drizzle, sql`SELECT object_status FROM workflow WHERE uuid = ${uuid}::uuid`);
      })
      .toEqual({ object_status: 0 });

  beforeAll(async () => {
    // With billing the server itself ends nothing by its minutes: that is left to these tests.
    server = await startTestServer(place(), { CUVETTE_BILLING: 'on' });
    const account = await firstAccount(server.services.db.drizzle);
    owner = account?.id ?? '';
    folder = account?.root_folder_uuid ?? '';
  });
  beforeEach(() => rows(server.services.db.drizzle, sql`DELETE FROM workflow`));
  afterAll(() => server.stop());

  /** What an attempt that began ten minutes before the server and its worker went, three days ago, has in its row. */
  const beforeTheWeekend = sql`started_at = now() - interval '3 days 10 minutes', heard_at = now() - interval '3 days'`;
  const elapsed = async (uuid: string, status: number) => {
    const ended = await row<{ elapsed: number }>(
      server.services.db.drizzle,
      sql`SELECT elapsed FROM workflow WHERE uuid = ${uuid}::uuid AND object_status = ${status}`,
    );
    return ended?.elapsed ?? 0;
  };

  // The server of these tests looks for lost attempts too, every two seconds: what is asserted holds whoever came first.
  test('a weekend without the server is no computing: of an embedded worker, and of a remote one that was away too', async () => {
    const { db, files } = server.services;
    const serverId = randomUUID();
    const [embedded, remote] = [await submit(), await submit()];
    await rows(db.drizzle, sql`UPDATE workflow SET max_credits = 11`);
    await take(await worker(serverId));
    const elsewhere = await take(await worker());
    await rows(
      db.drizzle,
      sql`UPDATE attempt SET ${beforeTheWeekend}, lease_until = now() - interval '3 days' + interval '15 seconds'`,
    );
    await recoverAttempts(db, serverId);
    // The worker that is elsewhere has its time to come back, and the time without it does not use up the limit.
    await stopAtRuntimeLimit(db.drizzle);
    await expire(elsewhere.attempt);
    await untilQueued(embedded);
    await untilQueued(remote);
    const spans = await rows(
      db.drizzle,
      sql`SELECT status, extract(epoch FROM ended_at - started_at)::float8 AS seconds FROM attempt WHERE number = 1`,
    );
    const tenMinutes = { status: 'lost', seconds: 600 };
    expect(spans).toEqual([tenMinutes, tenMinutes]);
    // Both go on: with 11 minutes allowed, the second attempts have one left.
    const by = await worker();
    for (const uuid of [embedded, remote]) {
      const again = await take(by);
      expect(again.job).toMatchObject({ uuid, attempt: 2 });
      const stopping = async (seconds: number) => {
        await rows(
          db.drizzle,
          sql`UPDATE attempt SET started_at = heard_at - make_interval(secs => ${seconds}) WHERE uuid = ${again.attempt}::uuid`,
        );
        await stopAtRuntimeLimit(db.drizzle);
        return (await row(db.drizzle, sql`SELECT stop_requested FROM workflow WHERE uuid = ${uuid}::uuid`)) as unknown;
      };
      expect(await stopping(55)).toEqual({ stop_requested: false });
      await expect.poll(() => stopping(65)).toEqual({ stop_requested: true });
      await finishAttempt(db, files, again, { ...ending, outcome: 'stopped' });
      const seconds = await elapsed(uuid, 4);
      expect(seconds).toBeGreaterThanOrEqual(665);
      expect(seconds).toBeLessThan(720);
    }
  });

  test('a remote worker that computed on while the server was away comes back, and all of its time counts', async () => {
    const { db, files } = server.services;
    const uuid = await submit();
    const found = await take(await worker());
    await rows(db.drizzle, sql`UPDATE attempt SET ${beforeTheWeekend} WHERE uuid = ${found.attempt}::uuid`);
    await recoverAttempts(db, randomUUID());
    await finishAttempt(db, files, found, { ...ending, outcome: 'completed', result });
    expect(await elapsed(uuid, 2)).toBeGreaterThanOrEqual(3 * 86_400 + 600);
  });

  test('elapsed is the time of all attempts, wherever it is reported, and never goes down', async () => {
    const { db, files } = server.services;
    const uuid = await submit();
    const reader = { kind: 'user', id: owner } as const;
    const waiting = waitingRule(await liveWorkers(db.drizzle), 100);
    /** By the item, by a list and by a page. */
    const told = async () => {
      const one = await readWorkflow(db.drizzle, reader, uuid, waiting);
      const [listed] = await listWorkflows(db.drizzle, reader, sql`w.uuid = ${uuid}::uuid`, sql``, waiting);
      const page = sql`SELECT w.* FROM workflow w WHERE w.uuid = ${uuid}::uuid`;
      const { items } = await listPage(db.drizzle, { kind: 'user', id: '' }, page, sql`w.uuid`, waiting);
      return [one, listed, items[0]].map((item) => item?.elapsed ?? null);
    };
    const ran = (attempt: string, seconds: number) =>
      rows(
        db.drizzle,
        sql`UPDATE attempt SET started_at = heard_at - make_interval(secs => ${seconds}) WHERE uuid = ${attempt}::uuid`,
      );
    expect(await told()).toEqual([null, null, null]);
    const first = await take(await worker());
    expect(await told()).toEqual([0, 0, 0]);
    await ran(first.attempt, 100);
    expect(await told()).toEqual([100, 100, 100]);
    await rows(db.drizzle, sql`UPDATE workflow SET started_at = now() - interval '1 hour' WHERE uuid = ${uuid}::uuid`);
    await expire(first.attempt);
    await untilQueued(uuid);
    expect(await told()).toEqual([100, 100, 100]);
    // An hour in the queue later.
    const second = await take(await worker());
    expect(await told()).toEqual([100, 100, 100]);
    await ran(second.attempt, 20);
    expect(await told()).toEqual([120, 120, 120]);
    await finishAttempt(db, files, second, { ...ending, outcome: 'completed', result });
    const [ended = 0, ...others] = await told();
    expect(ended).toBeGreaterThanOrEqual(120);
    expect(ended).toBeLessThan(180);
    expect(others).toEqual([ended, ended]);
  });
});
