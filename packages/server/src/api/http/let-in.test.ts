import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { useTemplate } from '../../testing/databases.ts';
import { call, ownerKey, startTestServer } from '../../testing/test-server.ts';

/** How long an answer is waited for that must come without any byte of a body. */
const longestMs = 20_000;
const someUuid = '00000000-0000-4000-8000-000000000000';

describe('who calls is asked before the body is read', () => {
  let data = '';
  let server: RunningServer;
  const routes: { method: string; url: string }[] = [];
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    const onRoute = (method: string, url: string) => routes.push({ method, url });
    server = await startTestServer({ data, databaseUrl: null }, {}, { onRoute });
  });
  afterAll(async () => {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  });

  /** Sends the head of a request that promises a body, and no body: the status of what is answered all the same. */
  const promise = (method: string, url: string, bytes: number, headers: string[] = []) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(server.address);
      const head = [`${method} ${url} HTTP/1.1`, `Host: ${hostname}:${port}`, 'Content-Type: application/json'];
      const socket = connect(Number(port), hostname, () =>
        socket.write([...head, `Content-Length: ${bytes}`, ...headers, '', ''].join('\r\n')),
      );
      let told = '';
      socket.setTimeout(longestMs, () => reject(new Error(`${method} ${url} waits for the body`)));
      socket.on('data', (chunk) => {
        told += chunk.toString();
        const status = /^HTTP\/1\.1 (\d{3}) /.exec(told)?.[1];
        socket.destroy();
        resolve(Number(status));
      });
      socket.on('error', reject);
    });

  test('every call that takes a body, but for signing in, applications that sign in and shared things, is a 401 for nobody before a byte of it', async () => {
    const taking = routes.filter(
      ({ method, url }) =>
        ['POST', 'PUT', 'PATCH'].includes(method) &&
        !/^\/(?:oauth2|api\/(?:auth|shared|session\/(?:open_id|one_time|second_factor|passkey(?:\/options)?|sign_in|sign_up|sign_out)$))/.test(
          url,
        ),
    );
    expect(taking.length).toBeGreaterThan(50);
    const queue = [...taking];
    const wrong: string[] = [];
    const run = async () => {
      for (let one = queue.shift(); one; one = queue.shift()) {
        const status = await promise(one.method, one.url.replace(/:\w+/g, someUuid), 1000);
        if (status !== 401) wrong.push(`${one.method} ${one.url}: ${status}`);
      }
    };
    await Promise.all([run(), run(), run(), run()]);
    expect(wrong).toEqual([]);
  });

  test('what is too large for a call is refused by its length alone, and its limit named', async () => {
    expect(await promise('POST', '/api/session/sign_in', 17 * 1024)).toBe(413);
    expect(await promise('POST', `/api/shared/trajectory/${someUuid}/trajectory_dcds`, 17 * 1024)).toBe(413);
    expect(await promise('POST', '/api/workflow', 9 * 2 ** 20, [`X-API-Key: ${ownerKey}`])).toBe(413);
    expect(await promise('POST', '/api/folder', 3 * 2 ** 20, [`X-API-Key: ${ownerKey}`])).toBe(413);
    const body = { email: 'a@example.org', password: 'x'.repeat(17 * 1024) };
    const told = await call(server, 'POST', '/api/session/sign_in', { key: null, body });
    expect(told).toMatchObject({ status: 413, body: { detail: expect.stringContaining('16 kB') } });
  });

  test('who is still sending what is too large can end, and then hears why: the connection stays open', async () => {
    const { hostname, port } = new URL(server.address);
    const part = 'x'.repeat(100_000);
    const parts = 30;
    const length = `Content-Length: ${part.length * parts}`;
    const socket = connect(Number(port), hostname);
    let told = '';
    socket.on('data', (chunk) => {
      told += chunk.toString();
    });
    const failed = once(socket, 'error').then(([error]) => Promise.reject(error));
    const write = (text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve()));
    const send = async () => {
      await write(
        [
          'POST /api/session/sign_in HTTP/1.1',
          `Host: ${hostname}`,
          'Content-Type: application/json',
          length,
          '',
          '',
        ].join('\r\n'),
      );
      await write(part);
      // The answer is there before the rest is sent.
      while (!told.includes('16 kB')) await once(socket, 'data');
      for (let sent = 1; sent < parts; sent += 1) await write(part);
      // The next request on the same connection is answered, so nothing was cut.
      await write(['GET /healthz HTTP/1.1', `Host: ${hostname}`, 'Connection: close', '', ''].join('\r\n'));
      await once(socket, 'close');
    };
    await Promise.race([send(), failed]);
    expect(told.match(/HTTP\/1\.1 (\d{3})/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test('a body of very many values is refused, though its bytes would be taken', async () => {
    const values = (count: number) => `{"name": "x", "odd": [${'[],'.repeat(count)}[]]}`;
    for (const [address, count] of [
      ['/api/session/sign_in', 1000],
      ['/api/folder', 60_000],
      ['/api/workflow', 250_000],
      ['/api/convert/inspect_smiles', 1_100_000],
    ] as const) {
      const told = await call(server, 'POST', address, { body: values(count) });
      expect(told, address).toMatchObject({ status: 413, body: { detail: expect.stringContaining('values') } });
    }
    // What is not too many is judged by the call itself.
    expect((await call(server, 'POST', '/api/folder', { body: values(1000) })).status).toBe(201);
  });
});
