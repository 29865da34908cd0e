import { randomUUID } from 'node:crypto';
import { emptyPdb } from '@cuvette/core/chemistry';
import { accessTokenPrefix } from '../auth/oauth.ts';
import { claim } from '../queue/claim.ts';
import { takeEvents } from '../queue/report.ts';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { accountByEmail, createAccount, firstAccount } from '../store/users.ts';
import { insertWorkflow } from '../store/workflows/insert-workflows.ts';
import { addCalibration } from './add-calibration.ts';
import { plainItem } from './add-items.ts';
import { finishedItem, largeFiles } from './finished-item.ts';
import { probeReport, roomy } from './probe-report.ts';
import { helium } from './route-rows/row.ts';
import { connectAgent, signInElsewhere } from './sign-in-things.ts';
import { call } from './test-server.ts';

/** An attempt that a worker has, as it calls. */
export interface RunningAttempt {
  attempt: string;
  token: string;
}

/** Things of the owner, open to everybody where that can be, each made anew once it is gone. */
export interface ExistingThings {
  /** The uuid of a thing that the address is about; `choice` says which, where several are. */
  of: (url: string, choice: number) => Promise<string>;
  /** An attempt that runs. */
  attempt: () => Promise<RunningAttempt>;
  /** The uuid of any thing that was made so far. */
  any: (choice: number) => string;
}

/** The name of the measured spectrum that an item has. */
export const spectrumName = 'water.jdx';

/** Makes things for calls that must find something. */
export async function existingThings(server: RunningServer, workerKey: string): Promise<ExistingThings> {
  const { db, files } = server.services;
  const account = await firstAccount(db.drizzle);
  const known = new Map<string, string>();
  let running: RunningAttempt | null = null;

  const made = async (path: string, body: unknown): Promise<string> => {
    const answer = await call(server, 'POST', path, { body });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return String(answer.body.uuid);
  };
  const open = async (kind: string, uuid: string): Promise<string> => {
    await call(server, 'POST', `/api/${kind}/${uuid}`, { body: { public: true } });
    return uuid;
  };
  const item = async (more: object) =>
    open('workflow', await made('/api/workflow', { workflow_type: 'test_sleep', ...more }));
  const calculation = randomUUID();
  /** Puts an item into a worker's hands, with a calculation. */
  const start = async (): Promise<string> => {
    const uuid = randomUUID();
    await insertWorkflow(db.drizzle, account?.id ?? '', plainItem(account?.root_folder_uuid ?? '', { uuid }));
    const worker = await registerWorker(db, { name: 'w', host: 'h', memoryMb: 1, serverId: null, report: probeReport });
    // Items that were submitted before may be before it.
    for (;;) {
      const found = await claim(db, { worker, ...roomy });
      if (!found) throw new Error('The item was not claimed.');
      if (found.job.uuid !== uuid) continue;
      await takeEvents(db, files, found, [
        { event: 'calculation', uuid: randomUUID(), calculation: { molecules: [helium], status: 2 } },
      ]);
      await open('workflow', uuid);
      running = { attempt: found.attempt, token: found.token };
      return uuid;
    }
  };
  const results = await finishedItem(
    server,
    {
      type: 'electronic_properties',
      data: {},
      calculations: { [calculation]: { molecules: [helium], status: 2 } as never },
    },
    largeFiles(),
  );
  await open('workflow', results);

  const person = async (email: string): Promise<string> => {
    const known = await accountByEmail(db.drizzle, email);
    return (known ?? (await createAccount(db, email))).id;
  };

  const makers: Record<string, () => Promise<string>> = {
    results: async () => results,
    calculation: async () => calculation,
    // The item that has it.
    spectrum: async () => {
      const address = `/api/workflow/${results}/spectra`;
      if ((await call(server, 'GET', `${address}/${spectrumName}`)).status === 200) return results;
      const body = { text: '400 0.1\n500 0.4\n600 0.2', kind: 'infrared', filename: spectrumName };
      const { status } = await call(server, 'POST', address, { body });
      if (status !== 201) throw new Error(`The spectrum was not kept: ${status}`);
      return results;
    },
    running: start,
    queued: () => item({}),
    ended: async () => {
      const uuid = await item({});
      await call(server, 'POST', `/api/workflow/${uuid}/stop`);
      return uuid;
    },
    draft: () => item({ is_draft: true }),
    folder: async () => open('folder', await made('/api/folder', { name: 'n' })),
    project: () => made('/api/project', { name: 'n' }),
    structure: async () => {
      const path = `/api/project/${account?.default_project_uuid}/create_structure`;
      return open('structure', await made(path, { name: 'n', molecule: helium }));
    },
    protein: async () => open('protein', await made('/api/protein', { name: 'n', protein_data: emptyPdb() })),
    calibration: () =>
      addCalibration(server, { kind: 'user', id: account?.id ?? '' }, account?.default_project_uuid ?? ''),
    saved_search: () => made('/api/saved_search', { name: 'n' }),
    saved_columns: () => made('/api/saved_columns', { name: 'n', columns: ['energy'] }),
    recipe: () =>
      made('/api/recipe', { name: 'n', steps: [{ id: 'one', workflow_type: 'descriptors', workflow_data: {} }] }),
    document: () => made('/api/document', { name: 'n', uuids: [results] }),
    share_link: () => made('/api/share_link', { workflow_uuid: results }),
    api_key: () => made('/api/api_key', { name: 'n' }),
    workers: () => registerWorker(db, { name: 'w', host: 'h', memoryMb: 1, serverId: null, report: probeReport }),
    account: () => person(`${randomUUID()}@example.org`),
    // Of the people whose browsers make these calls: the tests name each after its call.
    session: async () => signInElsewhere(db.drizzle, await person('sign_out@example.org')),
    application: async () => {
      const token = `${accessTokenPrefix}${randomUUID()}`;
      return connectAgent(db.drizzle, await person('disconnect@example.org'), token, token, `${server.address}/mcp`);
    },
    trash: async () => {
      const name = randomUUID();
      await call(server, 'DELETE', `/api/folder/${await made('/api/folder', { name })}`);
      type Trash = { deletions: { uuid: string; name: string }[] };
      const { deletions } = (await call<Trash>(server, 'GET', '/api/trash?size=100')).body;
      return deletions.find((one) => one.name === name)?.uuid ?? '';
    },
  };
  const items: Record<string, number | null> = { results: null, running: null, queued: null, ended: 4, draft: 6 };
  /** Whether a thing still is what it was made as. What cannot be read by itself is made for each call. */
  const stands = async (kind: string, uuid: string): Promise<boolean> => {
    if (['spectrum', 'share_link', 'api_key', 'workers', 'account', 'session', 'application', 'trash'].includes(kind))
      return false;
    const { status, body } = await call(server, 'GET', `/api/${kind in items ? 'workflow' : kind}/${uuid}`);
    const wanted = items[kind] ?? null;
    return status === 200 && (wanted === null || body.object_status === wanted);
  };
  const get = async (kind: string): Promise<string> => {
    const before = known.get(kind);
    if (before !== undefined && (await stands(kind, before))) return before;
    const maker = makers[kind];
    if (!maker) throw new Error(`Nothing is known that is a ${kind}.`);
    const uuid = await maker();
    known.set(kind, uuid);
    return uuid;
  };
  for (const kind of Object.keys(makers)) await get(kind);

  let last: Promise<unknown> = Promise.resolve();
  /** One at a time: nobody gets what another is still making. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
  const of = (url: string, choice: number): Promise<string> => {
    if (/\/(trajectory|orbitals)\/|get_msa_files/.test(url)) return get('results');
    if (url.includes('/spectra/')) return get('spectrum');
    if (url.endsWith('_draft')) return get('draft');
    if (url.includes('/administration/')) return get(url.includes('/people/') ? 'account' : 'queued');
    if (url.includes('/attempts')) return get('running');
    if (url.endsWith('/delete_workflow_data')) return get(choice % 2 === 0 ? 'ended' : 'running');
    const kind = /^\/api\/(?:shared\/)?(\w+)\//.exec(url)?.[1] ?? '';
    if (kind !== 'workflow') return get(kind);
    return get(['running', 'queued', 'ended', 'draft'][choice % 4] ?? '');
  };
  const attempt = async (): Promise<RunningAttempt> => {
    const body = { worker: randomUUID(), attempts: [running] };
    const headers = { 'x-worker-key': workerKey };
    type Beat = { attempts?: { over: string | null }[] };
    const beat = await call<Beat>(server, 'POST', '/api/worker/heartbeat', { key: null, headers, body });
    if (beat.body.attempts?.[0]?.over !== null) known.set('running', await start());
    if (!running) throw new Error('No attempt runs.');
    return running;
  };
  return {
    of: (url, choice) => inTurn(() => of(url, choice)),
    attempt: () => inTurn(attempt),
    any: (choice) => [...known.values()][choice % known.size] ?? '',
  };
}
