import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { migrationsFolder, row, rows } from '../store/database/database.ts';
import { sweepRows } from '../store/sweep.ts';
import { createAccount } from '../store/users.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { createAttemptLimit } from './attempt-limit.ts';

const password = 'correct horse battery';

onOneDatabase('security: sessions', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
  });
  afterAll(() => server.stop());
  const db = () => server.services.db.drizzle;

  const post = (path: string, body: unknown, cookie = '') =>
    call(server, 'POST', path, { key: null, body, headers: cookie ? { cookie } : {} });
  const status = async (cookie: string) =>
    (await call(server, 'GET', '/api/user/me', { key: null, headers: { cookie } })).status;
  const person = async (): Promise<string> => {
    const account = await createAccount(server.services.db, `${randomUUID()}@example.org`);
    await server.services.signIn.setPassword(account.id, password);
    return account.email;
  };
  const signIn = async (email: string, cookie = '', given = password) => {
    const answer = await post('/api/session/sign_in', { email, password: given }, cookie);
    return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };
  const sessionsOf = (email: string) =>
    rows<{ id: string; token: string; whole: string }>(
      db(),
      sql`SELECT s.id, s.token, s::text AS whole FROM session s JOIN "user" u ON u.id = s.user_id WHERE u.email = ${email}`,
    );

  test('a session is 256 random bits, of which the database holds a hash only', async () => {
    const email = await person();
    const { cookie } = await signIn(email);
    const [token = ''] = decodeURIComponent(cookie.split('=')[1] ?? '').split('.');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [stored] = await sessionsOf(email);
    expect(stored?.token).toMatch(/^[0-9a-f]{64}$/);
    expect(stored?.whole).not.toContain(token);
    expect(await status(cookie)).toBe(200);
    // What is in the table opens nothing, although the rest of the cookie is right.
    expect(await status(cookie.replace(token, stored?.token ?? ''))).toBe(401);
    await post('/api/session/sign_out', {}, cookie);
    expect(await sessionsOf(email)).toEqual([]);
    expect(await status(cookie)).toBe(401);
  });

  test('signing in anew gives another session and ends the one that the browser had', async () => {
    const email = await person();
    const first = await signIn(email);
    const elsewhere = await signIn(email);
    const second = await signIn(email, first.cookie);
    expect(second.cookie).not.toBe(first.cookie);
    expect([await status(first.cookie), await status(second.cookie), await status(elsewhere.cookie)]).toEqual([
      401, 200, 200,
    ]);
    const link = await server.services.signIn.createLinkToken(email);
    await post('/api/session/one_time', { token: link }, second.cookie);
    expect([await status(second.cookie), await status(elsewhere.cookie)]).toEqual([401, 200]);
    // A wrong password ends nothing.
    expect((await signIn(email, elsewhere.cookie, 'wrong password')).status).toBe(401);
    expect(await status(elsewhere.cookie)).toBe(200);
  });

  test('a session ends 14 days after the last visit and 90 days after the sign-in, and is swept away', async () => {
    const email = await person();
    const [idle, old, living] = [await signIn(email), await signIn(email), await signIn(email)];
    const change = (cookie: string, what: ReturnType<typeof sql>) => {
      const [token = ''] = decodeURIComponent(cookie.split('=')[1] ?? '').split('.');
      return rows(
        db(),
        sql`UPDATE session SET ${what} WHERE token = encode(sha256(convert_to(${token}, 'UTF8')), 'hex')`,
      );
    };
    await change(idle.cookie, sql`expires_at = now() - interval '1 second'`);
    await change(old.cookie, sql`created_at = now() - interval '91 days'`);
    expect([await status(idle.cookie), await status(old.cookie), await status(living.cookie)]).toEqual([401, 401, 200]);
    await sweepRows(db());
    expect(await sessionsOf(email)).toHaveLength(1);
  });

  test('the update to hashes keeps browsers signed in', async () => {
    const email = await person();
    const { cookie } = await signIn(email);
    const [token = ''] = decodeURIComponent(cookie.split('=')[1] ?? '').split('.');
    // As it was before, and then the statement of the migration.
    await rows(db(), sql`DELETE FROM session WHERE token <> ${(await sessionsOf(email))[0]?.token}`);
    await rows(db(), sql`UPDATE session SET token = ${token}`);
    expect(await status(cookie)).toBe(401);
    const migration = readFileSync(path.join(migrationsFolder, '0007_sign_in_safety.sql'), 'utf8');
    await rows(db(), sql.raw(migration.split('--> statement-breakpoint')[0] ?? ''));
    expect(await status(cookie)).toBe(200);
  });
});

onOneDatabase("security: an account is its person's own", (place) => {
  let server: RunningServer;
  let owner = '';
  beforeAll(async () => {
    server = await startTestServer(place());
    owner = await signInBy(await server.services.signIn.createLinkToken('owner@example.org'));
  });
  afterAll(() => server.stop());
  const db = () => server.services.db.drizzle;
  const post = (path: string, body: unknown, cookie = '') =>
    call(server, 'POST', path, { key: null, body, headers: cookie ? { cookie } : {} });
  const signInBy = async (token: string | null) => {
    const answer = await post('/api/session/one_time', { token });
    expect(answer.status).toBe(200);
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  /** The owner invites; the link's token. */
  const invite = async (email: string) => {
    const answer = await post('/api/user/invite', { email }, owner);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return new URL(String(answer.body.link)).searchParams.get('token');
  };

  test('the owner gets no link to an account that somebody came into once, signed out or not, with no password', async () => {
    const email = 'dave@example.org';
    const [first, second] = [await invite(email), await invite(email)];
    const cookie = await signInBy(first);
    expect((await post('/api/folder', { name: 'daves secret' }, cookie)).status).toBe(201);
    expect((await post('/api/session/sign_out', {}, cookie)).status).toBe(200);
    expect(await post('/api/user/invite', { email }, owner)).toMatchObject({ status: 409, body: { field: 'email' } });
    // Nor does one that was made before dave came.
    expect((await post('/api/session/one_time', { token: second })).status).toBe(401);
    // Whoever has the machine makes one.
    const link = await server.services.signIn.createLinkToken(email);
    expect(await signInBy(link)).not.toBe('');
  });

  test('a password counts also before its first use', async () => {
    const account = await createAccount(server.services.db, `${randomUUID()}@example.org`);
    await invite(account.email);
    await server.services.signIn.setPassword(account.id, password);
    expect((await post('/api/user/invite', { email: account.email }, owner)).status).toBe(409);
  });

  test('an account from before this was noted counts by what was done in it', async () => {
    const [used, unused] = ['used@example.org', 'unused@example.org'];
    const cookie = await signInBy(await invite(used));
    expect((await post('/api/folder', { name: 'kept' }, cookie)).status).toBe(201);
    await invite(unused);
    // As it was before, and then the statement of the migration.
    await rows(db(), sql`DELETE FROM session WHERE user_id = (SELECT id FROM "user" WHERE email = ${used})`);
    await rows(db(), sql`UPDATE "user" SET signed_in = false WHERE email IN (${used}, ${unused})`);
    const migration = readFileSync(path.join(migrationsFolder, '0015_signed_in_once.sql'), 'utf8');
    await rows(db(), sql.raw(migration.split('--> statement-breakpoint')[1] ?? ''));
    expect((await post('/api/user/invite', { email: used }, owner)).status).toBe(409);
    expect(await invite(unused)).not.toBeNull();
  });
});

onOneDatabase('security: guessing passwords', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
  });
  afterAll(() => server.stop());
  const db = () => server.services.db.drizzle;
  const countersLeft = async () =>
    (await row<{ count: number }>(db(), sql`SELECT count(*)::int AS count FROM sign_in_attempt`))?.count;

  test('an account, a host and both together are counted by all servers alike, and forgotten after 15 minutes', async () => {
    // Two servers on one database.
    const [one, two] = [createAttemptLimit(db()), createAttemptLimit(db())];
    const refused = (host: string, account: string) =>
      one.begin(host, account).then(
        () => false,
        ({ status }: { status: number }) => status === 429,
      );
    for (let count = 0; count < 10; count += 1) await (count % 2 ? one : two).begin('h', 'a');
    expect([await refused('h', 'a'), await refused('other', 'a'), await refused('h', 'b')]).toEqual([
      true,
      false,
      false,
    ]);
    for (let count = 0; count < 39; count += 1) await two.begin('h', `a${count}`);
    expect([await refused('h', 'unheard of'), await refused('other', 'unheard of')]).toEqual([true, false]);
    await rows(db(), sql`UPDATE sign_in_attempt SET until = until - interval '16 minutes'`);
    expect([await refused('h', 'a'), await refused('h', 'unheard of')]).toEqual([false, false]);
  });

  test('who signs in is not counted; IPv6 addresses of one line count as one', async () => {
    const limit = createAttemptLimit(db());
    for (let count = 0; count < 60; count += 1) {
      await limit.begin('198.51.100.1', 'known');
      await limit.succeed('198.51.100.1', 'known');
    }
    for (let count = 0; count < 50; count += 1) await limit.begin(`2001:db8:1:2::${count}`, `v6-${count}`);
    await expect(limit.begin('2001:db8:1:2:ffff:1:2:3', 'v6')).rejects.toMatchObject({ status: 429 });
    await limit.begin('2001:db8:1:3::1', 'v6');
  });

  test('guesses that are made at once count like guesses that follow each other', async () => {
    const account = await createAccount(server.services.db, 'many@example.org');
    await server.services.signIn.setPassword(account.id, password);
    const body = { email: account.email, password: 'wrong password' };
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => call(server, 'POST', '/api/session/sign_in', { key: null, body })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(14);
  });

  test('the counters neither grow without end nor tell who was tried', async () => {
    const limit = createAttemptLimit(db(), 20);
    for (let count = 0; count < 15; count += 1)
      await limit.begin(`203.0.113.${count}`, `somebody-${count}@example.org`);
    const stored = await rows<{ text: string }>(db(), sql`SELECT s::text AS text FROM sign_in_attempt s`);
    expect(JSON.stringify(stored)).not.toMatch(/somebody|203\.0/);
    expect(await countersLeft()).toBeGreaterThan(20);
    await limit.fail();
    expect(await countersLeft()).toBe(20);
    await rows(db(), sql`UPDATE sign_in_attempt SET until = now() - interval '1 second'`);
    await sweepRows(db());
    expect(await countersLeft()).toBe(0);
  });
});
