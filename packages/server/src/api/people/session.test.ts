import { generateKeyPairSync, sign } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignIn } from '../../auth/sign-in.ts';
import type { RunningServer } from '../../serve.ts';
import { addApiKey } from '../../store/api-keys.ts';
import { row, rows } from '../../store/database/database.ts';
import { createAccount, firstAccount } from '../../store/users.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { type Answer, addPerson, call, startTestServer } from '../../testing/test-server.ts';

const password = 'correct horse battery';

/** The cookie header of a browser that got this answer. */
function cookieOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .filter((one) => !/max-age=0/i.test(one))
    .map((one) => one.split(';')[0])
    .join('; ');
}

onOneDatabase('people', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
  });
  afterAll(() => server.stop());

  const post = (path: string, body: unknown, cookie = '', headers: Record<string, string> = {}) =>
    call(server, 'POST', path, { key: null, body, headers: { ...(cookie ? { cookie } : {}), ...headers } });
  const get = (path: string, cookie: string) => call(server, 'GET', path, { key: null, headers: { cookie } });
  const signIn = (email: string, given: string) => post('/api/session/sign_in', { email, password: given });
  const status = async (cookie: string) => (await get('/api/user/me', cookie)).status;

  /** An account with a password, as somebody who was invited. */
  async function person(email: string): Promise<{ id: string; email: string }> {
    const account = await createAccount(server.services.db, email);
    await server.services.signIn.setPassword(account.id, password);
    return account;
  }
  const signedIn = async (email: string) => {
    const answer = await signIn(email, password);
    expect(answer.status).toBe(200);
    return cookieOf(answer);
  };

  test('an invited person sets a password with the one-time link and signs in with it; the link works once', async () => {
    const owner = await person('owner2@example.org');
    const ownerLink = await server.services.signIn.createLinkToken('owner@example.org');
    const ownerCookie = cookieOf(await post('/api/session/one_time', { token: ownerLink }));
    const invited = await post('/api/user/invite', { email: 'New.One@example.org' }, ownerCookie);
    expect(invited).toMatchObject({ status: 201, body: { email: 'new.one@example.org' } });
    const token = new URL(String(invited.body.link)).searchParams.get('token');
    expect(await post('/api/session/one_time', { token, password: 'short' })).toMatchObject({
      status: 422,
      body: { field: 'password' },
    });
    const first = await post('/api/session/one_time', { token, password });
    expect(first.status).toBe(200);
    const me = (await get('/api/user/me', cookieOf(first))).body;
    expect(me).toMatchObject({ email: 'new.one@example.org', username: 'new.one' });
    expect(me.default_project_uuid).toBeTypeOf('string');
    expect(me.root_folder_uuid).toBeTypeOf('string');
    expect((await post('/api/session/one_time', { token, password })).status).toBe(401);
    expect(await status(await signedIn('NEW.one@example.org'))).toBe(200);
    // Only the server's owner invites, and not into an account that somebody uses.
    expect((await post('/api/user/invite', { email: 'x@example.org' }, await signedIn(owner.email))).status).toBe(403);
    expect((await post('/api/user/invite', { email: owner.email }, ownerCookie)).status).toBe(409);
    expect((await post('/api/user/invite', { email: 'no address' }, ownerCookie)).status).toBe(422);
  });

  test('a wrong password and an unknown address get the same answer; guessing is slowed down', async () => {
    const { email } = await person('guessed@example.org');
    const wrong = await signIn(email, 'wrong password');
    const unknown = await signIn('unknown@example.org', 'wrong password');
    expect(wrong.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
    let last = wrong;
    for (let count = 0; count < 10 && last.status === 401; count += 1) last = await signIn(email, 'wrong password');
    expect(last).toMatchObject({ status: 429, body: { detail: expect.stringContaining('one-time link') } });
    expect((await signIn(email, password)).status).toBe(429);
  });

  test('the cookie is kept from scripts, the password is stored as a slow hash', async () => {
    const { id, email } = await person('cookie@example.org');
    const [cookie = ''] = (await signIn(email, password)).headers.getSetCookie();
    expect(cookie).toMatch(/^cuvette_session=/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).not.toMatch(/Secure|Domain/i);
    const stored = await row<{ password: string }>(
      server.services.db.drizzle,
      sql`SELECT password FROM account WHERE user_id = ${id}`,
    );
    expect(stored?.password.length).toBeGreaterThan(100);
    expect(stored?.password).not.toContain(password);
  });

  test('a new password needs the old one and signs the other browsers out', async () => {
    const { email } = await person('change@example.org');
    const [here, there] = [await signedIn(email), await signedIn(email)];
    const change = (body: unknown, cookie = here) => post('/api/session/password', body, cookie);
    const next = 'another good password';
    expect(await change({ new_password: next })).toMatchObject({ status: 403, body: { field: 'current_password' } });
    expect(await change({ current_password: password, new_password: 'short' })).toMatchObject({
      status: 422,
      body: { field: 'new_password' },
    });
    expect(await change({ current_password: password, new_password: next })).toMatchObject({
      status: 200,
      body: { ended: 1 },
    });
    expect([await status(here), await status(there)]).toEqual([200, 401]);
    expect([(await signIn(email, password)).status, (await signIn(email, next)).status]).toEqual([401, 200]);
  });

  test('a one-time link with a new password signs the other browsers out, and only those of this account', async () => {
    const [{ email }, other] = [await person('forgot@example.org'), await person('not.forgot@example.org')];
    const [thief, elsewhere] = [await signedIn(email), await signedIn(other.email)];
    const token = String((await post('/api/session/token', {}, thief)).body.token);
    const bearer = { key: null, headers: { authorization: `Bearer ${token}` } };
    expect((await call(server, 'GET', '/api/user/me', bearer)).status).toBe(200);
    const redeem = async (more: Record<string, unknown>) =>
      cookieOf(
        await post('/api/session/one_time', { token: await server.services.signIn.createLinkToken(email), ...more }),
      );
    // A link alone changes no password, so nobody else need leave.
    const before = await redeem({});
    expect([await status(before), await status(thief)]).toEqual([200, 200]);
    const here = await redeem({ password: 'another good password' });
    expect([await status(here), await status(before), await status(thief)]).toEqual([200, 401, 401]);
    expect((await call(server, 'GET', '/api/user/me', bearer)).status).toBe(401);
    expect(await status(elsewhere)).toBe(200);
  });

  test('signing out everywhere ends each session, and the tokens made in them', async () => {
    const { email } = await person('everywhere@example.org');
    const [here, there] = [await signedIn(email), await signedIn(email)];
    const token = String((await post('/api/session/token', {}, there)).body.token);
    const bearer = () =>
      call(server, 'GET', '/api/user/me', { key: null, headers: { authorization: `Bearer ${token}` } });
    expect((await bearer()).status).toBe(200);
    const listed = (await get('/api/session/list', here)).body.sessions as { current: boolean }[];
    expect(listed.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(await post('/api/session/sign_out_everywhere', {}, here)).toMatchObject({ status: 200, body: { ended: 2 } });
    expect([await status(here), await status(there), (await bearer()).status]).toEqual([401, 401, 401]);
  });

  test('signing out ends one session; a session ends after 90 days whatever happens', async () => {
    const { id, email } = await person('leaving@example.org');
    const [here, there] = [await signedIn(email), await signedIn(email)];
    await post('/api/session/sign_out', {}, here);
    expect([await status(here), await status(there)]).toEqual([401, 200]);
    // Any other one, by its place in the list; nobody ends somebody else's.
    const lost = await signedIn(email);
    const { sessions } = (await get('/api/session/list', there)).body as {
      sessions: { uuid: string; current: boolean }[];
    };
    const end = `/api/session/${sessions.find(({ current }) => !current)?.uuid}/sign_out`;
    const { email: stranger } = await person('not-leaving@example.org');
    expect((await post(end, {}, await signedIn(stranger))).status).toBe(404);
    expect((await post(end, {}, there)).status).toBe(200);
    expect([await status(lost), await status(there)]).toEqual([401, 200]);
    await rows(
      server.services.db.drizzle,
      sql`UPDATE session SET created_at = now() - interval '91 days' WHERE user_id = ${id}`,
    );
    expect(await status(there)).toBe(401);
  });

  test('a session that is used is extended, its cookie with it', async () => {
    const { id, email } = await person('daily@example.org');
    const cookie = await signedIn(email);
    expect((await get('/api/user/me', cookie)).headers.getSetCookie()).toEqual([]);
    await rows(
      server.services.db.drizzle,
      sql`UPDATE session SET expires_at = now() + interval '12 days' WHERE user_id = ${id}`,
    );
    const answer = await get('/api/user/me', cookie);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^cuvette_session=.*Max-Age=1209600/);
    const left = await row<{ days: number }>(
      server.services.db.drizzle,
      sql`SELECT (extract(epoch FROM expires_at - now()) / 86400)::float8 AS days FROM session WHERE user_id = ${id}`,
    );
    expect(left?.days).toBeGreaterThan(13.9);
  });

  test('a profile is changed by its person; the default project is one of their own', async () => {
    const cookie = await signedIn((await person('profile@example.org')).email);
    const change = (body: unknown) => post('/api/user/me', body, cookie);
    expect((await change({ firstname: 'Pro', lastname: 'File' })).body).toMatchObject({ firstname: 'Pro' });
    const made = (await post('/api/project', { name: 'mine' }, cookie)).body;
    const { body: me } = await change({ lastname: null, default_project_uuid: made.uuid });
    expect(me).toMatchObject({ firstname: 'Pro', lastname: null, default_project_uuid: made.uuid });
    expect(me.root_folder_uuid).toBe(made.root_folder_uuid);
    const others = (await call(server, 'POST', '/api/project', { body: { name: 'theirs' } })).body;
    const add = { users: ['profile'] };
    expect((await call(server, 'POST', `/api/project/${others.uuid}/add_users`, { body: add })).status).toBe(200);
    expect(await change({ default_project_uuid: others.uuid })).toMatchObject({
      status: 404,
      body: { field: 'default_project_uuid' },
    });
  });

  test('sign-up is closed unless it is opened', async () => {
    const body = { email: 'visitor@example.org', password };
    expect((await call(server, 'GET', '/api/session', { key: null })).body).toMatchObject({
      signed_in: false,
      sign_up: false,
    });
    expect((await post('/api/session/sign_up', body)).status).toBe(403);
    const before = await row(server.services.db.drizzle, sql`SELECT count(*)::int AS count FROM "user"`);
    expect((await post('/api/auth/sign-up/email', { ...body, name: 'x' })).status).toBe(404);
    expect(await row(server.services.db.drizzle, sql`SELECT count(*)::int AS count FROM "user"`)).toEqual(before);
  });

  test('a foreign page cannot sign anybody in or out', async () => {
    const origin = { origin: 'https://evil.example' };
    const { email } = await person('target@example.org');
    expect((await post('/api/session/sign_in', { email, password }, '', origin)).status).toBe(403);
    const cookie = await signedIn(email);
    expect((await post('/api/session/sign_out_everywhere', {}, cookie, origin)).status).toBe(403);
    expect(await status(cookie)).toBe(200);
  });

  describe('tokens for reading', () => {
    const bearer = (token: string, method = 'GET', path = '/api/user/me') =>
      call(server, method, path, { key: null, headers: { authorization: `Bearer ${token}` } });
    const claimsOf = (token: string): Record<string, unknown> =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const make = async (key?: string) => {
      const answer = await call(server, 'POST', '/api/session/token', { body: {}, ...(key ? { key } : {}) });
      expect(answer.status).toBe(200);
      return String(answer.body.token);
    };

    test('are short-lived, say for whom and where, and are signed with a key that everybody may check', async () => {
      const token = await make();
      const claims = claimsOf(token);
      const owner = await firstAccount(server.services.db.drizzle);
      expect(claims.sub).toBe(owner?.id);
      expect(claims.aud).toBe(`${claims.iss}/api`);
      expect(Number(claims.exp) - Number(claims.iat)).toBe(15 * 60);
      expect(Number(claims.nbf)).toBeLessThanOrEqual(Date.now() / 1000);
      const { keys } = (await call<{ keys: Record<string, unknown>[] }>(server, 'GET', '/api/auth/jwks')).body;
      expect(keys[0]).toMatchObject({ alg: 'EdDSA', kty: 'OKP' });
      expect(keys[0]).not.toHaveProperty('d');
      const stored = await row<{ private_key: string }>(server.services.db.drizzle, sql`SELECT private_key FROM jwks`);
      expect(stored?.private_key).not.toContain('"d"');
    });

    test('read and do nothing else', async () => {
      const token = await make();
      expect((await bearer(token)).status).toBe(200);
      for (const [method, path] of [
        ['POST', '/api/user/me'],
        ['POST', '/api/session/token'],
        ['DELETE', '/api/folder/00000000-0000-4000-8000-000000000000'],
      ] as const) {
        expect((await bearer(token, method, path)).status, path).toBe(403);
      }
      expect((await bearer(token, 'GET', '/api/session/list')).status).toBe(403);
      const headers = { authorization: `Bearer ${token}` };
      const asked = { key: null, headers, body: { molecules: [], comments: [] } };
      // A question that is a POST: it is answered, though the body is none.
      expect((await call(server, 'POST', '/api/convert/mols_to_smiles', asked)).status).toBe(422);
      const info = { key: null, headers, body: { workflow_type: 'test_sleep' } };
      expect((await call(server, 'POST', '/api/workflow/dispatch_information', info)).status).toBe(200);
    });

    test('open what their person may read, and nothing of other people', async () => {
      const made = await call(server, 'POST', '/api/workflow', {
        body: { workflow_type: 'test_sleep', name: 'by token' },
      });
      const address = `/api/workflow/${made.body.uuid}`;
      const read = await bearer(await make(), 'GET', address);
      expect(read).toMatchObject({ status: 200, body: { uuid: made.body.uuid, name: 'by token' } });
      // Neither a browser nor a proxy keeps what was read for one person.
      expect(read.headers.get('cache-control')).toMatch(/private|no-store/);
      const stranger = await addPerson(server, 'by-token@example.org');
      expect((await bearer(await make(stranger), 'GET', address)).status).toBe(404);
      expect((await bearer(await make(), 'POST', address)).status).toBe(403);
    });

    test('die with the key that they were made with', async () => {
      const owner = await firstAccount(server.services.db.drizzle);
      const made = { user: owner?.id ?? '', key: 'a key that will be revoked, 32 and more', name: 'x' } as const;
      const uuid = await addApiKey(server.services.db.drizzle, { ...made, scope: 'read' });
      const token = await make(made.key);
      expect((await bearer(token)).status).toBe(200);
      await rows(server.services.db.drizzle, sql`UPDATE api_key SET revoked_at = now() WHERE uuid = ${uuid}::uuid`);
      expect((await bearer(token)).status).toBe(401);
    });

    test('that were forged, changed, for another server, too old or not yet valid are refused', async () => {
      const token = await make();
      const [header = '', payload = '', signature = ''] = token.split('.');
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const head = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>;
      const { privateKey } = generateKeyPairSync('ed25519');
      const own = `${header}.${payload}`;
      const forged = {
        'no signature': `${part({ ...head, alg: 'none' })}.${payload}.`,
        'another algorithm': `${part({ ...head, alg: 'HS256' })}.${payload}.${signature}`,
        'a changed claim': `${header}.${part({ ...claimsOf(token), sub: 'somebody else' })}.${signature}`,
        'another key': `${own}.${sign(null, Buffer.from(own), privateKey).toString('base64url')}`,
        'no token at all': 'abc',
      };
      for (const [what, text] of Object.entries(forged)) expect((await bearer(text)).status, what).toBe(401);
      const { db } = server.services;
      const secret = 'the secret of another server, long enough to be one';
      await rows(db.drizzle, sql`DELETE FROM jwks`);
      const elsewhere = createSignIn(db, secret, 'https://elsewhere.example');
      const claims = { account: String(claimsOf(token).sub), session: null, key: null };
      const foreign = await elsewhere.makeToken(claims);
      // Signed with a key of this database, and still for another server.
      expect(await elsewhere.readToken(foreign)).toEqual(claims);
      expect(await server.services.signIn.readToken(foreign)).toBeNull();
      // The keys of a server whose secret was lost cannot be read any more: new ones are made.
      expect((await bearer(await make())).status).toBe(200);
    });
  });
});

onOneDatabase('people on an https address, sign-up open', (place) => {
  let server: RunningServer;
  const said: string[] = [];
  beforeAll(async () => {
    const env = { CUVETTE_PUBLIC_URL: 'https://cuvette.example.org', CUVETTE_SIGN_UP: 'open' };
    server = await startTestServer(place(), env, { log: (text) => said.push(text) });
  });
  afterAll(() => server.stop());

  test('security: behind a proxy the address is the one that the proxy saw, not what a caller writes before it', async () => {
    const { port } = server.app.server.address() as { port: number };
    const ask = async (claimed: string, seen: string) => {
      const body = { email: 'guessed@example.org', password: 'wrong password' };
      const headers = { 'x-forwarded-for': `${claimed}, ${seen}` };
      const at = { address: `http://127.0.0.1:${port}` };
      return (await call(at, 'POST', '/api/session/sign_in', { key: null, body, headers })).status;
    };
    for (let count = 0; count < 10; count += 1) await ask(`203.0.113.${count}`, '198.51.100.7');
    expect(await ask('203.0.113.99', '198.51.100.7')).toBe(429);
    expect(await ask('203.0.113.99', '198.51.100.8')).toBe(401);
  });

  test('the cookie is bound to the host; who signs up has a project and a folder, and no claim to be checked', async () => {
    const { port } = server.app.server.address() as { port: number };
    const at = { address: `http://127.0.0.1:${port}` };
    const body = { email: 'visitor@example.org', password, firstname: 'Vi', lastname: 'Sitor' };
    const made = await call(at, 'POST', '/api/session/sign_up', { key: null, body });
    expect(made.status).toBe(201);
    const [cookie = ''] = made.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-cuvette_session=/);
    for (const attribute of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i]) {
      expect(cookie).toMatch(attribute);
    }
    expect(cookie).not.toMatch(/Domain/i);
    const me = await call(at, 'GET', '/api/user/me', { key: null, headers: { cookie: cookieOf(made) } });
    expect(me.body).toMatchObject({ firstname: 'Vi', lastname: 'Sitor', root_folder_uuid: expect.any(String) });
    const verified = await row(
      server.services.db.drizzle,
      sql`SELECT email_verified FROM "user" WHERE email = ${body.email}`,
    );
    expect(verified).toEqual({ email_verified: false });
    const again = await call(at, 'POST', '/api/session/sign_up', { key: null, body });
    expect(again).toMatchObject({ status: 409, body: { field: 'email' } });
    expect(said.join('\n')).not.toContain('plain http');
  });

  const signUp = (email: string, seen = '198.51.100.20') => {
    const { port } = server.app.server.address() as { port: number };
    return call({ address: `http://127.0.0.1:${port}` }, 'POST', '/api/session/sign_up', {
      key: null,
      body: { email, password },
      headers: { 'x-forwarded-for': seen },
    });
  };

  test('of several who sign up at once with one address one gets it; the same name before the @ gets numbers', async () => {
    const same = await Promise.all(Array.from({ length: 4 }, () => signUp('twice@example.org')));
    expect(same.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
    for (const answer of same.filter((one) => one.status === 409))
      expect(answer.body).toMatchObject({ field: 'email' });
    const alike = await Promise.all(Array.from({ length: 4 }, (_, index) => signUp(`alike@${index}.example.org`)));
    expect(alike.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
    const names = await rows<{ username: string }>(
      server.services.db.drizzle,
      sql`SELECT username FROM "user" WHERE email LIKE 'alike@%' ORDER BY username`,
    );
    expect(names.map(({ username }) => username)).toEqual(['alike', 'alike2', 'alike3', 'alike4']);
  });

  test('security: one network may ask for 50 accounts in 15 minutes, made or not; others are not kept from it', async () => {
    await signUp('taken@example.org', '198.51.100.31');
    for (let count = 0; count < 50; count += 1) {
      expect((await signUp('taken@example.org', '198.51.100.30')).status).toBe(409);
    }
    const refused = await signUp('late@example.org', '198.51.100.30');
    expect(refused).toMatchObject({ status: 429, body: { detail: expect.stringContaining('Try again in') } });
    expect((await signUp('late@example.org', '198.51.100.31')).status).toBe(201);
    await rows(server.services.db.drizzle, sql`UPDATE sign_in_attempt SET until = now()`);
    expect((await signUp('later@example.org', '198.51.100.30')).status).toBe(201);
  });
});
