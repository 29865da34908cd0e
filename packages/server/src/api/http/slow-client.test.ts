import { randomFillSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { row, rows } from '../../store/database/database.ts';
import { useTemplate } from '../../testing/databases.ts';
import { finishedItem } from '../../testing/finished-item.ts';
import { fullLoad, fullRun, measured } from '../../testing/load.ts';
import { endAll, type Product, startProduct, until } from '../../testing/product.ts';
import { ownerKey, startTestServer } from '../../testing/test-server.ts';

/** In the load suite the client reads to the end, else only the first part. */
const toTheEnd = fullLoad;
const megabyte = 2 ** 20;
/** What the client takes in a second. */
const rate = (toTheEnd ? 20 : 3) * megabyte;
const secondsOfReading = 2;
const mostGrowth = 100 * megabyte;

const atoms = 69_905;
const framesOfPart = 10;
const parts = 128;
const frames = framesOfPart * parts;

let data = '';
let temporary = '';
let uuid = '';
let product: Product & { address: string };

/**
 * An item with a trajectory of 1.07 GB. All its parts are the same file, so that the disk need not hold it: what the server reads
 * and sends is the same.
 */
async function makeItem(): Promise<string> {
  const server = await startTestServer({ data, databaseUrl: null });
  try {
    const noise = randomFillSync(new Int16Array(framesOfPart * atoms * 3));
    const bytes = Buffer.from(Float32Array.from(noise, (value) => value / 317).buffer);
    const details = { replicate: 0, num_atoms: atoms, num_frames: framesOfPart };
    const item = await finishedItem(server, { type: 'pose_analysis_md', data: {} }, [
      { name: 'trajectory-0', kind: 'trajectory', bytes, details },
    ]);
    const { drizzle } = server.services.db;
    const file = await row<{ uuid: string }>(
      drizzle,
      sql`SELECT uuid FROM item_file WHERE workflow_uuid = ${item}::uuid`,
    );
    await rows(
      drizzle,
      sql`INSERT INTO item_file_part (file_uuid, position, stored_file, bytes)
          SELECT p.file_uuid, n, p.stored_file, p.bytes FROM item_file_part p, generate_series(1, ${parts - 1}::int) n
          WHERE p.file_uuid = ${file?.uuid}::uuid`,
    );
    await rows(
      drizzle,
      sql`UPDATE item_file SET bytes = ${bytes.length * parts}::bigint,
            details = jsonb_set(details, '{num_frames}', to_jsonb(${frames}::int)) WHERE uuid = ${file?.uuid}::uuid`,
    );
    return item;
  } finally {
    await server.stop();
  }
}

/** Starts to ask for the whole trajectory. */
function ask(): Promise<IncomingMessage> {
  const { hostname, port } = new URL(product.address);
  const request = {
    hostname,
    port,
    path: `/api/trajectory/${uuid}/compressed_stream`,
    // As browsers ask.
    headers: { 'x-api-key': ownerKey, 'accept-encoding': 'gzip, deflate, br, zstd' },
  };
  return new Promise((resolve, reject) => {
    get({ ...request, agent: false }, resolve).on('error', reject);
  });
}

/** Bytes of memory that the server has. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${product.child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** Bytes that the server has read, from files and connections. */
async function bytesRead(): Promise<number> {
  return Number(/^rchar: (\d+)/m.exec(await readFile(`/proc/${product.child.pid}/io`, 'utf8'))?.[1]);
}

/** What the server has open: stored files, and connections. */
async function openFiles(): Promise<{ stored: number; sockets: number }> {
  const folder = `/proc/${product.child.pid}/fd`;
  const links = await Promise.all(
    (await readdir(folder)).map((name) => readlink(path.join(folder, name)).catch(() => '')),
  );
  const stored = links.filter((link) => link.startsWith(path.join(data, 'files'))).length;
  return { stored, sockets: links.filter((link) => link.startsWith('socket:')).length };
}

/** Takes what comes at the client's rate until there is enough, or it ends; its packed bytes. */
async function readSlowly(answer: IncomingMessage, enough: number): Promise<number> {
  const start = performance.now();
  let taken = 0;
  for await (const chunk of answer.iterator({ destroyOnReturn: false })) {
    taken += (chunk as Buffer).length;
    if (taken >= enough) break;
    const ahead = (taken / rate) * 1000 - (performance.now() - start);
    if (ahead > 0) await sleep(ahead);
  }
  return taken;
}

beforeAll(async () => {
  if (!fullRun) return;
  data = await mkdtemp(path.join(tmpdir(), 'cuvette-slow-'));
  temporary = await mkdtemp(path.join(tmpdir(), 'cuvette-slow-tmp-'));
  await useTemplate(data);
  uuid = await makeItem();
  product = await startProduct(data, temporary, { CUVETTE_WORKERS: '0' });
});

afterAll(async () => {
  product?.child.kill('SIGTERM');
  await Promise.race([product?.exited, sleep(10_000)]);
  endAll();
  for (const folder of [data, temporary]) if (folder) await rm(folder, { recursive: true, force: true });
});

test.runIf(fullRun)(
  '1 GB to a slow client costs the server less than 100 MB, and who leaves leaves nothing behind',
  async () => {
    // What a server needs to send anything at all is not counted.
    const first = await ask();
    expect(first.headers['x-num-frames']).toBe(String(frames));
    await readSlowly(first, 4 * megabyte);
    first.destroy();
    await until('the first reader is gone', async () => (await openFiles()).stored === 0, 10);
    await sleep(500);
    const before = { memory: await memory(), read: await bytesRead(), ...(await openFiles()) };

    let most = 0;
    let done = false;
    let taken = 0;
    const watch = (async () => {
      while (!done) {
        most = Math.max(most, await memory());
        await sleep(100);
      }
    })();
    try {
      const answer = await ask();
      let unpacked = 0;
      if (toTheEnd) {
        const gunzip = createGunzip();
        gunzip.on('data', (chunk: Buffer) => {
          unpacked += chunk.length;
        });
        answer.on('data', (chunk: Buffer) => gunzip.write(chunk));
      }
      taken = await readSlowly(answer, toTheEnd ? Number.POSITIVE_INFINITY : rate * secondsOfReading);
      const readMeanwhile = (await bytesRead()) - before.read;
      if (toTheEnd) {
        await until('all is unpacked', async () => unpacked === frames * atoms * 24, 30);
      } else {
        expect(taken).toBeGreaterThanOrEqual(rate * secondsOfReading);
        // The server reads no further ahead than its client takes: far from the whole gigabyte.
        expect(readMeanwhile).toBeLessThan(framesOfPart * atoms * 12 * parts * 0.25);
        answer.destroy();
      }

      // Many who start and leave: nothing of them stays either.
      for (let round = 0; round < 6; round += 1) {
        const leaving = await ask();
        await readSlowly(leaving, megabyte);
        leaving.destroy();
      }
      await until('all files and connections are closed', async () => {
        const now = await openFiles();
        return now.stored === 0 && now.sockets <= before.sockets;
      });
      const readThen = await bytesRead();
      await sleep(500);
      expect((await bytesRead()) - readThen).toBeLessThan(megabyte);
    } finally {
      done = true;
      await watch;
    }
    expect((most - before.memory) / megabyte).toBeLessThan(mostGrowth / megabyte);
    expect(((await memory()) - before.memory) / megabyte).toBeLessThan(mostGrowth / megabyte);
    const inMegabytes = (bytes: number) => `${Math.round(bytes / megabyte)} MB`;
    measured(
      `memory of the server: ${inMegabytes(before.memory)}, at most ${inMegabytes(most)} while it sent ${inMegabytes(taken)} packed, then ${inMegabytes(await memory())}`,
    );
  },
  toTheEnd ? 540_000 : 120_000,
);
