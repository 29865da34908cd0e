import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { emptyPdb, type Pdb, readPdb } from '@cuvette/core/chemistry';
import type { Preparation, Protein } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from '../../config.ts';
import { hasPdbFixer } from '../../proteins/force-field-check.ts';
import { claim as claimJob, giveBack } from '../../queue/claim.ts';
import { reapLostAttempts, recoverAttempts } from '../../queue/reaper.ts';
import type { RunningServer } from '../../serve.ts';
import { addWorkerKey } from '../../store/api-keys.ts';
import { migrationsFolder, rows } from '../../store/database/database.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { fullRun } from '../../testing/load.ts';
import { probeReport, roomy } from '../../testing/probe-report.ts';
import { endAll, processes, startProduct, temporaryIn, until } from '../../testing/product.ts';
import { quickProbe } from '../../testing/remote-worker.ts';
import { makeStandInPdbFixer, type StandInPdbFixer } from '../../testing/stand-in-pdbfixer.ts';
import { addPerson, call, startTestServer } from '../../testing/test-server.ts';

const fixtures = path.join(checkout, 'packages/core/src/chemistry/fixtures');
const python = path.join(checkout, 'packages/compute/.venv/bin/python');
const present = await hasPdbFixer(python);

type Seen = Protein & { preparation: Preparation | null; data: Pdb | null };
type Place = { address: string };

async function structure(file: string): Promise<Pdb> {
  return readPdb(gunzipSync(await readFile(path.join(fixtures, file))).toString());
}

async function upload(server: Place, data: object, name = 'protein'): Promise<string> {
  const made = await call<Seen>(server, 'POST', '/api/protein', { body: { name, protein_data: data } });
  expect(made.status, JSON.stringify(made.body).slice(0, 300)).toBe(201);
  return made.body.uuid;
}

const read = async (server: Place, uuid: string) => (await call<Seen>(server, 'GET', `/api/protein/${uuid}`)).body;

const ended = (server: Place, uuid: string) =>
  until(`the preparation of ${uuid} ends`, async () => {
    const found = await read(server, uuid);
    return [2, 3, 4].includes(found.sanitized ?? 0) ? found : null;
  });

const running = (server: Place, uuid: string) =>
  until(`the preparation of ${uuid} runs`, async () => {
    const { preparation } = await read(server, uuid);
    return preparation?.state === 'running' && preparation.percent > 0 ? preparation : null;
  });

const count = (pdb: Pdb | null) =>
  Object.values(pdb?.models[0]?.polymer ?? {})
    .flatMap(({ residues }) => Object.values(residues))
    .flatMap(({ atoms }) => Object.values(atoms)).length;

/** Without PDBFixer there is nothing to prepare with; in CI that is a failure. */
describe.skipIf(!present && process.env.CI !== 'true')('with PDBFixer', () => {
  onOneDatabase('preparing proteins', (place) => {
    let server: RunningServer;
    let folder = '';
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'cuvette-prepare-'));
      server = await startTestServer(place(), { CUVETTE_PYTHON: await quickProbe(folder), CUVETTE_WORKERS: '1' });
    });
    afterAll(async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    });

    test('crambin gets its 315 hydrogens; the upload is kept, given out and put back', async () => {
      const crambin = await structure('1crn.pdb.gz');
      const uuid = await upload(server, crambin);
      const asked = await call<Seen>(server, 'POST', `/api/protein/sanitize/${uuid}`);
      expect(asked.status).toBe(200);
      expect(asked.body).toMatchObject({ sanitized: 1, data: null });
      const done = await ended(server, uuid);
      expect(done).toMatchObject({ sanitized: 2, preparation: { state: 'done', percent: 100, has_original: true } });
      expect(count(done.data)).toBe(642);
      expect(done.preparation?.report).toMatchObject({
        software: { PDBFixer: '1.12.0' },
        added_hydrogens: 315,
        after: { atoms: 642 },
      });
      const file = (query: string) => call<string>(server, 'GET', `/api/protein/${uuid}/get_pdb_file${query}`);
      expect(count(readPdb((await file('')).body))).toBe(642);
      expect(readPdb((await file('?original=true')).body).models).toEqual(crambin.models);
      expect(await file('?original=ture')).toMatchObject({ status: 422, body: { field: 'original' } });
      const restored = await call<Seen>(server, 'POST', `/api/protein/${uuid}/restore_original`);
      expect(restored.body).toMatchObject({ sanitized: 0, preparation: null });
      expect(restored.body.data?.models).toEqual(crambin.models);
      expect(await call(server, 'POST', `/api/protein/${uuid}/restore_original`)).toMatchObject({ status: 409 });
    });

    test('choices of the query count; each preparation starts from the upload', async () => {
      const gfp = await structure('1ema.pdb.gz');
      const uuid = await upload(server, gfp);
      const prepare = (query: string) => call<Seen>(server, 'POST', `/api/protein/prepare/${uuid}?${query}`);
      const off = 'add_hydrogens=False&optimize_hydrogens=false&add_missing_atoms=0';
      expect((await prepare(`${off}&keep_waters=false`)).status).toBe(200);
      expect(Object.keys((await ended(server, uuid)).data?.models[0]?.water ?? {})).toEqual([]);
      const states = encodeURIComponent('{"A.25": "HID"}');
      expect((await prepare(`${off}&keep_waters=True&add_hydrogen_ph=5.5&protonation_states=${states}`)).status).toBe(
        200,
      );
      const again = await ended(server, uuid);
      expect(Object.keys(again.data?.models[0]?.water ?? {})).toHaveLength(95);
      expect(again.preparation?.options).toMatchObject({
        keep_waters: true,
        add_hydrogens: false,
        add_hydrogen_ph: 5.5,
        protonate_by_pka: true,
        protonation_states: { 'A.25': 'HID' },
      });
      expect(await call(server, 'POST', `/api/protein/${uuid}/validate_forcefield`)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining('was prepared already: prepare it again with other choices') },
      });
      for (const wrong of ['A.25', '{"A.25":"HIX"}']) {
        expect(await prepare(`protonation_states=${encodeURIComponent(wrong)}`)).toMatchObject({
          status: 422,
          body: { field: 'protonation_states' },
        });
      }
      expect(await prepare('keep_waters=perhaps')).toMatchObject({ status: 422, body: { field: 'keep_waters' } });
      expect(await prepare('add_hydrogen_ph=15')).toMatchObject({ status: 422, body: { field: 'add_hydrogen_ph' } });
      expect(await prepare('add_hydrogen_ph=acid')).toMatchObject({ status: 422, body: { field: 'add_hydrogen_ph' } });
    });

    test('what cannot be prepared fails in words and stays as it is', async () => {
      const uuid = await upload(server, emptyPdb());
      await call(server, 'POST', `/api/protein/sanitize/${uuid}`);
      const failed = await ended(server, uuid);
      expect(failed).toMatchObject({
        sanitized: 3,
        data: emptyPdb(),
        preparation: { state: 'failed', message: expect.stringContaining('holds no'), has_original: false },
      });
    });

    test('the force field names the residues that it lacks', async () => {
      const uuid = await upload(server, await structure('1crn.pdb.gz'));
      const check = (body?: unknown) => call(server, 'POST', `/api/protein/${uuid}/validate_forcefield`, { body });
      expect(await check()).toMatchObject({
        status: 422,
        body: { detail: expect.stringMatching(/ff14SB.*THR A\.1 \(has no hydrogens\)/) },
      });
      await call(server, 'POST', `/api/protein/sanitize/${uuid}`);
      await ended(server, uuid);
      expect(await check(['HEM'])).toMatchObject({ status: 200, body: { valid: true, residues: [] } });
      expect((await check({ no: 'list' })).status).toBe(422);
    });
  });
});

onOneDatabase('preparations under way', (place) => {
  let server: RunningServer;
  let folder = '';
  let standIn: StandInPdbFixer;
  const prepare = (uuid: string, query = '') => call<Seen>(server, 'POST', `/api/protein/prepare/${uuid}${query}`);
  const jobs = () => processes(`${standIn.program} -m cuvette_compute run`);
  const start = () => startTestServer(place(), { CUVETTE_PYTHON: standIn.program, CUVETTE_WORKERS: '1' });
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cuvette-stand-in-'));
    standIn = await makeStandInPdbFixer(folder);
    server = await start();
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('asked twice is done once; other choices and another structure wait; names and pockets do not', async () => {
    await standIn.take(2);
    const before = await standIn.starts();
    const data = await structure('1crn.pdb.gz');
    const uuid = await upload(server, data);
    expect((await prepare(uuid)).body.sanitized).toBe(1);
    expect((await prepare(uuid)).status).toBe(200);
    expect(await prepare(uuid, '?keep_waters=true')).toMatchObject({ status: 409 });
    expect(await running(server, uuid)).toMatchObject({ stage: 'Standing in', percent: 1 });
    const change = (body: unknown) => call<Seen>(server, 'POST', `/api/protein/${uuid}`, { body });
    expect(await change({ data: emptyPdb() })).toMatchObject({ status: 409, body: { field: 'data' } });
    expect(await change({ name: 'renamed', data })).toMatchObject({ status: 200, body: { sanitized: 1 } });
    expect(await call(server, 'POST', `/api/protein/${uuid}/restore_original`)).toMatchObject({ status: 409 });
    expect(await ended(server, uuid)).toMatchObject({ sanitized: 2, name: 'renamed' });
    expect((await standIn.starts()) - before).toBe(1);
    // A client that never loaded the prepared structure sends the upload back with a new name.
    expect((await change({ name: 'again', data })).body).toMatchObject({ name: 'again', sanitized: 2 });
    // Another structure is a new protein: nothing of the preparation is left.
    const other = await change({ data: emptyPdb() });
    expect(other.body).toMatchObject({ sanitized: 0, preparation: null });
    expect(await call(server, 'POST', `/api/protein/${uuid}/stop_preparation`)).toMatchObject({ status: 409 });
  });

  test.runIf(fullRun)(
    'stopped: at once while it waits, within seconds while it runs, and its process is gone',
    async () => {
      await standIn.take(600);
      const [first, second] = [await upload(server, await structure('1crn.pdb.gz')), await upload(server, emptyPdb())];
      await prepare(first);
      await prepare(second);
      await running(server, first);
      const stop = (uuid: string) => call(server, 'POST', `/api/protein/${uuid}/stop_preparation`);
      expect((await stop(second)).status).toBe(200);
      expect(await read(server, second)).toMatchObject({ sanitized: 4, preparation: { state: 'stopped' } });
      expect(await jobs()).not.toEqual([]);
      expect((await stop(first)).status).toBe(200);
      expect(await ended(server, first)).toMatchObject({ sanitized: 4, preparation: { message: 'Stopped.' } });
      expect(await jobs()).toEqual([]);
      await standIn.take(0);
      expect((await prepare(first)).body.sanitized).toBe(1);
      const done = await ended(server, first);
      expect(done).toMatchObject({ sanitized: 2 });
      // A later preparation that does not end leaves the prepared structure, and the report with the pKa values that it was made by.
      await standIn.take(600);
      await prepare(first);
      await running(server, first);
      expect((await read(server, first)).preparation?.report).toEqual(done.preparation?.report);
      await stop(first);
      const stopped = await ended(server, first);
      expect(stopped).toMatchObject({ sanitized: 4, preparation: { has_original: true } });
      expect(stopped.preparation?.report).toEqual(done.preparation?.report);
      expect(stopped.preparation?.report).not.toBeNull();
      await standIn.take(0);
    },
  );

  test('deleted while it runs: its process is gone, and the next one has its turn', async () => {
    await standIn.take(600);
    const uuid = await upload(server, await structure('1crn.pdb.gz'));
    await prepare(uuid);
    await running(server, uuid);
    const gone = await call(server, 'DELETE', `/api/protein/${uuid}`);
    expect(gone.status).toBe(200);
    await until('its process is gone', async () => (await jobs()).length === 0, 20);
    await call(server, 'POST', `/api/trash/${gone.body.deletion_uuid}/restore`);
    expect(await ended(server, uuid)).toMatchObject({ sanitized: 4, preparation: { state: 'stopped' } });
    await standIn.take(0);
    const next = await upload(server, await structure('1crn.pdb.gz'));
    await prepare(next);
    expect(await ended(server, next)).toMatchObject({ sanitized: 2 });
  });

  test('a server that winds down lets it go; the next start takes it up', async () => {
    await standIn.take(600);
    const uuid = await upload(server, await structure('1crn.pdb.gz'));
    await prepare(uuid);
    await running(server, uuid);
    await server.stop();
    await until('the job ends with the server', async () => (await jobs()).length === 0);
    await standIn.take(0);
    server = await start();
    expect(await ended(server, uuid)).toMatchObject({ sanitized: 2 });
  });

  test('a viewer and a stranger change nothing', async () => {
    const uuid = await upload(server, await structure('1crn.pdb.gz'));
    const key = await addPerson(server, 'stranger@example.org');
    for (const call_ of [
      `prepare/${uuid}`,
      `sanitize/${uuid}`,
      `${uuid}/stop_preparation`,
      `${uuid}/restore_original`,
    ]) {
      expect((await call(server, 'POST', `/api/protein/${call_}`, { key })).status).toBe(404);
    }
    expect((await read(server, uuid)).sanitized).toBe(0);
  });
});

// In `npm test`: the same with an item (faults.test.ts), and what a start gives out again (below).
test.runIf(fullRun)(
  'kill -9 of the server: its worker and compute end with it, and the preparation is begun again after the start',
  async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'cuvette-prepare-'));
    const data = path.join(root, 'data');
    await mkdir(path.join(root, 'python'));
    const standIn = await makeStandInPdbFixer(path.join(root, 'python'));
    const env = { CUVETTE_PYTHON: standIn.program, CUVETTE_WORKERS: '1' };
    try {
      await standIn.take(600);
      const first = await startProduct(data, root, env);
      const uuid = await upload(first, await structure('1crn.pdb.gz'));
      await call(first, 'POST', `/api/protein/sanitize/${uuid}`);
      await running(first, uuid);
      first.child.kill('SIGKILL');
      await first.exited;
      await until(
        'compute is gone',
        async () => (await processes(path.join(temporaryIn(root), 'cuvette-job-'))).length === 0,
      );
      await standIn.take(0);
      const second = await startProduct(data, root, env);
      expect(await ended(second, uuid)).toMatchObject({ sanitized: 2, preparation: { report: { stand_in: true } } });
      expect(await standIn.starts()).toBe(2);
      second.child.kill('SIGTERM');
      await second.exited;
    } finally {
      endAll();
      await rm(root, { recursive: true, force: true });
    }
  },
);

/** Workers that only talk: what the server makes of what they say. */
onOneDatabase('preparations by workers', (place) => {
  let server: RunningServer;
  let workerKey = '';
  let worker = '';
  interface Claimed {
    attempt: string;
    token: string;
    seconds?: number;
    job: { uuid: string; type: string; attempt: number; data: object; proteins: Record<string, Pdb> };
  }
  const ask = async <T = Record<string, unknown>>(name: string, body: unknown) =>
    call<T>(server, 'POST', `/api/worker/${name}`, { key: null, headers: { 'x-worker-key': workerKey }, body });
  const register = async (capabilities: string[]): Promise<string> => {
    const report = { ...probeReport, capabilities };
    const body = { name: 'w', host: 'far', memory_mb: 8000, report };
    return (await ask<{ worker: string }>('register', body)).body.worker;
  };
  const claim = async (by = worker): Promise<Claimed | null> => {
    const body = { worker: by, memory_mb: 8000, gpus: 0, seconds: null, wait_seconds: 0 };
    return (await ask<{ job: Claimed | null }>('claim', body)).body.job;
  };
  const claimed = async (): Promise<Claimed> => {
    const found = await claim();
    if (!found) throw new Error('There was nothing to claim.');
    return found;
  };
  const finish = ({ attempt, token }: Claimed, ending: Record<string, unknown>) => {
    const nothing = { exit_code: 0, signal: null, peak_memory_mb: null, output_tail: 'said' };
    return ask('finish', { attempt, token, ...nothing, ...ending });
  };
  const failing = (error_class: string, message: string) => ({
    outcome: 'failed',
    error: { event: 'error', error_class, message },
  });
  const beat = async ({ attempt, token }: Claimed) =>
    (await ask<{ attempts: object[] }>('heartbeat', { worker, attempts: [{ attempt, token }] })).body.attempts[0];
  const asked = async (data: object = emptyPdb()): Promise<string> => {
    const uuid = await upload(server, data);
    expect((await call(server, 'POST', `/api/protein/sanitize/${uuid}`)).status).toBe(200);
    return uuid;
  };
  /** The rest after a failure is over, or the lease of its attempt. */
  const passed = async (uuid: string) => {
    const { db } = server.services;
    await rows(db.drizzle, sql`UPDATE protein_preparation SET run_after = now() WHERE protein_uuid = ${uuid}::uuid`);
    await rows(
      db.drizzle,
      sql`UPDATE attempt SET lease_until = now() - interval '1 s' WHERE protein_uuid = ${uuid}::uuid`,
    );
    return reapLostAttempts(db);
  };

  beforeAll(async () => {
    server = await startTestServer(place());
    workerKey = await addWorkerKey(server.services.db.drizzle, 'test');
  });
  afterAll(() => server.stop());

  test('without a worker it waits for one and says so; a worker that cannot do it is no help, and then it is refused', async () => {
    const uuid = await asked();
    const waiting = (stage: string) => ({ sanitized: 1, preparation: { state: 'waiting', stage, percent: 0 } });
    expect(await read(server, uuid)).toMatchObject(waiting('Waiting for a worker that prepares proteins'));
    const unable = await register(['xtb']);
    expect(await claim(unable)).toBeNull();
    expect(await read(server, uuid)).toMatchObject(waiting('Waiting for a worker that prepares proteins'));
    const other = await upload(server, emptyPdb());
    for (const call_ of ['sanitize', 'prepare']) {
      expect(await call(server, 'POST', `/api/protein/${call_}/${other}`)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining('needs PDBFixer') },
      });
    }
    expect(await read(server, other)).toMatchObject({ sanitized: 0, preparation: null });
    worker = await register(['stored_protein_preparation']);
    expect(await read(server, uuid)).toMatchObject(waiting('Waiting for its turn'));
    await finish(await claimed(), failing('input_error', 'No.'));
  });

  test('it goes before items; the oldest first, each to one worker; its structure and choices go with it', async () => {
    const item = { name: 'item', workflow_type: 'test_sleep', workflow_data: { seconds: 0 } };
    await call(server, 'POST', '/api/workflow', { body: item });
    const data = await structure('1crn.pdb.gz');
    const uuids = [await asked(data), await asked(), await asked()];
    const found = [await claimed(), ...(await Promise.all([claimed(), claimed()]))];
    expect(found.map(({ job }) => job.uuid)).toEqual([uuids[0], ...found.slice(1).map(({ job }) => job.uuid)]);
    expect(new Set(found.map(({ job }) => job.uuid))).toEqual(new Set(uuids));
    expect(found[0]).toMatchObject({
      seconds: 1800,
      job: { type: 'stored_protein_preparation', attempt: 1, data: { keep_waters: false, add_hydrogen_ph: 7 } },
    });
    expect(found[0]?.job.proteins[uuids[0] ?? '']?.models).toEqual(data.models);
    for (const one of found) await finish(one, failing('input_error', 'No.'));
  });

  test('a worker that is gone loses it, and its late result is refused; what ends workers is not begun for ever', async () => {
    const uuid = await asked();
    const first = await claimed();
    const done = { event: 'result', data: { structure: emptyPdb(), report: { by: 1 } }, provenance: null };
    expect(await beat(first)).toMatchObject({ stop: false, over: null });
    await ask('events', { ...first, events: [{ event: 'progress', stage: 'At it', done: 1, total: 2, percent: 50 }] });
    expect(await read(server, uuid)).toMatchObject({ preparation: { state: 'running', stage: 'At it', percent: 50 } });
    expect(await passed(uuid)).toBe(1);
    const second = await claimed();
    expect(second.job).toMatchObject({ uuid, attempt: 2 });
    expect(await finish(first, { outcome: 'completed', result: done })).toMatchObject({ status: 409 });
    expect(await beat(first)).toMatchObject({ stop: true, over: expect.stringContaining('Attempt 1 is over') });
    expect((await finish(second, { outcome: 'completed', result: done })).status).toBe(200);
    expect(await read(server, uuid)).toMatchObject({ sanitized: 2, preparation: { state: 'done', report: { by: 1 } } });

    await call(server, 'POST', `/api/protein/sanitize/${uuid}`);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect((await claimed()).job.attempt).toBe(attempt);
      await passed(uuid);
      await passed(uuid);
    }
    expect(await claim()).toBeNull();
    expect(await read(server, uuid)).toMatchObject({
      sanitized: 3,
      preparation: { state: 'failed', message: expect.stringMatching(/worker on far.*begun 6 times/) },
    });
  });

  test('what took too long is tried once more, and then says what needs less; a bad result is a failure', async () => {
    const uuid = await asked();
    await finish(await claimed(), failing('resource_error', 'The job ran too long.'));
    expect(await read(server, uuid)).toMatchObject({ preparation: { stage: 'Waiting to be tried again' } });
    await passed(uuid);
    await finish(await claimed(), failing('resource_error', 'The job ran too long.'));
    expect(await read(server, uuid)).toMatchObject({
      sanitized: 3,
      preparation: { message: expect.stringContaining('too long. A smaller structure') },
    });
    const odd = await asked();
    const result = { event: 'result', data: { structure: { models: 1 }, report: {} }, provenance: null };
    expect((await finish(await claimed(), { outcome: 'completed', result })).status).toBe(409);
    expect(await read(server, odd)).toMatchObject({
      sanitized: 3,
      data: emptyPdb(),
      preparation: { message: expect.stringContaining('bug') },
    });
  });

  test('its worker hears that it shall stop; one that leaves gives it back; a claim that reached nobody is undone', async () => {
    const uuid = await asked();
    await finish(await claimed(), { outcome: 'released' });
    expect((await read(server, uuid)).preparation?.state).toBe('waiting');
    const { db } = server.services;
    const lost = await claimJob(db, { worker, ...roomy });
    if (lost) await giveBack(db, lost);
    const again = await claimed();
    expect(again.job).toMatchObject({ uuid, attempt: 2 });
    await call(server, 'POST', `/api/protein/${uuid}/stop_preparation`);
    expect(await beat(again)).toMatchObject({ stop: true, over: null });
    await finish(again, { outcome: 'stopped' });
    expect(await read(server, uuid)).toMatchObject({ sanitized: 4, preparation: { message: 'Stopped.' } });
  });

  test('a restart of the server gives out what its own workers had', async () => {
    const uuid = await asked();
    const { serverId, db } = server.services;
    await claimed();
    await rows(db.drizzle, sql`UPDATE worker SET server_id = ${serverId} WHERE uuid = ${worker}::uuid`);
    expect(await recoverAttempts(db, serverId)).toBe(1);
    worker = await register(['stored_protein_preparation']);
    expect((await claimed()).job).toMatchObject({ uuid, attempt: 2 });
  });

  test('rows of a server from before workers did it: what ran waits, what was to stop is stopped', async () => {
    const { drizzle } = server.services.db;
    const [ran, stopped] = [await asked(), await asked()];
    await rows(
      drizzle,
      sql`UPDATE protein_preparation SET state = 'running', stop_requested = (protein_uuid = ${stopped}::uuid)
          WHERE protein_uuid IN (${ran}::uuid, ${stopped}::uuid)`,
    );
    const migration = readFileSync(path.join(migrationsFolder, '0023_preparation_attempts.sql'), 'utf8');
    for (const statement of migration.split('--> statement-breakpoint'))
      if (statement.includes('UPDATE ')) await rows(drizzle, sql.raw(statement));
    expect(await read(server, ran)).toMatchObject({ sanitized: 1, preparation: { state: 'waiting' } });
    expect(await read(server, stopped)).toMatchObject({ sanitized: 4, preparation: { state: 'stopped' } });
  });
});

onOneDatabase('a server without OpenMM', (place) => {
  test('says what is missing for a check, and leaves the protein alone', async () => {
    const server = await startTestServer(place(), { CUVETTE_PYTHON: '/bin/false' });
    try {
      const uuid = await upload(server, emptyPdb());
      expect(await call(server, 'POST', `/api/protein/${uuid}/validate_forcefield`)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining('needs OpenMM') },
      });
      expect(await read(server, uuid)).toMatchObject({ sanitized: 0, preparation: null });
    } finally {
      await server.stop();
    }
  });
});
