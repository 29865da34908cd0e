import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorText, errorWords, withoutSecrets } from './log.ts';
import type { RunningServer } from './serve.ts';
import { rows } from './store/database/database.ts';
import { addItems } from './testing/add-items.ts';
import { useTemplate } from './testing/databases.ts';
import { probeReport } from './testing/probe-report.ts';
import { addPerson, call, ownerKey, startTestServer } from './testing/test-server.ts';

const metricsToken = 'a token that prometheus sends'.replaceAll(' ', '-');

describe('what a server tells of itself', () => {
  let data = '';
  let server: RunningServer;
  let written = '';
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    const env = { CUVETTE_LOG: 'json', CUVETTE_METRICS_TOKEN: metricsToken };
    const write = (line: string) => {
      written += line;
    };
    server = await startTestServer({ data, databaseUrl: null }, env, { logStream: { write }, log: undefined });
  });
  afterAll(async () => {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  });
  const lines = () =>
    written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const measure = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    return (await fetch(new URL('/metrics', server.address), { headers })).text();
  };

  test('requests are JSON lines with method, path, status and time', async () => {
    await call(server, 'GET', '/api/user/me?token=in-the-address');
    await call(server, 'GET', '/api/workflow/00000000-0000-4000-8000-000000000000');
    expect(lines()).toContainEqual(
      expect.objectContaining({ level: 30, method: 'GET', path: '/api/user/me', status: 200, ms: expect.any(Number) }),
    );
    const missing = lines().find(({ status }) => status === 404);
    expect(missing).toMatchObject({ request: expect.any(String) });
    expect(Object.entries(missing ?? {}).filter(([, value]) => value === missing?.request)).toHaveLength(1);
    expect(written.split('\n').filter((line) => /"request":.*"request":/.test(line))).toEqual([]);
  });

  test('a time in which nobody is answered names the request that was under way, in the log and in the measurements', async () => {
    // The watch looks every 250 ms; requests that ended since its last look are named first.
    await new Promise((resolve) => setTimeout(resolve, 600));
    const caller = new AbortController();
    const left = fetch(new URL('/api/convert/smiles_to_mols', server.address), {
      method: 'POST',
      headers: { 'x-api-key': ownerKey, 'content-type': 'application/json' },
      body: JSON.stringify({ smiles: ['C'.repeat(300)] }),
      signal: caller.signal,
    }).catch(() => null);
    const { convert } = server.services;
    const of = vi.spyOn(convert, 'of');
    await vi.waitFor(() => expect(of).toHaveBeenCalled(), 30_000);
    of.mockRestore();
    // The server is in this process: what blocks the test blocks its event loop.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    const said =
      /^The server answered nobody for \d+\.\d s, while these were under way: .*POST \/api\/convert\/smiles_to_mols/;
    await vi.waitFor(
      () => expect(lines()).toContainEqual(expect.objectContaining({ msg: expect.stringMatching(said) })),
      30_000,
    );
    expect(await measure()).toMatch(
      /^cuvette_event_loop_blocked_seconds_total\{route="POST \/api\/convert\/smiles_to_mols"\} [1-9]/m,
    );
    caller.abort();
    await left;
  });

  test('no key, password, token or cookie is ever in them, also when calls fail inside of the server', async () => {
    const key = await addPerson(server, 'secretive@example.org');
    const link = await server.services.signIn.createLinkToken('secretive@example.org');
    const password = 'a-password-that-nobody-guesses';
    const signed = await call(server, 'POST', '/api/session/one_time', { key: null, body: { token: link, password } });
    const cookie = (signed.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const session = cookie.split('=')[1] ?? '';
    expect(session.length).toBeGreaterThan(20);
    const token = String((await call(server, 'POST', '/api/session/token', { key, body: {} })).body.token);
    const made = String((await call(server, 'POST', '/api/api_key', { key, body: { name: 'n' } })).body.api_key);
    const everywhere = async () => {
      const body = { email: 'secretive@example.org', password };
      await call(server, 'GET', `/sign-in?token=${link}`, { key: null });
      await call(server, 'GET', '/api/user/me', { key: made });
      await call(server, 'GET', `/api/workflow?api_key=${key}`, { key });
      await call(server, 'GET', '/api/user/me', { key: null, headers: { authorization: `Bearer ${token}` } });
      await call(server, 'GET', '/api/user/me', { key: null, headers: { cookie } });
      await call(server, 'POST', '/api/session/one_time', { key: null, body: { token: link } });
      await call(server, 'POST', '/api/session/sign_in', { key: null, body });
      await call(server, 'POST', '/api/worker/claim', { key: null, body: {}, headers: { 'x-worker-key': key } });
    };
    // A library prints some of its own failures; what it prints must not hold more.
    let spoken = '';
    const listen = (...parts: unknown[]) => {
      spoken += `${parts.map((part) => inspect(part, { depth: 10 })).join(' ')}\n`;
    };
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, method).mockImplementation(listen);
    }
    await everywhere();
    // Statements that fail repeat their parameters in the error.
    const { drizzle } = server.services.db;
    for (const table of ['session', 'api_key', 'verification', '"user"', 'account']) {
      await rows(drizzle, sql`ALTER TABLE ${sql.raw(table)} RENAME TO away`);
      await everywhere();
      await rows(drizzle, sql`ALTER TABLE away RENAME TO ${sql.raw(table)}`);
    }
    vi.restoreAllMocks();
    expect(written).toContain('Sign-in: ');
    const failures = lines().filter(({ level }) => level === 50);
    expect(failures.length).toBeGreaterThan(5);
    expect(JSON.stringify(failures)).toContain('does not exist');
    for (const secret of [key, made, ownerKey, password, link, token, session, decodeURIComponent(session)]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(written).not.toContain(secret);
      expect(spoken).not.toContain(secret);
    }
  });

  test('texts and errors lose what looks like a secret', () => {
    expect(withoutSecrets('cannot reach postgres://cuvette:pass-word@127.0.0.1/x')).toBe(
      'cannot reach postgres://cuvette:[hidden]@127.0.0.1/x',
    );
    expect(withoutSecrets(`GET /sign-in?token=abc123&x=1`)).toBe('GET /sign-in?token=[hidden]&x=1');
    const inner = new Error('Failed query: select 1\nparams: my-password,2');
    const text = errorText(new Error('outside', { cause: inner }));
    expect(text).toContain('caused by: Error: Failed query: select 1\nparams: [hidden]');
    expect(text).not.toContain('my-password');
    expect(withoutSecrets('signed with whsec_0123456789abcdefghij.')).toBe('signed with [hidden].');
  });

  test('a statement that failed is reported without any of its parameters, whatever they look like', () => {
    const rows = ['a log\n    at line 1\nsecret-of-a-row', 'another-secret'];
    const cause = new Error('the column is too short');
    const error = new DrizzleQueryError('insert into t values ($1, $2)', rows, cause);
    const text = errorText(new Error('outside', { cause: error }));
    expect(text).toMatch(
      /outside[\s\S]+Failed query: insert into t values \(\$1, \$2\)\nparams: \[hidden\]\n +at [\s\S]+caused by: Error: the column is too short/,
    );
    for (const told of [text, withoutSecrets(`It failed: ${error.message}`), errorWords(error)]) {
      expect(told).not.toMatch(/secret/);
    }
    expect(errorWords(error)).toBe('the column is too short');
    expect(errorWords(new AggregateError([new Error('refused there'), new Error('refused here')]))).toBe(
      'refused there; refused here',
    );
  });

  test('measurements tell of queue, workers, attempts and requests, to whoever has the token', async () => {
    for (const authorization of ['', 'Bearer wrong', `Basic ${metricsToken}`]) {
      const refused = await fetch(new URL('/metrics', server.address), { headers: { authorization } });
      expect(refused.status).toBe(401);
    }
    expect(await measure()).toContain('cuvette_items{status="queued"} 0\n');
    const folder = await call(server, 'POST', '/api/folder', { body: { name: 'f' } });
    await addItems(server, String(folder.body.uuid), 3);
    const { registerWorker } = await import('./queue/workers.ts');
    const { claim } = await import('./queue/claim.ts');
    const { db } = server.services;
    const worker = await registerWorker(db, {
      name: 'w',
      host: 'h',
      memoryMb: 1,
      serverId: null,
      report: { ...probeReport, capabilities: ['xtb', 'a, b', '"'] },
    });
    expect(await claim(db, { worker, memoryMb: 100_000, gpus: 0, seconds: null })).not.toBeNull();
    const text = await measure();
    for (const line of [
      'cuvette_items{status="queued"} 2',
      'cuvette_items{status="running"} 1',
      'cuvette_workers 1',
      'cuvette_attempts{status="running"} 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(Number(/cuvette_queue_oldest_seconds ([\d.e-]+)/.exec(text)?.[1])).toBeGreaterThan(0);
    expect(text).toMatch(
      /cuvette_http_request_duration_seconds_count\{method="POST",route="\/api\/folder",status="201"\} 1/,
    );
    expect(text).toMatch(/process_resident_memory_bytes \d+/);
    expect(text).not.toContain('00000000-0000-4000-8000-000000000000');
  });

  test('live and ready while the database answers; 503 with the reason when not', async () => {
    for (const path of ['/healthz', '/readyz', '/api/healthz']) {
      expect(await call(server, 'GET', path, { key: null })).toMatchObject({ status: 200, body: { ok: true } });
    }
    const { trouble } = server.services;
    server.services.trouble = async () => 'The database does not answer.';
    try {
      expect(await call(server, 'GET', '/readyz', { key: null })).toMatchObject({
        status: 503,
        body: { ok: false, detail: 'The database does not answer.' },
      });
    } finally {
      server.services.trouble = trouble;
    }
  });
});
