import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres, rows } from '../store/database/database.ts';
import { fullLoad, fullRun, measured, p95, seededRandom, timesLine } from '../testing/load.ts';
import { findPostgres, type TestPostgres } from '../testing/postgres.ts';
import { endAll, type Product, startProduct, until, workerKeyOf } from '../testing/product.ts';
import { sharedPostgres } from '../testing/shared-postgres.ts';
import type { SimulatedJob } from '../testing/simulated-workers.ts';
import { call } from '../testing/test-server.ts';

const workers = fullLoad ? 100 : 10;
const items = fullLoad ? 10_000 : 60;
/** Seconds of a job, give or take a tenth. */
const seconds = fullLoad ? 10 : 1;
/** The share of their time that workers must compute, and the milliseconds within which 95 % of the claims must be answered. */
const leastEfficiency = 0.95;
const mostClaimMs = 200;
/** Shorter jobs for the same workers, to find where they wait for the server: each as many items as keep them busy for about a minute. */
const shorter = fullLoad ? [5, 2, 1, 0.5] : [];

const hasPostgres = (await findPostgres()) !== null || process.env.CI === 'true';

/** Processor seconds that a process has used. */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** What a crew did with a queue that was full when it began. */
interface Outcome {
  jobs: SimulatedJob[];
  /** From the first claim to the last delivery. */
  elapsed: number;
  /** Seconds of jobs by seconds of workers. */
  efficiency: number;
  serverShare: number;
}

describe.runIf(fullRun && hasPostgres)('many workers on PostgreSQL', () => {
  let root = '';
  let data = '';
  let databaseUrl = '';
  let postgres: TestPostgres;
  let server: Product & { address: string };
  const crews: ChildProcess[] = [];
  const random = seededRandom(7);
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-crew-'));
    data = path.join(root, 'data');
    postgres = sharedPostgres();
    databaseUrl = await postgres.createDatabase();
    server = await startProduct(data, root, {
      CUVETTE_WORKERS: '0',
      CUVETTE_ACTIVE_PER_PERSON: '20000',
      DATABASE_URL: databaseUrl,
    });
  });
  afterAll(async () => {
    for (const crew of crews) crew.kill('SIGKILL');
    endAll();
    await server?.exited;
    await postgres?.stop();
    await rm(root, { recursive: true, force: true });
  });

  async function submit(count: number, each: number): Promise<string[]> {
    const made: string[] = [];
    let left = count;
    const submitting = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const workflow_data = { seconds: each * (0.9 + 0.2 * random()) };
        const body = { name: 'sleep', workflow_type: 'test_sleep', workflow_data };
        const answer = await call(server, 'POST', '/api/workflow', { body });
        if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
        made.push(String(answer.body.uuid));
      }
    };
    await Promise.all(Array.from({ length: 4 }, submitting));
    return made;
  }

  /** Lets a crew work off what waits. */
  async function workOff(uuids: readonly string[], name: string, limit: number): Promise<Outcome> {
    const file = path.join(root, name);
    const pid = server.child.pid ?? 0;
    const before = await processorSeconds(pid);
    const crew = spawn(
      process.execPath,
      [path.join(import.meta.dirname, '../testing/simulated-workers.ts'), server.address, String(workers), file],
      { env: { ...process.env, CUVETTE_WORKER_KEY: await workerKeyOf(data) }, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    crews.push(crew);
    const read = async (): Promise<SimulatedJob[]> =>
      (await readFile(file, 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as SimulatedJob);
    const lines = async () => (await readFile(file, 'utf8').catch(() => '')).split('\n').length - 1;
    await until('everything is delivered', async () => (await lines()) >= uuids.length, limit);
    const used = (await processorSeconds(pid)) - before;
    crew.kill('SIGTERM');
    await once(crew, 'exit');
    const jobs = await read();
    const began = Math.min(...jobs.map(({ claimedAt, claimMs }) => claimedAt - claimMs));
    const elapsed = (Math.max(...jobs.map(({ deliveredAt }) => deliveredAt)) - began) / 1000;
    const busy = jobs.reduce((sum, job) => sum + job.seconds, 0);
    return { jobs, elapsed, efficiency: busy / (elapsed * workers), serverShare: used / elapsed };
  }

  function report(title: string, { jobs, elapsed, efficiency, serverShare }: Outcome): void {
    const rate = jobs.length / elapsed;
    measured(
      `${title}: ${rate.toFixed(1)} jobs/s, efficiency ${efficiency.toFixed(3)}, the server used ${(100 * serverShare).toFixed(0)} % of a core`,
    );
    measured(
      timesLine(
        `${title}: claims`,
        jobs.map(({ claimMs }) => claimMs),
      ),
    );
  }

  test(`${workers} workers do ${items} items of ${seconds} s: each once, and hardly any time is lost between`, async () => {
    const uuids = await submit(items, seconds);
    const outcome = await workOff(uuids, 'claims', 3 * ((items * seconds) / workers));
    report(`${workers} workers, ${items} items of ${seconds} s`, outcome);
    expect(outcome.jobs.map(({ uuid }) => uuid).sort()).toEqual([...uuids].sort());
    const db = await openPostgres(databaseUrl);
    try {
      const wrong = await rows(
        db.drizzle,
        sql`SELECT w.uuid FROM workflow w WHERE w.object_status <> 2 OR w.object_data->>'ran' <> w.uuid::text
              OR (SELECT count(*) FROM attempt a WHERE a.workflow_uuid = w.uuid) <> 1
              OR (SELECT count(*) FROM calculation c WHERE c.workflow_uuid = w.uuid) <> 1`,
      );
      expect(wrong).toEqual([]);
    } finally {
      await db.close();
    }
    if (!fullLoad) return;
    expect(outcome.efficiency).toBeGreaterThanOrEqual(leastEfficiency);
    expect(p95(outcome.jobs.map(({ claimMs }) => claimMs))).toBeLessThanOrEqual(mostClaimMs);
  }, 7_200_000);

  test.each(shorter)(
    'with jobs of %d s',
    async (each) => {
      const count = Math.round(Math.min(6000, (45 * workers) / each));
      const uuids = await submit(count, each);
      const outcome = await workOff(uuids, `claims-${each}`, 900);
      report(`${workers} workers, jobs of ${each} s`, outcome);
      expect(outcome.jobs).toHaveLength(count);
    },
    1_800_000,
  );
});
