import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { addWorkerKey } from '../../store/api-keys.ts';
import { useTemplate } from '../../testing/databases.ts';
import { fullRun } from '../../testing/load.ts';
import { probeReport } from '../../testing/probe-report.ts';
import { call, ownerKey, startTestServer } from '../../testing/test-server.ts';
import { bodyPatience } from './stalled-bodies.ts';

const idleMs = 400;
/** Of a server whose clients send on after a quarter of a second: a busy machine must not make a pause of it. */
const patientMs = 1600;
let data = '';
let server: RunningServer;

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'cuvette-stalled-'));
  await useTemplate(data);
  server = await startTestServer({ data, databaseUrl: null }, {}, { bodyPatience: { idleMs } });
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

// Who does not send on is no failure of the server's.
const said = vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(async () => {
  await sleep(50);
  expect(said.mock.calls).toEqual([]);
});

/** A connection on which a POST was begun: its head, and what came back so far. */
async function begin(
  url: string,
  length: number,
  type = 'application/json',
  key: string | null = ownerKey,
  { address }: { address: string } = server,
) {
  const { hostname, port } = new URL(address);
  const socket: Socket = connect(Number(port), hostname);
  const came = { text: '', closed: false };
  socket.on('data', (chunk: Buffer) => {
    came.text += chunk.toString();
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      came.closed = true;
      resolve();
    });
  });
  const head = [
    `POST ${url} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    ...(key ? [`X-API-Key: ${key}`] : []),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return { socket, came, closed };
}

const folder = Buffer.from(JSON.stringify({ name: 'slowly' }));
const zip = Buffer.alloc(16, 'PK');

test.each([
  ['a document of which nothing comes', '/api/folder', 'application/json', folder, 0],
  ['a document that stops', '/api/folder', 'application/json', folder, 5],
  ['a zip that stops', '/api/workflow/import', 'application/zip', zip, 5],
])('%s is given up in words, and its connection is closed', async (_what, url, type, bytes, sent) => {
  const { socket, came, closed } = await begin(url, bytes.length, type);
  socket.write(bytes.subarray(0, sent));
  await closed;
  expect(came.text).toMatch(/^HTTP\/1\.1 408 /);
  expect(came.text).toContain('took too long to arrive');
});

test.runIf(fullRun)(
  'a body that drips is taken, however long it takes beyond the time for one pause; given up in words is what has not come whole in its time',
  async () => {
    const wholeMs = 2.5 * patientMs;
    const place = { data: path.join(data, 'short'), databaseUrl: null };
    await useTemplate(place.data);
    const short = await startTestServer(place, {}, { bodyPatience: { idleMs: patientMs, wholeMs } });
    const drips = async (socket: Socket, came: { closed: boolean }, bytes: Buffer): Promise<number> => {
      let sent = 0;
      for (; sent < bytes.length && !came.closed; sent += 2) {
        await sleep(patientMs / 8);
        socket.write(bytes.subarray(sent, sent + 2));
      }
      return sent;
    };
    try {
      const whole = await begin('/api/folder', folder.length, 'application/json', ownerKey, short);
      const late = await begin('/api/workflow/import', 10_000, 'application/zip', ownerKey, short);
      const [sent] = await Promise.all([
        drips(late.socket, late.came, Buffer.alloc(10_000, 'P')),
        drips(whole.socket, whole.came, folder).then(() => expect.poll(() => whole.came.text).toContain('\r\n\r\n')),
        late.closed,
      ]);
      expect(whole.came.text).toMatch(/^HTTP\/1\.1 201 /);
      // The connection lives on for the next request.
      expect(whole.came.closed).toBe(false);
      whole.socket.destroy();
      // More came than in the time of one pause, and it was given up all the same.
      expect(sent).toBeGreaterThan(16);
      expect(late.came.text).toMatch(/^HTTP\/1\.1 408 /);
      expect(late.came.text).toContain('took too long to arrive');
      expect((await call(short, 'GET', '/api/user/me')).status).toBe(200);
    } finally {
      await short.stop();
    }
  },
);

test('a body that stalls after it was refused does not hold the connection', async () => {
  const { socket, came, closed } = await begin('/api/workflow/import', zip.length, 'application/zip', null);
  socket.write(zip.subarray(0, 5));
  await closed;
  expect(came.text).toMatch(/^HTTP\/1\.1 401 /);
});

test('a call that waits for its answer for longer than that, its body being whole, is not cut', async () => {
  const headers = { 'x-worker-key': await addWorkerKey(server.services.db.drizzle, 'test') };
  const ask = (name: string, body: unknown) =>
    call(server, 'POST', `/api/worker/${name}`, { key: null, headers, body });
  const { worker } = (await ask('register', { name: 'w', host: 'h', memory_mb: 1000, report: probeReport })).body;
  const start = performance.now();
  const wait_seconds = (4 * idleMs) / 1000;
  const answer = await ask('claim', { worker, memory_mb: 1000, gpus: 0, seconds: null, wait_seconds });
  expect(answer).toMatchObject({ status: 200, body: { job: null } });
  expect(performance.now() - start).toBeGreaterThan(3 * idleMs);
});

test('the head of a request and a pause have a minute, a whole one six hours: half a gigabyte over a slow line arrives', () => {
  const { headersTimeout, requestTimeout } = server.app.server;
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 60_000, requestTimeout: 6 * 3_600_000 });
  expect(bodyPatience.idleMs).toBe(60_000);
});
