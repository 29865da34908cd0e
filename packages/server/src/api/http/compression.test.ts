import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { useTemplate } from '../../testing/databases.ts';
import { computed, finishedItem } from '../../testing/finished-item.ts';
import { call, ownerKey, startTestServer } from '../../testing/test-server.ts';

describe('answers that travel packed', () => {
  let data = '';
  let server: RunningServer;
  let item = '';
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    server = await startTestServer({ data, databaseUrl: null });
    const { calculations } = computed('water');
    const positions = Float32Array.from({ length: 30_000 }, (_, place) => place % 7);
    const uuid = await finishedItem(server, { type: 'basic_calculation', data: {}, calculations, log: 'done' }, [
      {
        name: 'trajectory-0',
        kind: 'trajectory',
        bytes: Buffer.from(positions.buffer),
        details: { replicate: 0, num_atoms: 100, num_frames: 100 },
      },
    ]);
    item = uuid;
  });
  afterAll(async () => {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  });

  /** An answer as it comes over the wire: unlike `fetch`, this unpacks nothing and asks for no encoding by itself. */
  const raw = (address: string, encodings: string | null, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      const given = {
        'x-api-key': ownerKey,
        ...(encodings === null ? {} : { 'accept-encoding': encodings }),
        ...headers,
      };
      send(new URL(address, server.address), { method, headers: given }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
        );
      })
        .on('error', reject)
        .end();
    });

  test('JSON and text come as the caller takes them, a fraction of their size', async () => {
    for (const address of ['/api/openapi.json', '/api/docs', '/api/docs/style.css']) {
      const plain = await raw(address, null);
      expect(plain.headers['content-encoding'], address).toBeUndefined();
      expect(plain.bytes.length, address).toBeGreaterThan(2000);
      const brotli = await raw(address, 'gzip, deflate, br, zstd');
      const gzip = await raw(address, 'gzip, deflate');
      expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']], address).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes), address).toBe(true);
      expect(gunzipSync(gzip.bytes).equals(plain.bytes), address).toBe(true);
      for (const { bytes } of [brotli, gzip]) expect(bytes.length, address).toBeLessThan(plain.bytes.length / 2);
      for (const refused of ['identity', 'gzip;q=0, br;q=0', 'deflate']) {
        const { headers } = await raw(address, refused);
        expect(headers['content-encoding'], `${address} ${refused}`).toBeUndefined();
      }
    }
  });

  test('one weak tag stands for every encoding, and an unchanged answer is recognized in whichever a caller takes', async () => {
    const address = `/api/workflow/${item}`;
    const tags = new Set<string>();
    for (const encodings of [null, 'gzip', 'br']) {
      const { headers } = await raw(address, encodings);
      expect(headers.vary, String(encodings)).toBe('accept-encoding');
      tags.add(String(headers.etag));
    }
    const [tag = ''] = tags;
    expect([...tags]).toEqual([expect.stringMatching(/^W\/"[\w-]+"$/)]);
    for (const encodings of [null, 'gzip', 'br']) {
      const { status, headers, bytes } = await raw(address, encodings, { 'if-none-match': tag });
      expect([status, bytes.length, headers.etag, headers.vary]).toEqual([304, 0, tag, 'accept-encoding']);
      for (const name of ['content-encoding', 'content-type', 'content-length'])
        expect(headers[name], name).toBeUndefined();
    }
  });

  test('whoever asks for the head only gets no body, and is shown that the answer depends on the encoding', async () => {
    const { status, headers, bytes } = await raw('/api/openapi.json', 'br', {}, 'HEAD');
    expect([status, bytes.length, headers.vary]).toEqual([200, 0, 'accept-encoding']);
  });

  test('what is small, packed already or numbers is sent as it is', async () => {
    for (const address of ['/api/session', '/api/health']) {
      const { headers, bytes } = await raw(address, 'br, gzip');
      expect(bytes.length, address).toBeLessThan(1024);
      expect(headers['content-encoding'], address).toBeUndefined();
    }
    const zip = await raw(`/api/workflow/${item}/bundle?format=zip`, 'br, gzip');
    expect([zip.headers['content-encoding'], zip.bytes.subarray(0, 2).toString()]).toEqual([undefined, 'PK']);
    // Packed by gzip once, whatever is asked for: its readers unpack it themselves.
    const frames = await raw(`/api/trajectory/${item}/compressed_stream`, 'br');
    expect(frames.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(frames.bytes).length).toBe(30_000 * 8);
  });

  test('answers that may hold secrets are not, for their length would tell of them', async () => {
    for (let count = 0; count < 6; count += 1) {
      await call(server, 'POST', '/api/api_key', { body: { name: `key ${count}`, scope: 'read' } });
    }
    for (const address of ['/api/api_key', '/api/user/me/webhook_secret', '/api/user/me', '/api/session/list']) {
      const { status, headers } = await raw(address, 'br, gzip');
      expect([status < 500, headers['content-encoding']], address).toEqual([true, undefined]);
    }
    expect((await raw('/api/api_key', 'br, gzip')).bytes.length).toBeGreaterThan(1024);
  });

  test('a body that comes packed is not unpacked, for what it unpacks to would have no limit', async () => {
    const { root_folder_uuid: root } = (await call(server, 'GET', '/api/user/me')).body;
    const body = { name: 'f', parent_uuid: root };
    const post = (bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
      fetch(new URL('/api/folder', server.address), {
        method: 'POST',
        headers: { 'x-api-key': ownerKey, 'content-type': 'application/json', ...headers },
        body: bytes,
      });
    expect((await post(Buffer.from(JSON.stringify(body)), {})).status).toBe(201);
    const packed = await post(gzipSync(JSON.stringify(body)), { 'content-encoding': 'gzip' });
    expect(packed.status).toBe(400);
  });
});
