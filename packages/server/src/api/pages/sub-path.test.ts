import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { accountByEmail } from '../../store/users.ts';
import { onEmbedded } from '../../testing/databases.ts';
import { computed } from '../../testing/finished-item.ts';
import { call, startTestServer } from '../../testing/test-server.ts';
import { createApp } from '../app.ts';
import { portalPage } from './portal-page.ts';

const origin = 'https://lab.example.org';
const base = '/cuvette';

/*
 * A server under a path of a laboratory's host. A proxy that keeps the path sends `/cuvette/api/…`, one that takes it off `/api/…`; both are asked here. Behind a real
 * nginx it is tried in the full run (`tests/e2e/sub-path.spec.ts`).
 */
onEmbedded('a server under a path', (place) => {
  let server: RunningServer;
  let at = { address: '' };
  let item = '';
  beforeAll(async () => {
    // The slash at the end makes no difference.
    server = await startTestServer(place(), { CUVETTE_PUBLIC_URL: `${origin}${base}/`, CUVETTE_SIGN_UP: 'open' });
    at = { address: `http://127.0.0.1:${(server.app.server.address() as { port: number }).port}` };
    const { body } = await call<{ items: { uuid: string }[] }>(at, 'POST', `${base}/api/workflow/import`, {
      body: computed('butane'),
    });
    item = body.items[0]?.uuid ?? '';
    await call(at, 'POST', `${base}/api/workflow/${item}`, { body: { public: true } });
  });
  afterAll(() => server.stop());
  const get = (address: string) => fetch(`${at.address}${address}`, { redirect: 'manual' });

  test('answers with and without the path, and nothing beside it', async () => {
    for (const path of ['/healthz', '/api/healthz', `/api/workflow/${item}`, `/api/shared/workflow/${item}?x=1`]) {
      for (const asked of [path, `${base}${path}`]) {
        const { status } = await call(at, 'GET', asked);
        expect([asked, status]).toEqual([asked, 200]);
      }
    }
    expect((await get(`${base}s/assets/index.js`)).status).toBe(404);
    expect((await get(`${base}//elsewhere.example/`)).status).toBe(400);
    expect(server.address).toBe(`${origin}${base}`);
    // `/api/v3` is seen in the address as it was called.
    expect((await call(at, 'GET', `${base}/api/v3/project`)).body).toHaveProperty('projects');
  });

  test('writes pages whose files, pictures and links are below the path', async () => {
    const index = path.join(place().data, 'index.html');
    const built =
      '<!doctype html><html><head><title>Cuvette</title><link rel="icon" href="/cuvette.svg"><script type="module" src="/assets/index-a1b2c3d4.js"></script></head><body><div id="root"></div></body></html>';
    await writeFile(index, built);
    const pageAt = async (url: string) => {
      const request = { url, headers: {}, query: {}, log: console } as unknown as FastifyRequest;
      return portalPage(server.services, request, index);
    };
    const shared = await pageAt(`/public/conformer_search/${item}?embed=1`);
    for (const { html } of [shared, await pageAt('/'), await pageAt('/no/such/page')]) {
      const named = [...(html ?? '').matchAll(/ (?:src|href)="(\/[^"]*)"/g)].map(([, address]) => address ?? '');
      expect(named.slice(0, 2).sort()).toEqual([`${base}/assets/index-a1b2c3d4.js`, `${base}/cuvette.svg`]);
      expect(named.filter((address) => !address.startsWith(`${base}/`))).toEqual([]);
      expect(html).toContain(`<meta name="cuvette-api" content="${base}" />`);
    }
    expect(shared.html).toContain(
      `property="og:image" content="${origin}${base}/api/shared/workflow/${item}/picture.png"`,
    );
    expect(shared.html).toContain(` href="${base}/public/`);
    const docs = await (await get(`${base}/api/docs`)).text();
    expect(docs).not.toMatch(/ (?:src|href)="\/api\//);
    expect(docs).toContain(`href="${base}/api/docs/style.css"`);
  });

  test('does not start under a path that its own addresses begin with', async () => {
    for (const path of ['api', 'public/x', 'conformer-search', 'folder', 'mcp']) {
      const config = { ...server.services.config, publicUrl: `${origin}/${path}` };
      await expect(createApp({ ...server.services, config })).rejects.toThrow(`begin with /${path.split('/')[0]}`);
    }
  });

  test('names itself with the path: description, schemas, oEmbed, share links', async () => {
    const { body: description } = await call<{ servers: unknown }>(at, 'GET', '/api/openapi.json');
    expect(description.servers).toEqual([{ url: base }]);
    const { body: listed } = await call<{ types: { settings: string; results: string }[] }>(at, 'GET', '/api/schemas');
    const [type] = listed.types;
    for (const address of [type?.settings, type?.results]) {
      expect(address).toMatch(/^\/cuvette\/api\/schemas\/\w+\.(settings|results)\.json$/);
      expect((await get(address ?? '')).status).toBe(200);
    }
    const page = `${origin}${base}/public/conformer_search/${item}`;
    const embed = await call<{ html: string; provider_url: string }>(
      at,
      'GET',
      `/oembed?url=${encodeURIComponent(page)}`,
    );
    expect(embed.body.html).toContain(`src="${page}?embed=1"`);
    expect(embed.body.provider_url).toBe(`${origin}${base}`);
    const beside = `${origin}/public/conformer_search/${item}`;
    expect((await get(`/oembed?url=${encodeURIComponent(beside)}`)).status).toBe(404);
    const shared = await call(at, 'POST', `/api/workflow/${item}/temporarily_share`, { body: {} });
    expect(shared.body.share_url).toMatch(/^https:\/\/lab\.example\.org\/cuvette\/public\//);
  });

  test('keeps its cookie to the path, and takes calls of its own pages alone', async () => {
    const signIn = { email: 'owner@example.org', password: 'correct horse battery' };
    const account = await accountByEmail(server.services.db.drizzle, signIn.email);
    await server.services.signIn.setPassword(account?.id ?? '', signIn.password);
    const signedIn = await call(at, 'POST', `${base}/api/session/sign_in`, {
      key: null,
      body: signIn,
      headers: { origin },
    });
    expect(signedIn.status).toBe(200);
    const [cookie = ''] = signedIn.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-cuvette_session=.*; Path=\/cuvette; /);
    const jar = { cookie: cookie.split(';')[0] ?? '' };
    for (const path of ['', base]) {
      const me = await call(at, 'GET', `${path}/api/user/me`, { key: null, headers: jar });
      expect(me.body).toMatchObject({ email: 'owner@example.org' });
      const session = await call(at, 'GET', `${path}/api/auth/get-session`, { key: null, headers: jar });
      expect(session.body).toMatchObject({ user: { email: 'owner@example.org' } });
    }
    const invitation = { body: { email: 'new@example.org' }, key: null, headers: jar };
    const { body: invited } = await call(at, 'POST', '/api/user/invite', invitation);
    expect(invited.link).toMatch(/^https:\/\/lab\.example\.org\/cuvette\/sign-in\?token=/);
    const foreign = { ...jar, origin: 'https://other.example.org' };
    expect((await call(at, 'POST', '/api/folder', { key: null, headers: foreign, body: { name: 'x' } })).status).toBe(
      403,
    );
    const out = await call(at, 'POST', '/api/session/sign_out', { key: null, headers: jar });
    expect(out.headers.getSetCookie().join()).toMatch(/__Secure-cuvette_session=; Max-Age=0; Path=\/cuvette/);
  });

  test('tells agents where to sign in below the path, and where RFC 8414 looks', async () => {
    const refused = await call(at, 'POST', `${base}/mcp`, {
      key: null,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(refused.status).toBe(401);
    const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
    expect(metadata).toBe(`${origin}${base}/.well-known/oauth-protected-resource/mcp`);
    const { body: resource } = await call(at, 'GET', metadata.slice(origin.length), { key: null });
    expect(resource).toMatchObject({ resource: `${origin}${base}/mcp`, authorization_servers: [`${origin}${base}`] });
    const { body: issuer } = await call(at, 'GET', `/.well-known/oauth-authorization-server${base}`, { key: null });
    expect(issuer).toMatchObject({ issuer: `${origin}${base}`, token_endpoint: `${origin}${base}/oauth2/token` });
    const asked = await get(`${base}/oauth2/authorize?client_id=a`);
    expect(asked.headers.get('location')).toBe(
      `${base}/sign-in?next=${encodeURIComponent('/oauth2/authorize?client_id=a')}`,
    );
  });
});
