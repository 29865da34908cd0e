import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { quickProbe } from '../testing/remote-worker.ts';
import { noSandbox } from './sandbox.ts';
import { runWorker } from './worker.ts';

test('heartbeats come as often as the server asked for at the registration, and the last one says that the worker leaves', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'cuvette-worker-'));
  const beats: { at: number; leaving?: boolean }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      const send = (answer: object) => response.end(JSON.stringify(answer));
      if (request.url?.endsWith('/register')) return send({ worker: 'w', heartbeat_seconds: 0.05 });
      if (request.url?.endsWith('/heartbeat')) {
        beats.push({ at: performance.now(), ...(JSON.parse(text) as { leaving?: boolean }) });
        return send({ known: true, attempts: [] });
      }
      // The claim waits for work, which never comes.
      return null;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const leaving = new AbortController();
  const working = runWorker({
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'key',
    name: 'w',
    python: await quickProbe(root, '', []),
    threads: 1,
    seconds: 60,
    memoryMb: 1024,
    outputMb: 1,
    sandbox: noSandbox,
    lifetime: null,
    idle: null,
    signal: leaving.signal,
    log: () => {},
  });
  await expect.poll(() => beats.length).toBeGreaterThan(10);
  leaving.abort();
  await working;
  expect(beats.at(-1)?.leaving).toBe(true);
  expect((beats[10]?.at ?? 0) - (beats[0]?.at ?? 0)).toBeGreaterThan(400);
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true, force: true });
});
