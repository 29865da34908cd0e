import { randomUUID } from 'node:crypto';
import { emptyPdb } from '@cuvette/core/chemistry';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claim } from '../queue/claim.ts';
import { takeEvents } from '../queue/report.ts';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { addWorkerKey, hashKey } from '../store/api-keys.ts';
import { type Executor, rows } from '../store/database.ts';
import { firstAccount } from '../store/users.ts';
import { insertWorkflow } from '../store/workflows.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { addPerson, call, ownerKey, startTestServer } from '../testing/test-server.ts';

/** Who calls: the owner, somebody else with an account, nobody, and a worker. Numbers are the expected HTTP statuses. */
type Expected = [owner: number, stranger: number, anonymous: number, worker: number];

interface Row {
  /** The address asked for, with the uuids of the private item, calculation and folder filled in. */
  path?: string;
  body?: unknown;
  expected: Expected;
  /** A POST that changes nothing: a key that may only read may make it. */
  reads?: boolean;
  /** The same call about the public item, where it differs: what anonymous people get. */
  open?: number;
  /** What members of the project get, where it is not what its owner gets. */
  member?: number;
  /** What viewers of the project get, where it is not 403 for changes and what the owner gets for reading. */
  viewer?: number;
}

const someUuid = '00000000-0000-4000-8000-000000000000';
const attempt = { attempt: someUuid, token: someUuid };
const ending = { exit_code: 0, signal: null, peak_memory_mb: null, output_tail: '', outcome: 'stopped' };
const helium = { charge: 0, multiplicity: 1, atoms: [{ atomic_number: 2, position: [0, 0, 0] }] };
const mine: Expected = [200, 404, 401, 401];
const everybody: Expected = [200, 200, 200, 200];
const person: Expected = [200, 200, 401, 401];
/** A private thing through the shared endpoints: hidden even from its owner, whose account they never look at. */
const hidden: Expected = [404, 404, 404, 404];
/** What the items of this test do not have, whoever asks. */
const absent: Expected = [404, 404, 401, 401];
/** Done at a browser; whoever calls with a key is refused. */
const browserOnly: Expected = [403, 403, 401, 401];
const workersOnly = (worker: number): Expected => [401, 401, 401, worker];

/** Every route of the server. The last test fails when one is missing here. */
const table: Record<string, Row> = {
  'GET /api/user/me': { expected: person },
  'POST /api/user/me': { body: {}, expected: person },
  'GET /api/user/me/webhook_secret': { expected: person },
  'POST /api/user/me/webhook_secret': { body: {}, expected: person },
  'POST /api/user/me/webhook_secret/rotate': { body: {}, expected: person },
  'POST /api/user/invite': { body: { email: 'new@example.org' }, expected: browserOnly },
  'GET /api/api_key': { expected: person },
  'POST /api/api_key': { body: { name: 'made' }, expected: [201, 201, 401, 401] },
  'POST /api/api_key/:uuid/revoke': {
    path: `/api/api_key/${someUuid}/revoke`,
    expected: [404, 404, 401, 401],
    viewer: 404,
  },
  'GET /api/methods': { expected: person },
  'GET /api/session': { expected: everybody },
  'GET /api/platform': { expected: everybody },
  'POST /api/session/sign_in': {
    body: { email: 'nobody@example.org', password: 'wrong' },
    expected: [401, 401, 401, 401],
  },
  'POST /api/session/sign_up': {
    body: { email: 'new@example.org', password: 'long enough' },
    expected: [403, 403, 403, 403],
  },
  'POST /api/session/open_id': { body: {}, expected: [404, 404, 404, 404] },
  'GET /api/auth/callback/openid': { expected: [404, 404, 404, 404] },
  'POST /api/session/sign_out_everywhere': { body: {}, expected: browserOnly },
  'GET /api/session/list': { expected: browserOnly },
  'POST /api/session/password': { body: { new_password: 'long enough' }, expected: browserOnly },
  'POST /api/session/token': { body: {}, expected: person, reads: true },
  'POST /api/session/one_time': { body: { token: 'wrong' }, expected: [401, 401, 401, 401] },
  'POST /api/session/sign_out': { body: {}, expected: everybody },
  'GET /api/auth/*': { path: '/api/auth/get-session', expected: everybody },
  'POST /api/auth/*': {
    path: '/api/auth/sign-in/magic-link',
    body: { email: 'owner@example.org' },
    expected: [404, 404, 404, 404],
  },
  'POST /api/workflow': {
    body: { workflow_type: 'test_sleep', folder_uuid: '{folder}' },
    expected: [201, 404, 401, 401],
  },
  'GET /api/workflow/:uuid': { expected: mine },
  'POST /api/workflow/:uuid': { body: { notes: 'n' }, expected: mine },
  'GET /api/workflow/:uuid/attempts': { expected: mine },
  'GET /api/workflow/:uuid/bundle': { expected: mine },
  'GET /api/workflow/:uuid/log': { expected: mine },
  'POST /api/workflow/:uuid/stop': { body: {}, expected: mine },
  'POST /api/workflow/will_be_dispatched': { body: { workflow_type: 'test_sleep' }, expected: person, reads: true },
  'POST /api/workflow/dispatch_information': { body: { workflow_type: 'test_sleep' }, expected: person, reads: true },
  'GET /api/workflow/sidebar_workflows': { expected: person },
  // The item is no draft.
  'POST /api/workflow/:uuid/update_draft': { body: { name: 'n' }, expected: [409, 404, 401, 401] },
  'POST /api/workflow/:uuid/submit_draft': { body: {}, expected: [409, 404, 401, 401] },
  'POST /api/workflow/:uuid/remove_credit_limit': { body: {}, expected: mine },
  'GET /api/workflow/:uuid/attempts/:number/log': { path: '/api/workflow/{workflow}/attempts/1/log', expected: mine },
  'DELETE /api/workflow/:uuid': { path: '/api/workflow/{spare}', expected: mine },
  // The folder is looked at before what shall be put into it.
  'POST /api/workflow/import': {
    path: '/api/workflow/import?folder_uuid={folder}',
    body: {},
    expected: [422, 404, 401, 401],
  },
  'GET /api/calculation/read_molecules': {
    path: '/api/calculation/read_molecules?uuids={calculation}',
    expected: person,
  },
  'GET /api/calculation/:uuid': { expected: mine },
  'GET /api/calculation/:uuid/molecules': { expected: mine },
  'GET /api/calculation/:uuid/stjames': { expected: mine },
  'GET /api/calculation/:uuid/logfile': { expected: mine },
  'POST /api/folder': { body: { name: 'n', parent_uuid: '{folder}' }, expected: [201, 404, 401, 401] },
  'GET /api/folder/:uuid': { expected: mine },
  'GET /api/folder/:uuid/contents': { expected: mine },
  'POST /api/folder/:uuid': { body: { notes: 'n' }, expected: mine },
  'DELETE /api/folder/:uuid': { path: '/api/folder/{spareFolder}', expected: mine },
  'GET /api/folder': { expected: person },
  'GET /api/folder/:uuid/subfolders': { path: '/api/folder/{folder}/subfolders?slug={folder}', expected: mine },
  'GET /api/folder/:uuid/folder_tree': { expected: mine },
  'POST /api/folder/move_folders': {
    body: { uuids: ['{moving}'], parent_uuid: '{folder}' },
    expected: mine,
  },
  'POST /api/workflow/move_workflows': {
    body: { uuids: ['{workflow}'], parent_uuid: '{folder}' },
    expected: mine,
  },
  'GET /api/project': { expected: person },
  'GET /api/user/me/default_project': { expected: person },
  'POST /api/project': { body: { name: 'n' }, expected: [201, 201, 401, 401] },
  'GET /api/project/:uuid': { expected: mine },
  'POST /api/project/:uuid': { body: { name: 'n' }, expected: mine },
  'DELETE /api/project/:uuid': { path: '/api/project/{spareProject}', expected: mine, member: 403 },
  'GET /api/project/:uuid/users': { expected: mine },
  'GET /api/project/:uuid/has_edit_access': { expected: mine },
  'POST /api/project/:uuid/add_users': { body: { users: ['member'] }, expected: mine, member: 403 },
  'POST /api/project/:uuid/remove_users': { body: { users: ['bystander'] }, expected: mine, member: 403 },
  // To the owner again: a change would change who the callers of the next rows are.
  'POST /api/project/:uuid/reassign_ownership': {
    path: '/api/project/{project}/reassign_ownership?user_uuid={ownerId}',
    expected: mine,
    member: 403,
  },
  'POST /api/project/:uuid/create_structure': {
    body: { name: 'n', molecule: helium },
    expected: [201, 404, 401, 401],
  },
  'GET /api/project/:uuid/get_structures': { expected: mine },
  'GET /api/structure/:uuid': { expected: mine },
  'GET /api/saved_search': { expected: person },
  'POST /api/saved_search': { body: { name: 'n' }, expected: [201, 201, 401, 401] },
  'GET /api/saved_search/contents': { expected: person },
  'GET /api/saved_search/:uuid': { expected: mine },
  'GET /api/saved_search/:uuid/contents': { expected: mine },
  // What somebody shares in a project is read and used by its people, and changed by whoever made it.
  'POST /api/saved_search/:uuid': { body: { name: 'n' }, expected: mine, member: 403 },
  'DELETE /api/saved_search/:uuid': { path: '/api/saved_search/{spareSearch}', expected: mine, member: 403 },
  'GET /api/saved_columns': { expected: person },
  'POST /api/saved_columns': { body: { name: 'n', columns: ['energy'] }, expected: [201, 201, 401, 401] },
  'GET /api/saved_columns/:uuid': { expected: mine },
  'POST /api/saved_columns/:uuid': { body: { name: 'n' }, expected: mine, member: 403 },
  'DELETE /api/saved_columns/:uuid': { path: '/api/saved_columns/{spareColumns}', expected: mine, member: 403 },
  'GET /api/trash': { expected: person },
  // A viewer does not see what was deleted.
  'POST /api/trash/:uuid/restore': { path: '/api/trash/{restorable}/restore', expected: mine, viewer: 404 },
  'DELETE /api/trash/:uuid': { path: '/api/trash/{deletion}', expected: mine, viewer: 404 },
  'OPTIONS /api/shared/*': { path: '/api/shared/workflow/{workflow}', expected: [204, 204, 204, 204] },
  'GET /api/workflow': { expected: person },
  'POST /api/workflow/batch_submit': {
    body: { workflow_type: 'test_sleep', folder_uuid: '{folder}', initial_smileses: ['C', 'CC'] },
    expected: [201, 404, 401, 401],
  },
  'POST /api/workflow/batch_retrieve': { body: { uuids: ['{workflow}'] }, expected: mine, reads: true },
  'POST /api/workflow/batch_status': { body: { uuids: ['{workflow}'] }, expected: mine, reads: true },
  // A running item keeps its data.
  'DELETE /api/workflow/:uuid/delete_workflow_data': { expected: [409, 404, 401, 401] },
  'GET /api/share_link': { path: '/api/share_link?workflow_uuid={workflow}', expected: person },
  'POST /api/share_link': { body: { workflow_uuid: '{workflow}' }, expected: [201, 404, 401, 401], viewer: 404 },
  'POST /api/share_link/:uuid/revoke': { path: '/api/share_link/{share_link}/revoke', expected: mine, viewer: 404 },
  'GET /api/protein': { expected: person },
  'POST /api/protein': {
    body: { name: 'p', protein_data: emptyPdb(), project_uuid: '{project}' },
    expected: [201, 404, 401, 401],
    viewer: 404,
  },
  'GET /api/protein/:uuid': { expected: mine },
  'GET /api/protein/:uuid/get_pdb_file': { expected: mine },
  'POST /api/protein/:uuid': { body: { name: 'renamed' }, expected: mine },
  'DELETE /api/protein/:uuid': { path: '/api/protein/{spareProtein}', expected: mine },
  // PDBFixer is not among what the tests' worker has.
  'POST /api/protein/sanitize/:uuid': { body: {}, expected: [422, 404, 401, 401], viewer: 422 },
  'GET /api/shared/protein/:uuid': { expected: hidden, open: 200 },
  'POST /api/convert/pdb_file_to_protein': { body: {}, expected: [422, 422, 401, 401], reads: true },
  'POST /api/convert/stjames_pdb_to_pdb_filestring': { body: {}, expected: [422, 422, 401, 401], reads: true },
  'GET /api/shared/workflow/:uuid': { expected: hidden, open: 200 },
  'GET /api/shared/workflow/:uuid/bundle': { expected: hidden, open: 200 },
  'GET /api/shared/workflow/:uuid/log': { expected: hidden, open: 200 },
  'GET /api/shared/calculation/read_molecules': {
    path: '/api/shared/calculation/read_molecules?uuids={calculation}',
    expected: everybody,
  },
  'GET /api/shared/calculation/:uuid': { expected: hidden, open: 200 },
  'GET /api/shared/calculation/:uuid/molecules': { expected: hidden, open: 200 },
  'GET /api/shared/calculation/:uuid/stjames': { expected: hidden, open: 200 },
  'GET /api/shared/calculation/:uuid/logfile': { expected: hidden, open: 200 },
  'GET /api/shared/folder/:uuid': { expected: hidden, open: 200 },
  'GET /api/shared/folder/:uuid/contents': { expected: hidden, open: 200 },
  // An empty list is refused before the converter is asked, after the caller is known.
  'POST /api/convert/inspect_smiles': { body: { smiles: [] }, expected: [422, 422, 401, 401], reads: true },
  'POST /api/convert/smiles_to_mols': { body: { smiles: [] }, expected: [422, 422, 401, 401], reads: true },
  'POST /api/convert/mols_to_smiles': { body: { molecules: [] }, expected: [422, 422, 401, 401], reads: true },
  'POST /api/convert/mol_to_smiles': { body: {}, expected: [422, 422, 401, 401], reads: true },
  'POST /api/convert/reorder_to_match_template': { body: {}, expected: [422, 422, 401, 401], reads: true },
  // Lookups are switched off in the tests of the whole server.
  'POST /api/convert/pubchem_to_mols': {
    body: { identifiers: ['2244'] },
    expected: [422, 422, 401, 401],
    reads: true,
  },
  'POST /api/convert/pubchem_to_smiles': {
    body: { identifiers: ['2244'] },
    expected: [422, 422, 401, 401],
    reads: true,
  },
  'POST /api/convert/pdb_id_to_protein': {
    path: '/api/convert/pdb_id_to_protein?pdb_id=1HCK',
    expected: [422, 422, 401, 401],
    reads: true,
  },
  'GET /api/convert/pdb_id_to_sequences': {
    path: '/api/convert/pdb_id_to_sequences?pdb_id=1HCK',
    expected: [422, 422, 401, 401],
  },
  'POST /api/convert/files_to_mols': { body: {}, expected: [422, 422, 401, 401], reads: true },
  'POST /api/convert/mol_to_file': { body: { molecules: [] }, expected: [422, 422, 401, 401], reads: true },
  'POST /api/worker/register': {
    body: { name: 'w', host: 'h', memory_mb: 1, report: probeReport },
    expected: workersOnly(200),
  },
  'POST /api/worker/claim': {
    body: { worker: someUuid, memory_mb: 1, gpus: 0, seconds: null, wait_seconds: 0 },
    expected: workersOnly(404),
  },
  'POST /api/worker/heartbeat': { body: { worker: someUuid, attempts: [attempt] }, expected: workersOnly(200) },
  'POST /api/worker/events': { body: { ...attempt, events: [] }, expected: workersOnly(404) },
  'POST /api/worker/file': { body: { ...attempt, name: 'log', text: 't' }, expected: workersOnly(404) },
  // The items are no trajectories, orbitals or alignments.
  ...Object.fromEntries(
    ['/api', '/api/shared'].flatMap((prefix) =>
      ['trajectory/:uuid/compressed_stream', 'orbitals/:uuid/compressed_json', 'workflow/:uuid/get_msa_files'].map(
        (path): [string, Row] => [
          `GET ${prefix}/${path}`,
          prefix === '/api' ? { expected: absent } : { expected: hidden },
        ],
      ),
    ),
  ),
  'POST /api/trajectory/:uuid/atom_trajectories': { body: {}, expected: absent, reads: true },
  'POST /api/shared/trajectory/:uuid/atom_trajectories': { body: {}, expected: hidden },
  // Parts are bytes; this is JSON.
  'POST /api/worker/file_part': {
    path: `/api/worker/file_part?attempt=${someUuid}&token=${someUuid}&file=${someUuid}&position=0`,
    body: {},
    expected: workersOnly(422),
  },
  'POST /api/worker/finish': { body: { ...attempt, ...ending }, expected: workersOnly(404) },
  'POST /api/admin': { body: { command: 'user_link', email: null }, expected: [401, 401, 401, 401] },
  'GET /healthz': { expected: everybody },
  'GET /readyz': { expected: everybody },
  'GET /api/healthz': { expected: everybody },
  // Measurements are for whoever has the token of the settings; here there is none.
  'GET /metrics': { expected: [404, 404, 404, 404] },
  'GET /api/openapi.json': { expected: everybody },
  'GET /api/docs': { expected: everybody },
  'GET /api/docs/style.css': { expected: everybody },
  'GET /embed/1/*': { path: '/embed/1/missing.js', expected: [404, 404, 404, 404] },
  'GET /*': { path: '/missing.js', expected: [404, 404, 404, 404] },
};

const registered = new Set<string>();

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

onBothDatabases('every route for every role', (place) => {
  let server: RunningServer;
  let workerKey = '';
  let strangerKey = '';
  let strangerReadKey = '';
  let strangerToken = '';
  let expiredKey = '';
  let revokedKey = '';
  let elsewhereKey = '';
  let memberKey = '';
  let viewerKey = '';
  const things: Record<string, Record<string, string>> = {};

  async function makeItem(
    owner: string,
    folder: string,
    isPublic: boolean,
  ): Promise<{ workflow: string; calculation: string }> {
    const { db, files } = server.services;
    const [workflow, calculation] = [randomUUID(), randomUUID()];
    await insertWorkflow(db.drizzle, owner, {
      uuid: workflow,
      parent: folder,
      name: 'n',
      type: 'test_sleep',
      data: {},
      options: {},
      smiles: null,
      maxCredits: null,
      requirements: ['xtb'],
      seed: 1,
    });
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

  beforeAll(async () => {
    server = await startTestServer(place(), {}, { onRoute: (method, url) => registered.add(`${method} ${url}`) });
    const account = await firstAccount(server.services.db.drizzle);
    workerKey = await addWorkerKey(server.services.db.drizzle, 'test');
    strangerKey = await addPerson(server, 'stranger@example.org');
    strangerReadKey = await addPerson(server, 'stranger@example.org', { scope: 'read' });
    const token = await call(server, 'POST', '/api/session/token', { key: strangerKey, body: {} });
    strangerToken = String(token.body.token);
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
      things[kind] = {
        ...item,
        folder: place,
        project,
        ownerId: account?.id ?? '',
        spareProject,
        moving: await folder(false),
        structure: await made(`/api/project/${project}/create_structure`, structure),
        saved_search: await made('/api/saved_search', search),
        spareSearch: await made('/api/saved_search', search),
        saved_columns: await made('/api/saved_columns', columns),
        spareColumns: await made('/api/saved_columns', columns),
        restorable: await deletion(),
        deletion: await deletion(),
        protein: await protein(),
        share_link: await made('/api/share_link', { folder_uuid: place, name: kind }),
        spare: spare.workflow,
        spareFolder: await folder(false),
        spareProtein: await protein(),
      };
    }
  });
  afterAll(() => server.stop());

  const fill = (text: string, kind: string) =>
    text.replace(/\{(\w+)\}/g, (_all, name: string) => things[kind]?.[name] ?? name);
  const addressOf = (route: string, entry: Row, kind: string) => {
    const [, url = ''] = route.split(' ');
    const name =
      /\/(calculation|folder|protein|project|structure|saved_search|saved_columns)\//.exec(url)?.[1] ?? 'workflow';
    return fill(entry.path ?? url.replace(':uuid', `{${name}}`), kind);
  };
  const ask = (route: string, entry: Row, kind: string, key: string | null, headers: Record<string, string> = {}) => {
    const [method = ''] = route.split(' ');
    const body = entry.body === undefined ? undefined : fill(JSON.stringify(entry.body), kind);
    return call(server, method, addressOf(route, entry, kind), { key, body, headers });
  };

  test.each(Object.entries(table))('%s', async (route, entry) => {
    const [owner, stranger, anonymous, worker] = entry.expected;
    // The owner comes last: deleting is among the calls.
    expect((await ask(route, entry, 'private', strangerKey)).status, 'stranger').toBe(stranger);
    expect((await ask(route, entry, 'private', null)).status, 'anonymous').toBe(anonymous);
    expect((await ask(route, entry, 'private', null, { 'x-worker-key': workerKey })).status, 'worker').toBe(worker);
    // Keys that may do less: what is open to nobody but people is judged by method, all else does not look at keys.
    const people = anonymous === 401 && owner !== 401;
    const reading = route.startsWith('GET ') || entry.reads === true;
    const read = people ? (reading || owner === 403 ? stranger : 403) : stranger;
    expect((await ask(route, entry, 'private', strangerReadKey)).status, 'key that may only read').toBe(read);
    for (const key of [expiredKey, revokedKey]) {
      expect((await ask(route, entry, 'private', key)).status, 'key that is dead').toBe(anonymous);
    }
    const elsewhere = await ask(route, entry, 'private', elsewhereKey);
    if (people && stranger === 404) expect([403, 404], 'key of another project').toContain(elsewhere.status);
    const bearer = await ask(route, entry, 'private', null, { authorization: `Bearer ${strangerToken}` });
    const told = people ? (route.startsWith('GET ') ? stranger : 403) : anonymous;
    expect(bearer.status, 'token for reading').toBe(told);
    if (people && stranger === 404) {
      const viewer = entry.viewer ?? (reading ? owner : 403);
      expect((await ask(route, entry, 'member', viewerKey)).status, 'viewer').toBe(viewer);
      expect((await ask(route, entry, 'member', memberKey)).status, 'member').toBe(entry.member ?? owner);
    }
    if (entry.open !== undefined)
      expect((await ask(route, entry, 'public', null)).status, 'public thing').toBe(entry.open);
    expect((await ask(route, entry, 'private', ownerKey)).status, 'owner').toBe(owner);
  });

  test('what somebody else or nobody reads in a batch is empty', async () => {
    const path = `?uuids=${things.private?.calculation}`;
    const read = async (prefix: string, key: string | null) =>
      (await call(server, 'GET', `${prefix}/calculation/read_molecules${path}`, { key })).body;
    expect(await read('/api', strangerKey)).toEqual({});
    expect(await read('/api/shared', ownerKey)).toEqual({});
    expect(Object.keys(await read('/api', ownerKey))).toEqual([things.private?.calculation]);
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
  test('has a row for every route, and no row for a route that is gone', () => {
    expect([...registered].sort()).toEqual(Object.keys(table).sort());
  });
});
