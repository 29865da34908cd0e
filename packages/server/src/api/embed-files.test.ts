import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../version.ts';
import { embedRoutes } from './embed-files.ts';

describe('the elements for other pages', () => {
  let folder = '';
  let versions = '';
  let app: FastifyInstance;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cuvette-embed-'));
    await mkdir(path.join(folder, 'chunks'));
    await writeFile(path.join(folder, 'embed.js'), 'import"./chunks/view-Ab3_d-9f.js"');
    await writeFile(path.join(folder, 'chunks/view-Ab3_d-9f.js'), 'export{}');
    await writeFile(path.join(folder, '.secret.js'), 'no');
    app = Fastify();
    await app.register(fastifyStatic, { root: folder, serve: false, cacheControl: false });
    versions = path.join(await mkdtemp(path.join(tmpdir(), 'cuvette-versions-')), 'embed');
    embedRoutes(app, folder, versions);
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
    const chunk = await get('/embed/1/chunks/view-Ab3_d-9f.js');
    expect(chunk.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('it names the exact version, under which nothing ever changes', async () => {
    const address = await exact();
    expect(address).toMatch(new RegExp(`^/embed/${version}-[0-9a-f]{12}/embed\\.js$`));
    const entry = await get(address);
    expect(entry.body).toBe((await get('/embed/1/embed.js')).body);
    expect(entry.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get(address.replace('embed.js', 'chunks/view-Ab3_d-9f.js'))).statusCode).toBe(200);
  });

  test('a version that a page asked for by its name outlives upgrades, also with another server on the same data', async () => {
    const pinned = await exact();
    const entry = await get(pinned);
    await writeFile(path.join(folder, 'embed.js'), 'import"./chunks/view-Zz9_d-8e.js"');
    await rename(path.join(folder, 'chunks/view-Ab3_d-9f.js'), path.join(folder, 'chunks/view-Zz9_d-8e.js'));
    const later = Fastify();
    await later.register(fastifyStatic, { root: folder, serve: false, cacheControl: false });
    embedRoutes(later, folder, versions);
    for (const server of [app, later]) {
      const still = await server.inject({ method: 'GET', url: pinned });
      expect([still.statusCode, still.body]).toEqual([200, entry.body]);
      expect(still.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      const chunk = await server.inject({ method: 'GET', url: pinned.replace('embed.js', 'chunks/view-Ab3_d-9f.js') });
      expect(chunk.body).toBe('export{}');
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
    // The helper for frames bears no hash in its name: another one is another version, too.
    await writeFile(path.join(folder, 'frame.js'), 'export const cuvetteFrame = 1');
    const now = await exact();
    expect(now).not.toBe(middle);
    for (const gone of [before, middle, '/embed/2/embed.js', `/embed/${version}/embed.js`]) {
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
