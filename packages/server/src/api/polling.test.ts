import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyPdb } from '@cuvette/core/chemistry';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claim } from '../queue/claim.ts';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { timeBareCalls } from '../testing/bare-calls.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { computed, finishedItem } from '../testing/finished-item.ts';
import { fullLoad, fullRun, measured, p95, seededRandom, timesLine } from '../testing/load.ts';
import { findPostgres, type TestPostgres } from '../testing/postgres.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { endAll, type Product, startProduct, submitSleep, untilStatus } from '../testing/product.ts';
import { sharedPostgres } from '../testing/shared-postgres.ts';
import { makeStandInCompute } from '../testing/stand-in-compute.ts';
import { addPerson, call, ownerKey, startTestServer } from '../testing/test-server.ts';

const clients = 50;

/** How clients poll: how often each of them asks, the time between two of its polls, and the time within which 95 % of all answers must be there (ms). */
interface Pace {
  title: string;
  polls: number;
  pauseMs: number;
  mostMs: number;
}

const paces: Pace[] = [
  // Ten times as often as any page does.
  { title: 'each second', polls: fullLoad ? 20 : 4, pauseMs: fullLoad ? 1000 : 500, mostMs: 20 },
  // The open pages of one person: 5 requests a second.
  { title: 'as open pages do', polls: fullLoad ? 3 : 1, pauseMs: fullLoad ? 10_000 : 1000, mostMs: 10 },
];

/** Windows of polls that are judged, and most that are tried to find them. */
const windows = fullLoad ? 3 : 1;
const mostWindows = fullLoad ? 5 : 1;
/**
 * Milliseconds that 95 % of the calls of a server that does nothing stay below while the machine has time for what is measured. A window in which they
 * do not says nothing of this program, whatever its polls took.
 */
const quietMs = 5;

/** Milliseconds of processor that a poll may cost at most in `npm run test:full`: 8 with PGlite and 2 with PostgreSQL, at a load of 4 as of 9. */
const mostProcessorMs = 30;

/** A server in a process of its own that does nothing but answer 304. */
const bareServer = `const server = require('node:http').createServer((request, response) => { response.statusCode = 304; response.end(); });
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit()).resume();`;

async function startBareServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', bareServer], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [port] = await once(child.stdout, 'data');
  return {
    address: `http://127.0.0.1:${Number(String(port))}`,
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}

/** Milliseconds of processor that a process has used; 0 where there is no /proc. Unlike times, they hardly depend on what else runs. */
async function processorMs(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  // In ticks of 10 ms.
  return (Number(user ?? 0) + Number(system ?? 0)) * 10;
}

/** Not in `npm test`, which holds what a poll costs by its looks into the database, below. */
describe.runIf(fullRun).each(['PGlite', 'PostgreSQL'])('an unchanged item on %s', async (kind) => {
  const present = kind === 'PGlite' || (await findPostgres()) !== null;
  describe.skipIf(!present && process.env.CI !== 'true')('of a started server', () => {
    let root = '';
    let postgres: TestPostgres | null = null;
    let server: Product & { address: string };
    let uuid = '';
    beforeAll(async () => {
      root = await mkdtemp(path.join(tmpdir(), 'cuvette-polling-'));
      if (kind === 'PostgreSQL') postgres = sharedPostgres();
      const { program } = await makeStandInCompute(root);
      server = await startProduct(path.join(root, 'data'), root, {
        CUVETTE_PYTHON: program,
        ...(postgres ? { DATABASE_URL: await postgres.createDatabase() } : {}),
      });
      uuid = await submitSleep(server, { seconds: 0, files: true });
      expect(await untilStatus(server, uuid, [2, 3])).toMatchObject({ object_status: 2 });
    });
    afterAll(async () => {
      server?.child.kill('SIGTERM');
      await server?.exited;
      endAll();
      await postgres?.stop();
      await rm(root, { recursive: true, force: true });
    });

    test.each(paces)(
      `${clients} clients that poll it $title are told that nothing changed`,
      async ({ title, polls, pauseMs, mostMs }) => {
        const address = new URL(`/api/workflow/${uuid}`, server.address);
        const headers = { 'x-api-key': ownerKey };
        const first = await fetch(address, { headers });
        const tag = first.headers.get('etag') ?? '';
        await first.text();
        expect(tag).not.toBe('');
        // The first poll of a version makes the answer; what comes after is what pages do all day.
        await (await fetch(address, { headers: { ...headers, 'if-none-match': tag } })).text();
        const random = seededRandom(50);
        const window = async (): Promise<number[]> => {
          const times: number[] = [];
          const poll = async (delay: number): Promise<void> => {
            await sleep(delay);
            for (let round = 0; round < polls; round += 1) {
              const began = performance.now();
              const answer = await fetch(address, { headers: { ...headers, 'if-none-match': tag } });
              const body = await answer.arrayBuffer();
              const took = performance.now() - began;
              times.push(took);
              expect([answer.status, body.byteLength]).toEqual([304, 0]);
              await sleep(Math.max(0, pauseMs - took));
            }
          };
          await Promise.all(Array.from({ length: clients }, () => poll(random() * pauseMs)));
          return times;
        };
        const bare = await startBareServer();
        const judged: number[][] = [];
        let processor = 0;
        for (let round = 0; round < mostWindows && judged.length < windows; round += 1) {
          const before = await processorMs(server.child.pid);
          const calls = timeBareCalls(bare);
          const from = Date.now();
          const times = await window();
          await calls.stop();
          const each = ((await processorMs(server.child.pid)) - before) / times.length;
          const meanwhile = calls.between(from, Date.now());
          const beside = p95(meanwhile);
          processor = each;
          const quiet = beside < quietMs;
          if (quiet) judged.push(times);
          measured(
            `${timesLine(`${kind}: ${clients} clients ${title}, 304`, times)}; a server that does nothing: 95 % within ${beside.toFixed(1)} ms${quiet ? '' : ', so not judged'}; ${each.toFixed(1)} ms of the server's processor each`,
          );
        }
        await bare.stop();
        if (!fullLoad) {
          expect(processor).toBeLessThan(mostProcessorMs);
          return;
        }
        expect(judged.length, 'windows in which the machine had time to measure in').toBeGreaterThan(0);
        expect(p95(judged.flat())).toBeLessThanOrEqual(mostMs);
      },
      400_000,
    );
  });
});

onOneDatabase('a poll', (place) => {
  let server: RunningServer;
  let uuid = '';
  let stranger = '';
  let looks = 0;
  beforeAll(async () => {
    server = await startTestServer(place());
    const { calculations } = computed('water');
    uuid = await finishedItem(server, { type: 'basic_calculation', data: {}, calculations, log: 'done' });
    stranger = await addPerson(server, 'stranger@example.org');
    const { drizzle } = server.services.db;
    const execute = drizzle.execute.bind(drizzle);
    drizzle.execute = ((...args: Parameters<typeof execute>) => {
      looks += 1;
      return execute(...args);
    }) as typeof drizzle.execute;
  });
  afterAll(() => server.stop());

  const ask = (tag: string | null, options: { key?: string | null; path?: string } = {}) =>
    call(server, 'GET', `${options.path ?? '/api/workflow'}/${uuid}`, {
      ...(options.key === undefined ? {} : { key: options.key }),
      headers: tag === null ? {} : { 'if-none-match': tag },
    });
  /** The item as it is now, asked for twice with its tag: by then its version is known. */
  const known = async (path = '/api/workflow', key: string | null = ownerKey): Promise<string> => {
    const { headers } = await ask(null, { path, key });
    const tag = headers.get('etag') ?? '';
    expect((await ask(tag, { path, key })).status).toBe(304);
    return tag;
  };

  test('of an unchanged item costs two looks into the database: who asks, and whether anything changed', async () => {
    const tag = await known();
    const counts: number[] = [];
    for (let times = 0; times < 5; times += 1) {
      looks = 0;
      const answer = await ask(tag);
      counts.push(looks);
      expect([answer.status, answer.body, answer.headers.get('etag')]).toEqual([304, '', tag]);
      expect(answer.headers.get('content-type')).toBeNull();
    }
    // The server's own timers look too, now and then; they can only add.
    expect(Math.min(...counts)).toBe(2);
    expect((await ask(`${tag.replace('W/', '')}, "other"`)).status).toBe(304);
    expect((await ask('"other"')).status).toBe(200);
  });

  test('gets every change', async () => {
    const change = async (made: () => Promise<unknown>) => {
      const tag = await known();
      await made();
      const { status, headers } = await ask(tag);
      expect(status).toBe(200);
      expect(headers.get('etag')).not.toBe(tag);
    };
    const { root_folder_uuid: root } = (await call(server, 'GET', '/api/user/me')).body;
    const folder = (await call(server, 'POST', '/api/folder', { body: { name: 'f', parent_uuid: root } })).body.uuid;
    await change(() => call(server, 'POST', `/api/workflow/${uuid}`, { body: { notes: 'new' } }));
    await change(() => call(server, 'POST', `/api/workflow/${uuid}`, { body: { starred: true } }));
    await change(() =>
      call(server, 'POST', '/api/workflow/move_workflows', { body: { uuids: [uuid], parent_uuid: folder } }),
    );
    await change(() => call(server, 'POST', `/api/folder/${folder}`, { body: { public: true } }));
    await change(() => call(server, 'POST', `/api/folder/${folder}`, { body: { public: false } }));
    const body = { name: 'p', protein_data: emptyPdb() };
    const protein = String((await call(server, 'POST', '/api/protein', { body })).body.uuid);
    await change(() =>
      server.services.db.drizzle.execute(
        sql`UPDATE workflow SET object_data = object_data || jsonb_build_object('target_uuid', ${protein}::text) WHERE uuid = ${uuid}::uuid`,
      ),
    );
    await change(() => call(server, 'DELETE', `/api/protein/${protein}`));
    await change(() => call(server, 'POST', `/api/trash/${protein}/restore`));
    await change(() =>
      server.services.db.drizzle.execute(
        sql`UPDATE "user" SET username = 'somebody-else' WHERE email = 'owner@example.org'`,
      ),
    );
  });

  test('by whoever may not see the item gets 404, whatever tag they have, also when they could see it before', async () => {
    const tag = await known();
    expect((await ask(tag, { key: stranger })).status).toBe(404);
    expect((await ask(tag, { path: '/api/shared/workflow', key: null })).status).toBe(404);
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: true } });
    const shared = await known('/api/shared/workflow', null);
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: false } });
    expect((await ask(shared, { path: '/api/shared/workflow', key: null })).status).toBe(404);
    const last = await known();
    await call(server, 'DELETE', `/api/workflow/${uuid}`);
    expect((await ask(last)).status).toBe(404);
  });

  test('of an item that waits or runs is answered with what is so now', async () => {
    const made = await call(server, 'POST', '/api/workflow', {
      body: { name: 'waits', workflow_type: 'test_sleep', workflow_data: { seconds: 0 } },
    });
    uuid = String(made.body.uuid);
    const tag = await known();
    const { db } = server.services;
    const report = { name: 'w', host: 'h', memoryMb: 1000, serverId: null, report: probeReport };
    const claimed = await claim(db, { worker: await registerWorker(db, report), ...roomy });
    expect(claimed?.job.uuid).toBe(uuid);
    const { status, body } = await ask(tag);
    expect([status, body.object_status]).toEqual([200, 1]);
  });
});
