import { randomUUID } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrate } from '../../api/platform/admin.ts';
import type { RunningServer } from '../../serve.ts';
import { rows } from '../../store/database/database.ts';
import { createAccount } from '../../store/users.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { fullRun } from '../../testing/load.ts';
import { softwareAuthenticator } from '../../testing/software-authenticator.ts';
import { addPerson, call, startTestServer } from '../../testing/test-server.ts';

const password = 'correct horse battery';

/** A browser: it keeps the cookies that it is given, and drops those that end. */
function openBrowser(server: () => { address: string }) {
  const jar = new Map<string, string>();
  const ask = async <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await call<T>(server(), method, path, {
      key: null,
      ...(body === undefined ? {} : { body }),
      headers: { origin: server().address, ...(cookie ? { cookie } : {}) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (attributes.some((one) => /^max-age=0$/i.test(one))) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  return { jar, ask, post: (path: string, body: unknown = {}) => ask('POST', path, body) };
}
type Browser = ReturnType<typeof openBrowser>;

onOneDatabase('a second factor', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
  });
  afterAll(() => server.stop());
  const db = () => server.services.db.drizzle;
  const open = () => openBrowser(() => server);
  const person = async () => {
    const account = await createAccount(server.services.db, `${randomUUID()}@example.org`);
    await server.services.signIn.setPassword(account.id, password);
    return account;
  };
  const signIn = (browser: Browser, email: string) => browser.post('/api/session/sign_in', { email, password });
  const isIn = async (browser: Browser) => (await browser.ask('GET', '/api/user/me')).status === 200;
  const log = async (account: string) =>
    (
      await rows<{ action: string; details: Record<string, unknown> }>(
        db(),
        sql`SELECT action, details FROM audit_entry WHERE actor = ${account} ORDER BY at, uuid`,
      )
    ).map(({ action, details }) => [action, details.second_factor ?? details.change ?? null]);
  /** The app's secret, which its address has in base32. */
  const secretOf = (uri: string) =>
    Buffer.from(base32.decode(new URL(uri).searchParams.get('secret') ?? '')).toString('utf8');
  /** The code that the app shows now. */
  const appCode = (uri: string) => createOTP(secretOf(uri), { digits: 6, period: 30 }).totp();
  const setUp = async () => {
    const account = await person();
    const browser = open();
    await signIn(browser, account.email);
    const begun = await browser.post('/api/session/second_factor/set_up', { password });
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    const { uri, backup_codes } = begun.body as { uri: string; backup_codes: string[] };
    const confirmed = await browser.post('/api/session/second_factor/confirm', { code: await appCode(uri) });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    return { account, browser, uri, backup_codes };
  };

  test('a password alone opens nothing once an app is set up; its code does, and the log says what was used', async () => {
    const { account, browser, uri, backup_codes } = await setUp();
    expect(backup_codes).toHaveLength(10);
    expect(new Set(backup_codes).size).toBe(10);
    expect(await isIn(browser)).toBe(true);
    expect((await browser.ask('GET', '/api/session/second_factor')).body).toMatchObject({
      enabled: true,
      required: false,
      has_password: true,
      backup_codes_left: 10,
      passkeys: [],
    });
    const other = open();
    const entered = await signIn(other, account.email);
    expect(entered.body).toEqual({ ok: true, second_factor: true });
    expect(await isIn(other)).toBe(false);
    expect((await other.post('/api/session/second_factor', { code: '000000' })).status).toBe(401);
    expect(await isIn(other)).toBe(false);
    const code = await appCode(uri);
    expect(
      (await other.post('/api/session/second_factor', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status,
    ).toBe(200);
    expect(await isIn(other)).toBe(true);
    expect(await log(account.id)).toEqual([
      ['sign_in', null],
      ['account', 'second factor on'],
      ['sign_in', 'code'],
    ]);
    const failed = await rows<{ actor_name: string }>(
      db(),
      sql`SELECT actor_name FROM audit_entry WHERE action = 'sign_in_failed' AND actor_name = ${account.email}`,
    );
    expect(failed).toHaveLength(1);
    const third = open();
    await signIn(third, account.email);
    // A code works once.
    expect((await third.post('/api/session/second_factor', { code })).status).toBe(401);
    expect((await third.post('/api/session/second_factor', { code: backup_codes[0] })).status).toBe(200);
    // Nothing of the secret or the codes is in the database as it is.
    const [stored] = await rows<{ whole: string }>(
      db(),
      sql`SELECT t::text AS whole FROM two_factor t WHERE user_id = ${account.id}`,
    );
    for (const secret of [secretOf(uri), ...backup_codes]) expect(stored?.whole).not.toContain(secret);
  });

  test('a passkey signs in alone, only to the question that was asked, and only with its person verified', async () => {
    const { port } = server.app.server.address() as { port: number };
    const named = { address: `http://localhost:${port}` };
    const { email, id } = await person();
    const browser = openBrowser(() => named);
    await signIn(browser, email);
    const question = async (path: string, from = browser, body = {}) =>
      (await from.post(path, body)).body.options as { challenge: string };
    const device = softwareAuthenticator(named.address);
    const add = (response: object) => browser.post('/api/session/passkey/add', { response, name: 'Blue key' });
    const make = () => question('/api/session/passkey/new', browser, { password });
    expect((await browser.post('/api/session/passkey/new', { password: 'wrong password' })).status).toBe(403);
    expect((await add(device.create(await make(), false))).status).toBe(422);
    const made = await make();
    const added = await add(device.create(made));
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    expect((await add(device.create(made))).status).toBe(422);

    const other = openBrowser(() => named);
    const enter = (response: object) => other.post('/api/session/passkey', { response });
    const ask = () => question('/api/session/passkey/options', other);
    expect((await enter(device.get(await ask(), false))).status).toBe(401);
    expect((await enter(device.get({ challenge: made.challenge }))).status).toBe(401);
    expect((await enter(softwareAuthenticator(named.address).get(await ask()))).status).toBe(401);
    expect((await enter(softwareAuthenticator('http://evil.example').get(await ask()))).status).toBe(401);
    expect(await isIn(other)).toBe(false);
    expect((await enter(device.get(await ask()))).status).toBe(200);
    expect(await isIn(other)).toBe(true);
    expect((await log(id)).at(-1)).toEqual(['sign_in', 'passkey']);
    const { passkeys } = (await other.ask('GET', '/api/session/second_factor')).body as {
      passkeys: { uuid: string }[];
    };
    expect(passkeys).toMatchObject([{ name: 'Blue key', last_used_at: expect.any(String) }]);
    expect((await other.post(`/api/session/passkey/${passkeys[0]?.uuid}/remove`)).status).toBe(200);
    expect((await enter(device.get(await ask()))).status).toBe(401);
    // By an address without a name there are none.
    expect((await open().post('/api/session/passkey/options')).status).toBe(409);
  });

  test.runIf(fullRun)('a backup code signs in once; new ones end the old ones', async () => {
    const { account, browser, backup_codes } = await setUp();
    const [first = '', second = ''] = backup_codes;
    const enter = async (code: string) => {
      const other = open();
      await signIn(other, account.email);
      return (await other.post('/api/session/second_factor', { code })).status;
    };
    expect([await enter(first.replace('-', '')), await enter(first), await enter(second)]).toEqual([200, 401, 200]);
    expect((await browser.ask('GET', '/api/session/second_factor')).body.backup_codes_left).toBe(8);
    expect((await browser.post('/api/session/second_factor/backup_codes', { password: 'wrong password' })).status).toBe(
      403,
    );
    const renewed = await browser.post('/api/session/second_factor/backup_codes', { password });
    const [fresh = ''] = renewed.body.backup_codes as string[];
    expect([await enter(backup_codes[2] ?? ''), await enter(fresh)]).toEqual([401, 200]);
  });

  test.runIf(fullRun)(
    'a remembered device is not asked again; removing the app asks for the password and forgets it',
    async () => {
      const { account, browser, uri } = await setUp();
      const other = open();
      await signIn(other, account.email);
      await other.post('/api/session/second_factor', { code: await appCode(uri), remember: true });
      await other.post('/api/session/sign_out');
      expect((await signIn(other, account.email)).body).toEqual({ ok: true, second_factor: false });
      expect(await isIn(other)).toBe(true);
      expect((await log(account.id)).at(-1)).toEqual(['sign_in', 'remembered device']);
      const remove = (given: string) => browser.post('/api/session/second_factor/remove', { password: given });
      expect([(await remove('wrong password')).status, (await remove(password)).status]).toEqual([403, 200]);
      const plain = open();
      expect((await signIn(plain, account.email)).body).toEqual({ ok: true, second_factor: false });
      expect(await isIn(plain)).toBe(true);
    },
  );

  test('a one-time link asks for the code too, and an earlier session in the browser does not answer for it', async () => {
    const { account, uri } = await setUp();
    const token = await server.services.signIn.createLinkToken(account.email);
    const browser = open();
    const stranger = await person();
    await signIn(browser, stranger.email);
    const session = [...browser.jar].find(([name]) => name.endsWith('cuvette_session'));
    const entered = await browser.post('/api/session/one_time', { token });
    expect(entered.body).toEqual({ ok: true, second_factor: true });
    expect(await isIn(browser)).toBe(false);
    // The cookie of before opens nothing, and a code is judged for the account of the link.
    if (session) browser.jar.set(...session);
    expect(await isIn(browser)).toBe(false);
    expect((await browser.post('/api/session/second_factor', { code: '000000' })).status).toBe(401);
    expect((await browser.post('/api/session/second_factor', { code: await appCode(uri) })).status).toBe(200);
    expect((await browser.ask('GET', '/api/user/me')).body.email).toBe(account.email);
  });

  test.runIf(fullRun)('five wrong codes end a sign-in, ten in a row lock codes of the account', async () => {
    const { account, uri } = await setUp();
    const wrong = async (browser: Browser) =>
      (await browser.post('/api/session/second_factor', { code: '000000' })).status;
    const first = open();
    await signIn(first, account.email);
    for (let count = 0; count < 5; count += 1) expect(await wrong(first)).toBe(401);
    expect((await first.post('/api/session/second_factor', { code: await appCode(uri) })).status).toBe(401);
    const second = open();
    await signIn(second, account.email);
    for (let count = 0; count < 5; count += 1) await wrong(second);
    const third = open();
    await signIn(third, account.email);
    const locked = await third.post('/api/session/second_factor', { code: await appCode(uri) });
    expect([locked.status, locked.body.field]).toEqual([429, 'code']);
    expect(await isIn(third)).toBe(false);
  });

  test.runIf(fullRun)(
    'an administrator resets it for who lost it, on the page and on the command line; nobody else does',
    async () => {
      const { account, browser } = await setUp();
      const path = `/api/administration/people/${account.id}/reset_second_factor`;
      const stranger = await addPerson(server, `${randomUUID()}@example.org`);
      expect((await call(server, 'POST', path, { key: stranger, body: {} })).status).toBe(403);
      expect((await call(server, 'POST', path, { body: {} })).status).toBe(200);
      expect(await isIn(browser)).toBe(false);
      const plain = open();
      expect((await signIn(plain, account.email)).body).toEqual({ ok: true, second_factor: false });
      const again = await setUp();
      const words = ['people', 'reset-second-factor', again.account.email];
      expect(await administrate(server.services, { command: 'admin', words })).toContain('signs in without a code');
      expect(await isIn(again.browser)).toBe(false);
      const noted = await rows<{ way: string }>(
        db(),
        sql`SELECT way FROM audit_entry WHERE details->>'change' = 'second factor reset' ORDER BY at`,
      );
      expect(noted.map(({ way }) => way)).toEqual(['API key', 'command line']);
    },
  );

  test('where it is required of administrators, they administer only with it', async () => {
    const { account, uri } = await setUp();
    const setting = (value: string | null) =>
      call(server, 'POST', '/api/administration/settings', { body: { name: 'secondFactor', value } });
    // The owner has none: this would keep them out.
    expect((await setting('administrators')).status).toBe(409);
    await call(server, 'POST', `/api/administration/people/${account.id}`, { body: { administrator: true } });
    const browser = open();
    await signIn(browser, account.email);
    await browser.post('/api/session/second_factor', { code: await appCode(uri) });
    const change = (value: string | null) =>
      browser.post('/api/administration/settings', { name: 'secondFactor', value });
    expect((await change('administrators')).status).toBe(200);
    const refused = await call(server, 'GET', '/api/administration/people');
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('requires a second factor')]);
    expect((await call(server, 'GET', '/api/user/me')).body.needs_second_factor).toBe(true);
    expect((await browser.ask('GET', '/api/administration/people')).status).toBe(200);
    expect((await browser.ask('GET', '/api/session/second_factor')).body.required).toBe(true);
    expect((await change(null)).status).toBe(200);
    expect((await call(server, 'GET', '/api/administration/people')).status).toBe(200);
    // Reset for who lost it: signed out, and let in by the password alone.
    const reset = `/api/administration/people/${account.id}/reset_second_factor`;
    expect((await call(server, 'POST', reset, { body: {} })).status).toBe(200);
    expect(await isIn(browser)).toBe(false);
    expect((await signIn(browser, account.email)).body).toEqual({ ok: true, second_factor: false });
  });
});
