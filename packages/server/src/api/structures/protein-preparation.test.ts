import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { emptyPdb, type Pdb, readPdb } from '@cuvette/core/chemistry';
import type { Preparation, Protein } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from '../../config.ts';
import { hasPdbFixer } from '../../proteins/protein-compute.ts';
import type { RunningServer } from '../../serve.ts';
import { row, rows } from '../../store/database.ts';
import { claimPreparation, endPreparation } from '../../store/protein-preparations.ts';
import { onPglite } from '../../testing/databases.ts';
import { endAll, processes, startProduct, until } from '../../testing/product.ts';
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
  onPglite('preparing proteins', (place) => {
    let server: RunningServer;
    beforeAll(async () => {
      server = await startTestServer(place(), { CUVETTE_PYTHON: python });
    });
    afterAll(() => server.stop());

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
      expect((await prepare(`${off}&keep_waters=True&add_hydrogen_ph=5.5`)).status).toBe(200);
      const again = await ended(server, uuid);
      expect(Object.keys(again.data?.models[0]?.water ?? {})).toHaveLength(95);
      expect(again.preparation?.options).toMatchObject({
        keep_waters: true,
        add_hydrogens: false,
        add_hydrogen_ph: 5.5,
      });
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

  test('kill -9 of the server: the preparation is begun again after the start, and compute ends with the server', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'cuvette-prepare-'));
    const data = path.join(root, 'data');
    const env = { CUVETTE_PYTHON: python, CUVETTE_WORKERS: '0' };
    try {
      const first = await startProduct(data, root, env);
      const uuid = await upload(first, await structure('1ema.pdb.gz'));
      await call(first, 'POST', `/api/protein/sanitize/${uuid}`);
      await running(first, uuid);
      first.child.kill('SIGKILL');
      await first.exited;
      await until('compute is gone', async () => (await processes(path.join(root, 'cuvette-job-'))).length === 0, 10);
      const second = await startProduct(data, root, env);
      expect((await read(second, uuid)).data?.models[0]?.water).not.toEqual({});
      const done = await ended(second, uuid);
      expect(done).toMatchObject({ sanitized: 2, preparation: { state: 'done' } });
      expect(done.preparation?.report).toMatchObject({ removed: { waters: 95 } });
      second.child.kill('SIGTERM');
      await second.exited;
    } finally {
      endAll();
      await rm(root, { recursive: true, force: true });
    }
  });
});

onPglite('preparations under way', (place) => {
  let server: RunningServer;
  let folder = '';
  let standIn: StandInPdbFixer;
  const prepare = (uuid: string, query = '') => call<Seen>(server, 'POST', `/api/protein/prepare/${uuid}${query}`);
  const jobs = () => processes(`${standIn.program} -m cuvette_compute`);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cuvette-stand-in-'));
    standIn = await makeStandInPdbFixer(folder);
    server = await startTestServer(place(), { CUVETTE_PYTHON: standIn.program, CUVETTE_JOB_SECONDS: '12' });
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

  test('stopped: at once while it waits, within seconds while it runs, and its process is gone', async () => {
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
    expect(await ended(server, first)).toMatchObject({ sanitized: 2 });
  });

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

  test('what takes too long is ended, and says so', async () => {
    await standIn.take(600);
    const uuid = await upload(server, await structure('1crn.pdb.gz'));
    // For this one alone: the others need the time that a busy machine takes.
    server.services.config.jobSeconds = 2;
    await prepare(uuid);
    const failed = await ended(server, uuid);
    server.services.config.jobSeconds = 12;
    expect(failed).toMatchObject({
      sanitized: 3,
      preparation: { message: expect.stringContaining('longer than the 2 s') },
    });
    expect(await jobs()).toEqual([]);
    await standIn.take(0);
  });

  test('a server that is gone loses its lease, and its late report is refused; what ends servers is not begun for ever', async () => {
    const { db } = server.services;
    await standIn.take(600);
    const busy = await upload(server, await structure('1crn.pdb.gz'));
    await prepare(busy);
    await running(server, busy);
    // The server works on the one above, so that another may claim this one first.
    const uuid = await upload(server, await structure('1crn.pdb.gz'));
    await prepare(uuid);
    const claimed = await claimPreparation(db, 'a server that is gone');
    expect(claimed?.protein).toBe(uuid);
    if (!claimed) return;
    expect(await claimPreparation(db, 'a third one')).toBeNull();
    const expire = () =>
      rows(
        db.drizzle,
        sql`UPDATE protein_preparation SET lease_until = now() - interval '1 s' WHERE protein_uuid = ${uuid}::uuid`,
      );
    await expire();
    await standIn.take(0);
    await call(server, 'POST', `/api/protein/${busy}/stop_preparation`);
    expect(await ended(server, uuid)).toMatchObject({ sanitized: 2, preparation: { report: { stand_in: true } } });
    const late = { state: 'done', report: { late: true }, structure: '{}' } as const;
    expect(await endPreparation(db, claimed, late)).toBe(false);
    expect((await read(server, uuid)).preparation?.report).toEqual({ stand_in: true });
    // Three servers ended while it ran.
    await rows(
      db.drizzle,
      sql`UPDATE protein_preparation SET state = 'running', tries = 3, token = gen_random_uuid() WHERE protein_uuid = ${uuid}::uuid`,
    );
    await rows(db.drizzle, sql`UPDATE protein SET sanitized = 1 WHERE uuid = ${uuid}::uuid`);
    await expire();
    expect(await ended(server, uuid)).toMatchObject({
      sanitized: 3,
      preparation: { message: expect.stringContaining('begun 3 times') },
    });
  });

  test('a server that winds down lets it go; the next start takes it up', async () => {
    await standIn.take(600);
    const uuid = await upload(server, await structure('1crn.pdb.gz'));
    await prepare(uuid);
    await running(server, uuid);
    await server.stop();
    expect(await jobs()).toEqual([]);
    await standIn.take(0);
    server = await startTestServer(place(), { CUVETTE_PYTHON: standIn.program, CUVETTE_JOB_SECONDS: '12' });
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

  test('a second server on the same database shares the work; each is begun once', async () => {
    const { databaseUrl } = place();
    if (databaseUrl === null) return;
    await standIn.take(1);
    const data = await mkdtemp(path.join(tmpdir(), 'cuvette-second-'));
    const second = await startTestServer({ data, databaseUrl }, { CUVETTE_PYTHON: standIn.program });
    try {
      const before = await standIn.starts();
      const uuids: string[] = [];
      for (let index = 0; index < 8; index += 1) uuids.push(await upload(server, await structure('1crn.pdb.gz')));
      for (const [index, uuid] of uuids.entries()) {
        const asked = index % 2 === 0 ? server : second;
        expect((await call(asked, 'POST', `/api/protein/sanitize/${uuid}`)).status).toBe(200);
      }
      for (const uuid of uuids) expect(await ended(server, uuid)).toMatchObject({ sanitized: 2 });
      expect((await standIn.starts()) - before).toBe(8);
      const servers = await row<{ count: number }>(
        server.services.db.drizzle,
        sql`SELECT count(DISTINCT server_id)::int AS count FROM protein_preparation WHERE protein_uuid = ANY(${`{${uuids.join(',')}}`}::uuid[])`,
      );
      expect(servers?.count).toBe(2);
    } finally {
      await second.stop();
      await rm(data, { recursive: true, force: true });
    }
  });
});

onPglite('a server without PDBFixer', (place) => {
  test('says what is missing, and leaves the protein alone', async () => {
    const server = await startTestServer(place(), { CUVETTE_PYTHON: '/bin/false' });
    try {
      const uuid = await upload(server, emptyPdb());
      for (const call_ of [`sanitize/${uuid}`, `prepare/${uuid}`, `${uuid}/validate_forcefield`]) {
        expect(await call(server, 'POST', `/api/protein/${call_}`)).toMatchObject({
          status: 422,
          body: { detail: expect.stringContaining('needs PDBFixer') },
        });
      }
      expect(await read(server, uuid)).toMatchObject({ sanitized: 0, preparation: null });
    } finally {
      await server.stop();
    }
  });
});
