import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from './config.ts';
import { fullLoad, fullRun, measured, p95, seededRandom, timesLine } from './testing/load.ts';
import { type PageVisit, recordVisits, visit } from './testing/page-visits.ts';
import { findPostgres, type TestPostgres } from './testing/postgres.ts';
import { endAll, type Product, startProduct, submitSleep, workerKeyOf } from './testing/product.ts';
import { sharedPostgres } from './testing/shared-postgres.ts';
import { call } from './testing/test-server.ts';

const people = fullLoad ? 50 : 5;
const workers = 8;
const minutes = fullLoad ? 1.5 : 0.2;
/** Seconds that somebody looks at a page before the next one, half to one and a half times. */
const looks = 5;
const mostMs = 300;

const hasPostgres = (await findPostgres()) !== null || process.env.CI === 'true';
const isBuilt = await stat(path.join(checkout, 'packages/portal/dist/index.html')).then(
  () => true,
  () => false,
);

describe.runIf(fullRun && hasPostgres && isBuilt)('people who browse while workers deliver', () => {
  let root = '';
  let data = '';
  let postgres: TestPostgres;
  let server: Product & { address: string };
  let crew: ChildProcess | null = null;
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-browsing-'));
    data = path.join(root, 'data');
    postgres = sharedPostgres();
    server = await startProduct(data, root, {
      CUVETTE_WORKERS: '0',
      CUVETTE_ACTIVE_PER_PERSON: '20000',
      DATABASE_URL: await postgres.createDatabase(),
    });
  });
  afterAll(async () => {
    crew?.kill('SIGKILL');
    endAll();
    await server?.exited;
    await postgres?.stop();
    await rm(root, { recursive: true, force: true });
  });

  /** A cookie of somebody who signed in by a link that the server made on the command line. */
  async function signIn(command: Record<string, string>): Promise<string> {
    const admin = JSON.parse(await readFile(path.join(data, 'admin.json'), 'utf8')) as {
      address: string;
      token: string;
    };
    const made = await call<{ answer: string }>(admin, 'POST', '/api/admin', {
      key: null,
      body: command,
      headers: { 'x-cuvette-admin': admin.token },
    });
    const token = new URL(made.body.answer, server.address).searchParams.get('token');
    const { headers } = await call(server, 'POST', '/api/session/one_time', {
      key: null,
      body: { token },
      headers: { origin: server.address },
    });
    return headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  /** Puts finished results of several types into a folder of the project. */
  async function fill(project: string): Promise<{ folder: string; items: string[] }> {
    const { body } = await call<{ uuid: string; root_folder_uuid: string }>(server, 'GET', `/api/project/${project}`);
    const folder = body.root_folder_uuid;
    const items: string[] = [];
    for (const type of ['pka', 'docking', 'conformer_search', 'admet', 'nmr']) {
      const file = path.join(checkout, `examples/results/${type}.cuvette.json`);
      const bundle = await readFile(file, 'utf8');
      for (let copy = 0; copy < 8; copy += 1) {
        const made = await call<{ items: { uuid: string }[] }>(
          server,
          'POST',
          `/api/workflow/import?folder_uuid=${folder}`,
          {
            body: bundle,
          },
        );
        items.push(...made.body.items.map(({ uuid }) => `/${type.replaceAll('_', '-')}/${uuid}`));
      }
    }
    return { folder, items };
  }

  test(`${people} people open pages while ${workers} workers deliver`, async () => {
    const made = await call<{ uuid: string }>(server, 'POST', '/api/project', { body: { name: 'Laboratory' } });
    const { folder, items } = await fill(made.body.uuid);
    const cookies: string[] = [];
    const accounts: { uuid: string; root_folder_uuid: string; project: string }[] = [];
    for (let person = 0; person < people; person += 1) {
      const cookie = await signIn({ command: 'user_add', email: `person-${person}@example.org` });
      cookies.push(cookie);
      const me = await call<(typeof accounts)[0]>(server, 'GET', '/api/user/me', { key: null, headers: { cookie } });
      const project = await call<{ uuid: string }>(server, 'GET', '/api/user/me/default_project', {
        key: null,
        headers: { cookie },
      });
      accounts.push({ ...me.body, project: project.body.uuid });
    }
    const added = await call(server, 'POST', `/api/project/${made.body.uuid}/add_users`, {
      body: { user_uuids: accounts.map(({ uuid }) => uuid), role: 'member' },
    });
    expect(added.status).toBe(200);

    const [name = '', value = ''] = (cookies[0] ?? '').split(/=(.*)/s);
    const itemPages = Object.fromEntries([0, 8, 16, 24, 32].map((index) => [`item ${index}`, items[index] ?? '']));
    const pages = { home: '/', folder: `/folder/${folder}`, new: '/new', search: '/search?q=a', ...itemPages };
    const visits = await recordVisits(server.address, { name, value }, pages);
    for (const { name: page, calls } of visits) measured(`the page ${page} asks for ${calls.length} things`);

    // Jobs of two seconds: eight workers deliver four results a second.
    const jobs = Math.ceil((minutes * 60 * workers) / 2);
    for (let count = 0; count < jobs; count += 1) await submitSleep(server, { seconds: 2 + count / 1e6 });
    const delivered = path.join(root, 'delivered');
    const script = path.join(import.meta.dirname, 'testing/simulated-workers.ts');
    crew = spawn(process.execPath, [script, server.address, String(workers), delivered], {
      env: { ...process.env, CUVETTE_WORKER_KEY: await workerKeyOf(data) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const times = new Map<string, number[]>(visits.map((one) => [one.name, []]));
    const until = Date.now() + minutes * 60_000;
    const random = seededRandom(3);
    const browse = async (cookie: string, person: number): Promise<void> => {
      const own = (address: string) =>
        (['uuid', 'root_folder_uuid', 'project'] as const).reduce(
          (text, name) => text.replaceAll(accounts[0]?.[name] ?? '', accounts[person]?.[name] ?? ''),
          address,
        );
      await sleep(looks * 1000 * random());
      while (Date.now() < until) {
        const page = visits[Math.floor(random() * visits.length)] as PageVisit;
        times.get(page.name)?.push(await visit(server.address, cookie, page, own));
        await sleep(looks * 1000 * (0.5 + random()));
      }
    };
    await Promise.all(cookies.map(browse));
    crew.kill('SIGTERM');
    await once(crew, 'exit');
    const results = (await readFile(delivered, 'utf8')).split('\n').length - 1;
    const all = [...times.values()].flat();
    for (const [page, some] of times) measured(timesLine(`the page ${page}`, some));
    measured(timesLine(`${people} people, ${results} results delivered meanwhile, every page`, all));
    expect(results).toBeGreaterThan((minutes * 60 * workers) / 4);
    if (fullLoad) expect(p95(all)).toBeLessThanOrEqual(mostMs);
  }, 1_800_000);
});
