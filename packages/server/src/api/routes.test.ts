import { randomUUID } from 'node:crypto';
import { emptyPdb } from '@cuvette/core/chemistry';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessTokenPrefix } from '../auth/oauth.ts';
import { claim } from '../queue/claim.ts';
import { takeEvents } from '../queue/report.ts';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { addWorkerKey, hashKey } from '../store/api-keys.ts';
import { type Executor, rows } from '../store/database/database.ts';
import { accountByEmail, firstAccount } from '../store/users.ts';
import { insertWorkflow } from '../store/workflows/insert-workflows.ts';
import { addCalibration } from '../testing/add-calibration.ts';
import { plainItem } from '../testing/add-items.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { describedAnswers } from '../testing/described-answers.ts';
import { finishedItem, largeFiles } from '../testing/finished-item.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { administrationRows } from '../testing/route-rows/administration.ts';
import { documentRows } from '../testing/route-rows/documents.ts';
import { itemRows } from '../testing/route-rows/items.ts';
import { peopleRows } from '../testing/route-rows/people.ts';
import { ending, helium, type Row, someUuid } from '../testing/route-rows/row.ts';
import { structureRows } from '../testing/route-rows/structures.ts';
import { workerRows } from '../testing/route-rows/workers-and-monitoring.ts';
import { connectAgent, signInElsewhere } from '../testing/sign-in-things.ts';
import { type Answer, addPerson, call, ownerKey, startTestServer } from '../testing/test-server.ts';
import { routes } from './routes.ts';

/** Every route of the server. The last test fails when one is missing here. */
const table: Record<string, Row> = {
  ...administrationRows,
  ...peopleRows,
  ...documentRows,
  ...itemRows,
  ...structureRows,
  ...workerRows,
};

const registered = new Set<string>();
/** What the server itself says of each call. */
const declared = new Map(routes.map((route) => [`${route.method} ${route.url}`, route]));
const { described, misfits, hold, judged } = describedAnswers();

/** Another project of an account, with a root folder: their uuids. */
async function otherProject(db: Executor, owner: string): Promise<[project: string, folder: string]> {
  const [project, folder] = [randomUUID(), randomUUID()];
  await rows(
    db,
    sql`INSERT INTO project (uuid, name, owner_id, root_folder_uuid) VALUES (${project}::uuid, 'Other', ${owner}, ${folder}::uuid)`,
  );
  await rows(db, sql`INSERT INTO folder (uuid, project_uuid, name) VALUES (${folder}::uuid, ${project}::uuid, 'Home')`);
  await rows(
    db,
    sql`INSERT INTO membership (project_uuid, user_id, role) VALUES (${project}::uuid, ${owner}, 'owner')`,
  );
  return [project, folder];
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

onOneDatabase('every route for every role', (place) => {
  let server: RunningServer;
  let workerKey = '';
  let strangerKey = '';
  let strangerReadKey = '';
  let ownerReadKey = '';
  let strangerToken = '';
  const strangerAgent = `${accessTokenPrefix}of-the-stranger`;
  let expiredKey = '';
  let revokedKey = '';
  let elsewhereKey = '';
  let memberKey = '';
  let viewerKey = '';
  /** Share links to private things: living ones, and those that open nothing here. */
  const links: Record<'workflow' | 'results' | 'folder' | 'protein' | 'expired' | 'revoked' | 'another', string> = {
    workflow: '',
    results: '',
    folder: '',
    protein: '',
    expired: '',
    revoked: '',
    another: '',
  };
  const things: Record<string, Record<string, string>> = {};

  async function makeItem(
    owner: string,
    folder: string,
    isPublic: boolean,
  ): Promise<{ workflow: string; calculation: string }> {
    const { db, files } = server.services;
    const [workflow, calculation] = [randomUUID(), randomUUID()];
    await insertWorkflow(db.drizzle, owner, plainItem(folder, { uuid: workflow }));
    const worker = await registerWorker(db, { name: 'w', host: 'h', memoryMb: 1, serverId: null, report: probeReport });
    const found = await claim(db, { worker, ...roomy });
    if (!found) throw new Error('Nothing to claim.');
    await takeEvents(db, files, found, [
      { event: 'calculation', uuid: calculation, calculation: { molecules: [helium], status: 2 } },
    ]);
    // However long the machine takes for all rows, the items keep running.
    await rows(
      db.drizzle,
      sql`UPDATE attempt SET lease_until = now() + interval '1 day' WHERE workflow_uuid = ${workflow}::uuid`,
    );
    await rows(db.drizzle, sql`UPDATE workflow SET public = ${isPublic}::boolean WHERE uuid = ${workflow}::uuid`);
    return { workflow, calculation };
  }

  /** An item that ended and left one large file of each kind. */
  async function makeResults(folder: string): Promise<string> {
    const uuid = await finishedItem(server, { type: 'electronic_properties', data: {} }, largeFiles());
    await rows(
      server.services.db.drizzle,
      sql`UPDATE workflow SET parent_uuid = ${folder}::uuid WHERE uuid = ${uuid}::uuid`,
    );
    const body = { text: '400 0.1\n500 0.4\n600 0.2', filename: 'water.csv', kind: 'infrared' };
    expect((await call(server, 'POST', `/api/workflow/${uuid}/spectra`, { body })).status).toBe(201);
    return uuid;
  }

  async function makeLinks(): Promise<void> {
    const make = async (body: Record<string, unknown>) =>
      (await call(server, 'POST', '/api/share_link', { body })).body as { uuid: string; link: string };
    const { workflow, results, folder, protein } = things.private ?? {};
    links.workflow = (await make({ workflow_uuid: workflow })).link;
    links.results = (await make({ workflow_uuid: results })).link;
    links.folder = (await make({ folder_uuid: folder })).link;
    links.protein = (await make({ protein_uuid: protein })).link;
    links.another = (await make({ folder_uuid: things.member?.folder })).link;
    const expired = await make({ folder_uuid: folder });
    await rows(
      server.services.db.drizzle,
      sql`UPDATE share_link SET expires_at = now() - interval '1 second' WHERE uuid = ${expired.uuid}::uuid`,
    );
    const revoked = await make({ folder_uuid: folder });
    expect((await call(server, 'POST', `/api/share_link/${revoked.uuid}/revoke`)).status).toBe(200);
    Object.assign(links, { expired: expired.link, revoked: revoked.link });
  }

  beforeAll(async () => {
    server = await startTestServer(
      place(),
      {},
      {
        onRoute: (method, url) => registered.add(`${method} ${url}`),
      },
    );
    const account = await firstAccount(server.services.db.drizzle);
    workerKey = await addWorkerKey(server.services.db.drizzle, 'test');
    strangerKey = await addPerson(server, 'stranger@example.org');
    strangerReadKey = await addPerson(server, 'stranger@example.org', { scope: 'read' });
    ownerReadKey = await addPerson(server, 'owner@example.org', { scope: 'read' });
    const token = await call(server, 'POST', '/api/session/token', { key: strangerKey, body: {} });
    strangerToken = String(token.body.token);
    const stranger = await accountByEmail(server.services.db.drizzle, 'stranger@example.org');
    const mcp = `${server.address}/mcp`;
    await connectAgent(server.services.db.drizzle, stranger?.id ?? '', 'agent', strangerAgent, mcp);
    expiredKey = await addPerson(server, 'owner@example.org', { validDays: -1 });
    revokedKey = await addPerson(server, 'owner@example.org');
    await rows(
      server.services.db.drizzle,
      sql`UPDATE api_key SET revoked_at = now() WHERE hash = ${hashKey(revokedKey)}`,
    );
    const [elsewhere = ''] = await otherProject(server.services.db.drizzle, account?.id ?? '');
    elsewhereKey = await addPerson(server, 'owner@example.org', { project: elsewhere });
    memberKey = await addPerson(server, 'member@example.org');
    viewerKey = await addPerson(server, 'viewer@example.org');
    await addPerson(server, 'bystander@example.org');
    const join = async (project: string) => {
      const path = `/api/project/${project}/add_users`;
      expect((await call(server, 'POST', path, { body: { users: ['member'] } })).status).toBe(200);
      expect((await call(server, 'POST', path, { body: { users: ['viewer'], role: 'viewer' } })).status).toBe(200);
    };
    await join(account?.default_project_uuid ?? '');
    // What a member may delete is not what the owner deletes.
    for (const kind of ['private', 'public', 'member']) {
      const made = async (path: string, body: unknown) =>
        String((await call(server, 'POST', path, { body })).body.uuid);
      const deletion = async () => {
        const name = randomUUID();
        await call(server, 'DELETE', `/api/folder/${await made('/api/folder', { name })}`);
        const { deletions } = (
          await call<{ deletions: { uuid: string; name: string }[] }>(server, 'GET', '/api/trash?size=100')
        ).body;
        return deletions.find((one) => one.name === name)?.uuid ?? '';
      };
      const spareProject = await made('/api/project', { name: kind });
      await join(spareProject);
      const project = account?.default_project_uuid ?? '';
      const search = { name: kind, project_uuid: project };
      const columns = { ...search, columns: ['energy'] };
      const recipe = { ...search, steps: [{ id: 'search', workflow_type: 'conformer_search' }] };
      const structure = { name: kind, molecule: helium };
      const folder = async (isPublic: boolean) =>
        String((await call(server, 'POST', '/api/folder', { body: { name: kind, public: isPublic } })).body.uuid);
      const place = await folder(kind === 'public');
      const item = await makeItem(account?.id ?? '', place, false);
      const spare = await makeItem(account?.id ?? '', place, false);
      const protein = async () => {
        const body = { name: 'p', protein_data: emptyPdb() };
        const { uuid } = (await call(server, 'POST', '/api/protein', { body })).body;
        if (kind === 'public') await call(server, 'POST', `/api/protein/${uuid}`, { body: { public: true } });
        return String(uuid);
      };
      const shared = async (uuid: string) => {
        if (kind === 'public') await call(server, 'POST', `/api/structure/${uuid}`, { body: { public: true } });
        return uuid;
      };
      const named = await protein();
      await rows(
        server.services.db.drizzle,
        sql`UPDATE workflow SET object_data = jsonb_build_object('target_uuid', ${named}::text) WHERE uuid = ${item.workflow}::uuid`,
      );
      things[kind] = {
        ...item,
        results: await makeResults(place),
        folder: place,
        project,
        ownerId: account?.id ?? '',
        spareProject,
        moving: await folder(false),
        structure: await shared(await made(`/api/project/${project}/create_structure`, structure)),
        calibration: await addCalibration(server, { kind: 'user', id: account?.id ?? '' }, project),
        spareCalibration: await addCalibration(server, { kind: 'user', id: account?.id ?? '' }, project),
        spareStructure: await made(`/api/project/${project}/create_structure`, structure),
        saved_search: await made('/api/saved_search', search),
        spareSearch: await made('/api/saved_search', search),
        saved_columns: await made('/api/saved_columns', columns),
        spareColumns: await made('/api/saved_columns', columns),
        recipe: await made('/api/recipe', recipe),
        spareRecipe: await made('/api/recipe', recipe),
        document: await made('/api/document', { name: 'n', uuids: [item.workflow] }),
        spareDocument: await made('/api/document', { name: 'n', uuids: [item.workflow] }),
        restorable: await deletion(),
        deletion: await deletion(),
        protein: named,
        api_key: await made('/api/api_key', { name: kind }),
        share_link: await made('/api/share_link', { folder_uuid: place, name: kind }),
        session: await signInElsewhere(server.services.db.drizzle, account?.id ?? ''),
        connection: await connectAgent(
          server.services.db.drizzle,
          account?.id ?? '',
          `agent-${kind}`,
          `${accessTokenPrefix}${kind}`,
          mcp,
        ),
        spare: spare.workflow,
        spareBatch: (await makeItem(account?.id ?? '', place, false)).workflow,
        spareFolder: await folder(false),
        spareProtein: await protein(),
      };
    }
    await makeLinks();
  });
  afterAll(() => server.stop());

  const fill = (text: string, kind: string) =>
    text.replace(/\{(\w+)\}/g, (_all, name: string) =>
      name === 'random' ? randomUUID() : (things[kind]?.[name] ?? name),
    );
  const addressOf = (route: string, entry: Row, kind: string) => {
    const [, url = ''] = route.split(' ');
    const name =
      /\/(calculation|folder|protein|project|structure|document|saved_search|saved_columns|recipe)\//.exec(url)?.[1] ??
      'workflow';
    return fill(entry.path ?? url.replace(':uuid', `{${name}}`), kind);
  };
  const ask = (
    route: string,
    entry: Row,
    kind: string,
    key: string | null,
    headers: Record<string, string> = {},
    link: string | null = null,
  ) => {
    const [method = ''] = route.split(' ');
    // Keys that nobody knows are ignored: every object that is sent has one, but where they are refused.
    const given = isObject(entry.body) && !entry.strict ? { ...entry.body, unknown_key: 1 } : entry.body;
    const body = given === undefined ? undefined : fill(JSON.stringify(given), kind);
    const address = addressOf(route, entry, kind);
    const linked = link === null ? address : `${address}${address.includes('?') ? '&' : '?'}link=${link}`;
    return call(server, method, linked, { key, body, headers });
  };
  /** Private things whose uuids an answer has. */
  const privateIn = ({ body }: Answer<unknown>) => {
    const text = JSON.stringify(body) ?? '';
    return Object.entries(things.private ?? {}).flatMap(([name, uuid]) => (text.includes(uuid) ? [name] : []));
  };
  /** Routes that tell their owner of private things, and answer a stranger too. */
  const telling = new Set<string>();
  const cookieOf = (answer: Answer<unknown>) =>
    answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  /** The cookie of a browser where somebody signed in just now. */
  const signedIn = async (email: string) => {
    const token = await server.services.signIn.createLinkToken(email);
    const answer = await call(server, 'POST', '/api/session/one_time', { key: null, body: { token, unknown_key: 1 } });
    expect(answer.status).toBe(200);
    hold('POST /api/session/one_time', answer);
    return cookieOf(answer);
  };
  const byLink = async (route: string, entry: Row, link: keyof typeof links) =>
    (await ask(route, entry, 'private', null, {}, links[link])).status;

  /** Calls a route as nobody, as a worker, by lesser and dead keys, as people of the project and by share links. */
  async function tryOtherCallers(route: string, entry: Row): Promise<void> {
    const [owner, stranger, anonymous, worker] = entry.expected;
    expect((await ask(route, entry, 'private', null)).status, 'anonymous').toBe(anonymous);
    expect((await ask(route, entry, 'private', null, { 'x-worker-key': workerKey })).status, 'worker').toBe(worker);
    // What is open to nobody but people is judged by method, all else does not look at keys.
    const people = anonymous === 401 && owner !== 401;
    const { reads, secret, makesTokens } = declared.get(route) ?? {};
    const reading = (route.startsWith('GET ') || reads) && !secret;
    // Keys that may do less.
    const read = people ? (reading || owner === 403 ? stranger : 403) : stranger;
    expect((await ask(route, entry, 'private', strangerReadKey)).status, 'key that may only read').toBe(read);
    const ownRead = people && !reading && owner !== 403 ? 403 : owner;
    expect((await ask(route, entry, 'private', ownerReadKey)).status, "owner's key that may only read").toBe(ownRead);
    // What is public is open through the shared endpoints only.
    if (people) expect((await ask(route, entry, 'public', strangerKey)).status, 'stranger, public').toBe(stranger);
    for (const key of [expiredKey, revokedKey]) {
      expect((await ask(route, entry, 'private', key)).status, 'key that is dead').toBe(anonymous);
    }
    const elsewhere = await ask(route, entry, 'private', elsewhereKey);
    if (people) expect(elsewhere.status, 'key of another project').toBe(entry.elsewhere ?? stranger);
    const bearer = await ask(route, entry, 'private', null, { authorization: `Bearer ${strangerToken}` });
    const told = people ? (reading && !makesTokens ? stranger : 403) : anonymous;
    expect(bearer.status, 'token for reading').toBe(told);
    const agent = await ask(route, entry, 'private', null, { authorization: `Bearer ${strangerAgent}` });
    const ofAgent = people ? (route === 'POST /mcp' ? stranger : 403) : anonymous;
    expect(agent.status, 'token of an application').toBe(ofAgent);
    if (people) {
      // What a stranger may call too is nobody's in particular: people of the project get what the stranger gets.
      const within = stranger === 404 ? { viewer: reading ? owner : 403, member: owner } : null;
      const viewer = entry.viewer ?? within?.viewer ?? stranger;
      expect((await ask(route, entry, 'member', viewerKey)).status, 'viewer').toBe(viewer);
      const member = entry.member ?? within?.member ?? stranger;
      expect((await ask(route, entry, 'member', memberKey)).status, 'member').toBe(member);
    }
    const [item, folder, protein] = entry.linked ?? [anonymous, anonymous, anonymous];
    const toItem = entry.path?.includes('{results}') ? 'results' : 'workflow';
    expect(await byLink(route, entry, toItem), 'link to the item').toBe(item);
    expect(await byLink(route, entry, 'folder'), 'link to the folder').toBe(folder);
    expect(await byLink(route, entry, 'protein'), 'link to the protein').toBe(protein);
    for (const link of ['expired', 'revoked', 'another'] as const) {
      expect(await byLink(route, entry, link), `link: ${link}`).toBe(anonymous);
    }
  }

  test.each(Object.entries(table))('%s', async (route, entry) => {
    const [owner, stranger] = entry.expected;
    // The owner comes last: deleting is among the calls.
    const foreign = await ask(route, entry, 'private', strangerKey);
    expect(foreign.status, 'stranger').toBe(stranger);
    // A refusal may name what was asked for; an answer tells nothing of it.
    if (stranger < 300) expect(privateIn(foreign), 'private things that the stranger is told of').toEqual([]);
    await tryOtherCallers(route, entry);
    if (entry.open !== undefined)
      expect((await ask(route, entry, 'public', null)).status, 'public thing').toBe(entry.open);
    const answer = await ask(route, entry, entry.linked ? 'public' : 'private', entry.linked ? null : ownerKey);
    if (entry.linked) {
      expect((await ask(route, entry, 'private', ownerKey)).status, 'owner').toBe(owner);
    } else {
      expect(answer.status, 'owner').toBe(owner);
      if (stranger < 300 && privateIn(answer).length > 0) telling.add(route);
    }
    if (entry.browser) {
      const [atOwners, atStrangers] = entry.browser;
      const foreigner = await ask(route, entry, 'private', null, { cookie: await signedIn('stranger@example.org') });
      expect(foreigner.status, "stranger's browser").toBe(atStrangers);
      if (atStrangers < 300) expect(privateIn(foreigner)).toEqual([]);
      const own = await ask(route, entry, 'private', null, { cookie: await signedIn('owner@example.org') });
      expect(own.status, "owner's browser").toBe(atOwners);
      hold(route, own);
    }
    if (!described(route)?.responses[answer.status] || answer.status >= 300) return;
    hold(route, answer);
    // What has a tag is answered 304 when it is asked for again, and the description says so.
    const tag = answer.headers.get('etag');
    expect(tag !== null, 'ETag').toBe('304' in (described(route)?.responses ?? {}));
    if (tag === null) return;
    const kind = entry.linked ? 'public' : 'private';
    const again = await ask(route, entry, kind, entry.linked ? null : ownerKey, { 'if-none-match': tag });
    // Some answers tell the time.
    if (again.headers.get('etag') === tag) expect(again.status, 'asked again').toBe(304);
  });

  test('every list of private things was among them', () => {
    const lists = ['api_key', 'folder', 'project', 'protein', 'saved_columns', 'saved_search', 'saved_search/contents']
      .concat('share_link', 'trash', 'workflow', 'workflow/sidebar_workflows')
      .map((list) => `GET /api/${list}`);
    expect([...telling]).toEqual(expect.arrayContaining(lists));
  });

  test('answers that take a password, a draft, work that waits or the token of the command line are as described too', async () => {
    const succeed = async (route: string, options: Parameters<typeof call>[3], parameters = {}) => {
      const [method = '', url = ''] = route.split(' ');
      const body = isObject(options?.body) ? { ...options.body, unknown_key: 1 } : options?.body;
      const address = Object.entries<string>(parameters).reduce(
        (path, [name, value]) => path.replace(name, value),
        url,
      );
      const answer = await call(server, method, address, { key: null, ...options, body });
      expect(answer.status, route).toBeLessThan(300);
      hold(route, answer);
      return answer;
    };
    await addPerson(server, 'password@example.org');
    const [email, password] = ['password@example.org', 'long enough'];
    const first = { cookie: await signedIn(email) };
    await succeed('POST /api/session/password', { headers: first, body: { new_password: password } });
    const cookie = cookieOf(await succeed('POST /api/session/sign_in', { body: { email, password } }));
    await succeed('GET /api/session', { headers: { cookie } });
    await succeed('POST /api/session/token', { headers: { cookie }, body: {} });
    await succeed('POST /api/session/sign_out', { headers: { cookie }, body: {} });
    const admin = { 'x-cuvette-admin': server.services.adminToken };
    await succeed('POST /api/admin', { headers: admin, body: { command: 'user_link', email: null } });

    const key = ownerKey;
    const item = { workflow_type: 'test_sleep', is_draft: true };
    const draft = (await succeed('POST /api/workflow', { key, body: item })).body.uuid;
    const ofDraft = { ':uuid': String(draft) };
    await succeed('POST /api/workflow/:uuid/update_draft', { key, body: { name: 'n' } }, ofDraft);
    await succeed('POST /api/workflow/:uuid/submit_draft', { key, body: {} }, ofDraft);
    await succeed('POST /api/workflow/:uuid/stop', { key, body: {} }, ofDraft);
    const bundle = (await succeed('GET /api/workflow/:uuid/bundle', { key }, ofDraft)).body;
    await succeed('POST /api/workflow/import', { key, body: bundle });
    await succeed('DELETE /api/workflow/:uuid/delete_workflow_data', { key }, ofDraft);

    const account = await firstAccount(server.services.db.drizzle);
    const waiting = plainItem(account?.root_folder_uuid ?? '', { uuid: randomUUID() });
    await insertWorkflow(server.services.db.drizzle, account?.id ?? '', waiting);
    const work = async (name: string, body: Record<string, unknown>) =>
      (await succeed(`POST /api/worker/${name}`, { headers: { 'x-worker-key': workerKey }, body })).body;
    const { worker } = await work('register', { name: 'w', host: 'h', memory_mb: 1, report: probeReport });
    const room = { worker, memory_mb: roomy.memoryMb, gpus: 0, seconds: null, wait_seconds: 0 };
    const { attempt, token } = (await work('claim', room)).job as Record<string, string>;
    expect(await work('heartbeat', { worker, attempts: [{ attempt, token }] })).toMatchObject({
      known: true,
      attempts: [{ attempt, over: null }],
    });
    await work('events', { attempt, token, events: [{ event: 'log', text: 't', unknown_key: 1 }] });
    await work('file', { attempt, token, name: 'log', text: 't' });
    await work('finish', { attempt, token, ...ending });
  });

  test('what somebody else or nobody reads in a batch is empty', async () => {
    const path = `?uuids=${things.private?.calculation}`;
    const read = async (prefix: string, key: string | null) =>
      (await call(server, 'GET', `${prefix}/calculation/read_molecules${path}`, { key })).body;
    expect(await read('/api', strangerKey)).toEqual({});
    expect(await read('/api/shared', ownerKey)).toEqual({});
    expect(Object.keys(await read('/api', ownerKey))).toEqual([things.private?.calculation]);
    const byLink = async (link: keyof typeof links) => {
      const address = `/api/shared/calculation/read_molecules${path}&link=${links[link]}`;
      return Object.keys((await call(server, 'GET', address, { key: null })).body);
    };
    for (const link of ['workflow', 'folder'] as const)
      expect(await byLink(link)).toEqual([things.private?.calculation]);
    for (const link of ['results', 'protein', 'expired', 'revoked', 'another'] as const) {
      expect(await byLink(link), link).toEqual([]);
    }
  });

  test('an item is public by its own flag or by a folder above it, and says which', async () => {
    const workflow = things.private?.workflow ?? '';
    const shared = () => call(server, 'GET', `/api/shared/workflow/${workflow}`, { key: null });
    expect((await call(server, 'POST', `/api/workflow/${workflow}`, { body: { public: true } })).body).toMatchObject({
      public: true,
    });
    expect((await shared()).body).toMatchObject({ public: true, ancestor_is_public: false });
    await call(server, 'POST', `/api/workflow/${workflow}`, { body: { public: false } });
    expect((await shared()).status).toBe(404);
    await call(server, 'POST', `/api/folder/${things.private?.folder}`, { body: { public: true } });
    expect((await shared()).body).toMatchObject({ public: false, ancestor_is_public: true });
    const inner = await call(server, 'GET', `/api/shared/folder/${things.private?.folder}/contents`, { key: null });
    expect(JSON.stringify(inner.body)).toContain(workflow);
    await call(server, 'POST', `/api/folder/${things.private?.folder}`, { body: { public: false } });
    expect((await shared()).status).toBe(404);
  });

  test('nothing can be moved into a folder of somebody else', async () => {
    const root = String((await call(server, 'GET', '/api/user/me', { key: strangerKey })).body.root_folder_uuid);
    const body = { parent_uuid: root };
    expect((await call(server, 'POST', `/api/workflow/${things.private?.workflow}`, { body })).status).toBe(404);
    expect((await call(server, 'POST', `/api/folder/${things.private?.folder}`, { body })).status).toBe(404);
  });

  test('API keys and worker keys are not exchangeable, a read key cannot write', async () => {
    expect((await call(server, 'GET', '/api/user/me', { key: workerKey })).status).toBe(401);
    const claimBody = { worker: someUuid, memory_mb: 1, gpus: 0, seconds: null, wait_seconds: 0 };
    const asWorker = await call(server, 'POST', '/api/worker/claim', {
      key: null,
      headers: { 'x-worker-key': ownerKey },
      body: claimBody,
    });
    expect(asWorker.status).toBe(403);
    await rows(
      server.services.db.drizzle,
      sql`UPDATE api_key SET scope = 'read' WHERE user_id <> (SELECT id FROM "user" ORDER BY created_at LIMIT 1)`,
    );
    expect((await call(server, 'GET', '/api/user/me', { key: strangerKey })).status).toBe(200);
    expect((await call(server, 'POST', '/api/folder', { key: strangerKey, body: { name: 'n' } })).status).toBe(403);
  });
});

describe('the table', () => {
  test('most answers in JSON were held against what the description says of them', () => {
    const succeeded = [...judged].filter((one) => / 20[01]$/.test(one));
    expect(succeeded.length).toBeGreaterThan(110);
    for (const [route, { browser }] of Object.entries(table)) {
      if (browser) expect(succeeded).toContain(`${route} ${browser[0]}`);
    }
    expect(misfits('GET /api/user/me', 200, 'application/json', { uuid: 1 })).toContain('/uuid must be string');
  });

  test('a key that may only read makes these calls that are no GET, and what is closed to it besides is this', () => {
    const own = routes.filter(({ caller }) => caller === 'person');
    const posts = own
      .filter(({ method, reads }) => reads && method !== 'GET')
      .map(({ url }) => url.replace('/api/', ''));
    expect(posts.sort()).toEqual([
      '/mcp',
      'convert/files_to_mols',
      'convert/inspect_smiles',
      'convert/mol_to_file',
      'convert/mol_to_smiles',
      'convert/mols_to_smiles',
      'convert/pdb_file_to_protein',
      'convert/pdb_id_to_protein',
      'convert/pubchem_to_mols',
      'convert/pubchem_to_smiles',
      'convert/reorder_to_match_template',
      'convert/smiles_to_mols',
      'convert/stjames_pdb_to_pdb_filestring',
      'document/preview',
      'protein/:uuid/validate_forcefield',
      'session/token',
      'trajectory/:uuid/atom_trajectories',
      'trajectory/:uuid/trajectory_dcds',
      'workflow/batch_check',
      'workflow/batch_identical',
      'workflow/batch_retrieve',
      'workflow/batch_status',
      'workflow/dispatch_information',
      'workflow/will_be_dispatched',
    ]);
    expect(own.filter(({ secret }) => secret).map(({ url }) => url)).toEqual(['/api/user/me/webhook_secret']);
    expect(own.filter(({ makesTokens }) => makesTokens).map(({ url }) => url)).toEqual(['/api/session/token']);
  });

  test('has a row for every route, and no row for a route that is gone', () => {
    expect([...registered].sort()).toEqual(Object.keys(table).sort());
  });
});
