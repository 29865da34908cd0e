import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openEmbedded, rows, writeDump } from '../store/database/database.ts';
import { partBytes } from '../store/item-files.ts';
import { sweepFiles } from '../store/sweep.ts';
import { useTemplate } from '../testing/databases.ts';
import { type FaultyS3, startFaultyS3 } from '../testing/faulty-s3.ts';
import { computed, frames, sha256 } from '../testing/finished-item.ts';
import { fullRun } from '../testing/load.ts';
import { probeReport } from '../testing/probe-report.ts';
import { endAll, startCuvette, startProduct, submitSleep, untilStatus, workerKeyOf } from '../testing/product.ts';
import { quickProbe } from '../testing/remote-worker.ts';
import { startS3, type TestS3 } from '../testing/s3-server.ts';
import { call, ownerKey } from '../testing/test-server.ts';
import { water as waterMolecule } from '../testing/water.ts';
import { moveFiles } from '../upkeep/move-files.ts';
import type { Claim } from '../wire/claim.ts';
import type { FileStore } from './file-store.ts';
import { localFiles } from './local-files.ts';
import { openFiles } from './open-files.ts';

/**
 * The really started server with its files in a bucket, in `npm run test:full`. In `npm test` the store is tried against S3 (file-store.test.ts), a server with a
 * bucket that makes trouble (s3-faults.test.ts), and whose files are whose in a bucket (file-store-identity.test.ts).
 */
describe.runIf(fullRun)('files in S3', () => {
  let root = '';
  let s3: TestS3;
  let between: FaultyS3;
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-s3-'));
    s3 = await startS3('cuvette-product');
    between = await startFaultyS3(s3.address);
  });
  afterAll(async () => {
    endAll();
    await between.close();
    await s3.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  });

  const keysOf = async (files: FileStore): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of files.list()) keys.push(key);
    return keys.sort();
  };
  const atoms = 4000;
  const total = 250;
  const values = frames(atoms, total);
  const { calculations: given } = computed('butane');
  const [original = ''] = Object.keys(given);
  const calculation = given[original];

  /** A worker of the test's own: takes the item, sends log, a calculation and a trajectory of several parts, and finishes. */
  async function workOn(server: { address: string }, key: string, item: string): Promise<void> {
    const tell = async <T>(name: string, body: unknown): Promise<T> => {
      const bytes = body instanceof Uint8Array;
      const answer = await fetch(new URL(`/api/worker/${name}`, server.address), {
        method: 'POST',
        headers: { 'content-type': bytes ? 'application/octet-stream' : 'application/json', 'x-worker-key': key },
        body: bytes ? new Uint8Array(body) : JSON.stringify(body),
      });
      expect(answer.status, name).toBe(200);
      return (await answer.json()) as T;
    };
    const report = { ...probeReport, capabilities: [...probeReport.capabilities, 'test'] };
    const { worker } = await tell<{ worker: string }>('register', { name: 'w', host: 'h', memory_mb: 9000, report });
    const offer = { worker, memory_mb: 9000, gpus: 0, seconds: null, wait_seconds: 5 };
    const { job: found } = await tell<{ job: Claim }>('claim', offer);
    expect(found.job.uuid).toBe(item);
    const { attempt, token } = found;
    for (let line = 0; line < 5; line += 1) {
      await tell('events', { attempt, token, events: [{ event: 'log', text: `Zeile ${line} ΔG` }] });
    }
    const uuid = randomUUID();
    const bytes = new Uint8Array(values.buffer);
    for (let offset = 0, position = 0; offset < bytes.length; offset += partBytes, position += 1) {
      const place = new URLSearchParams({ attempt, token, file: uuid, position: String(position) });
      await tell(`file_part?${place}`, bytes.subarray(offset, offset + partBytes));
    }
    const details = { replicate: 0, num_atoms: atoms, num_frames: total };
    await tell('events', {
      attempt,
      token,
      events: [
        { event: 'calculation', uuid: original, calculation },
        { event: 'file', name: 'trajectory-0', kind: 'trajectory', uuid, bytes: bytes.length, details },
      ],
    });
    await tell('finish', {
      attempt,
      token,
      outcome: 'completed',
      result: { event: 'result', data: {}, messages: [], provenance: null },
      exit_code: 0,
      signal: null,
      peak_memory_mb: null,
      output_tail: 'printed at the end',
    });
  }

  /** What a person sees of the item: log, molecules, some frames from the middle and the last. */
  async function seen(server: { address: string }, item: string) {
    const log = (await call<{ log: string }>(server, 'GET', `/api/workflow/${item}/log`)).body.log;
    const molecules = (await call(server, 'GET', `/api/calculation/${original}/molecules`)).body;
    const framesOf = async (start: number, count: number) => {
      const query = `start_frame=${start}&num_frames=${count}`;
      const answer = await fetch(new URL(`/api/trajectory/${item}/compressed_stream?${query}`, server.address), {
        headers: { 'x-api-key': ownerKey },
      });
      expect(answer.status).toBe(200);
      return sha256(new Uint8Array(await answer.arrayBuffer()));
    };
    return { log, molecules, middle: await framesOf(170, 10), last: await framesOf(total - 1, 1) };
  }
  const sent = (start: number, count: number) => {
    const part = values.subarray(start * atoms * 3, (start + count) * atoms * 3);
    return sha256(new Uint8Array(Float64Array.from(part, (value) => Math.round(value * 1000) / 1000 + 0).buffer));
  };
  const expectWhole = async (server: { address: string }, item: string): Promise<void> => {
    const now = await seen(server, item);
    expect(now.log).toMatch(
      /^Zeile 0 ΔG\n(.*\n){4}--- what compute printed to its error output ---\nprinted at the end\n$/,
    );
    expect(now.molecules).toHaveLength(calculation?.molecules.length ?? -1);
    expect([now.middle, now.last]).toEqual([sent(170, 10), sent(total - 1, 1)]);
  };

  test('an item is submitted, worked on, read, swept and restored; nothing of it lies on the disk of the server', async () => {
    const data = path.join(root, 'data');
    const env = s3.env('s3://cuvette-product/lab');
    let server = await startProduct(data, root, { ...env, CUVETTE_WORKERS: '0' });
    const key = await workerKeyOf(data);
    const item = await submitSleep(server, { seconds: 0 });
    await workOn(server, key, item);
    await expectWhole(server, item);
    const zip = await fetch(new URL(`/api/workflow/${item}/bundle?format=zip`, server.address), {
      headers: { 'x-api-key': ownerKey },
    });
    expect((await zip.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(server.output()).not.toContain(env.AWS_SECRET_ACCESS_KEY);
    expect(await readdir(data)).not.toContain('files');

    // What no row names goes, what one names stays; the dump knows its files.
    const files = await openFiles(readConfig([], env).files);
    const before = await keysOf(files);
    await files.put(`files/${item}/${randomUUID()}/0.0123456789abcdef`, Buffer.from('left behind'));
    await files.append(`attempts/${item}/${randomUUID()}.log`, 'left behind');
    const db = await openEmbedded(data);
    expect(await sweepFiles(db.drizzle, files, 3_600_000)).toBe(0);
    expect(await sweepFiles(db.drizzle, files, 0)).toBe(2);
    expect(await keysOf(files)).toEqual(before);
    const [held] = await rows<{ parts: number }>(db.drizzle, sql`SELECT count(*)::int AS parts FROM item_file_part`);
    expect(held?.parts).toBe(2);
    const dump = (await writeDump(db, data, 'test')) ?? '';
    await db.close();
    const restored = startCuvette(['restore', dump, '--data', data], root, env);
    expect(await restored.exited, restored.output()).toBe(0);
    expect(restored.output()).toContain(`All ${before.length} files that it names are there.`);
    await files.delete(before.find((one) => one.startsWith('files/')) ?? '');
    const again = startCuvette(['restore', dump, '--data', data], root, env);
    await again.exited;
    expect(again.output()).toContain(`1 of ${before.length} files that it names are missing`);

    // With a real worker: molecules that were really computed.
    server = await startProduct(data, root, { ...env, CUVETTE_PYTHON: await quickProbe(path.join(root, 'python')) });
    const made = await call<{ uuid: string }>(server, 'POST', '/api/workflow', {
      body: {
        name: 'water',
        workflow_type: 'basic_calculation',
        workflow_data: {
          mode: 'meticulous',
          settings: { method: 'gfn2_xtb', mode: 'meticulous', tasks: ['optimize'] },
          tasks: ['optimize'],
        },
        initial_molecule: waterMolecule,
      },
    });
    const water = await untilStatus(server, made.body.uuid, [2, 3]);
    expect(water).toMatchObject({ object_status: 2, error: null });
    const molecules = await call<{ energy: number }[]>(
      server,
      'GET',
      `/api/calculation/${water.object_data.calculation_uuid}/molecules`,
    );
    expect(molecules.body.at(-1)?.energy).toBeCloseTo(-5.070544, 5);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  }, 400_000);

  test('files of a data directory move to a bucket, go on after a break, and are read there', async () => {
    const data = path.join(root, 'moving');
    await useTemplate(data);
    let server = await startProduct(data, root, { CUVETTE_WORKERS: '0' });
    const item = await submitSleep(server, { seconds: 0 });
    await workOn(server, await workerKeyOf(data), item);
    await expectWhole(server, item);
    const env = s3.env('s3://cuvette-product/moved');
    const running = startCuvette(['move-files', '--data', data], root, env);
    expect(await running.exited).toBe(1);
    expect(running.output()).toContain('already uses');
    server.child.kill('SIGTERM');
    await server.exited;

    const nowhere = startCuvette(['move-files', '--data', data], root);
    expect(await nowhere.exited).toBe(1);
    expect(nowhere.output()).toContain('Set CUVETTE_FILES');
    // The bucket refuses after some files.
    let puts = 0;
    between.next((method, url) =>
      method === 'PUT' && !url.includes('Cuvette-') && ++puts > 2 ? { status: 403, code: 'AccessDenied' } : 'pass',
    );
    const faulty = { ...env, CUVETTE_S3_ENDPOINT: between.address };
    await expect(moveFiles(readConfig(['--data', data], faulty))).rejects.toThrow(
      'broken off: the key may not do this',
    );
    expect(await readdir(data)).toContain('files');

    const moved = startCuvette(['move-files', '--data', data], root, env);
    expect(await moved.exited, moved.output()).toBe(0);
    expect(moved.output()).toMatch(
      /Moved and read back: 4 files, \d+ bytes \(2 were there already\)\. SHA-256 of all: [0-9a-f]{64}/,
    );
    expect(await readdir(data)).toContain('files.moved');
    const owner = await localFiles(path.join(data, 'files.moved')).owner();
    expect(owner).toMatch(/^[0-9a-f-]{36}$/);
    expect(await (await openFiles(readConfig([], env).files)).owner()).toBe(owner);
    const forgotten = startCuvette(['serve', '--port', '0', '--data', data], root);
    expect(await forgotten.exited).toBe(1);
    expect(forgotten.output()).toContain('The files of this data directory were moved: set CUVETTE_FILES');
    server = await startProduct(data, root, { ...env, CUVETTE_WORKERS: '0' });
    await expectWhole(server, item);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  }, 400_000);
});
