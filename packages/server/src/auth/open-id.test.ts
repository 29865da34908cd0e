import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { row, rows } from '../store/database/database.ts';
import { accountByEmail, createAccount } from '../store/users.ts';
import { onOneDatabase, type TestPlace, useTemplate } from '../testing/databases.ts';
import { startOpenIdProvider } from '../testing/open-id-provider.ts';
import { call, startTestServer } from '../testing/test-server.ts';

const origin = 'https://cuvette.example.org';
type Provider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** A server with the provider, and a browser that walks through a sign-in. */
function withProvider(place: () => TestPlace, env: Record<string, string>) {
  const held: { server: RunningServer; provider: Provider; at: { address: string } } = {} as never;
  beforeAll(async () => {
    held.provider = await startOpenIdProvider('cuvette', 'a secret of the test');
    held.server = await startTestServer(place(), {
      CUVETTE_PUBLIC_URL: origin,
      CUVETTE_OPENID_ISSUER: held.provider.issuer,
      CUVETTE_OPENID_CLIENT_ID: 'cuvette',
      CUVETTE_OPENID_CLIENT_SECRET: 'a secret of the test',
      CUVETTE_OPENID_NAME: 'The institute',
      ...env,
    });
    const { port } = held.server.app.server.address() as { port: number };
    held.at = { address: `http://127.0.0.1:${port}` };
  });
  beforeEach(() => {
    Object.assign(held.provider.state, { profile: {}, forged: false, audience: null });
  });
  afterAll(async () => {
    await held.server.stop();
    await held.provider.stop();
  });
  const cookies = (answer: { headers: Headers }) =>
    answer.headers
      .getSetCookie()
      .filter((one) => !/max-age=0/i.test(one))
      .map((one) => one.split(';')[0]);

  /** Signs in at the provider as somebody; where the browser ends up, and the session's cookie. */
  async function walk(
    profile: Record<string, unknown>,
    change: (back: URL, jar: string) => { back: URL; jar: string } = (back, jar) => ({ back, jar }),
  ): Promise<{ to: URL; cookie: string }> {
    held.provider.state.profile = profile;
    const started = await call(held.at, 'POST', '/api/session/open_id', {
      key: null,
      body: { return_to: '/folder/x' },
    });
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    const there = await fetch(String(started.body.url), { redirect: 'manual' });
    const given = new URL(there.headers.get('location') ?? '');
    expect(given.origin + given.pathname).toBe(`${origin}/api/auth/callback/openid`);
    const { back, jar } = change(given, cookies(started).join('; '));
    const done = await fetch(held.at.address + back.pathname + back.search, {
      headers: { cookie: jar },
      redirect: 'manual',
    });
    expect(done.status).toBe(302);
    const session = cookies(done).find((one) => one?.startsWith('__Host-cuvette_session='));
    return { to: new URL(done.headers.get('location') ?? '', origin), cookie: session ?? '' };
  }
  const me = (cookie: string) => call(held.at, 'GET', '/api/user/me', { key: null, headers: { cookie } });
  return { held, walk, me, cookies };
}

onOneDatabase('sign-in by OpenID Connect', (place) => {
  const { held, walk, me, cookies } = withProvider(place, {});

  test('is offered by name, and comes back to this server only', async () => {
    const offer = await call(held.at, 'GET', '/api/session', { key: null });
    expect(offer.body).toMatchObject({ open_id: { name: 'The institute' }, sign_up: false });
    for (const return_to of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const asked = await call(held.at, 'POST', '/api/session/open_id', { key: null, body: { return_to } });
      expect(asked.status, return_to).toBe(422);
    }
  });

  test("a known person comes in by their address, and again by the provider's own name for them", async () => {
    const account = await createAccount(held.server.services.db, 'ada@example.org');
    const first = await walk({ sub: 's1', email: 'Ada@Example.org', email_verified: true, name: 'Ada' });
    expect(first.to.pathname).toBe('/folder/x');
    expect((await me(first.cookie)).body).toMatchObject({ uuid: account.id, email: 'ada@example.org' });
    const moved = await walk({ sub: 's1', email: 'ada.new@example.org', email_verified: true, name: 'Ada' });
    expect((await me(moved.cookie)).body).toMatchObject({ uuid: account.id, email: 'ada@example.org' });
    const stored = await row<{ text: string }>(
      held.server.services.db.drizzle,
      sql`SELECT a::text AS text FROM account a WHERE user_id = ${account.id}`,
    );
    expect(stored?.text).toContain(held.provider.issuer);
  });

  test('the owner gets no link to the account of somebody who came by the provider and went', async () => {
    const { db, signIn } = held.server.services;
    await createAccount(db, 'gone@example.org');
    const { cookie } = await walk({ sub: 's8', email: 'gone@example.org', email_verified: true, name: 'Gone' });
    const as = (by: string, path: string, body: unknown) =>
      call(held.at, 'POST', path, { key: null, headers: by ? { cookie: by, origin } : { origin }, body });
    expect((await as(cookie, '/api/session/sign_out', {})).status).toBe(200);
    const token = await signIn.createLinkToken('owner@example.org');
    const owner = cookies(await as('', '/api/session/one_time', { token })).join('; ');
    expect((await as(owner, '/api/user/invite', { email: 'gone@example.org' })).status).toBe(409);
    expect((await as(owner, '/api/user/invite', { email: 'never.came@example.org' })).status).toBe(201);
  });

  test('signing in anew ends the session that the browser had', async () => {
    await createAccount(held.server.services.db, 'grace@example.org');
    const profile = { sub: 's9', email: 'grace@example.org', email_verified: true, name: 'Grace' };
    const first = await walk(profile);
    const second = await walk(profile, (back, jar) => ({ back, jar: `${jar}; ${first.cookie}` }));
    expect([(await me(first.cookie)).status, (await me(second.cookie)).status]).toEqual([401, 200]);
  });

  test("an address that the provider does not vouch for opens nobody's account", async () => {
    await createAccount(held.server.services.db, 'victim@example.org');
    for (const profile of [
      { sub: 's2', email: 'victim@example.org', email_verified: false, name: 'x' },
      { sub: 's3', email: 'victim@example.org', name: 'x' },
    ]) {
      const { to, cookie } = await walk(profile);
      expect(to.pathname).toBe('/sign-in');
      expect(to.searchParams.get('error')).toBeTruthy();
      expect(cookie).toBe('');
    }
  });

  test('nobody new comes in while sign-up is closed', async () => {
    const { to, cookie } = await walk({ sub: 's4', email: 'new@example.org', email_verified: true, name: 'New' });
    expect(to.pathname).toBe('/sign-in');
    expect(cookie).toBe('');
    expect(await accountByEmail(held.server.services.db.drizzle, 'new@example.org')).toBeNull();
  });

  test('forged, foreign and replayed answers are refused', async () => {
    await createAccount(held.server.services.db, 'eve@example.org');
    const profile = { sub: 's5', email: 'eve@example.org', email_verified: true, name: 'Eve' };
    const refused = async (answer: Promise<{ to: URL; cookie: string }>) => {
      const { to, cookie } = await answer;
      expect([to.pathname, cookie]).toEqual(['/sign-in', '']);
    };
    held.provider.state.forged = true;
    await refused(walk(profile));
    Object.assign(held.provider.state, { forged: false, audience: 'another client' });
    await refused(walk(profile));
    held.provider.state.audience = null;
    // Without the cookie of the browser that started, or with a state of another's making.
    await refused(walk(profile, (back) => ({ back, jar: '' })));
    await refused(
      walk(profile, (back, jar) => {
        back.searchParams.set('state', 'made up');
        return { back, jar };
      }),
    );
    await refused(walk({ ...profile, nonce: 'of another sign-in' }));
    expect((await walk(profile)).cookie).not.toBe('');
  });

  test('a provider that is down is reported, and asked again the next time', async () => {
    await held.provider.stop();
    const data = path.join(place().data, 'another');
    await useTemplate(data);
    const start = () => call(held.at, 'POST', '/api/session/open_id', { key: null, body: {} });
    const fresh = await startTestServer(
      { data, databaseUrl: null },
      {
        CUVETTE_PUBLIC_URL: origin,
        CUVETTE_OPENID_ISSUER: held.provider.issuer,
        CUVETTE_OPENID_CLIENT_ID: 'cuvette',
        CUVETTE_OPENID_CLIENT_SECRET: 'a secret of the test',
      },
    );
    const { port } = fresh.app.server.address() as { port: number };
    const at = { address: `http://127.0.0.1:${port}` };
    const ask = () => call(at, 'POST', '/api/session/open_id', { key: null, body: {} });
    expect(await ask()).toMatchObject({ status: 502, body: { detail: expect.stringContaining('cannot be reached') } });
    expect((await call(at, 'GET', '/api/user/me')).status).toBe(200);
    await held.provider.startAgain();
    expect((await ask()).status).toBe(200);
    await fresh.stop();
    expect((await start()).status).toBe(200);
  });
});

onOneDatabase('sign-in by OpenID Connect, sign-up open', (place) => {
  const { held, walk, me } = withProvider(place, { CUVETTE_SIGN_UP: 'open' });

  test('a new person that the provider vouches for gets an account with a project and a folder', async () => {
    const profile = { sub: 'n1', email: 'new@example.org', name: 'New One', given_name: 'New', family_name: 'One' };
    const { to, cookie } = await walk({ ...profile, email_verified: true });
    expect(to.pathname).toBe('/folder/x');
    expect((await me(cookie)).body).toMatchObject({
      email: 'new@example.org',
      firstname: 'New',
      lastname: 'One',
      root_folder_uuid: expect.any(String),
      default_project_uuid: expect.any(String),
    });
    expect((await walk({ ...profile, sub: 'n2', email: 'unproven@example.org', email_verified: false })).cookie).toBe(
      '',
    );
  });

  test('a provider whose addresses are trusted need not say that it verified them, but one that it denies opens nothing', async () => {
    const { openId } = held.server.services.config;
    if (!openId) throw new Error('no provider');
    openId.trustsEmails = true;
    const silent = await walk({ sub: 'd1', email: 'directory@example.org', name: 'Marie' });
    expect((await me(silent.cookie)).body.email).toBe('directory@example.org');
    expect((await walk({ sub: 'd2', email: 'denied@example.org', email_verified: false, name: 'X' })).cookie).toBe('');
    openId.trustsEmails = false;
    expect((await walk({ sub: 'd3', email: 'silent@example.org', name: 'X' })).cookie).toBe('');
  });

  /** Somebody signs up with an address that may not be theirs, and leaves every way in that there is. */
  async function squat(email: string) {
    const body = { email, password: 'correct horse battery' };
    const made = await call(held.at, 'POST', '/api/session/sign_up', { key: null, body });
    expect(made.status).toBe(201);
    const cookie = String(made.headers.getSetCookie()[0]?.split(';')[0]);
    const as = (method: string, path: string, body?: unknown) =>
      call(held.at, method, path, { key: null, headers: { cookie, origin }, ...(body === undefined ? {} : { body }) });
    const { uuid, default_project_uuid: project, root_folder_uuid: folder } = (await as('GET', '/api/user/me')).body;
    const key = String((await as('POST', '/api/api_key', { name: 'k', scope: 'read_write_delete' })).body.api_key);
    const secret = (await as('POST', '/api/user/me/webhook_secret', {})).body.webhook_secret;
    const link = (await as('POST', '/api/share_link', { folder_uuid: folder, name: 'l' })).body;
    const kept = (await as('POST', '/api/folder', { name: 'kept', parent_uuid: folder })).body.uuid;
    const webhook_url = 'https://hooks.invalid/squatter';
    const submit = async (more: object) => {
      const answer = await as('POST', '/api/workflow', { workflow_type: 'test_sleep', webhook_url, ...more });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return String(answer.body.uuid);
    };
    // One waits, one has ended and its webhook was not called yet, one is a draft, and another a draft in the trash.
    const [queued, ended] = [await submit({}), await submit({})];
    const [draft, trashed] = [await submit({ is_draft: true }), await submit({ is_draft: true })];
    await as('DELETE', `/api/workflow/${trashed}`);
    await as('POST', `/api/workflow/${ended}/stop`);
    const hooked = async () =>
      (
        await rows<{ uuid: string }>(
          held.server.services.db.drizzle,
          sql`SELECT w.uuid FROM workflow w WHERE w.run_by = ${uuid} AND (
                (w.object_status IN (0, 5, 6) AND (w.webhook_url IS NOT NULL OR w.draft ->> 'webhook_url' IS NOT NULL))
                OR EXISTS (SELECT 1 FROM notice n WHERE n.workflow_uuid = w.uuid AND n.delivered_at IS NULL))`,
        )
      ).map((one) => one.uuid);
    const items = { queued, ended, draft, trashed };
    const friend = await createAccount(held.server.services.db, `friend.of.${email}`);
    const users = { user_uuids: [friend.id] };
    expect((await as('POST', `/api/project/${project}/add_users`, users)).status).toBe(200);
    const signIn = async () => (await call(held.at, 'POST', '/api/session/sign_in', { key: null, body })).status;
    const statuses = async () => [
      (await as('GET', '/api/user/me')).status,
      await signIn(),
      (await call(held.at, 'GET', '/api/user/me', { key })).status,
    ];
    return { uuid, project, folder, secret, link, kept, statuses, items, hooked };
  }

  test("security: whose address it is gets the account that somebody signed up with it, and the other's ways in are closed", async () => {
    const squatted = await squat('ada@example.org');
    const person = { sub: 't1', email: 'ada@example.org', name: 'Ada' };
    // Not by an address that is not vouched for, and not by an answer that is not the provider's.
    expect((await walk({ ...person, email_verified: false })).cookie).toBe('');
    held.provider.state.forged = true;
    expect((await walk({ ...person, email_verified: true })).cookie).toBe('');
    held.provider.state.forged = false;
    expect(await squatted.statuses()).toEqual([200, 200, 200]);
    expect((await squatted.hooked()).sort()).toEqual(Object.values(squatted.items).sort());

    const { cookie, to } = await walk({ ...person, email_verified: true });
    expect(to.pathname).toBe('/folder/x');
    expect((await me(cookie)).body).toMatchObject({ uuid: squatted.uuid, email: 'ada@example.org' });
    expect(await squatted.statuses()).toEqual([401, 401, 401]);
    const get = async (path: string) => (await call(held.at, 'GET', path, { key: null, headers: { cookie } })).body;
    expect(await get('/api/user/me/webhook_secret')).toEqual({ webhook_secret: null });
    expect(await get(`/api/project/${squatted.project}/users`)).toMatchObject([{ uuid: squatted.uuid, role: 'owner' }]);
    expect(await get(`/api/share_link?folder_uuid=${squatted.folder}`)).toMatchObject({
      links: [{ is_revoked: true }],
    });
    expect(await get(`/api/folder/${squatted.kept}`)).toMatchObject({ name: 'kept' });
    // Nobody hears of what runs on, nor of a draft that its new person submits.
    expect(await squatted.hooked()).toEqual([]);
    const { draft, queued, trashed } = squatted.items;
    const post = (path: string) => call(held.at, 'POST', path, { key: null, headers: { cookie, origin }, body: {} });
    expect((await post(`/api/trash/${trashed}/restore`)).status).toBe(200);
    for (const uuid of [draft, trashed]) expect((await post(`/api/workflow/${uuid}/submit_draft`)).status).toBe(200);
    for (const uuid of [queued, draft, trashed]) {
      expect((await post(`/api/workflow/${uuid}/stop`)).body).toMatchObject({ object_status: 4 });
    }
    expect(await squatted.hooked()).toEqual([]);
    // From now on it is theirs: what they make stays when they come again.
    const headers = { cookie, origin };
    const body = { new_password: 'a password of their own' };
    expect((await call(held.at, 'POST', '/api/session/password', { key: null, headers, body })).status).toBe(200);
    await walk({ ...person, email_verified: true });
    expect((await me(cookie)).status).toBe(200);
  });

  test("security: a one-time link to an account that nobody vouched for closes the other's ways in; the next one closes no key", async () => {
    const squatted = await squat('grace@example.org');
    const redeem = async (more: object) => {
      const token = await held.server.services.signIn.createLinkToken('grace@example.org');
      const body = { token, ...more };
      const answer = await call(held.at, 'POST', '/api/session/one_time', { key: null, headers: { origin }, body });
      expect(answer.status).toBe(200);
      expect((await call(held.at, 'POST', '/api/session/one_time', { key: null, body })).status).toBe(401);
      return { cookie: String(answer.headers.getSetCookie()[0]?.split(';')[0]), origin };
    };
    const wrong = { token: 'x'.repeat(43) };
    expect((await call(held.at, 'POST', '/api/session/one_time', { key: null, body: wrong })).status).toBe(401);
    expect(await squatted.statuses()).toEqual([200, 200, 200]);

    const headers = await redeem({});
    expect(await squatted.statuses()).toEqual([401, 401, 401]);
    const as = (method: string, path: string, body?: object) =>
      call(held.at, method, path, { key: null, headers, ...(body ? { body } : {}) });
    const get = async (path: string) => (await as('GET', path)).body;
    expect(await get('/api/user/me')).toMatchObject({ uuid: squatted.uuid });
    expect(await get('/api/user/me/webhook_secret')).toEqual({ webhook_secret: null });
    expect(await get(`/api/project/${squatted.project}/users`)).toMatchObject([{ uuid: squatted.uuid, role: 'owner' }]);
    const links = `/api/share_link?folder_uuid=${squatted.folder}`;
    expect(await get(links)).toMatchObject({ links: [{ is_revoked: true }] });

    // From now on it is theirs: a forgotten password is no reason to stop their scripts.
    const key = String((await as('POST', '/api/api_key', { name: 'own', scope: 'read' })).body.api_key);
    await redeem({ password: 'a password of their own' });
    expect((await as('GET', '/api/user/me')).status).toBe(401);
    expect((await call(held.at, 'GET', '/api/user/me', { key })).status).toBe(200);
  });

  test('an account under an address that somebody known has now is left alone: they come into their own', async () => {
    const own = await walk({ sub: 'm1', email: 'moving@example.org', email_verified: true, name: 'M' });
    const { uuid } = (await me(own.cookie)).body;
    const other = await squat('moved@example.org');
    const again = await walk({ sub: 'm1', email: 'moved@example.org', email_verified: true, name: 'M' });
    expect((await me(again.cookie)).body.uuid).toBe(uuid);
    expect(await other.statuses()).toEqual([200, 200, 200]);
  });
});
