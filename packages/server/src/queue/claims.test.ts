import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { addWorkerKey } from '../store/api-keys.ts';
import { rows } from '../store/database/database.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { probeReport } from '../testing/probe-report.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { reapLostAttempts } from './reaper.ts';
import { leaseSeconds } from './rules.ts';

interface Key {
  attempt: string;
  token: string;
}
interface Claimed {
  job: (Key & { job: { uuid: string } }) | null;
}

/** What workers may and may not do, by the calls that they make. */
onBothDatabases('claims', (place) => {
  let server: RunningServer;
  let workerKey = '';

  const ask = <T = Record<string, unknown>>(name: string, body: unknown) =>
    call<T & { detail?: string }>(server, 'POST', `/api/worker/${name}`, {
      key: null,
      headers: { 'x-worker-key': workerKey },
      body,
    });
  const register = async (capabilities = probeReport.capabilities): Promise<string> => {
    const report = { ...probeReport, capabilities };
    const { body } = await ask<{ worker: string }>('register', { name: 'w', host: 'h', memory_mb: 8000, report });
    return body.worker;
  };
  const claim = (worker: string, more: Record<string, unknown> = {}) =>
    ask<Claimed>('claim', { worker, memory_mb: 8000, gpus: 0, seconds: null, wait_seconds: 0, ...more });
  const claimed = async (worker: string): Promise<Key & { uuid: string }> => {
    const { job } = (await claim(worker)).body;
    if (!job) throw new Error('There was nothing to claim.');
    return { attempt: job.attempt, token: job.token, uuid: job.job.uuid };
  };
  const finish = ({ attempt, token }: Key, more: Record<string, unknown> = {}) =>
    ask('finish', {
      attempt,
      token,
      outcome: 'completed',
      result: { event: 'result', data: { by: attempt }, messages: [], provenance: null },
      exit_code: 0,
      signal: null,
      peak_memory_mb: null,
      output_tail: '',
      ...more,
    });
  const submit = async (name = 'item'): Promise<string> => {
    const body = { name, workflow_type: 'test_sleep', workflow_data: { seconds: 0 } };
    return String((await call(server, 'POST', '/api/workflow', { body })).body.uuid);
  };
  const set = (uuid: string, change: ReturnType<typeof sql>) =>
    rows(server.services.db.drizzle, sql`UPDATE workflow SET ${change} WHERE uuid = ${uuid}::uuid`);
  const status = async (uuid: string) => (await call(server, 'GET', `/api/workflow/${uuid}`)).body.object_status;

  beforeAll(async () => {
    server = await startTestServer(place());
    workerKey = await addWorkerKey(server.services.db.drizzle, 'test');
  });
  beforeEach(() => rows(server.services.db.drizzle, sql`DELETE FROM workflow`));
  afterAll(() => server.stop());

  test('a worker that is not known is asked to register; one that had left is back when it claims', async () => {
    const uuid = await submit();
    expect(await claim(randomUUID())).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('Register') },
    });
    expect(await status(uuid)).toBe(0);
    const worker = await register();
    const connected = async () => (await call<{ workers: number }>(server, 'GET', '/api/methods')).body.workers;
    const before = await connected();
    await ask('heartbeat', { worker, attempts: [], leaving: true });
    expect(await connected()).toBe(before - 1);
    expect((await claim(worker)).body.job?.job.uuid).toBe(uuid);
    expect(await connected()).toBe(before);
    await rows(server.services.db.drizzle, sql`DELETE FROM worker WHERE uuid = ${worker}::uuid`);
    expect(await ask('heartbeat', { worker, attempts: [] })).toMatchObject({ body: { known: false } });
  });

  test('a result is taken from the worker that holds the attempt only: not from another, not for an unknown one', async () => {
    const uuids = [await submit('one'), await submit('two')];
    const [mine, theirs] = [await claimed(await register()), await claimed(await register())];
    expect(new Set([mine.uuid, theirs.uuid])).toEqual(new Set(uuids));
    expect(await finish({ attempt: mine.attempt, token: theirs.token })).toMatchObject({ status: 403 });
    expect(await finish({ attempt: randomUUID(), token: mine.token })).toMatchObject({ status: 404 });
    const refused = await ask('events', { attempt: mine.attempt, token: theirs.token, events: [] });
    expect(refused.status).toBe(403);
    const beats = await ask<{ attempts: { stop: boolean; over: string | null }[] }>('heartbeat', {
      worker: await register(),
      attempts: [{ attempt: mine.attempt, token: theirs.token }],
    });
    expect(beats.body.attempts).toMatchObject([{ stop: true, over: expect.stringContaining('token') }]);
    expect(await status(mine.uuid)).toBe(1);
    expect((await finish(mine)).status).toBe(200);
    expect(await status(mine.uuid)).toBe(2);
    expect(await status(theirs.uuid)).toBe(1);
  });

  test.each([
    ['completed', 'already delivered its result', {}],
    [
      'failed',
      'already reported a failure',
      {
        outcome: 'failed',
        error: { event: 'error', error_class: 'input_error', message: 'No.', detail: null, field: null },
      },
    ],
    ['stopped', 'It was stopped', { outcome: 'stopped' }],
    ['released', 'had given it back', { outcome: 'released' }],
  ])(
    'a result of an attempt that is %s is refused with the reason, and changes nothing',
    async (_name, words, ending) => {
      await submit();
      const found = await claimed(await register());
      expect((await finish(found, ending)).status).toBe(200);
      const { body: before } = await call(server, 'GET', `/api/workflow/${found.uuid}`);
      for (const answer of [
        await finish(found),
        await ask('events', { ...found, events: [{ event: 'log', text: 'late' }] }),
      ]) {
        expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining(words) } });
      }
      const { body: after } = await call(server, 'GET', `/api/workflow/${found.uuid}`);
      expect(after).toEqual(before);
    },
  );

  test('what is deleted or stopped while it waits is not handed out; a result for what was deleted meanwhile is still its own', async () => {
    const [stopped, deleted, running] = [await submit('stopped'), await submit('deleted'), await submit('running')];
    await call(server, 'POST', `/api/workflow/${stopped}/stop`);
    await call(server, 'DELETE', `/api/workflow/${deleted}`);
    const found = await claimed(await register());
    expect(found.uuid).toBe(running);
    expect((await claim(await register())).body.job).toBeNull();
    await call(server, 'DELETE', `/api/workflow/${running}`);
    const beat = await ask('heartbeat', {
      worker: await register(),
      attempts: [{ attempt: found.attempt, token: found.token }],
    });
    expect(beat.body).toMatchObject({ attempts: [{ stop: true, over: null }] });
    expect((await finish(found, { outcome: 'stopped' })).status).toBe(200);
    const trash = await call<{ deletions: { uuid: string; name: string }[] }>(server, 'GET', '/api/trash');
    expect(trash.status).toBe(200);
    for (const { uuid } of trash.body.deletions) await call(server, 'POST', `/api/trash/${uuid}/restore`);
    // Back again, it says how it ended, and it is not handed out a second time.
    expect(await status(running)).toBe(4);
    expect(await status(deleted)).toBe(4);
    expect((await claim(await register())).body.job).toBeNull();
    const again = {
      name: 'again',
      workflow_type: 'test_sleep',
      workflow_data: { seconds: 0 },
      resubmitted_from_uuid: running,
    };
    const { body: resubmitted } = await call(server, 'POST', '/api/workflow', { body: again });
    expect((await claimed(await register())).uuid).toBe(resubmitted.uuid);
  });

  test('what goes first: who waits longest; of that what the worker can do and has the memory, GPUs and time for', async () => {
    const uuids: Record<string, string> = {};
    for (const name of ['docking', 'large', 'gpu', 'long', 'later', 'sooner']) {
      uuids[name] = await submit(name);
      await set(uuids[name], sql`queued_at = now() - interval '10 seconds'`);
    }
    const of = (name: string): string => uuids[name] ?? '';
    await set(of('docking'), sql`requirements = ${'{docking,xtb}'}::text[], queued_at = now() - interval '1 day'`);
    await set(of('large'), sql`memory_mb = 9000, queued_at = now() - interval '1 day'`);
    await set(of('gpu'), sql`gpus = 1, queued_at = now() - interval '1 day'`);
    await set(of('long'), sql`seconds_needed = 3600, queued_at = now() - interval '1 day'`);
    await set(of('sooner'), sql`queued_at = now() - interval '20 seconds'`);
    const names = Object.fromEntries(Object.entries(uuids).map(([name, uuid]) => [uuid, name]));
    const worker = await register();
    const next = async (more: Record<string, unknown> = {}) => {
      const { job } = (await claim(worker, { seconds: 600, ...more })).body;
      return job ? names[job.job.uuid] : null;
    };
    expect([await next(), await next(), await next()]).toEqual(['sooner', 'later', null]);
    expect(await next({ seconds: 7200 })).toBe('long');
    expect(await next({ gpus: 1 })).toBe('gpu');
    expect(await next({ memory_mb: 16_000 })).toBe('large');
    expect(await next({ memory_mb: 16_000, gpus: 4, seconds: null })).toBeNull();
    const able = await register([...probeReport.capabilities, 'docking']);
    expect((await claim(able)).body.job?.job.uuid).toBe(of('docking'));
  });

  test('a lease holds for its time and every call of its worker renews it; not one second longer', async () => {
    const { db } = server.services;
    await submit();
    const found = await claimed(await register());
    const leave = (seconds: number) =>
      rows(
        db.drizzle,
        sql`UPDATE attempt SET lease_until = now() + make_interval(secs => ${seconds}) WHERE uuid = ${found.attempt}::uuid`,
      );
    const left = async () =>
      (
        await rows<{ seconds: number }>(
          db.drizzle,
          sql`SELECT extract(epoch FROM lease_until - now())::float8 AS seconds FROM attempt WHERE uuid = ${found.attempt}::uuid`,
        )
      )[0]?.seconds ?? 0;
    await leave(1);
    expect(await reapLostAttempts(db)).toBe(0);
    const key = { attempt: found.attempt, token: found.token };
    for (const renew of [
      () => ask('heartbeat', { worker: randomUUID(), attempts: [key] }),
      () => ask('events', { ...key, events: [{ event: 'log', text: 'x' }] }),
    ]) {
      await leave(1);
      expect((await renew()).status).toBe(200);
      expect(await left()).toBeGreaterThan(leaseSeconds - 3);
    }
    await leave(-1);
    expect(await reapLostAttempts(db)).toBe(1);
    expect(await status(found.uuid)).toBe(0);
    expect(await finish(found)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('No heartbeat') },
    });
  });
});
