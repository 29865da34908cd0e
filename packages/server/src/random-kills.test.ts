import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localFiles } from './files/local-files.ts';
import { type Database, openEmbedded, openPostgres, rows } from './store/database/database.ts';
import { sweepFiles } from './store/sweep.ts';
import { type BusyPerson, createBusyPerson } from './testing/busy-person.ts';
import { fullLoad, fullRun, measured, seededRandom } from './testing/load.ts';
import { findPostgres, type TestPostgres } from './testing/postgres.ts';
import { endAll, type Product, processes, startCuvette, startProduct, until, workerKeyOf } from './testing/product.ts';
import { sharedPostgres } from './testing/shared-postgres.ts';
import { makeStandInCompute, type StandInCompute } from './testing/stand-in-compute.ts';

const hasPostgres = (await findPostgres()) !== null || process.env.CI === 'true';
/** Kills in both halves together: 200 in the load suite, 20 in `npm run test:full`; on PGlite alone where there is no PostgreSQL. */
const together = fullLoad ? 200 : 20;
const onPostgres = hasPostgres ? together * (fullLoad ? 0.5 : 0.4) : 0;
const kills: Record<string, number> = { PGlite: together - onPostgres, PostgreSQL: onPostgres };
/** The same schedule comes again with CUVETTE_TEST_SEED. */
const seed = Number(process.env.CUVETTE_TEST_SEED ?? Date.now() % 1_000_000);
const metricsToken = 'a-token-of-tests-that-is-long-enough';

function acknowledged(people: readonly BusyPerson[]): number {
  const counts = people.flatMap((person) => Object.entries(person.counts));
  return counts.reduce((sum, [what, count]) => (what === 'cut off' ? sum : sum + count), 0);
}

/** Not in `npm test`, where `faults.test.ts` and `reliability-*.test.ts` kill each of them at the moments that matter. */
describe.runIf(fullRun).each(['PGlite', 'PostgreSQL'])('kill -9 at random moments on %s', (kind) => {
  describe.skipIf(kind === 'PostgreSQL' && !hasPostgres)('of server and workers', () => {
    const random = seededRandom(seed);
    let root = '';
    let data = '';
    let databaseUrl: string | null = null;
    let postgres: TestPostgres | null = null;
    let compute: StandInCompute;
    let server: Product & { address: string };
    let address = '';
    let remote: Product;
    let workerKey = '';
    const done: Record<string, number> = {};
    const surprises: string[] = [];
    beforeAll(async () => {
      root = await mkdtemp(path.join(tmpdir(), 'cuvette-kills-'));
      data = path.join(root, 'data');
      if (kind === 'PostgreSQL') postgres = sharedPostgres();
      databaseUrl = (await postgres?.createDatabase()) ?? null;
      compute = await makeStandInCompute(root);
      server = await startServer(0);
      address = server.address;
      workerKey = await workerKeyOf(data);
      remote = startRemote();
    });
    afterAll(async () => {
      endAll();
      await server?.exited;
      await postgres?.stop();
      await rm(root, { recursive: true, force: true });
    });

    const environment = (): Record<string, string> => ({
      CUVETTE_PYTHON: compute.program,
      CUVETTE_METRICS_TOKEN: metricsToken,
      CUVETTE_WORKERS: '2',
      CUVETTE_ACTIVE_PER_PERSON: '10',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    });
    const startServer = (port: number) => startProduct(data, root, environment(), port);
    const startRemote = (): Product =>
      startCuvette(['worker', '--server', address, '--name', 'remote'], root, {
        CUVETTE_WORKER_KEY: workerKey,
        CUVETTE_PYTHON: compute.program,
      });

    const killServer = async (): Promise<void> => {
      server.child.kill('SIGKILL');
      await server.exited;
      const port = Number(new URL(address).port);
      // Now and then it is killed again while it starts.
      if (random() < 0.25) {
        done['server while it starts'] = (done['server while it starts'] ?? 0) + 1;
        const early = startCuvette(['serve', '--port', String(port), '--data', data], root, environment());
        await Promise.race([sleep(random() * 3000), early.exited]);
        if (early.child.exitCode !== null) surprises.push(`The server ended while it started: ${early.output()}`);
        early.child.kill('SIGKILL');
        await early.exited;
      }
      server = await startServer(port);
    };
    const killEmbedded = async (): Promise<void> => {
      const which = random();
      // The one before may only just have been killed, and the next is not there yet.
      await until('a worker of the server is killed', async () => {
        const found = await processes(`--embedded --server ${address}`);
        const one = found[Math.floor(which * found.length)];
        try {
          return one !== undefined && process.kill(one.pid, 'SIGKILL');
        } catch {
          return false; // It ended between the look and the kill.
        }
      });
    };
    const killRemote = async (): Promise<void> => {
      if (remote.child.exitCode !== null) surprises.push(`The worker ended by itself: ${remote.output()}`);
      remote.child.kill('SIGKILL');
      await remote.exited;
      remote = startRemote();
    };
    const victims: Record<string, () => Promise<void>> = {
      server: killServer,
      'embedded worker': killEmbedded,
      'remote worker': killRemote,
    };
    /** Who is killed, in a random order: each kind at least once, the server as often as both kinds of workers together. */
    const schedule = (): string[] => {
      const names = Object.keys(victims);
      const chosen = Array.from({ length: kills[kind] ?? 0 }, (_, index) => {
        const choice = random();
        return names[index] ?? (choice < 0.5 ? 'server' : choice < 0.75 ? 'embedded worker' : 'remote worker');
      });
      return chosen
        .map((name) => ({ name, at: random() }))
        .sort((one, other) => one.at - other.at)
        .map(({ name }) => name);
    };

    /** Items and attempts that are not at their end. */
    const unended = async (): Promise<number> => {
      const answer = await fetch(new URL('/metrics', address), {
        headers: { authorization: `Bearer ${metricsToken}` },
      });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(text);
      return [...text.matchAll(/^cuvette_(?:items|attempts)\{status="(?:queued|running|awaiting_queue)"\} (\d+)$/gm)]
        .map((match) => Number(match[1]))
        .reduce((sum, value) => sum + value, 0);
    };

    test(`${kills[kind]} times: nothing acknowledged is lost, every item ends, every row has its file`, async () => {
      console.log(`${kind}: the schedule comes again with CUVETTE_TEST_SEED=${seed}`);
      const people: BusyPerson[] = [1, 2, 3].map((number) =>
        createBusyPerson(`person ${number}`, () => server, seededRandom(seed + number), 100),
      );
      const working = people.map((person) => person.work());
      for (const name of schedule()) {
        // A moment is a number of acknowledged calls, not a time: on a slow machine as much happens between two kills.
        const moment = acknowledged(people) + Math.floor(random() * 25);
        const end = Date.now() + 20_000;
        while (acknowledged(people) < moment && Date.now() < end && server.child.exitCode === null) await sleep(10);
        await sleep(random() * 100);
        if (server.child.exitCode !== null) surprises.push(`The server ended by itself: ${server.output()}`);
        await victims[name]?.();
        done[name] = (done[name] ?? 0) + 1;
      }
      for (const person of people) person.stop();
      await Promise.all(working);
      await until('everything has ended', async () => (await unended()) === 0, 300);

      const lost = (await Promise.all(people.map((person) => person.check()))).flat();
      expect(lost).toEqual([]);
      expect(people.flatMap(({ problems }) => problems)).toEqual([]);
      expect(surprises).toEqual([]);
      const items = people.flatMap((person) => person.items());
      for (const { child, exited } of [remote, server]) {
        child.kill('SIGTERM');
        await exited;
      }
      const found = await look(items);
      const counts: Record<string, number> = {};
      for (const person of people)
        for (const [deed, count] of Object.entries(person.counts)) counts[deed] = (counts[deed] ?? 0) + count;
      measured(`${kind}: killed ${JSON.stringify(done)}; acknowledged ${JSON.stringify(counts)}; ${found}`);
      expect(counts.submit).toBeGreaterThan(10);
      const each = Object.keys(victims).map((name) => done[name] ?? 0);
      expect(Math.min(...each), JSON.stringify(done)).toBeGreaterThan(0);
      expect(each.reduce((sum, count) => sum + count, 0)).toBe(kills[kind]);
    }, 3_600_000);

    /** Looks into the database and the files of the stopped server, after a sweep. */
    async function look(items: string[]): Promise<string> {
      const db: Database = databaseUrl ? await openPostgres(databaseUrl) : await openEmbedded(data);
      try {
        const open = await rows(
          db.drizzle,
          sql`SELECT uuid, object_status::text FROM workflow WHERE object_status IN (0, 1, 5)
              UNION ALL SELECT uuid, status FROM attempt WHERE status = 'running'`,
        );
        expect(open).toEqual([]);
        const ended = await rows<{
          uuid: string;
          status: number;
          ran: string | null;
          completed: number;
          attempts: number;
          files: number;
          bytes: number;
        }>(
          db.drizzle,
          sql`SELECT w.uuid, w.object_status AS status, w.object_data->>'ran' AS ran,
                (SELECT count(*)::int FROM attempt a WHERE a.workflow_uuid = w.uuid AND a.status = 'completed') AS completed,
                (SELECT count(*)::int FROM attempt a WHERE a.workflow_uuid = w.uuid) AS attempts,
                (SELECT count(*)::int FROM item_file f WHERE f.workflow_uuid = w.uuid AND f.ready) AS files,
                (SELECT coalesce(sum(f.bytes), 0)::int FROM item_file f WHERE f.workflow_uuid = w.uuid AND f.ready) AS bytes
              FROM workflow w WHERE w.object_type = 'test_sleep' AND w.object_status <> 6`,
        );
        const completed = ended.filter(({ status }) => status === 2);
        const wrong = completed.filter(
          ({ uuid, ran, completed: times, files, bytes }) =>
            ran !== uuid || times !== 1 || files !== 1 || bytes !== 900,
        );
        expect(wrong).toEqual([]);
        expect(ended.filter(({ status, completed: times }) => status !== 2 && times > 0)).toEqual([]);
        const known = new Set(ended.map(({ uuid }) => uuid));
        expect(items.filter((uuid) => !known.has(uuid))).toEqual([]);

        const files = localFiles(path.join(data, 'files'));
        const swept = await sweepFiles(db.drizzle, files, 0);
        const stored = new Map<string, number>();
        for await (const { key, bytes } of files.list()) stored.set(key, bytes);
        const named = await rows<{ key: string; bytes: number | null }>(
          db.drizzle,
          sql`SELECT molecules_file AS key, NULL::int AS bytes FROM calculation
              UNION ALL SELECT logfile_file, NULL FROM calculation WHERE logfile_file IS NOT NULL
              UNION ALL SELECT log_file, NULL FROM attempt WHERE log_file IS NOT NULL
              UNION ALL SELECT stored_file, bytes FROM item_file_part`,
        );
        const torn = named.filter(({ key, bytes }) => {
          const size = stored.get(key) ?? 0;
          return bytes === null ? size === 0 : size !== bytes;
        });
        expect(torn).toEqual([]);
        expect([...stored.keys()].filter((key) => !named.some((one) => one.key === key))).toEqual([]);
        const again = ended.filter(({ attempts }) => attempts > 1).length;
        return `${ended.length} items (${completed.length} completed, ${again} after more than one attempt), ${stored.size} files, ${swept} swept`;
      } finally {
        await db.close();
      }
    }
  });
});
