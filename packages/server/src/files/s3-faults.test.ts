import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConfigProblem, readConfig } from '../config.ts';
import { logTroubleTo } from '../log.ts';
import { claim } from '../queue/claim.ts';
import { takeEvents } from '../queue/report.ts';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { firstAccount } from '../store/users.ts';
import { insertWorkflow } from '../store/workflows/insert-workflows.ts';
import { plainItem } from '../testing/add-items.ts';
import { useTemplate } from '../testing/databases.ts';
import { type FaultyS3, startFaultyS3 } from '../testing/faulty-s3.ts';
import { computed, finishedItem, frames } from '../testing/finished-item.ts';
import { fullRun } from '../testing/load.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { startS3, type TestS3 } from '../testing/s3-server.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import type { FileStore } from './file-store.ts';
import { openFiles } from './open-files.ts';

/** While the bucket hangs: what is waited for in vain is waited for briefly. */
const brief = { silenceMs: 300, triesMs: 1500, troubledMs: 300 };
/** While it answers: on a busy machine too, a late answer is an answer. */
const long = { silenceMs: 120_000, triesMs: 120_000, troubledMs: 120_000 };
/** What the stores go by, at the time of each call. */
const patience = { ...long };

/** A service that answers late, wrongly, half or not at all. */
describe('a bucket that makes trouble', () => {
  let s3: TestS3;
  let between: FaultyS3;
  let env: Record<string, string>;
  beforeAll(async () => {
    s3 = await startS3('cuvette-faults');
    between = await startFaultyS3(s3.address);
    env = { ...s3.env('s3://cuvette-faults/p'), CUVETTE_S3_ENDPOINT: between.address };
  });
  afterAll(async () => {
    await between.close();
    await s3.stop();
    logTroubleTo((text) => console.error(text));
  });
  const hang = () => {
    between.next(() => 'hang');
    Object.assign(patience, brief);
  };
  const answer = () => {
    between.next(() => 'pass');
    Object.assign(patience, long);
  };
  afterEach(answer);
  const key = () => `files/${randomUUID()}/0.a`;

  describe('a store', () => {
    let files: FileStore;
    const told: string[] = [];
    beforeAll(async () => {
      files = await openFiles(readConfig([], env).files, patience);
      logTroubleTo((text) => void told.push(text));
    });

    const faults = [
      ['is overloaded', { status: 503, code: 'SlowDown' }],
      ['breaks answers off', 'cut'],
      ['fails inside', { status: 500, code: 'InternalError' }],
      ['hangs', 'hang'],
    ] as const;
    test.each(fullRun ? faults : faults.slice(0, 2))(
      'that %s for a moment is asked again; nobody notices',
      async (_, fault) => {
        const one = key();
        let left = 1;
        // An answer that was broken off before its first byte is silence, too.
        const silent = fault === 'hang' || fault === 'cut';
        if (silent) patience.silenceMs = 1000;
        between.next(() => (left-- > 0 ? fault : 'pass'));
        await files.put(one, Buffer.from('stored'));
        left = 1;
        expect(Buffer.from((await files.get(one)) ?? []).toString()).toBe('stored');
        left = 1;
        expect(await files.size(one)).toBe(6);
        // Where a late answer counts as none, a busy machine may need more tries.
        if (silent) expect(between.seen.length).toBeGreaterThanOrEqual(6);
        else expect(between.seen).toHaveLength(6);
        expect(told).toEqual([]);
      },
    );

    test('that keeps failing ends in words, is asked once while it fails, and works again by itself', async () => {
      const one = key();
      await files.put(one, Buffer.from('stored'));
      hang();
      await expect(files.get(one)).rejects.toMatchObject({
        status: 503,
        message: expect.stringContaining('Try again'),
      });
      expect(between.seen.length).toBeGreaterThan(1);
      between.seen.length = 0;
      await expect(files.put(key(), Buffer.from('x'))).rejects.toMatchObject({ status: 503 });
      expect(between.seen).toHaveLength(1);
      expect(await files.trouble()).toContain('no answer within');
      answer();
      expect(Buffer.from((await files.get(one)) ?? []).toString()).toBe('stored');
      expect(told).toHaveLength(2);
      expect(told[0]).toContain('is in trouble: no answer within');
      expect(told[1]).toContain('works again');
    });

    test('that refuses is not asked again; one that is full is like a full disk', async () => {
      between.next(() => ({ status: 403, code: 'AccessDenied' }));
      await expect(files.put(key(), Buffer.from('x'))).rejects.toMatchObject({
        status: 503,
        reason: expect.stringContaining('the key may not do this'),
      });
      expect(between.seen).toHaveLength(1);
      between.next(() => ({ status: 507, code: 'XMinioStorageFull' }));
      await expect(files.put(key(), Buffer.from('x'))).rejects.toMatchObject({ code: 'EDQUOT' });
      expect(between.seen).toHaveLength(1);
    });

    test('whose bucket goes away has no files that are "not there"', async () => {
      between.next(() => ({ status: 404, code: 'NoSuchBucket' }));
      const asked = [files.get(key()), files.size(key()), files.slice(key(), 0, 1), files.tail('a/b.log', 1)];
      for (const answer of await Promise.allSettled(asked)) {
        expect(answer).toMatchObject({ status: 'rejected', reason: { status: 503 } });
      }
    });

    test('that dies between the two steps of an addition: the log has each text once', async () => {
      const log = `attempts/${randomUUID()}/x.log`;
      await files.append(log, 'one\n');
      // What is shorter cannot be removed, as if the server had been killed there.
      between.next((method) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : 'pass'));
      await files.append(log, 'two\n');
      await files.append(log, 'three\n');
      between.next(() => 'pass');
      const whole = 'one\ntwo\nthree\n';
      expect(await files.tail(log, 100)).toBe(whole);
      expect(await files.size(log)).toBe(whole.length);
      await files.append(log, 'four\n');
      expect(Buffer.from((await files.get(log)) ?? []).toString()).toBe(`${whole}four\n`);
      await files.delete(log);
      expect(await files.get(log)).toBeNull();
    });

    test('that does not know ranges still gives the range', async () => {
      between.next(() => ({ body: '0123456789' }));
      expect(Buffer.from((await files.slice(key(), 3, 4)) ?? []).toString()).toBe('3456');
    });
  });

  test('a server is not started on a bucket that does not answer, and says what to look at', async () => {
    hang();
    const refused = await openFiles(readConfig([], env).files, patience).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(ConfigProblem);
    expect((refused as Error).message).toContain('no answer within');
    const nowhere = { ...env, CUVETTE_S3_ENDPOINT: 'http://127.0.0.1:9' };
    await expect(openFiles(readConfig([], nowhere).files, patience)).rejects.toThrow('nothing answers at its address');
  });

  test.runIf(fullRun)(
    'a server whose bucket hangs: what needs files answers 503 in words, all else goes on, and work is delivered later',
    async () => {
      const data = await mkdtemp(path.join(tmpdir(), 'cuvette-s3-'));
      await useTemplate(data);
      // Not beside the files of the tests above: they are no database's.
      const own = { ...env, CUVETTE_FILES: 's3://cuvette-faults/server' };
      const server: RunningServer = await startTestServer({ data, databaseUrl: null }, own, {
        storePatience: patience,
      });
      try {
        const { db, files } = server.services;
        const { calculations } = computed('butane');
        const values = frames(5, 50);
        const item = await finishedItem(server, { type: 'pose_analysis_md', data: {}, calculations, log: 'done' }, [
          {
            name: 'trajectory-0',
            kind: 'trajectory',
            bytes: Buffer.from(values.buffer),
            details: { replicate: 0, num_atoms: 5, num_frames: 50 },
          },
        ]);
        const [calculation = ''] = Object.keys(calculations);
        const submitted = await call<{ uuid: string }>(server, 'POST', '/api/folder', { body: { name: 'here' } });
        expect(submitted.status).toBe(201);
        const reads = [
          `/api/calculation/${calculation}/molecules`,
          `/api/trajectory/${item}/compressed_stream`,
          `/api/workflow/${item}/log`,
          `/api/workflow/${item}/bundle`,
        ];
        const statuses = async () =>
          (await Promise.all(reads.map((url) => call(server, 'GET', url)))).map((a) => a.status);
        expect(await statuses()).toEqual([200, 200, 200, 200]);

        hang();
        for (const url of reads) {
          const answer = await call(server, 'GET', url);
          expect(answer.status, url).toBe(503);
          expect(answer.body.detail, url).toContain('Files cannot be read or written at the moment');
        }
        const ready = await call(server, 'GET', '/readyz');
        expect(ready.status).toBe(503);
        expect(ready.body.detail).toContain('no answer within');

        // A worker's log waits for the bucket; the one connection of the database does not wait with it.
        const report = { name: 'w2', host: 'h', memoryMb: 1000, serverId: null, report: probeReport };
        const draft = await finishable(server);
        const found = await claim(db, { worker: await registerWorker(db, report), ...roomy });
        expect(found?.job.uuid).toBe(draft);
        if (!found) throw new Error('Nothing was claimed.');
        let over = false;
        const sent = takeEvents(db, files, found, [{ event: 'log', text: 'a line' }])
          .catch((error: Error) => error)
          .finally(() => {
            over = true;
          });
        expect((await call(server, 'GET', '/api/folder')).status).toBe(200);
        expect(over).toBe(false);
        expect(await sent).toMatchObject({ status: 503 });

        answer();
        await takeEvents(db, files, found, [{ event: 'log', text: 'a line' }]);
        expect((await call(server, 'GET', `/api/workflow/${draft}/log`)).body.log).toBe('a line\n');
        expect(await statuses()).toEqual([200, 200, 200, 200]);
      } finally {
        await server.stop();
        await rm(data, { recursive: true, force: true });
      }
    },
  );
});

/** An item that waits for a worker. */
async function finishable(server: RunningServer): Promise<string> {
  const account = await firstAccount(server.services.db.drizzle);
  const item = plainItem(account?.root_folder_uuid ?? '', { type: 'pose_analysis_md' });
  await insertWorkflow(server.services.db.drizzle, account?.id ?? '', item);
  return item.uuid;
}
