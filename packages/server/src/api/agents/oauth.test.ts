import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { sweepApplications } from '../../store/applications.ts';
import { row, rows } from '../../store/database/database.ts';
import { takeOverUnproven } from '../../store/take-over.ts';
import { createAccount } from '../../store/users.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { pkce, press, redirectUri, sendForm, TestApplication, visit } from '../../testing/oauth-application.ts';
import { call, startTestServer } from '../../testing/test-server.ts';

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

onOneDatabase('applications that sign in by OAuth', (place) => {
  let server: RunningServer;
  let cookie = '';
  let owner = '';

  beforeAll(async () => {
    server = await startTestServer(place());
    ({ cookie, id: owner } = await person('chemist@example.org'));
  });
  afterAll(() => server.stop());
  // The tests together register more applications than one network may.
  beforeEach(() => rows(server.services.db.drizzle, sql`DELETE FROM sign_in_attempt`));

  /** Somebody with an account, signed in with a browser. */
  async function person(email: string): Promise<{ id: string; cookie: string }> {
    const { id } = await createAccount(server.services.db, email);
    const password = 'correct horse battery';
    await server.services.signIn.setPassword(id, password);
    const answer = await call(server, 'POST', '/api/session/sign_in', { key: null, body: { email, password } });
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    return { id, cookie: cookie.join('; ') };
  }
  const mine = (method: string, path: string, body?: unknown, as = cookie) =>
    call(server, method, path, { key: null, headers: { cookie: as }, ...(body === undefined ? {} : { body }) });
  const transportOf = (application: TestApplication) =>
    new StreamableHTTPClientTransport(new URL('/mcp', server.address), { authProvider: application });
  const mcp = (token: string) =>
    call(server, 'POST', '/mcp', {
      key: null,
      body: listTools,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    });

  /** The whole way of the SDK's client: registration, the question, the answer, tokens. */
  async function connect(
    as: string,
    pressed: { allow: boolean; permissions?: string[] } = { allow: true },
  ): Promise<{ application: TestApplication; client: Client; code: string }> {
    const application = new TestApplication();
    const transport = transportOf(application);
    await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toThrow('Unauthorized');
    const question = await visit(application.asked ?? '', as);
    expect(question.location.pathname).toBe('/connect');
    const { status, body } = await press(server, as, question.location, pressed);
    expect(status).toBe(200);
    const code = new URL(body.url).searchParams.get('code') ?? '';
    await transport.finishAuth(code);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transportOf(application));
    return { application, client, code };
  }

  /** Registers an application and asks by hand; where the browser is sent. */
  async function ask(changes: Record<string, string | null> = {}) {
    const registered = await call(server, 'POST', '/oauth2/register', {
      key: null,
      body: { client_name: 'By hand', redirect_uris: [redirectUri] },
    });
    expect(registered.status).toBe(201);
    const { verifier, challenge } = pkce();
    const asked = {
      response_type: 'code',
      client_id: String(registered.body.client_id),
      redirect_uri: redirectUri,
      scope: 'read',
      state: 's',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...changes,
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(asked)) if (value !== null) query.set(name, value);
    const page = await visit(new URL(`/oauth2/authorize?${query}`, server.address), cookie);
    return { ...page, client_id: asked.client_id, verifier };
  }
  /** The same up to the code, and what an application sends to get its token for it. */
  async function codeFor(changes: Record<string, string | null> = {}) {
    const { location, client_id, verifier } = await ask(changes);
    const { body } = await press(server, cookie, location, { allow: true });
    const code = new URL(body.url).searchParams.get('code') ?? '';
    return { grant_type: 'authorization_code', client_id, code, redirect_uri: redirectUri, code_verifier: verifier };
  }
  const tokenFor = (fields: Record<string, string>) => sendForm(server, '/oauth2/token', fields);

  test("the SDK's client signs in, uses the tools with the person's rights, and renews its access", async () => {
    const { application, client } = await connect(cookie);
    expect(application.held?.scope).toBe('read submit offline_access');
    const made = await client.callTool({
      name: 'create_draft',
      arguments: { type: 'descriptors', smiles: 'CCO', name: 'By an agent' },
    });
    expect(made.isError).toBeFalsy();
    const { item } = made.structuredContent as { item: string };
    expect((await mine('GET', `/api/workflow/${item}`)).status).toBe(200);
    const elsewhere = await person('somebody@example.org');
    expect((await mine('GET', `/api/workflow/${item}`, undefined, elsewhere.cookie)).status).toBe(404);
    // Its access is over: the client renews it by itself, and the used refresh token works no more.
    const before = application.held;
    await rows(server.services.db.drizzle, sql`UPDATE oauth_access_token SET expires_at = now() - interval '1 minute'`);
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    expect(application.held?.access_token).not.toBe(before?.access_token);
    const { client_id } = application.known as { client_id: string };
    const again = { grant_type: 'refresh_token', client_id, refresh_token: before?.refresh_token ?? '' };
    expect(await tokenFor(again)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    // Somebody holds a stolen token: neither of the two goes on.
    expect((await mcp(application.held?.access_token ?? '')).status).toBe(401);
    await client.close();
  });

  test('a token opens /mcp alone, within what was allowed, and ends when it is disconnected', async () => {
    const { application, client } = await connect(cookie, { allow: true, permissions: ['read'] });
    const token = application.held?.access_token ?? '';
    expect(application.held?.scope).toBe('read offline_access');
    const draft = await client.callTool({ name: 'create_draft', arguments: { type: 'descriptors', smiles: 'CCO' } });
    expect(draft).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('may only read') }] });
    for (const path of ['/api/user/me', '/api/workflow', '/api/api_key', '/api/application']) {
      const answer = await call(server, 'GET', path, { key: null, headers: { authorization: `Bearer ${token}` } });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    const { applications } = (await mine('GET', '/api/application')).body as {
      applications: { uuid: string; permissions: string[] }[];
    };
    const connected = applications.find(({ permissions }) => permissions.length === 1);
    expect(connected).toMatchObject({ name: 'Test agent', permissions: ['read'], redirect_uris: [redirectUri] });
    const end = `/api/application/${connected?.uuid}/disconnect`;
    const stranger = await person('stranger@example.org');
    expect((await mine('POST', end, {}, stranger.cookie)).status).toBe(404);
    expect((await mcp(token)).status).toBe(200);
    expect((await mine('POST', end, {})).status).toBe(200);
    expect((await mcp(token)).status).toBe(401);
    const { client_id } = application.known as { client_id: string };
    const renewed = { grant_type: 'refresh_token', client_id, refresh_token: application.held?.refresh_token ?? '' };
    expect((await tokenFor(renewed)).status).toBe(400);
    await client.close();
  });

  test('an application ends its own token, and a person who is gone lets nobody in', async () => {
    const fields = await codeFor();
    const { body } = await tokenFor(fields);
    expect((await mcp(String(body.access_token))).status).toBe(200);
    const ended = await sendForm(server, '/oauth2/revoke', {
      client_id: fields.client_id,
      token: String(body.access_token),
      token_type_hint: 'access_token',
    });
    expect(ended.status).toBe(200);
    expect((await mcp(String(body.access_token))).status).toBe(401);
    const leaver = await person('leaver@example.org');
    const { application, client } = await connect(leaver.cookie);
    const token = application.held?.access_token ?? '';
    expect((await mcp(token)).status).toBe(200);
    const { db } = server.services;
    await rows(db.drizzle, sql`UPDATE "user" SET email_verified = false WHERE id = ${leaver.id}`);
    expect(await takeOverUnproven(db, 'leaver@example.org')).toBe(true);
    expect((await mcp(token)).status).toBe(401);
    await client.close();
  });

  test('a code works once, at its application, with its verifier and its address', async () => {
    const wrongs: [change: Record<string, string>, error: string][] = [
      [{ code_verifier: pkce().verifier }, 'invalid_request'],
      [{ redirect_uri: 'http://127.0.0.1:7777/other' }, 'invalid_grant'],
      [{ client_id: (await ask()).client_id }, 'invalid_grant'],
      [{ code_verifier: '' }, 'invalid_request'],
      [{ resource: 'https://elsewhere.example.org/mcp' }, 'invalid_target'],
    ];
    for (const [change, error] of wrongs) {
      const refused = await tokenFor({ ...(await codeFor()), ...change });
      expect([change, refused.body.error, refused.status < 500]).toEqual([change, error, true]);
      expect(refused.body.detail).toBeTypeOf('string');
      expect(refused.body.access_token).toBeUndefined();
    }
    const fields = await codeFor();
    const first = await tokenFor(fields);
    expect(first).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3600 } });
    expect(first.headers.get('cache-control')).toContain('no-store');
    expect(await tokenFor(fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    // A code that is used twice was stolen: what came of it ends.
    expect((await mcp(String(first.body.access_token))).status).toBe(401);
  });

  test('what an application asks for wrongly is refused before the person is asked', async () => {
    // Where the address is not the application's, nobody is sent there.
    for (const redirect_uri of ['https://thief.example.org/done', `${redirectUri}/more`, 'http://127.0.0.1:7777']) {
      const { location } = await ask({ redirect_uri });
      expect([location.origin, location.pathname]).toEqual([new URL(server.address).origin, '/connect']);
      expect(location.searchParams.get('error')).toBe('invalid_redirect');
    }
    expect((await ask({ client_id: 'nobody' })).location.searchParams.get('error')).toBe('invalid_client');
    const refusals: [change: Record<string, string | null>, error: string][] = [
      [{ code_challenge: null, code_challenge_method: null }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ scope: 'read delete' }, 'invalid_scope'],
      [{ resource: 'https://elsewhere.example.org/mcp' }, 'invalid_target'],
    ];
    for (const [change, error] of refusals) {
      const { location } = await ask(change);
      expect([change, location.origin, location.searchParams.get('error')]).toEqual([
        change,
        'http://127.0.0.1:7777',
        error,
      ]);
    }
    // A program may listen on another port of the own machine than it registered.
    expect((await ask({ redirect_uri: 'http://127.0.0.1:9999/done' })).location.pathname).toBe('/connect');
  });

  test('the question is signed, and answered by the person alone', async () => {
    const { location, client_id } = await ask({ scope: 'read submit' });
    const query = location.search.slice(1);
    const question = await mine('POST', '/api/application/request', { query });
    expect(question.body).toMatchObject({
      name: 'By hand',
      redirect_uri: redirectUri,
      is_local: true,
      permissions: ['read', 'submit'],
    });
    const changed = new URL(location);
    changed.searchParams.set('redirect_uri', 'https://thief.example.org');
    expect((await press(server, cookie, changed, { allow: true })).status).toBe(409);
    expect((await press(server, cookie, location, { allow: true, permissions: [] })).status).toBe(422);
    // A key, and a page of another site, press no buttons.
    const body = { query, allow: true };
    expect((await call(server, 'POST', '/api/application/answer', { body })).status).toBe(403);
    const foreign = { cookie, origin: 'https://thief.example.org', 'sec-fetch-site': 'cross-site' };
    const pressed = await call(server, 'POST', '/api/application/answer', { key: null, headers: foreign, body });
    expect(pressed.status).toBe(403);
    const denied = await press(server, cookie, location, { allow: false });
    const back = new URL(denied.body.url);
    expect([back.origin, back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([
      'http://127.0.0.1:7777',
      'access_denied',
      's',
    ]);
    const listed = await row(
      server.services.db.drizzle,
      sql`SELECT 1 FROM oauth_consent WHERE client_id = ${client_id} AND user_id = ${owner}`,
    );
    expect(listed).toBeNull();
    // Whoever is not signed in signs in first, and comes back.
    const outside = await visit(new URL(`/oauth2/authorize?client_id=${client_id}`, server.address), '');
    expect([outside.status, outside.location.pathname]).toEqual([302, '/sign-in']);
    expect(outside.location.searchParams.get('next')).toBe(`/oauth2/authorize?client_id=${client_id}`);
  });

  test('a token of another audience opens nothing, and no token is stored as it is sent', async () => {
    const { body } = await tokenFor(await codeFor());
    const { db } = server.services;
    const stored = await rows(
      db.drizzle,
      sql`SELECT row_to_json(t)::text AS text FROM (SELECT token FROM oauth_access_token UNION ALL SELECT token FROM oauth_refresh_token) t`,
    );
    for (const token of [body.access_token, body.refresh_token]) {
      const secret = String(token).replace(/^cuvette_[a-z]+_/, '');
      expect(secret.length).toBeGreaterThan(30);
      expect(JSON.stringify(stored)).not.toContain(secret);
    }
    expect((await mcp(String(body.access_token))).status).toBe(200);
    await rows(db.drizzle, sql`UPDATE oauth_access_token SET resources = ARRAY['https://elsewhere.example.org/mcp']`);
    expect((await mcp(String(body.access_token))).status).toBe(401);
    await rows(db.drizzle, sql`UPDATE oauth_access_token SET resources = NULL`);
    expect((await mcp(String(body.access_token))).status).toBe(401);
  });

  test('the refusal says where to sign in; what registers itself is bounded and forgotten', async () => {
    const { headers } = await call(server, 'POST', '/mcp', { key: null, body: listTools });
    const challenge = headers.get('www-authenticate') ?? '';
    const metadata = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
    expect(await (await fetch(metadata)).json()).toMatchObject({
      resource: `${server.address}/mcp`,
      authorization_servers: [server.address],
      scopes_supported: ['read', 'submit'],
    });
    // By the other name of the same machine.
    const local = new URL(metadata);
    local.hostname = 'localhost';
    const byName = await call(server, 'GET', local.pathname, { key: null, headers: { host: local.host } });
    expect(byName.body.resource).toContain(local.port);
    const described = await call(server, 'GET', '/.well-known/oauth-authorization-server', { key: null });
    expect(described.body).toMatchObject({ issuer: server.address, code_challenge_methods_supported: ['S256'] });
    const register = (redirect_uris: unknown, more: object = {}) =>
      call(server, 'POST', '/oauth2/register', { key: null, body: { redirect_uris, ...more } });
    for (const address of [
      'http://thief.example.org/done',
      'javascript:alert(1)',
      'cursor://done',
      'http://localhost.thief.example.org/',
      'https://user:password@example.org/',
      'https://example.org/#part',
    ]) {
      const refused = await register([address]);
      expect([address, refused.status, refused.body.error]).toEqual([address, 400, 'invalid_redirect_uri']);
    }
    expect((await register([])).status).toBe(400);
    expect((await register(undefined)).status).toBe(400);
    const named = await register(['https://example.org/done'], { client_name: 'A\u202egent\n', scope: 'everything' });
    expect(named.body).toMatchObject({ client_name: 'Agent', token_endpoint_auth_method: 'none' });
    expect(named.body.client_secret).toBeUndefined();
    let last = named.status;
    for (let count = 0; count < 20 && last === 201; count += 1) last = (await register([redirectUri])).status;
    expect(last).toBe(429);
    const { drizzle } = server.services.db;
    await rows(drizzle, sql`UPDATE oauth_client SET created_at = now() - interval '8 days'`);
    await sweepApplications(drizzle);
    const left = await rows(
      drizzle,
      sql`SELECT 1 FROM oauth_client k WHERE NOT EXISTS (SELECT 1 FROM oauth_consent c WHERE c.client_id = k.client_id)`,
    );
    expect(left).toEqual([]);
  });

  test('a server that connects no applications names no place to sign in, and registers nobody', async () => {
    const { config } = server.services;
    config.oauth = false;
    try {
      const refused = await call(server, 'POST', '/mcp', { key: null, body: listTools });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, null]);
      const registration = { key: null, body: { redirect_uris: [redirectUri] } };
      expect((await call(server, 'POST', '/oauth2/register', registration)).status).toBe(404);
      for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server']) {
        expect((await call(server, 'GET', path, { key: null })).status).toBe(404);
      }
    } finally {
      config.oauth = true;
    }
  });
});
