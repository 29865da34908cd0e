import { readFile } from 'node:fs/promises';
import type { Bundle, ElabftwPlace, WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claim } from '../queue/claim.ts';
import { finishAttempt } from '../queue/report.ts';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { rows } from '../store/database/database.ts';
import { bringIn, entriesOf } from '../testing/bundle-zips.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { type StandInElabftw, startElabftw } from '../testing/elabftw-server.ts';
import { finishedItem } from '../testing/finished-item.ts';
import { keepPage } from '../testing/host-pages.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { until } from '../testing/product.ts';
import { addPerson, call, startTestServer } from '../testing/test-server.ts';
import { elabftwAddress } from './elabftw-client.ts';
import { sectionOf, withSection } from './experiment-section.ts';

const key = '3-0123456789abcdef';

onOneDatabase('sending to eLabFTW', (place) => {
  let server: RunningServer;
  let elabftw: StandInElabftw;
  let uuid = '';
  const logged: string[] = [];

  beforeAll(async () => {
    elabftw = await startElabftw(key);
    const { host } = new URL(elabftw.address);
    server = await startTestServer(
      place(),
      { CUVETTE_ELABFTW_HOSTS: host },
      { noticePace: { retrySeconds: 1, pollSeconds: 0.5 }, log: (text) => logged.push(text) },
    );
    const example = new URL('../../../../examples/results/pka.cuvette.json', import.meta.url);
    const bundle = JSON.parse(await readFile(example, 'utf8')) as Bundle;
    const { body } = await bringIn(server, bundle);
    uuid = body.items[0]?.uuid ?? '';
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { name: 'Acid <b>"both"</b>' } });
  });
  beforeEach(() => {
    elabftw.calls.length = 0;
  });
  afterAll(async () => {
    await server.stop();
    await elabftw.stop();
  });

  const connect = (body: object, as?: string) =>
    call(server, 'POST', '/api/user/me/elabftw', { body, ...(as ? { key: as } : {}) });
  const send = (item: string, body: object = {}, as?: string) =>
    call<ElabftwPlace & { detail?: string }>(server, 'POST', `/api/workflow/${item}/elabftw`, {
      body,
      ...(as ? { key: as } : {}),
    });
  const named = () =>
    Object.fromEntries(
      (elabftw.experiments[0]?.uploads ?? []).filter(({ state }) => state === 1).map((one) => [one.real_name, one]),
    );
  /** Runs an item that is submitted anew from another one. */
  const rerun = async (from: string, outcome: 'completed' | 'failed') => {
    const { body } = await call<WorkflowItem>(server, 'POST', '/api/workflow', {
      body: { workflow_type: 'test_sleep', name: 'Acid again', resubmitted_from_uuid: from },
    });
    const { db, files, wake } = server.services;
    const worker = await registerWorker(db, { name: 'w', host: 'h', memoryMb: 1, serverId: null, report: probeReport });
    const found = await claim(db, { worker, ...roomy });
    if (found?.job.uuid !== body.uuid) throw new Error('Another item was claimed.');
    const ending = { exitCode: 0, signal: null, peakMemoryMb: null, outputTail: '' };
    const result = { event: 'result' as const, data: { answer: 42 }, messages: [], provenance: null };
    const failure = { event: 'error' as const, error_class: 'input_error' as const, message: 'It failed.', detail: '' };
    await finishAttempt(
      db,
      files,
      found,
      outcome === 'completed' ? { ...ending, outcome, result } : ({ ...ending, outcome, error: failure } as never),
    );
    wake.emit('queued');
    return body.uuid;
  };

  test('nothing is sent before it is connected; a wrong key and a foreign network are refused in words', async () => {
    expect(await send(uuid)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Connect your eLabFTW') },
    });
    expect(await connect({ address: elabftw.address, key: 'wrong' })).toMatchObject({
      status: 422,
      body: { field: 'key', detail: expect.stringContaining('does not accept the key') },
    });
    for (const [address, words] of [
      ['http://127.0.0.1:1/', 'must begin with https'],
      ['https://127.0.0.1:1/', 'CUVETTE_ELABFTW_HOSTS'],
      ['https://169.254.169.254/', 'CUVETTE_ELABFTW_HOSTS'],
      ['https://name:word@example.org/', 'user name or password'],
      ['nonsense', 'as in the browser'],
    ] as const) {
      expect(await connect({ address, key })).toMatchObject({
        status: 422,
        body: { field: 'address', detail: expect.stringContaining(words) },
      });
    }
    expect((await call(server, 'GET', '/api/user/me/elabftw')).body).toMatchObject({ address: null, name: null });
  });

  test('the key is kept encrypted, and is in no answer and no log', async () => {
    const { status, body } = await connect({ address: `${elabftw.address}/experiments.php?mode=show`, key });
    expect([status, body.address, body.name]).toEqual([200, elabftw.address, 'Ada Chemist']);
    const stored = await rows<{ sealed_key: string }>(
      server.services.db.drizzle,
      sql`SELECT sealed_key FROM elabftw_account`,
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.sealed_key).not.toContain(key);
    expect(await server.services.sealing.unseal(stored[0]?.sealed_key ?? '')).toBe(key);
    expect(await server.services.sealing.unseal('0123456789abcdef')).toBeNull();
    expect(JSON.stringify([body, (await call(server, 'GET', '/api/user/me/elabftw')).body, logged])).not.toContain(key);
  });

  test('an experiment gets sentence, picture, table and link, and pictures, CSV and bundle as files', async () => {
    const { status, body } = await send(uuid);
    expect(status).toBe(200);
    expect(elabftw.faults).toEqual([]);
    expect(elabftw.experiments).toHaveLength(1);
    const [made] = elabftw.experiments;
    expect(body).toMatchObject({
      experiment: made?.id,
      error: null,
      address: `${elabftw.address}/experiments.php?mode=view&id=${made?.id}`,
    });
    expect(made?.title).toBe('Acid <b>"both"</b>');
    const text = made?.body ?? '';
    expect(text).toContain(`${server.address}/pka/${uuid}`);
    const values = await call<{ values: { path: string; written: string }[] }>(
      server,
      'GET',
      `/api/workflow/${uuid}/values`,
    );
    expect(text).toContain(values.body.values.find((value) => value.path === 'strongest_acid')?.written);
    expect(text).not.toContain('<b>');
    expect(text).toContain('<table');
    const files = named();
    expect(text).toContain(`app/download.php?f=ab%2F${files['picture.png']?.id}f.png&amp;storage=1`);
    expect(files['picture.png']?.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(Object.keys(files).some((name) => name.endsWith('.csv'))).toBe(true);
    const bundle = await entriesOf(files['cuvette-bundle.zip']?.bytes ?? Buffer.alloc(0));
    expect(bundle.has('bundle.cuvette.json')).toBe(true);
    // A notebook shows the uploaded picture from its own address.
    const picture = `data:image/png;base64,${files['picture.png']?.bytes.toString('base64')}`;
    const shown = text.replace(/app\/download\.php[^"]*/, picture);
    await keepPage('elabftw', shown, { server: server.address, uuid });
  });

  test('sent again it updates: no second experiment, what people wrote stays, files take the place of the old ones', async () => {
    const [made] = elabftw.experiments;
    if (!made) throw new Error('Nothing was sent.');
    made.body = `<p>Written before.</p>${made.body}<p>Written after.</p>`;
    const before = named();
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { name: 'Acid, both' } });
    expect((await send(uuid)).status).toBe(200);
    expect(elabftw.faults).toEqual([]);
    expect(elabftw.experiments).toHaveLength(1);
    expect(made.body.startsWith('<p>Written before.</p>')).toBe(true);
    expect(made.body.endsWith('<p>Written after.</p>')).toBe(true);
    expect(made.body.match(/cuvette-begin/g)).toHaveLength(1);
    expect(made.body).toContain('Acid, both');
    const after = named();
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    // The card has the new name; the structure and the tables are as they were, and stay.
    expect(after['picture.png']?.id).not.toBe(before['picture.png']?.id);
    expect(after['structure.png']?.id).toBe(before['structure.png']?.id);
    expect(elabftw.calls.filter((one) => one === 'POST /lab/api/v2/experiments')).toEqual([]);
  });

  test('a new run of a followed item goes into the same experiment when it ends; one that failed does not', async () => {
    expect((await send(uuid, { follow: true })).body.follow).toBe(true);
    await rerun(uuid, 'failed');
    const next = await rerun(uuid, 'completed');
    const [made] = elabftw.experiments;
    await until('the experiment holds the new run', async () => made?.body.includes(next) ?? false);
    await until('the new run is known to be sent', async () => {
      const { body } = await call<ElabftwPlace>(server, 'GET', `/api/workflow/${next}/elabftw`);
      return body.sent_at !== null && body.experiment === made?.id && body.follow;
    });
    expect(elabftw.experiments).toHaveLength(1);
    expect(made?.body.match(/cuvette-begin/g)).toHaveLength(1);
    expect(elabftw.faults).toEqual([]);
    const { body } = await call<{ notices: { kind: string; receiver: string; state: string }[] }>(
      server,
      'GET',
      '/api/user/me/notices',
    );
    const own = body.notices.filter(({ kind }) => kind === 'elabftw');
    expect(own).toMatchObject([{ receiver: new URL(elabftw.address).host, state: 'delivered' }]);
  });

  test('two at the same time make one experiment; what eLabFTW refuses is said in its words and can be tried again', async () => {
    const other = await finishedItem(server, {
      name: 'other',
      type: 'hydrogen_bond_basicity',
      data: { hba_sites: [], hbd_sites: [] },
    });
    const count = elabftw.experiments.length;
    const both = await Promise.all([send(other), send(other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(elabftw.experiments).toHaveLength(count + 1);
    elabftw.refuseNext.push({ status: 403, description: 'This entry is locked.' });
    const refused = await send(other);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('This entry is locked.');
    const { body } = await call<ElabftwPlace>(server, 'GET', `/api/workflow/${other}/elabftw`);
    expect(body.error).toContain('This entry is locked.');
    expect((await send(other)).body.error).toBeNull();
    // One that was deleted in eLabFTW is made anew.
    const last = elabftw.experiments.at(-1);
    if (last) last.state = 3;
    expect((await send(other)).status).toBe(200);
    expect(elabftw.experiments).toHaveLength(count + 2);
  });

  test('each person sends to their own; another sees neither item nor connection', async () => {
    const stranger = await addPerson(server, 'stranger@example.org');
    expect((await send(uuid, {}, stranger)).status).toBe(404);
    expect((await call(server, 'GET', '/api/user/me/elabftw', { key: stranger })).body.address).toBeNull();
    expect((await call(server, 'DELETE', '/api/user/me/elabftw')).status).toBe(200);
    expect((await send(uuid)).status).toBe(409);
  });
});

test('the address of any page of an eLabFTW is that of the eLabFTW', () => {
  for (const [text, address] of [
    ['https://eln.example.org', 'https://eln.example.org'],
    ['https://eln.example.org/', 'https://eln.example.org'],
    ['https://eln.example.org/experiments.php?mode=view&id=3', 'https://eln.example.org'],
    ['https://example.org/lab/api/v2/', 'https://example.org/lab'],
  ]) {
    expect(elabftwAddress(text ?? '', [])).toBe(address);
  }
});

test('the part of Cuvette is found again in whatever block it stands, and added where it is gone', () => {
  const section = (name: string) =>
    sectionOf({ name, address: 'https://c.example/pka/u', sentAt: 'now' }, '<p>4.48</p>');
  const first = withSection('<p>Before</p>', section('one'));
  expect(first).toBe(`<p>Before</p>\n${section('one')}`);
  const moved = first.replace('<h2>', '<p>').replace('</h2>', '</p>');
  expect(withSection(`${moved}<p>After</p>`, section('two'))).toBe(`<p>Before</p>\n${section('two')}<p>After</p>`);
  expect(withSection('<p>Mine</p>', section('two'))).toBe(`<p>Mine</p>\n${section('two')}`);
  expect(section('"><script>')).not.toContain('<script>');
});
