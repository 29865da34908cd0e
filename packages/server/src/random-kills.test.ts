import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openEmbedded, openPostgres } from './store/database/database.ts';
import { type BusyPerson, createBusyPerson } from './testing/busy-person.ts';
import { type ClusterJobs, createClusterJobs } from './testing/cluster-jobs.ts';
import { type DaskCluster, startDaskCluster } from './testing/dask-cluster.ts';
import { fullLoad, fullRun, measured, seededRandom } from './testing/load.ts';
import { lookIntoStored } from './testing/look-into-stored.ts';
import { type PilotCrew, startPilotCrew } from './testing/pilot-crew.ts';
import { pilotSettings } from './testing/pilot-settings.ts';
import { findPostgres, type TestPostgres } from './testing/postgres.ts';
import { probeReport } from './testing/probe-report.ts';
import { endAll, type Product, processes, startCuvette, startProduct, until, workerKeyOf } from './testing/product.ts';
import { sharedPostgres } from './testing/shared-postgres.ts';
import { makeStandInCompute, type StandInCompute } from './testing/stand-in-compute.ts';
import { addPersonIn } from './testing/test-server.ts';

const hasPostgres = (await findPostgres()) !== null || process.env.CI === 'true';
/**
 * Kills in both halves together: 200 in the load suite, 20 in `npm run test:full`, or as many as CUVETTE_TEST_KILLS says; on PGlite alone where there is no
 * PostgreSQL.
 */
const together = Number(process.env.CUVETTE_TEST_KILLS ?? (fullLoad ? 200 : 20));
const onPostgres = hasPostgres ? Math.floor(together * (fullLoad ? 0.5 : 0.4)) : 0;
const kills: Record<string, number> = { PGlite: together - onPostgres, PostgreSQL: onPostgres };
/** The same schedule comes again with CUVETTE_TEST_SEED. */
const seed = Number(process.env.CUVETTE_TEST_SEED ?? Date.now() % 1_000_000);
const metricsToken = 'a-token-of-tests-that-is-long-enough';
const demandToken = 'the-token-of-the-demand-of-tests';
/** What everybody can do but the worker that has the Dask cluster: the real jobs go there. */
const withoutChemistry = probeReport.capabilities.filter((one) => one !== 'conformer_search');
/** Pilots at once, and how long each waits for work or for the server before it ends. */
const pilotsAtOnce = 2;
const idleSeconds = 9;
/** Who is killed, and how often of a hundred times. */
const shares = {
  server: 30,
  'embedded worker': 10,
  'remote worker': 15,
  'pilot controller': 10,
  pilot: 20,
  'Dask worker': 15,
};
type Victim = keyof typeof shares;

/** "30 × server, 12 × pilot". */
function inWords(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ');
}

function acknowledged(people: readonly BusyPerson[]): number {
  const counts = people.flatMap((person) => Object.entries(person.counts));
  return counts.reduce((sum, [what, count]) => (what === 'cut off' ? sum : sum + count), 0);
}

/** Not in `npm test`, where `faults.test.ts` and `reliability-*.test.ts` kill each of them at the moments that matter. */
describe.runIf(fullRun).each(['PGlite', 'PostgreSQL'])('kill -9 at random moments on %s', (kind) => {
  describe.skipIf(kind === 'PostgreSQL' && !hasPostgres)('of server, workers, pilots and Dask workers', () => {
    const random = seededRandom(seed);
    let root = '';
    let data = '';
    let databaseUrl: string | null = null;
    let postgres: TestPostgres | null = null;
    let compute: StandInCompute;
    /** That of the worker with the Dask cluster, which computes real jobs too. */
    let chemistry: StandInCompute;
    let dask: DaskCluster;
    let pilots: PilotCrew;
    let clusterJobs: ClusterJobs;
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
      const { python } = readConfig([], process.env);
      compute = await makeStandInCompute(path.join(root, 'stand-in'), { offers: withoutChemistry });
      chemistry = await makeStandInCompute(path.join(root, 'chemistry'), { python });
      dask = await startDaskCluster(python, 2);
      server = await startServer(0);
      address = server.address;
      // The first account is the owner's; the fourth person has one of their own, so that the three others' items do not keep theirs waiting.
      server.child.kill('SIGTERM');
      await server.exited;
      const db = databaseUrl ? await openPostgres(databaseUrl) : await openEmbedded(data);
      const chemist = await addPersonIn(db, 'chemist@example.org');
      await db.close();
      server = await startServer(Number(new URL(address).port));
      workerKey = await workerKeyOf(data);
      remote = startRemote();
      await until('the worker with the cluster is ready', async () => remote.output().includes('is ready'));
      const settings = await pilotSettings({
        root,
        server: address,
        token: demandToken,
        workerKey,
        python: compute.program,
      });
      const file = await settings({ top: { at_once: pilotsAtOnce, idle_minutes: idleSeconds / 60 } });
      pilots = startPilotCrew(file, root, { server: address, worker: 'lab-cpu', most: pilotsAtOnce });
      clusterJobs = createClusterJobs(() => server, chemist);
    });
    afterAll(async () => {
      await pilots?.killAll();
      endAll();
      await dask?.stop();
      await server?.exited;
      await postgres?.stop();
      await rm(root, { recursive: true, force: true });
    });

    const environment = (): Record<string, string> => ({
      CUVETTE_PYTHON: compute.program,
      CUVETTE_METRICS_TOKEN: metricsToken,
      CUVETTE_DEMAND_TOKEN: demandToken,
      CUVETTE_WORKERS: '2',
      CUVETTE_ACTIVE_PER_PERSON: '10',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    });
    const startServer = (port: number) => startProduct(data, root, environment(), port);
    const startRemote = (): Product =>
      startCuvette(['worker', '--server', address, '--name', 'remote'], root, {
        CUVETTE_WORKER_KEY: workerKey,
        CUVETTE_PYTHON: chemistry.program,
        CUVETTE_THREADS: '1',
        CUVETTE_DASK: dask.address,
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
    const killDaskWorker = async (): Promise<void> => {
      await clusterJobs.untilOnCluster();
      await sleep(random() * 1000);
      const which = random();
      await until('a Dask worker is killed', async () => {
        const found = await dask.workers();
        const one = found[Math.floor(which * found.length)];
        try {
          return one !== undefined && process.kill(one, 'SIGKILL');
        } catch {
          return false; // Dask had just replaced it.
        }
      });
    };
    const victims: Record<Victim, () => Promise<void>> = {
      server: killServer,
      'embedded worker': killEmbedded,
      'remote worker': killRemote,
      'pilot controller': () => pilots.killController(),
      // One that ends sooner makes its controller rest for half a minute and more: `pilots-on-slurm.test.ts` tests that.
      pilot: () => pilots.killPilot(random(), idleSeconds),
      'Dask worker': killDaskWorker,
    };
    /** Who is killed, in a random order: each kind at least once, then by their shares. */
    const schedule = (): Victim[] => {
      const names = Object.keys(shares) as Victim[];
      const drawn = names.flatMap((name) => Array.from({ length: shares[name] }, () => name));
      const chosen = Array.from({ length: kills[kind] ?? 0 }, (_, index) => {
        const choice = drawn[Math.floor(random() * drawn.length)] ?? 'server';
        return names[index] ?? choice;
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
        createBusyPerson(`person ${number}`, () => server, seededRandom(seed + number), 200),
      );
      const working = [...people, clusterJobs].map((person) => person.work());
      for (const name of schedule()) {
        // A moment is a number of acknowledged calls, not a time: on a slow machine as much happens between two kills.
        const moment = acknowledged(people) + Math.floor(random() * 25);
        const end = Date.now() + 20_000;
        while (acknowledged(people) < moment && Date.now() < end && server.child.exitCode === null) await sleep(10);
        await sleep(random() * 100);
        if (server.child.exitCode !== null) surprises.push(`The server ended by itself: ${server.output()}`);
        await victims[name]();
        done[name] = (done[name] ?? 0) + 1;
      }
      await pilots.untilReplaced();
      for (const person of [...people, clusterJobs]) person.stop();
      await Promise.all(working);
      await until('everything has ended', async () => (await unended()) === 0, 300);

      const lost = (await Promise.all(people.map((person) => person.check()))).flat();
      expect(lost).toEqual([]);
      expect(await clusterJobs.check()).toEqual([]);
      expect([...people, clusterJobs].flatMap(({ problems }) => problems)).toEqual([]);
      await pilots.end();
      expect([...surprises, ...pilots.surprises]).toEqual([]);
      const items = [...people.flatMap((person) => person.items()), ...clusterJobs.items];
      for (const { child, exited } of [remote, server]) {
        child.kill('SIGTERM');
        await exited;
      }
      const found = await lookIntoStored({ data, databaseUrl, items });
      const counts: Record<string, number> = {};
      for (const person of people)
        for (const [deed, count] of Object.entries(person.counts)) counts[deed] = (counts[deed] ?? 0) + count;
      const all = acknowledged(people);
      measured(
        `${kind}: killed ${inWords(done)}; acknowledged ${counts.submit ?? 0} submissions, ${all - (counts.submit ?? 0)} other calls and ${clusterJobs.items.length} conformer searches; lost or doubled: none; ${found}`,
      );
      expect(counts.submit).toBeGreaterThan(10);
      const each = Object.keys(victims).map((name) => done[name] ?? 0);
      expect(Math.min(...each), JSON.stringify(done)).toBeGreaterThan(0);
      expect(each.reduce((sum, count) => sum + count, 0)).toBe(kills[kind]);
    }, 3_600_000);
  });
});
