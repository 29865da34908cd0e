import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { useTemplate } from '../../testing/databases.ts';
import { startTestServer } from '../../testing/test-server.ts';

/** How long a socket is waited for; a fault that ends the server, or a hook, leaves it without an answer. */
const longestMs = 20_000;
/** Fixed, so that a failure comes again. */
const seed = 20_261_122;

/** Beginnings of addresses that have ended a server, and relatives of them. */
const knownTargets = [
  '//%ff',
  '//[%ff',
  '//[',
  'http://[',
  'http://[%ff/api/session',
  '//%c0%ae%c0%ae/etc/passwd',
  '///',
  '//',
  '/\\[',
  '/%',
  '/%ff',
  '/api/%ff/..//[',
  'http://',
  'https://a:b@[::1/x',
  'a',
  '//:99999',
  'http://:99999/',
  '/public//[?embed=1',
  '//[/public/x?embed=1&%=%',
  '/api/auth/callback/openid?//[%ff',
  '/embed/1/..%2f..%2f//[',
];

const piece = fc.oneof(
  fc.constantFrom(...knownTargets, '/', '//', '%', '%00', '%ff', '[', ']', ':', '@', '?', '#', ';', '..', '\\', '*'),
  fc.constantFrom('/api/session', '/api/workflow', '/public/', 'embed=1', '/api/shared/', 'http://', '/embed/1/'),
  fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 12 }),
);
const target = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
const method = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'OPTIONS',
  'DELETE',
  'PROPFIND',
  'CONNECT',
  'get',
  '',
);
const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', 'HTTP/1.1 x', '');
const headerName = fc.constantFrom(
  ...['Host', 'Cookie', 'Origin', 'Authorization', 'X-API-Key', 'X-Worker-Key', 'X-Cuvette-Admin', 'Accept-Encoding'],
  ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Sec-Fetch-Site', 'If-None-Match', 'Range', 'Expect'],
  ...[
    'Content-Type',
    'Content-Length',
    'Transfer-Encoding',
    'Upgrade',
    'Connection',
    'Accept-Version',
    'Accept',
    '__proto__',
  ],
  ...['Content-Encoding', 'Idempotency-Key', ' odd', 'o dd', ':'],
);
const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    '[',
    '127.0.0.1:99999999',
    'a b',
    '../',
    '%ff',
    'null',
    'websocket',
    '100-continue',
    'chunked',
    '-1',
  ),
  fc.constantFrom(
    'bearer x',
    'bearer a.b.c',
    'gzip;q=x',
    'bytes=9-1',
    'application/json',
    'Upgrade',
    '1e9',
    'W/"',
    'cuvette_x',
  ),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 40 }),
);
const headers = fc.array(fc.tuple(headerName, headerValue), { maxLength: 5 });

describe('requests whose first line or headers are rubbish', () => {
  let data = '';
  let server: RunningServer;
  const faults: unknown[] = [];
  const note = (error: unknown) => faults.push(error);
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    server = await startTestServer({ data, databaseUrl: null });
    process.on('uncaughtExceptionMonitor', note);
  });
  afterAll(async () => {
    process.off('uncaughtExceptionMonitor', note);
    await server.stop();
    await rm(data, { recursive: true, force: true });
  });

  /** Sends text byte by byte, unchanged, and returns the status of the answer; 0 where the connection was closed without one. */
  const send = (text: string) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(server.address);
      let told = '';
      const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
      const finish = () => {
        socket.destroy();
        resolve(Number(/^HTTP\/1\.1 (\d{3}) /.exec(told)?.[1] ?? 0));
      };
      socket.setTimeout(longestMs, () => reject(new Error('no answer')));
      socket.on('data', (chunk) => {
        told += chunk.toString('latin1');
        // The head is enough; a 100 is not the answer yet.
        if (told.includes('\r\n\r\n') && !told.startsWith('HTTP/1.1 100')) finish();
      });
      socket.on('end', finish);
      socket.on('error', finish);
    });

  /** Those requests that were left without an answer, or answered with a fault of the server's own. */
  const unanswered = async (requests: readonly string[]): Promise<string[]> => {
    const wrong: string[] = [];
    const queue = [...requests];
    const run = async () => {
      for (let text = queue.shift(); text !== undefined; text = queue.shift()) {
        const status = await send(text).catch(() => null);
        if (status === null || status === 500) wrong.push(`${JSON.stringify(text)} -> ${status ?? 'no answer'}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, run));
    return wrong;
  };

  const plain = (first: string, rest = 'Host: localhost\r\n') => `${first}\r\n${rest}Connection: close\r\n\r\n`;

  test('an address that cannot be read is a 400, whoever sends it', async () => {
    for (const one of ['//%ff', '//[%ff', '//[', 'http://[', '//%c0%ae%c0%ae/etc/passwd', '//host/path', 'a', '/%ff']) {
      expect(await send(plain(`GET ${one} HTTP/1.1`)), one).toBe(400);
    }
    for (const host of ['[', 'a b', 'a/b', '127.0.0.1:99999999']) {
      expect(await send(plain('GET /api/session HTTP/1.1', `Host: ${host}\r\n`)), host).toBe(400);
      expect(await send(plain('GET /api/auth/get-session HTTP/1.1', `Host: ${host}\r\n`)), host).toBe(400);
    }
    expect(faults).toEqual([]);
    // The whole address is allowed, and means its path.
    expect(await send(plain(`GET ${server.address}/healthz HTTP/1.1`))).toBe(200);
    expect(await send(plain('GET /healthz HTTP/1.1'))).toBe(200);
  });

  test('any first line and any headers are answered, and nothing of them ends the server or fails inside of it', async () => {
    const lines = fc.sample(fc.tuple(method, target, version), { numRuns: 500, seed });
    const heads = fc.sample(fc.tuple(fc.constantFrom('GET', 'POST'), target, headers), { numRuns: 300, seed });
    const requests = [
      ...knownTargets.map((one) => plain(`GET ${one} HTTP/1.1`)),
      ...lines.map(([verb, address, protocol]) => plain(`${verb} ${address} ${protocol}`)),
      ...heads.map(([verb, address, pairs]) => {
        const own = pairs.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        // Whatever it says of its body, there is none: what waits for one is ended by the sender.
        return `${verb} /${address} HTTP/1.1\r\n${own}Host: localhost\r\nConnection: close\r\n\r\n0\r\n\r\n`;
      }),
    ];
    expect((await unanswered(requests)).join('\n')).toBe('');
    expect(faults).toEqual([]);
    expect(await send(plain('GET /healthz HTTP/1.1'))).toBe(200);
  });
});
