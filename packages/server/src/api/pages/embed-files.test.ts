import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../version.ts';
import { embedRoutes } from './embed-files.ts';

const chunk = 'chunks/long-Cd5_e-7g.js';
const text = 'export const words = "water";'.repeat(100);
/** The chunk as the build leaves it: plain, and packed beside it. */
const forms: Record<string, Buffer> = {
  identity: Buffer.from(text),
  gzip: gzipSync(text),
  br: brotliCompressSync(text),
};
const endings: Record<string, string> = { identity: '', gzip: '.gz', br: '.br' };

describe('the elements for other pages', () => {
  let folder = '';
  let versions = '';
  let app: FastifyInstance;
  const options = () => ({ root: folder, serve: false, cacheControl: false, preCompressed: true });
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cuvette-embed-'));
    await mkdir(path.join(folder, 'chunks'));
    await writeFile(path.join(folder, 'embed.js'), 'import"./chunks/view-Ab3_d-9f.js"');
    await writeFile(path.join(folder, 'chunks/view-Ab3_d-9f.js'), 'export{}');
    for (const [encoding, ending] of Object.entries(endings)) {
      await writeFile(path.join(folder, `${chunk}${ending}`), forms[encoding] ?? '');
    }
    await writeFile(path.join(folder, '.secret.js'), 'no');
    app = Fastify();
    await app.register(fastifyStatic, options());
    versions = path.join(await mkdtemp(path.join(tmpdir(), 'cuvette-versions-')), 'embed');
    embedRoutes(app, folder, versions, '');
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
    await rm(path.dirname(versions), { recursive: true, force: true });
  });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
  const exact = async () => (await get('/embed/1/embed.js')).headers['content-location'] as string;

  test('the address that pages write is kept for a minute and then asked for again with its ETag', async () => {
    const entry = await get('/embed/1/embed.js');
    expect(entry.statusCode).toBe(200);
    expect(entry.headers['content-type']).toContain('javascript');
    expect(entry.headers['cache-control']).toBe('public, max-age=60');
    const again = await get('/embed/1/embed.js', { 'if-none-match': String(entry.headers.etag) });
    expect(again.statusCode).toBe(304);
    const view = await get('/embed/1/chunks/view-Ab3_d-9f.js');
    expect(view.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('it names the exact version, under which nothing ever changes', async () => {
    const address = await exact();
    expect(address).toMatch(new RegExp(`^/embed/${version}-[0-9a-f]{12}/embed\\.js$`));
    const entry = await get(address);
    expect(entry.body).toBe((await get('/embed/1/embed.js')).body);
    expect(entry.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get(address.replace('embed.js', 'chunks/view-Ab3_d-9f.js'))).statusCode).toBe(200);
  });

  test('what the build packed comes packed to whoever takes it, under every address, with a tag for each encoding', async () => {
    // Asked for by its name, the version is kept.
    const kept = (await exact()).replace('embed.js', chunk);
    expect((await get(kept)).statusCode).toBe(200);
    const asked = { identity: 'identity', gzip: 'gzip, deflate', br: 'gzip, deflate, br, zstd' };
    for (const address of [`/embed/1/${chunk}`, kept]) {
      const tags = new Set<string>();
      for (const [encoding, accepted] of Object.entries(asked)) {
        const answer = await get(address, { 'accept-encoding': accepted });
        const sent = forms[encoding] ?? Buffer.of();
        expect(answer.rawPayload.equals(sent), `${address} ${encoding}`).toBe(true);
        expect(answer.headers).toMatchObject({
          'content-length': String(sent.length),
          'content-type': 'application/javascript; charset=utf-8',
          vary: 'accept-encoding',
          'cache-control': 'public, max-age=31536000, immutable',
        });
        expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
        const tag = String(answer.headers.etag);
        const headers = { 'accept-encoding': accepted };
        expect((await get(address, { ...headers, 'if-none-match': tag })).statusCode).toBe(304);
        // What a caller has in another encoding is not what it would get now.
        for (const other of tags) {
          expect((await get(address, { ...headers, 'if-none-match': other })).statusCode).toBe(200);
        }
        tags.add(tag);
        const head = await app.inject({ method: 'HEAD', url: address, headers });
        expect([head.statusCode, head.body, head.headers.etag, Number(head.headers['content-length'])]).toEqual([
          200,
          '',
          tag,
          sent.length,
        ]);
        const part = await get(address, { ...headers, range: 'bytes=2-11' });
        expect([part.statusCode, part.headers['content-range'], part.headers['content-encoding']]).toEqual([
          206,
          `bytes 2-11/${sent.length}`,
          answer.headers['content-encoding'],
        ]);
        expect(part.rawPayload.equals(sent.subarray(2, 12))).toBe(true);
      }
      expect(tags.size).toBe(3);
    }
    // What has no packed forms now may get them by the next build.
    const plain = await get('/embed/1/chunks/view-Ab3_d-9f.js', { 'accept-encoding': 'br, gzip' });
    expect([plain.statusCode, plain.body, plain.headers.vary]).toEqual([200, 'export{}', 'accept-encoding']);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const ending of ['.br', '.gz']) expect((await get(`/embed/1/${chunk}${ending}`)).statusCode).toBe(404);
  });

  test('a version that a page asked for by its name outlives upgrades, also with another server on the same data', async () => {
    const pinned = await exact();
    const entry = await get(pinned);
    await writeFile(path.join(folder, 'embed.js'), 'import"./chunks/view-Zz9_d-8e.js"');
    await rename(path.join(folder, 'chunks/view-Ab3_d-9f.js'), path.join(folder, 'chunks/view-Zz9_d-8e.js'));
    const later = Fastify();
    await later.register(fastifyStatic, options());
    embedRoutes(later, folder, versions, '/cuvette');
    const newest = await later.inject({ method: 'GET', url: '/embed/1/embed.js' });
    expect(newest.headers['content-location']).toMatch(/^\/cuvette\/embed\/[\w.+-]+\/embed\.js$/);
    for (const server of [app, later]) {
      const still = await server.inject({ method: 'GET', url: pinned });
      expect([still.statusCode, still.body]).toEqual([200, entry.body]);
      expect(still.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      const view = await server.inject({ method: 'GET', url: pinned.replace('embed.js', 'chunks/view-Ab3_d-9f.js') });
      expect(view.body).toBe('export{}');
      const packed = await server.inject({
        method: 'GET',
        url: pinned.replace('embed.js', chunk),
        headers: { 'accept-encoding': 'br' },
      });
      expect([packed.headers['content-encoding'], packed.rawPayload]).toEqual(['br', forms.br]);
      const outside = pinned.replace('embed.js', 'chunks%2f..%2f..%2fembed.js');
      expect((await server.inject({ method: 'GET', url: outside })).statusCode).toBe(404);
    }
    await later.close();
    await rename(path.join(folder, 'chunks/view-Zz9_d-8e.js'), path.join(folder, 'chunks/view-Ab3_d-9f.js'));
    expect(await exact()).not.toBe(pinned);
  });

  test('a version that nobody asked for is gone with an upgrade: answered with words, and no browser keeps the answer', async () => {
    const before = await exact();
    await writeFile(path.join(folder, 'embed.js'), 'import"./chunks/view-Ab3_d-9f.js";');
    const middle = await exact();
    expect(middle).not.toBe(before);
    // The helper for frames and the script that starts the entry bear no hash in their names: another one is another version, too.
    await writeFile(path.join(folder, 'frame.js'), 'export const cuvetteFrame = 1');
    const other = await exact();
    expect(other).not.toBe(middle);
    await writeFile(path.join(folder, 'start.js'), "import('./embed.js')");
    const now = await exact();
    expect(now).not.toBe(other);
    for (const gone of [before, middle, other, '/embed/2/embed.js', `/embed/${version}/embed.js`]) {
      const answer = await get(gone);
      expect(answer.statusCode, gone).toBe(404);
      expect(answer.body, gone).toContain(now);
      expect(answer.headers['cache-control'], gone).toBeUndefined();
    }
  });

  test('what is not there, hidden, or outside is not delivered', async () => {
    for (const name of ['missing.js', 'chunks/', '.secret.js', '..%2fpackage.json', 'chunks%2f..%2fembed.js', '']) {
      const answer = await get(`/embed/1/${name}`);
      expect(answer.statusCode, name).toBe(404);
      expect(answer.headers['cache-control'], name).toBeUndefined();
    }
  });
});
