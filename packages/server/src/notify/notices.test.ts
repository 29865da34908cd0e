import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { NoticeList, WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ConfigProblem, readConfig } from '../config.ts';
import { claim } from '../queue/claim.ts';
import { finishAttempt } from '../queue/report.ts';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { rows } from '../store/database/database.ts';
import { onOneDatabase, type TestPlace } from '../testing/databases.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { until } from '../testing/product.ts';
import { addPerson, call, startTestServer } from '../testing/test-server.ts';
import { endMail } from './mail.ts';
import { sendWebhook, signature, webhookUrl } from './webhook.ts';

const ending = { exitCode: 0, signal: null, peakMemoryMb: null, outputTail: '' };
const result = { event: 'result', data: { answer: 42 }, messages: [], provenance: null };

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

onOneDatabase('mail and webhooks', (place) => {
  let server: RunningServer;
  let mail: MailServer;
  let receiver: Server;
  let hook = '';
  let env: Record<string, string> = {};
  const received: Received[] = [];
  /** Statuses that the receiver answers with, one call after another; 204 when there are none left. */
  let answers: number[] = [];

  const start = (where: TestPlace, more: Record<string, string> = {}) =>
    startTestServer(where, { ...env, ...more }, { noticePace: { retrySeconds: 1, pollSeconds: 0.5 } });
  const submit = async (body: Record<string, unknown>, key?: string) => {
    const made = await call<WorkflowItem>(server, 'POST', '/api/workflow', {
      body: { workflow_type: 'test_sleep', ...body },
      ...(key ? { key } : {}),
    });
    expect(made.status).toBe(201);
    return made.body.uuid;
  };
  const finish = async (body: Record<string, unknown>, key?: string): Promise<string> => {
    const uuid = await submit(body, key);
    const { db, files, wake } = server.services;
    const worker = await registerWorker(db, { name: 'w', host: 'h', memoryMb: 1, serverId: null, report: probeReport });
    const found = await claim(db, { worker, ...roomy });
    if (found?.job.uuid !== uuid) throw new Error('Another item was claimed.');
    await finishAttempt(db, files, found, { ...ending, outcome: 'completed', result });
    wake.emit('queued');
    return uuid;
  };
  const notices = (uuid: string) =>
    rows<{ kind: string; tries: number; delivered: boolean; error: string | null }>(
      server.services.db.drizzle,
      sql`SELECT kind, tries, delivered_at IS NOT NULL AS delivered, error FROM notice WHERE workflow_uuid = ${uuid}::uuid ORDER BY kind`,
    );

  beforeAll(async () => {
    mail = await startMailServer('s3cret');
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        const status = answers.shift() ?? 204;
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as { port: number };
    hook = `http://127.0.0.1:${port}/hook`;
    env = {
      CUVETTE_SMTP_URL: mail.url,
      CUVETTE_MAIL_FROM: 'Cuvette <cuvette@example.org>',
      CUVETTE_WEBHOOK_HOSTS: `127.0.0.1:${port}`,
    };
    server = await start(place());
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
    await new Promise((resolve) => receiver.close(resolve));
  });
  beforeEach(() => {
    received.length = 0;
    mail.taken.length = 0;
    answers = [];
  });

  test('whoever asked for it gets one mail when the item has ended, and nobody else', async () => {
    const key = await addPerson(server, 'chemist@example.org');
    await finish({ name: 'quiet' }, key);
    const uuid = await finish({ name: 'Ibuprofen Bcc: x@example.org', email_when_complete: true }, key);
    await until('the mail has come', async () => mail.taken.length > 0, 20);
    expect(mail.taken).toMatchObject([{ from: 'cuvette@example.org', to: ['chemist@example.org'] }]);
    const text = mail.taken[0]?.text ?? '';
    expect(text).toMatch(/^Subject: Ibuprofen Bcc: x@example.org: completed$/m);
    // Names of today hold no line breaks; those of older items may.
    const old = { uuid, name: 'Ibuprofen\r\nBcc: x@example.org', object_status: 2, elapsed: 1, error: null };
    expect(endMail(old, server.address).subject).toBe('Ibuprofen Bcc: x@example.org: completed');
    expect(text.replaceAll('=\n', '')).toContain(`${server.address}/workflow/${uuid}`);
    await until('it is written down', async () => (await notices(uuid))[0]?.delivered === true, 10);
    expect(await notices(uuid)).toEqual([{ kind: 'email', tries: 1, delivered: true, error: null }]);
    expect((await call(server, 'GET', '/api/user/me')).body.email_unavailable).toBeNull();
  });

  test('people read what became of their own notices: delivered, tried again and why, given up; a webhook by its host alone', async () => {
    const list = async (key: string, query = '') =>
      (await call<NoticeList>(server, 'GET', `/api/user/me/notices${query}`, { key })).body;
    const key = await addPerson(server, 'reader@example.org');
    expect(await list(key)).toEqual({ notices: [], num_pages: 0 });
    const mailed = await finish({ name: 'told', email_when_complete: true }, key);
    await until('it is told', async () => (await list(key)).notices[0]?.state === 'delivered', 20);
    answers = Array.from({ length: 10 }, () => 500);
    const hooked = await finish({ name: 'hooked', webhook_url: `${hook}?token=secret` }, key);
    // A try counts from its beginning; how it went is written down when it has ended.
    await until('it was tried', async () => typeof (await list(key)).notices[0]?.error === 'string', 20);
    expect((await list(key)).notices[0]?.state).toBe('retrying');
    const [newest, oldest] = (await list(key)).notices;
    expect(newest).toMatchObject({
      kind: 'webhook',
      workflow_uuid: hooked,
      workflow_name: 'hooked',
      receiver: new URL(hook).host,
      delivered_at: null,
      error: expect.stringContaining('500'),
    });
    expect(oldest).toMatchObject({
      kind: 'email',
      workflow_uuid: mailed,
      receiver: 'reader@example.org',
      tries: 1,
      error: null,
    });
    expect(JSON.stringify(await list(key))).not.toContain('secret');
    const paged = await list(key, '?size=1&page=1');
    expect(paged).toMatchObject({ num_pages: 2, notices: [{ uuid: oldest?.uuid }] });
    await rows(server.services.db.drizzle, sql`UPDATE notice SET tries = 6 WHERE uuid = ${newest?.uuid}::uuid`);
    expect((await list(key)).notices[0]?.state).toBe('failed');
    expect((await list(await addPerson(server, 'other@example.org'))).notices).toEqual([]);
    await call(server, 'DELETE', `/api/workflow/${hooked}`, { key });
    expect((await list(key)).notices.map(({ workflow_uuid }) => workflow_uuid)).toEqual([mailed]);
  });

  test('a mail server that says later is asked again', async () => {
    mail.refusals = 1;
    const uuid = await finish({ email_when_complete: true });
    await until('the mail has come', async () => mail.taken.length > 0, 20);
    await until('it is written down', async () => (await notices(uuid))[0]?.delivered === true, 10);
    expect((await notices(uuid))[0]?.tries).toBe(2);
  });

  test('the flag set later counts, and stopping an item that waits is an end too; a deleted item says nothing', async () => {
    const uuid = await submit({});
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { email_when_complete: true } });
    const deleted = await submit({ email_when_complete: true });
    await call(server, 'DELETE', `/api/workflow/${deleted}`);
    await call(server, 'POST', `/api/workflow/${uuid}/stop`);
    await until('the mail has come', async () => mail.taken.length > 0, 20);
    expect(mail.taken[0]?.text).toContain(': stopped');
    expect(await notices(deleted)).toEqual([]);
  });

  test("a webhook is signed with its person's secret over moment and body, and tried again until it is taken", async () => {
    const secret = String(
      (await call(server, 'POST', '/api/user/me/webhook_secret', { body: {} })).body.webhook_secret,
    );
    expect((await call(server, 'GET', '/api/user/me/webhook_secret')).body.webhook_secret).toBe(secret);
    answers = [500, 302];
    const uuid = await finish({ webhook_url: hook });
    await until('the third try has come', async () => received.length === 3, 30);
    await until('it is written down', async () => (await notices(uuid))[0]?.delivered === true, 10);
    expect(await notices(uuid)).toEqual([{ kind: 'webhook', tries: 3, delivered: true, error: null }]);
    for (const { headers, body } of received) {
      const [, moment = '', hash] = /^t=(\d+),sha256=([0-9a-f]{64})$/.exec(String(headers['x-rowan-signature'])) ?? [];
      expect(Math.abs(Date.now() / 1000 - Number(moment))).toBeLessThan(60);
      expect(hash).toBe(createHmac('sha256', secret).update(`${moment}.${body}`).digest('hex'));
      expect(JSON.parse(body)).toMatchObject({ uuid, object_status: 2, object_data: { answer: 42 } });
    }
    const rotated = (await call(server, 'POST', '/api/user/me/webhook_secret/rotate', { body: {} })).body
      .webhook_secret;
    expect(rotated).not.toBe(secret);
    expect((await call(server, 'GET', '/api/user/me/webhook_secret')).body.webhook_secret).toBe(rotated);
  });

  test('security: the secret is given to a browser and to keys that may change things, not to reading keys and tokens', async () => {
    const ask = (key: string | null, headers: Record<string, string> = {}) =>
      call(server, 'GET', '/api/user/me/webhook_secret', { key, headers });
    const email = 'reader@example.org';
    const all = await addPerson(server, email);
    const secret = (await call(server, 'POST', '/api/user/me/webhook_secret', { key: all, body: {} })).body;
    for (const scope of ['read_write', 'read_write_delete'] as const) {
      expect((await ask(await addPerson(server, email, { scope }))).body).toEqual(secret);
    }
    const link = await server.services.signIn.createLinkToken(email);
    const signedIn = await call(server, 'POST', '/api/session/one_time', { key: null, body: { token: link } });
    const cookie = String(signedIn.headers.getSetCookie()[0]?.split(';')[0]);
    expect((await ask(null, { cookie })).body).toEqual(secret);
    const refused = [await ask(await addPerson(server, email, { scope: 'read' }))];
    const token = (await call(server, 'POST', '/api/session/token', { key: all, body: {} })).body.token;
    refused.push(await ask(null, { authorization: `Bearer ${token}` }));
    for (const answer of refused) {
      expect(answer.status).toBe(403);
      expect(JSON.stringify(answer.body)).not.toContain(String(secret.webhook_secret));
    }
  });

  test.each([
    ['http://example.org/hook', 'https'],
    ['https://user:word@example.org/', 'password'],
    ['https://127.0.0.1/', 'network of this server'],
    ['https://[::1]/', 'network of this server'],
    ['https://[::ffff:10.0.0.1]/', 'network of this server'],
    ['https://169.254.169.254/latest', 'network of this server'],
    ['https://2130706433/', 'network of this server'],
    ['https://localhost/', 'network of this server'],
    ['file:///etc/passwd', 'https'],
    ['nonsense', 'address'],
  ])('a webhook to %s is refused at once', async (url, words) => {
    const body = { workflow_type: 'test_sleep', webhook_url: url };
    expect(await call(server, 'POST', '/api/workflow', { body })).toMatchObject({
      status: 422,
      body: { field: 'webhook_url', detail: expect.stringContaining(words) },
    });
  });

  test.each([
    ['', false],
    [', also where the queue lost its records', true],
  ])('what could not be told is told after a restart%s', async (_words, forget) => {
    answers = [503];
    const uuid = await finish({ webhook_url: hook });
    await until('the first try has come', async () => (await notices(uuid))[0]?.error?.includes('503') === true, 20);
    if (forget) await rows(server.services.db.drizzle, sql`DELETE FROM pgboss.job WHERE name = 'notice'`);
    await server.stop();
    server = await start(place());
    await until('the next try has come', async () => received.length === 2, 30);
    await until('it is written down', async () => (await notices(uuid))[0]?.delivered === true, 10);
    expect(received).toHaveLength(2);
  });

  test('without a mail server the API says why, and the item still ends', async () => {
    await server.stop();
    server = await start(place(), { CUVETTE_SMTP_URL: '', CUVETTE_MAIL_FROM: '' });
    expect((await call(server, 'GET', '/api/user/me')).body.email_unavailable).toContain('no mail server is set up');
    const uuid = await finish({ email_when_complete: true });
    await until('it is written down', async () => (await notices(uuid))[0]?.error !== null, 20);
    expect((await notices(uuid))[0]?.error).toContain('no mail server is set up');
    expect((await call(server, 'GET', `/api/workflow/${uuid}`)).body.object_status).toBe(2);
  });
});

test('a name that leads into the own network is refused as the connection is made, whatever its text', async () => {
  const resolving = (...addresses: string[]): Promise<void> =>
    sendWebhook('https://rebound.example/', '{}', 's', [], (_host, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );
  await expect(resolving('127.0.0.1')).rejects.toThrow('network of this server');
  await expect(resolving('93.184.215.14', '10.0.0.1')).rejects.toThrow('network of this server');
  await expect(resolving('::1')).rejects.toThrow('network of this server');
  expect(webhookUrl('https://example.org/hook', []).host).toBe('example.org');
  expect(() => webhookUrl('http://inside:8080/', ['inside:9090'])).toThrow('https');
  expect(webhookUrl('http://inside:8080/', ['inside']).host).toBe('inside:8080');
});

test('mail needs a server and a sender, and no message repeats the password', () => {
  const mail = {
    CUVETTE_SMTP_URL: 'smtp://me:hunter2@mail.example.org:587',
    CUVETTE_MAIL_FROM: 'Lab <lab@example.org>',
  };
  expect(readConfig([], mail).mail).toEqual({ url: mail.CUVETTE_SMTP_URL, from: 'Lab <lab@example.org>' });
  expect(readConfig([], {}).mail).toBeNull();
  for (const wrong of [
    { ...mail, CUVETTE_MAIL_FROM: '' },
    { ...mail, CUVETTE_MAIL_FROM: 'nobody' },
    { ...mail, CUVETTE_SMTP_URL: 'https://me:hunter2@mail.example.org' },
    { ...mail, CUVETTE_SMTP_URL: 'hunter2' },
  ]) {
    expect(() => readConfig([], wrong)).toThrow(ConfigProblem);
    expect(() => readConfig([], wrong)).not.toThrow(/hunter2/);
  }
});

test('signatures are those that existing receivers compute', () => {
  expect(signature('secret', 1700000000, '{"a":1}')).toBe(
    `t=1700000000,sha256=${createHmac('sha256', 'secret').update('1700000000.{"a":1}').digest('hex')}`,
  );
});

test('a mail about a failed item says why', () => {
  const error = { error_class: 'input_error' as const, message: 'The charge is impossible.', detail: null };
  const { subject, text } = endMail(
    { uuid: 'u', name: 'x', object_status: 3, elapsed: 3.2, error },
    'https://c.example',
  );
  expect(subject).toBe('x: failed');
  expect(text).toContain('The charge is impossible.');
  expect(text).toContain('https://c.example/workflow/u');
});
