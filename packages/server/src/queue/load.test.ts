import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openEmbedded, openPostgres, rows } from '../store/database/database.ts';
import { timeBareCalls } from '../testing/bare-calls.ts';
import { fullLoad, fullRun, measured, p95, timesLine } from '../testing/load.ts';
import { findPostgres, type TestPostgres } from '../testing/postgres.ts';
import {
  endAll,
  type Product,
  startCuvette,
  startProduct,
  submitSleep,
  until,
  untilStatus,
  workerKeyOf,
} from '../testing/product.ts';
import { sharedPostgres } from '../testing/shared-postgres.ts';
import { makeStandInCompute, type StandInCompute } from '../testing/stand-in-compute.ts';
import { call } from '../testing/test-server.ts';
import type { TimedClaim } from '../testing/time-claims.ts';

const jobs = fullLoad ? 2000 : 200;
const workers = fullLoad ? 8 : 4;
/** How long a job sleeps: long enough that the machine is not busy with starting processes only. */
const seconds = fullLoad ? 0.4 : 0.05;
/** Jobs that are submitted one by one to workers that wait. */
const singles = fullLoad ? 100 : 10;
const mostMs = 200;
/** How much longer than a bare call at the same time a claim may take, where a busy machine makes both slow. */
const mostTimes = 3;
/** Milliseconds for which the machine must have paused to excuse a worker that sent no heartbeat: a good part of its lease of 15 s. */
const excusedMs = 3000;

interface Ended {
  uuid: string;
  object_status: number;
  ran: string | null;
  completed: number;
  /** Attempts whose worker was not heard of for too long. */
  lost: number;
  attempts: number;
  queued_ms: number;
}

/** Runs `work` for every entry, several at a time. */
async function each<T>(entries: readonly T[], together: number, work: (entry: T) => Promise<void>): Promise<void> {
  const waiting = [...entries];
  const run = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: together }, run));
}

/** Not in `npm test`: claims, leases and lost workers have tests of their own there. */
describe.runIf(fullRun).each(['PGlite', 'PostgreSQL'])('the queue on %s', async (kind) => {
  const present = kind === 'PGlite' || (await findPostgres()) !== null;
  describe.skipIf(!present && process.env.CI !== 'true')('of a started server', () => {
    let root = '';
    let data = '';
    let databaseUrl: string | null = null;
    let postgres: TestPostgres | null = null;
    let compute: StandInCompute;
    let server: Product & { address: string };
    let crew: Product[] = [];
    beforeAll(async () => {
      root = await mkdtemp(path.join(tmpdir(), 'cuvette-load-'));
      data = path.join(root, 'data');
      if (kind === 'PostgreSQL') postgres = sharedPostgres();
      databaseUrl = (await postgres?.createDatabase()) ?? null;
      compute = await makeStandInCompute(root);
      server = await startProduct(data, root, {
        CUVETTE_PYTHON: compute.program,
        CUVETTE_WORKERS: '0',
        CUVETTE_ACTIVE_PER_PERSON: '10000',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      });
    });
    afterAll(async () => {
      endAll();
      await server?.exited;
      await postgres?.stop();
      await rm(root, { recursive: true, force: true });
    });

    const startWorkers = async (): Promise<void> => {
      const key = await workerKeyOf(data);
      crew = Array.from({ length: workers }, (_, number) =>
        startCuvette(['worker', '--server', server.address, '--name', `worker-${number}`], root, {
          CUVETTE_WORKER_KEY: key,
          CUVETTE_PYTHON: compute.program,
          // Each start of a job is noted in a file beside the stand-in, which bubblewrap would not let it write.
          CUVETTE_SANDBOX: 'off',
          CUVETTE_TEST_CLAIMS: path.join(root, 'claims'),
          NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, '../testing/time-claims.ts'))}`,
        }),
      );
    };

    const leftOver = async (): Promise<number> => {
      const query = new URLSearchParams({ size: '1', statuses: '0,1,5' });
      const { body: me } = await call(server, 'GET', '/api/user/me');
      const { body } = await call<{ num_pages: number }>(
        server,
        'GET',
        `/api/folder/${me.root_folder_uuid}/contents?${query}`,
      );
      return body.num_pages;
    };

    test(`${jobs} queued jobs and ${workers} workers: each result exactly once, none lost`, async () => {
      const submitted: string[] = [];
      const submissions: number[] = [];
      await each([...Array(jobs).keys()], 4, async () => {
        const began = performance.now();
        submitted.push(await submitSleep(server, { seconds }));
        submissions.push(performance.now() - began);
      });
      expect(await leftOver()).toBe(jobs);
      const bare = timeBareCalls(server);
      await startWorkers();
      await until('the queue is empty', async () => (await leftOver()) === 0, 900);
      const alone: string[] = [];
      for (let count = 0; count < singles; count += 1) {
        const uuid = await submitSleep(server, { seconds: 0 });
        await untilStatus(server, uuid, [2, 3, 4]);
        alone.push(uuid);
      }
      await bare.stop();
      for (const { child, exited } of [...crew, server]) {
        child.kill('SIGTERM');
        await exited;
      }

      const db: Database = databaseUrl ? await openPostgres(databaseUrl) : await openEmbedded(data);
      let ended: Ended[] = [];
      try {
        ended = await rows<Ended>(
          db.drizzle,
          sql`SELECT w.uuid, w.object_status, w.object_data->>'ran' AS ran, extract(epoch FROM w.queued_at)::float8 * 1000 AS queued_ms,
                (SELECT count(*)::int FROM attempt a WHERE a.workflow_uuid = w.uuid AND a.status = 'completed') AS completed,
                (SELECT count(*)::int FROM attempt a WHERE a.workflow_uuid = w.uuid AND a.status = 'lost') AS lost,
                (SELECT count(*)::int FROM attempt a WHERE a.workflow_uuid = w.uuid) AS attempts
              FROM workflow w`,
        );
      } finally {
        await db.close();
      }
      const all = [...submitted, ...alone];
      expect(new Set(all).size).toBe(jobs + singles);
      expect(ended.map(({ uuid }) => uuid).sort()).toEqual([...all].sort());
      const wrong = ended.filter(
        ({ object_status, uuid, ran, completed, lost, attempts }) =>
          object_status !== 2 || ran !== uuid || completed !== 1 || attempts !== 1 + lost,
      );
      expect(wrong).toEqual([]);
      const lost = ended.reduce((sum, item) => sum + item.lost, 0);
      // Compute was started once for each attempt, and for nothing else.
      const starts = await compute.starts();
      expect(new Set(starts.map(({ uuid }) => uuid))).toEqual(new Set(all));
      expect(new Set(starts.map(({ uuid, attempt }) => `${uuid} ${attempt}`)).size).toBe(starts.length);
      expect(starts.length).toBeLessThanOrEqual(all.length + lost);
      // A worker that the machine gives no time is not heard of. Only a pause that was measured beside it excuses that.
      if (lost > 0) {
        measured(`${kind}: ${lost} attempts were lost, and nothing went on for ${Math.round(bare.longestPause())} ms`);
        expect(bare.longestPause()).toBeGreaterThan(excusedMs);
      }

      const claims = (await readFile(path.join(root, 'claims'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as TimedClaim);
      const first = new Set(submitted);
      // While the queue holds more, no claim waits for work: its time is that of the claim.
      const queued = claims.filter(({ uuid }) => uuid !== null && first.has(uuid)).sort((a, b) => a.at - b.at);
      const queuedAt = new Map(ended.map((item) => [item.uuid, item.queued_ms]));
      const idle = claims
        .filter(({ uuid }) => uuid !== null && !first.has(uuid))
        .map(({ at, uuid }) => at - (queuedAt.get(uuid ?? '') ?? 0));
      expect(queued.length).toBeGreaterThanOrEqual(jobs);
      expect(idle.length).toBeGreaterThanOrEqual(singles);
      measured(timesLine(`${kind}: submission`, submissions));
      measured(
        timesLine(
          `${kind}: claim by ${workers} workers from ${jobs} queued`,
          queued.map(({ ms }) => ms),
        ),
      );
      measured(timesLine(`${kind}: from queued to claimed by an idle worker`, idle));
      // Other programs of the machine are not what is measured: where they make everything slow, bare calls at the same time are the measure.
      const stretches = fullLoad ? 4 : 0;
      for (let index = 0; index < stretches; index += 1) {
        const stretch = queued.slice((index * jobs) / stretches, ((index + 1) * jobs) / stretches);
        const meanwhile = bare.between(stretch[0]?.at ?? 0, stretch.at(-1)?.at ?? 0);
        const title = `part ${index + 1} of ${stretches}`;
        measured(timesLine(`${kind}: bare calls in ${title}`, meanwhile));
        const most = Math.max(mostMs, mostTimes * p95(meanwhile));
        expect(p95(stretch.map(({ ms }) => ms)), title).toBeLessThan(most);
      }
      if (fullLoad) {
        expect(p95(queued.map(({ ms }) => ms))).toBeLessThan(mostMs);
        expect(p95(idle)).toBeLessThan(mostMs);
      }
    }, 1_800_000);
  });
});
