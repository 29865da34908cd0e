import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { type Executor, row, rows } from '../store/database/database.ts';
import { sweepFiles } from '../store/sweep.ts';
import { firstAccount } from '../store/users.ts';
import { stopWorkflow } from '../store/workflows/change-workflow.ts';
import { insertWorkflow } from '../store/workflows/insert-workflows.ts';
import { listWorkflows } from '../store/workflows/read-workflows.ts';
import { plainItem } from '../testing/add-items.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { Claim } from '../wire/claim.ts';
import { failAttempt, ownAttempt } from './attempts.ts';
import { claim } from './claim.ts';
import { reapLostAttempts, recoverAttempts } from './reaper.ts';
import { finishAttempt, takeEvents } from './report.ts';
import { retries } from './rules.ts';
import { liveWorkers, waitingRule } from './waiting.ts';
import { registerWorker } from './workers.ts';

const result = { event: 'result', data: { answer: 42 }, messages: [], provenance: null };
const ending = { exitCode: 0, signal: null, peakMemoryMb: null, outputTail: '' };
const water = {
  name: 'water',
  status: 2,
  settings: { method: 'gfn2_xtb' },
  tasks: ['energy'],
  molecules: [{ charge: 0, multiplicity: 1, energy: -5.07, atoms: [{ atomic_number: 8, position: [0, 0, 0] }] }],
  logfile: 'the log',
};

onBothDatabases('queue', (place) => {
  let server: RunningServer;
  let owner = '';
  let folder = '';
  const worker = (capabilities = ['rdkit', 'xtb'], serverId: string | null = null) =>
    registerWorker(server.services.db, {
      name: 'w',
      host: 'h',
      memoryMb: 1000,
      serverId,
      report: { ...probeReport, capabilities },
    });
  const submit = async (requirements = ['xtb']): Promise<string> => {
    const item = plainItem(folder, { requirements });
    await insertWorkflow(server.services.db.drizzle, owner, item);
    return item.uuid;
  };
  const item = (uuid: string) =>
    row<{ object_status: number; object_data: Record<string, unknown>; error: { error_class: string } | null }>(
      server.services.db.drizzle,
      sql`SELECT object_status, object_data, error FROM workflow WHERE uuid = ${uuid}::uuid`,
    );
  const take = async (by: string): Promise<Claim> => {
    const found = await claim(server.services.db, { worker: by, ...roomy });
    if (!found) throw new Error('Nothing to claim.');
    return found;
  };
  const expire = (attempt: string, db: Executor = server.services.db.drizzle) =>
    rows(db, sql`UPDATE attempt SET lease_until = now() - interval '1 second' WHERE uuid = ${attempt}::uuid`);

  beforeAll(async () => {
    server = await startTestServer(place());
    const account = await firstAccount(server.services.db.drizzle);
    owner = account?.id ?? '';
    folder = account?.root_folder_uuid ?? '';
  });
  afterAll(() => server.stop());

  test('many items, several claimers: each item exactly once, oldest first for a single claimer', async () => {
    const { db } = server.services;
    const uuids = await Promise.all(Array.from({ length: 60 }, () => submit()));
    const workers = await Promise.all(Array.from({ length: 6 }, () => worker()));
    const claimed: string[] = [];
    await Promise.all(
      workers.map(async (by) => {
        for (
          let found = await claim(db, { worker: by, ...roomy });
          found;
          found = await claim(db, { worker: by, ...roomy })
        ) {
          claimed.push(found.job.uuid);
          await finishAttempt(db, server.services.files, found, { ...ending, outcome: 'completed', result });
        }
      }),
    );
    expect(claimed.length).toBe(60);
    expect(new Set(claimed)).toEqual(new Set(uuids));
    expect((await item(uuids[0] ?? ''))?.object_data).toMatchObject({ answer: 42 });
    const first = await submit();
    await submit();
    expect((await take(workers[0] ?? '')).job.uuid).toBe(first);
    await rows(db.drizzle, sql`DELETE FROM workflow`);
  });

  /** What is in the table of an item that has had this many attempts. */
  const tried = (uuid: string, attempts: number) =>
    rows(
      server.services.db.drizzle,
      sql`INSERT INTO attempt (workflow_uuid, number, status, ended_at, lease_until, host)
          SELECT ${uuid}::uuid, n, 'released', now(), now(), 'h' FROM generate_series(1, ${attempts}::int) n`,
    );
  const triedOut = {
    object_status: 3,
    error: { error_class: 'compute_lost', message: expect.stringContaining('given back 50 times') },
  };

  test('an item that workers give back again and again ends with its 50th attempt', async () => {
    const { db, files } = server.services;
    const uuid = await submit();
    await tried(uuid, 48);
    const by = await worker();
    for (const number of [49, 50]) {
      const found = await take(by);
      expect(found.job).toMatchObject({ uuid, attempt: number });
      await finishAttempt(db, files, found, { ...ending, outcome: 'released' });
      expect(await item(uuid)).toMatchObject(number < 50 ? { object_status: 0, error: null } : triedOut);
    }
    expect(await claim(db, { worker: by, ...roomy })).toBeNull();
    await rows(db.drizzle, sql`DELETE FROM workflow`);
  });

  test('items in the queue that have had all their attempts fail, and the one behind them is handed out', async () => {
    const { db } = server.services;
    const blocking = [await submit(), await submit()];
    const behind = await submit();
    for (const uuid of blocking) await tried(uuid, 50);
    const by = await worker();
    expect((await take(by)).job).toMatchObject({ uuid: behind, attempt: 1 });
    for (const uuid of blocking) expect(await item(uuid)).toMatchObject(triedOut);
    const alone = await submit();
    await tried(alone, 50);
    expect(await claim(db, { worker: by, ...roomy })).toBeNull();
    expect(await item(alone)).toMatchObject(triedOut);
    await rows(db.drizzle, sql`DELETE FROM workflow`);
  });

  test('a worker gets only what it can serve in full', async () => {
    const uuid = await submit(['docking', 'xtb']);
    const { db } = server.services;
    expect(await claim(db, { worker: await worker(['xtb']), ...roomy })).toBeNull();
    const found = await take(await worker(['dft', 'docking', 'xtb']));
    expect(found.job.uuid).toBe(uuid);
    await rows(db.drizzle, sql`DELETE FROM workflow`);
    const large = await submit();
    await rows(db.drizzle, sql`UPDATE workflow SET memory_mb = 2000 WHERE uuid = ${large}::uuid`);
    expect(await claim(db, { worker: await worker(), memoryMb: 1000, gpus: 0, seconds: null })).toBeNull();
    await rows(db.drizzle, sql`DELETE FROM workflow`);
  });

  test('the place that an item is shown with is the one at which it is handed out, whatever else is in the queue', async () => {
    const { db } = server.services;
    await rows(db.drizzle, sql`UPDATE worker SET gone = true`);
    let seed = 7;
    const pick = <T>(...choices: T[]): T => {
      seed = (seed * 48_271) % 2_147_483_647;
      return choices[seed % choices.length] as T;
    };
    const uuids: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const uuid = await submit(pick(['xtb'], ['rdkit', 'xtb'], ['rdkit'], ['docking'], ['docking', 'xtb']));
      uuids.push(uuid);
      await rows(
        db.drizzle,
        sql`UPDATE workflow SET memory_mb = ${pick(null, 500, 5000)}::int, gpus = ${pick(0, 0, 1)}::int, seconds_needed = ${pick(null, 60, 9000)}::int,
              run_after = now() + make_interval(secs => ${pick(0, 0, 0, 3600)}) WHERE uuid = ${uuid}::uuid`,
      );
    }
    const offer = { worker: await worker(), memoryMb: 1000, gpus: pick(0, 1), seconds: 600 };
    // Another worker whose items are none of the first one's business.
    await worker(['docking']);
    await rows(
      db.drizzle,
      sql`UPDATE worker SET leaves_at = now() + interval '600 seconds', gpus = ${offer.gpus}::int WHERE uuid = ${offer.worker}::uuid`,
    );
    const waiting = waitingRule(await liveWorkers(db.drizzle), 100);
    const items = await listWorkflows(
      db.drizzle,
      { kind: 'user', id: owner },
      sql`true`,
      sql`ORDER BY w.queued_at`,
      waiting,
    );
    const needs = (uuid: string) =>
      row<{ requirements: string[]; resting: boolean }>(
        db.drizzle,
        sql`SELECT requirements, run_after > now() AS resting FROM workflow WHERE uuid = ${uuid}::uuid`,
      );
    const told = new Map<string, number>();
    for (const { uuid, waiting: said } of items) {
      const found = await needs(uuid);
      const its = found && !found.resting && found.requirements.every((need) => need !== 'docking');
      if (its && said?.position != null) told.set(uuid, said.position);
    }
    const order: string[] = [];
    for (let found = await claim(db, offer); found; found = await claim(db, offer)) order.push(found.job.uuid);
    expect(order.length).toBeGreaterThan(3);
    expect([...told]).toEqual(order.map((uuid, index) => [uuid, index + 1]));
    await rows(db.drizzle, sql`DELETE FROM workflow`);
    await rows(db.drizzle, sql`UPDATE worker SET gone = false, gpus = 0, leaves_at = NULL`);
  });

  test('a lost lease gives the item to the next attempt with the steps so far, and the late result is refused with a reason', async () => {
    const { db, files } = server.services;
    const uuid = await submit();
    const [one, two] = [await worker(), await worker()];
    const first = await take(one);
    await takeEvents(db, files, first, [
      { event: 'step', key: 'a/1', result: { energy: -1 } },
      { event: 'progress', stage: 'Optimizing', done: 1, total: 2, percent: 50 },
      { event: 'log', text: 'hello' },
    ]);
    expect(await reapLostAttempts(db)).toBe(0);
    await expire(first.attempt);
    expect(await reapLostAttempts(db)).toBe(1);
    const second = await take(two);
    expect(second.job).toMatchObject({ uuid, attempt: 2, steps: { 'a/1': { energy: -1 } } });
    await expect(finishAttempt(db, files, first, { ...ending, outcome: 'completed', result })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('given to another attempt'),
    });
    await expect(takeEvents(db, files, { ...second, token: first.token }, [])).rejects.toMatchObject({ status: 403 });
    await finishAttempt(db, files, second, { ...ending, outcome: 'completed', result });
    expect(await item(uuid)).toMatchObject({ object_status: 2 });
    await expect(finishAttempt(db, files, second, { ...ending, outcome: 'completed', result })).rejects.toMatchObject({
      status: 409,
    });
    const history = await rows<{ status: string }>(
      db.drizzle,
      sql`SELECT status FROM attempt WHERE workflow_uuid = ${uuid}::uuid ORDER BY number`,
    );
    expect(history.map(({ status }) => status)).toEqual(['lost', 'completed']);
  });

  test.each(Object.entries(retries))(
    '%s is tried again %i times, then the item fails with it',
    async (errorClass, times) => {
      const { db } = server.services;
      const uuid = await submit();
      const by = await worker();
      for (let number = 1; number <= times + 1; number += 1) {
        const found = await take(by);
        const again = await db.transaction(async (tx) =>
          failAttempt(tx, await ownAttempt(tx, found), {
            status: 'failed',
            errorClass: errorClass as keyof typeof retries,
            message: 'It broke.',
            detail: null,
          }),
        );
        expect(again).toBe(number <= times);
        await rows(db.drizzle, sql`UPDATE workflow SET run_after = now() WHERE uuid = ${uuid}::uuid`);
      }
      expect(await item(uuid)).toMatchObject({
        object_status: 3,
        error: { error_class: errorClass, message: 'It broke.' },
      });
    },
  );

  test('a stop that reaches a running attempt ends the item as stopped, even when the worker is lost', async () => {
    const { db } = server.services;
    const uuid = await submit();
    const found = await take(await worker());
    await rows(db.drizzle, sql`UPDATE workflow SET stop_requested = true WHERE uuid = ${uuid}::uuid`);
    expect((await db.transaction((tx) => ownAttempt(tx, found))).stop_requested).toBe(true);
    await expire(found.attempt);
    await reapLostAttempts(db);
    expect(await item(uuid)).toMatchObject({ object_status: 4 });
  });

  test('an item that was stopped while its worker left is stopped, not given out again', async () => {
    const { db, files } = server.services;
    const uuid = await submit();
    const found = await take(await worker());
    await rows(db.drizzle, sql`UPDATE workflow SET stop_requested = true WHERE uuid = ${uuid}::uuid`);
    await finishAttempt(db, files, found, { ...ending, outcome: 'released' });
    expect(await item(uuid)).toMatchObject({ object_status: 4 });
    expect(await claim(db, { worker: await worker(), ...roomy })).toBeNull();
  });

  test('after a restart the own workers’ attempts are given out at once, a remote one keeps its lease', async () => {
    const { db, serverId } = server.services;
    const [own, remote] = [await submit(), await submit()];
    // Two submissions within one millisecond have no order of their own.
    await rows(
      db.drizzle,
      sql`UPDATE workflow SET queued_at = queued_at - interval '1 second' WHERE uuid = ${own}::uuid`,
    );
    const first = await take(await worker(undefined, serverId));
    const second = await take(await worker());
    expect([first.job.uuid, second.job.uuid]).toEqual([own, remote]);
    // In one transaction: the server's own reaper must not see the lease that ran out.
    const recovered = await db.transaction(async (tx) => {
      await expire(second.attempt, tx);
      return recoverAttempts({ ...db, transaction: (work) => work(tx) }, serverId);
    });
    expect(recovered).toBe(1);
    expect(await reapLostAttempts(db)).toBe(0);
    expect(await item(own)).toMatchObject({ object_status: 0 });
    expect(await item(remote)).toMatchObject({ object_status: 1 });
    await rows(db.drizzle, sql`DELETE FROM workflow`);
  });

  test('a call that is made again because its answer was lost adds nothing to the log twice; the limit counts bytes', async () => {
    const { db, files } = server.services;
    const uuid = await submit();
    const found = await take(await worker());
    const log = async () => String(await files.get(`attempts/${uuid}/${found.attempt}.log`));
    const first = await takeEvents(db, files, found, [{ event: 'log', text: 'ΔE = 1 kcal/mol' }], 0);
    expect(first).toBe(Buffer.byteLength('ΔE = 1 kcal/mol\n'));
    const next = [{ event: 'log', text: 'Å²' }];
    const second = await takeEvents(db, files, found, next, first ?? 0);
    expect(await takeEvents(db, files, found, next, first ?? 0)).toBe(second);
    expect(await log()).toBe('ΔE = 1 kcal/mol\nÅ²\n');
    // Six million bytes in three million characters: cut within the limit of five, between two characters.
    await takeEvents(db, files, found, [{ event: 'log', text: 'Δ'.repeat(3_000_000) }], second ?? 0);
    expect(await log()).toMatch(/Δ\n\[the log is cut here\]\n$/);
    expect(await files.size(`attempts/${uuid}/${found.attempt}.log`)).toBeLessThan(5 * 2 ** 20 + 50);
    await rows(db.drizzle, sql`DELETE FROM workflow`);
  });

  test('calculations are stored once however often they are sent, files first; orphaned files are swept', async () => {
    const { db, files } = server.services;
    const uuid = await submit();
    const found = await take(await worker());
    const calculation = randomUUID();
    const event = { event: 'calculation', uuid: calculation, calculation: water };
    await takeEvents(db, files, found, [event]);
    await takeEvents(db, files, found, [
      event,
      { event: 'calculation', uuid: calculation, calculation: { ...water, name: 'second' } },
    ]);
    const stored = await rows<{ name: string; molecules_file: string; logfile_file: string }>(
      db.drizzle,
      sql`SELECT name, molecules_file, logfile_file FROM calculation WHERE workflow_uuid = ${uuid}::uuid`,
    );
    expect(stored).toMatchObject([{ name: 'second' }]);
    expect(await files.size(stored[0]?.molecules_file ?? '')).toBeGreaterThan(50);
    await files.put(`calculations/${uuid}/orphan.json.gz`, new Uint8Array(3));
    expect(await sweepFiles(db.drizzle, files)).toBe(0);
    expect(await sweepFiles(db.drizzle, files, 0)).toBeGreaterThanOrEqual(1);
    expect(await files.size(stored[0]?.molecules_file ?? '')).toBeGreaterThan(50);
    expect(await files.size(`calculations/${uuid}/orphan.json.gz`)).toBe(0);
  });

  test('a calculation under way waits, stops and fails with its item, and one that is whole stays what it is', async () => {
    const { db, files } = server.services;
    const statuses = (workflow: string) =>
      rows<{ name: string; status: number }>(
        db.drizzle,
        sql`SELECT name, status FROM calculation WHERE workflow_uuid = ${workflow}::uuid ORDER BY position`,
      );
    const start = async () => {
      const uuid = await submit();
      const found = await take(await worker());
      const send = (name: string, status: number, calculation: string = randomUUID()) =>
        takeEvents(db, files, found, [
          { event: 'calculation', uuid: calculation, calculation: { ...water, name, status } },
        ]);
      await send('whole', 2);
      await send('under way', 1);
      return { uuid, found, told: async () => (await statuses(uuid)).map(({ status }) => status) };
    };
    const stopped = await start();
    expect(await stopped.told()).toEqual([2, 1]);
    await finishAttempt(db, files, stopped.found, { ...ending, outcome: 'stopped' });
    expect(await stopped.told()).toEqual([2, 4]);
    const completed = await start();
    await finishAttempt(db, files, completed.found, { ...ending, outcome: 'completed', result });
    expect(await completed.told()).toEqual([2, 3]);
    // Last, for it goes back to the queue: there its owner stops it.
    const released = await start();
    await finishAttempt(db, files, released.found, { ...ending, outcome: 'released' });
    expect(await released.told()).toEqual([2, 0]);
    expect(await stopWorkflow(db, { kind: 'user', id: owner }, released.uuid)).toBe(true);
    expect(await released.told()).toEqual([2, 4]);
  });

  test('a result that does not fit the schema is not stored: internal_error, no retry', async () => {
    const { db, files } = server.services;
    const uuid = await submit();
    const found = await take(await worker());
    const bad = { ...water, molecules: [{ charge: 'zero', multiplicity: 1, atoms: [] }] };
    await expect(
      takeEvents(db, files, found, [{ event: 'calculation', uuid: randomUUID(), calculation: bad }]),
    ).rejects.toMatchObject({ status: 409 });
    expect(await item(uuid)).toMatchObject({ object_status: 3, error: { error_class: 'internal_error' } });
  });

  test('a full disk ends the attempt as resource_error and the server goes on', async () => {
    const { db, files } = server.services;
    const uuid = await submit();
    const by = await worker();
    const full = { ...files, put: () => Promise.reject(Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' })) };
    const event = { event: 'calculation', uuid: randomUUID(), calculation: water };
    const first = await take(by);
    await expect(takeEvents(db, full, first, [event])).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('disk'),
    });
    expect(await item(uuid)).toMatchObject({ object_status: 0 });
    await rows(db.drizzle, sql`UPDATE workflow SET run_after = now()`);
    await expect(takeEvents(db, full, await take(by), [event])).rejects.toMatchObject({ status: 409 });
    expect(await item(uuid)).toMatchObject({ object_status: 3, error: { error_class: 'resource_error' } });
    const next = await submit();
    const found = await take(by);
    await takeEvents(db, files, found, [event]);
    await finishAttempt(db, files, found, { ...ending, outcome: 'completed', result });
    expect(await item(next)).toMatchObject({ object_status: 2 });
  });
});
