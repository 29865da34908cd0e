import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { documentName } from '../../bundles/limits.ts';
import type { RunningServer } from '../../serve.ts';
import { addWorkerKey } from '../../store/api-keys.ts';
import { onOneDatabase, useTemplate } from '../../testing/databases.ts';
import {
  type ExistingThings,
  existingThings,
  type RunningAttempt,
  spectrumName,
} from '../../testing/existing-things.ts';
import { fullLoad, fullRun } from '../../testing/load.ts';
import { ending } from '../../testing/route-rows/row.ts';
import { addPerson, call, ownerKey, startTestServer } from '../../testing/test-server.ts';
import type { OpenApiDocument } from '../description/document.ts';

/** How many bodies a server gets: all of them in `npm run test:load`, a sample in `npm test`. */
const bodies = fullLoad ? 5000 : fullRun ? 750 : 75;
/** An answer that takes longer (ms) will hardly come. */
const longest = 150_000;

interface Call {
  method: string;
  url: string;
  keys: string[];
  /** Names of its query parameters, and those of them that it does not do without. */
  parameters: string[];
  required: string[];
  /** Whether browsers alone may make it. */
  browser: boolean;
  /** Whether its body goes as a zip. */
  zip: boolean;
}

const someUuid = '00000000-0000-4000-8000-000000000000';
const odd = [
  '',
  '\u0000',
  '$(touch x)',
  '../../etc/passwd',
  "'; DROP TABLE workflow; --",
  '%00%ff%c0%ae',
  '\ud800',
  'é'.repeat(300),
  '__proto__',
  'constructor',
  '1e999',
  someUuid,
];
const text = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'binary', maxLength: 40 }));
const leaf = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false, 0, -1, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 31, 2 ** 63),
);

/** A value of any shape, its keys often the call's own. */
function anything(keys: string[]): fc.Arbitrary<unknown> {
  const key = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...keys, 'uuid', 'name') }, text);
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(key, tie('value'), { maxKeys: 8 }),
    ),
  })).value;
}

/** A body as it travels: JSON of any shape, JSON that is broken somewhere, or no JSON at all. */
function bodyOf(keys: string[]): fc.Arbitrary<string> {
  const value = anything(keys);
  const own = fc.dictionary(fc.constantFrom(...keys, 'uuid'), value, { maxKeys: keys.length + 1 });
  const json = fc.oneof({ weight: 3, arbitrary: own }, value).map((one) => JSON.stringify(one) ?? 'null');
  const cut = fc.tuple(json, fc.nat(200)).map(([whole, at]) => whole.slice(0, at));
  const deep = fc.integer({ min: 1, max: 100_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`);
  const twice = json.map((one) => `{"name":${one},"name":1,"__proto__":${one}}`);
  return fc.oneof(
    { weight: 8, arbitrary: json },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: twice },
    { weight: 1, arbitrary: fc.oneof(deep, fc.string({ unit: 'binary', maxLength: 200 })) },
  );
}

/** Calls of a worker about attempts that it has. */
const ofAttempts = new Set(['heartbeat', 'events', 'file', 'file_part', 'finish'].map((name) => `/api/worker/${name}`));

const eventKinds = ['progress', 'log', 'step', 'calculation', 'partial', 'file', 'result', 'error'];

/** The body as the worker would send it that has the attempt, as malformed as it is beside that. */
function withAttempt(url: string, body: string, attempt: RunningAttempt): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return body;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return body;
  if (url.endsWith('/heartbeat')) return JSON.stringify({ ...parsed, worker: someUuid, attempts: [attempt] });
  if (url.endsWith('/finish')) return JSON.stringify({ ...ending, ...parsed, ...attempt });
  const { events } = parsed as { events?: unknown };
  if (!url.endsWith('/events') || Array.isArray(events)) return JSON.stringify({ ...parsed, ...attempt });
  // One event of each kind, its fields of any shape.
  const fields = [
    'uuid',
    'text',
    'key',
    'result',
    'calculation',
    'data',
    'name',
    'kind',
    'bytes',
    'details',
    'messages',
  ];
  const filled = Object.fromEntries(fields.map((field) => [field, events]));
  const told = eventKinds.map((event) => ({ ...filled, uuid: someUuid, event }));
  return JSON.stringify({ ...parsed, ...attempt, events: told });
}

/** The body as the command line would send it, of a command that there is. */
function withCommand(body: string, choice: number): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return body;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed) || choice % 3 === 0) return body;
  const command = ['user_add', 'user_link', 'user_key', 'worker_key', 'import'][choice % 5];
  const { file } = parsed as { file?: unknown };
  const rest = { email: null, name: 'n', folder: null, ...parsed };
  return JSON.stringify({ ...rest, command, ...(typeof file === 'string' ? { file: `/missing/${file}` } : {}) });
}

/** A zip with this text as its document, or under another name, or cut off somewhere, or no zip at all. */
async function zipOf(body: string, choice: number): Promise<Buffer> {
  if (choice % 5 === 0) return Buffer.from(body);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(body), choice % 5 === 1 ? 'other.txt' : documentName);
  zip.end();
  const whole = await buffer(zip.outputStream);
  return choice % 5 === 2 ? whole.subarray(0, choice % whole.length) : whole;
}

/** Names that the call's body has, as far as the description tells. */
function keysOf(document: OpenApiDocument, schema: Record<string, unknown> | undefined): string[] {
  const name = typeof schema?.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  const found = name ? document.components.schemas[name] : schema;
  const parts = [found, ...((found?.oneOf ?? found?.anyOf ?? found?.allOf ?? []) as Record<string, unknown>[])];
  return [...new Set(parts.flatMap((part) => Object.keys((part?.properties ?? {}) as object)))];
}

/** What the parameters hold that a call does not do without. */
const valid: Record<string, string> = { position: '0', pdb_id: '1CRN' };

/**
 * Queries with one odd parameter each, so that nothing else keeps the call from reading it: one odd text for each parameter, in
 * `npm run test:full` one with a NUL besides, all odd texts in `npm run test:load`.
 */
function oneOddParameter({ parameters, required }: Call, start: number): string[] {
  const rest = required.map((name): [string, string] => [name, valid[name] ?? someUuid]);
  return parameters.flatMap((name, index) => {
    const some = fullLoad
      ? odd
      : fullRun
        ? ['\u0000', odd[(start + index) % odd.length] ?? '']
        : [odd[(start + index) % odd.length] ?? ''];
    return some.map((value) =>
      new URLSearchParams({ ...Object.fromEntries(rest), [name]: value.toWellFormed() }).toString(),
    );
  });
}

const nameOf = ({ method, url, zip }: Call) => `${method} ${url}${zip ? ' (zip)' : ''}`;

function typeOf({ url, zip }: Call): string {
  if (zip) return 'application/zip';
  return url.endsWith('/file_part') ? 'application/octet-stream' : 'application/json';
}

onOneDatabase('malformed bodies', (place) => {
  let server: RunningServer;
  let workerKey = '';
  let calls: Call[] = [];
  let things: ExistingThings;
  /** Cookies of browsers, one for each call that only browsers may make: some sign others of the same account out. */
  const cookies = new Map<string, string>();
  /** The owner alone invites, and allows a worker again. */
  const isOfOwner = (url: string) => /\/(invite|allow)$/.test(url);
  const signIn = async (url: string) => {
    const email = isOfOwner(url) ? 'owner@example.org' : `${path.basename(url)}@example.org`;
    const token = await server.services.signIn.createLinkToken(email);
    const { status, headers } = await call(server, 'POST', '/api/session/one_time', { key: null, body: { token } });
    expect(status).toBe(200);
    const sent = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    cookies.set(url, sent.join('; '));
  };
  beforeAll(async () => {
    server = await startTestServer(place());
    workerKey = await addWorkerKey(server.services.db.drizzle, 'test');
    things = await existingThings(server, workerKey);
    const document = (await (await fetch(new URL('/api/openapi.json', server.address))).json()) as OpenApiDocument;
    calls = Object.entries(document.paths).flatMap(([url, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const content = operation.requestBody?.content ?? {};
        const query = (operation.parameters ?? []).filter((one) => one.in === 'query');
        const parameters = query.map(({ name }) => name);
        const required = query.filter((one) => one.required).map(({ name }) => name);
        const keys = [...keysOf(document, content['application/json']?.schema), ...parameters];
        const security = operation.security ?? [];
        const browser = security.length > 0 && security.every((one) => 'cookie' in one);
        const plain = { method: method.toUpperCase(), url, keys, parameters, required, browser, zip: false };
        return 'application/zip' in content ? [plain, { ...plain, zip: true }] : [plain];
      }),
    );
    for (const { url, browser } of calls) {
      if (!browser) continue;
      if (!isOfOwner(url)) await addPerson(server, `${path.basename(url)}@example.org`);
      await signIn(url);
    }
  });
  afterAll(() => server.stop());

  test(`${bodies} of them: no answer of 500, no crash, no hang`, async () => {
    expect(calls.length).toBeGreaterThan(80);
    expect(calls.filter(({ browser }) => browser)).toHaveLength(19);
    expect(calls.filter(({ zip }) => zip)).toHaveLength(1);
    const failures: string[] = [];
    const refused = new Set<string>();
    /** Calls that were made about a thing that is there, and those that found it. */
    const aimed = new Set<string>();
    const reached = new Set<string>();
    /** Calls whose caller was let in, with a body that could be read. */
    const known = new Set<string>();
    let sent = 0;
    const ask = async (call: Call, uuid: string, query: string, body: string | Buffer, existing: boolean) => {
      const name = nameOf(call);
      const place = {
        '{uuid}': uuid,
        '{number}': '1',
        '{name}': call.url.includes('/spectra/') ? spectrumName : 'density_cube',
      };
      const url = Object.entries(place).reduce((path, [key, value]) => path.replace(key, value), call.url);
      const address = new URL(url, server.address);
      address.search = query;
      const began = performance.now();
      const sends = call.method !== 'GET';
      const answer = await fetch(address, {
        method: call.method,
        headers: {
          ...(call.browser ? { cookie: cookies.get(call.url) ?? '' } : { 'x-api-key': ownerKey }),
          'x-worker-key': workerKey,
          'x-cuvette-admin': server.services.adminToken,
          ...(sends ? { 'content-type': typeOf(call) } : {}),
        },
        ...(sends ? { body: typeof body === 'string' ? body : new Uint8Array(body) } : {}),
        redirect: 'manual',
        signal: AbortSignal.timeout(longest),
      });
      const told = await answer.text();
      sent += 1;
      if (![400, 401, 403].includes(answer.status)) known.add(name);
      if (call.url.endsWith('/sign_out_everywhere')) await signIn(call.url);
      if (existing && (call.url.includes('{uuid}') || ofAttempts.has(call.url))) {
        aimed.add(name);
        if (answer.status !== 404) reached.add(name);
      }
      if (answer.status >= 400) refused.add(name);
      const took = performance.now() - began;
      const inside = answer.status === 500 || /inside the server/.test(told);
      const wordless = answer.status >= 400 && typeof (JSON.parse(told) as { detail?: unknown }).detail !== 'string';
      if (inside || wordless || took > longest)
        failures.push(`${name} ${query.slice(0, 200)} ${body.toString().slice(0, 200)}
-> ${answer.status} ${told.slice(0, 300)}`);
    };
    const uuid = fc.oneof(
      { weight: 3, arbitrary: fc.constant(someUuid) },
      text.map((one) => encodeURIComponent(one.toWellFormed()).slice(0, 150) || 'x'),
    );
    const each = Math.ceil(bodies / calls.length);
    const queue = [...calls];
    const run = async () => {
      for (let call = queue.shift(); call; call = queue.shift()) {
        // Waiting for work is not what is tested here.
        if (call.url === '/api/worker/claim')
          call = { ...call, keys: call.keys.filter((key) => key !== 'wait_seconds') };
        const query = fc
          .dictionary(fc.constantFrom(...call.keys, 'page', 'size'), text, { maxKeys: 4 })
          .map((one) =>
            new URLSearchParams(
              Object.entries(one).map(([name, value]): [string, string] => [name, value.toWellFormed()]),
            ).toString(),
          );
        const cases = fc.sample(fc.tuple(uuid, query, bodyOf(call.keys), fc.boolean(), fc.nat()), each);
        for (const [one, plainQuery, plainBody, existing, choice] of cases) {
          const asked = call;
          let [parameters, body] = [plainQuery, plainBody];
          if (existing) {
            let next = choice;
            const some = () => things.any(next++);
            [parameters, body] = [parameters.replaceAll(someUuid, some), body.replaceAll(someUuid, some)];
          }
          const about = async () => {
            if (!existing) return one;
            if (ofAttempts.has(asked.url)) {
              const attempt = await things.attempt();
              body = withAttempt(asked.url, body, attempt);
              if (asked.url.endsWith('/file_part')) {
                const place = { file: someUuid, position: '0', ...Object.fromEntries(new URLSearchParams(parameters)) };
                parameters = new URLSearchParams({ ...place, ...attempt }).toString();
              }
            }
            return asked.url.includes('{uuid}') ? things.of(asked.url, choice) : one;
          };
          const made = async () => {
            const uuid = await about();
            if (asked.url === '/api/admin') body = withCommand(body, choice);
            await ask(asked, uuid, parameters, asked.zip ? await zipOf(body, choice) : body, existing);
          };
          await made().catch((error: Error) => {
            failures.push(
              `${call?.method} ${call?.url} ${parameters.slice(0, 200)} ${body.slice(0, 200)}\n-> ${error.message}`,
            );
          });
        }
      }
    };
    await Promise.all([run(), run(), run(), run()]);
    expect(failures.slice(0, 10).join('\n\n')).toBe('');
    expect(sent).toBeGreaterThanOrEqual(bodies);
    expect(refused.size).toBeGreaterThan(60);
    const alone = calls.flatMap((call, index) => oneOddParameter(call, index).map((query) => ({ call, query })));
    expect(alone.length).toBeGreaterThan(fullLoad ? 2000 : fullRun ? 350 : 170);
    const askAlone = async () => {
      for (let next = alone.pop(); next; next = alone.pop()) {
        const { call } = next;
        const uuid = call.url.includes('{uuid}') ? await things.of(call.url, alone.length) : someUuid;
        await ask(call, uuid, next.query, call.zip ? await zipOf('{}', 3) : '{}', true);
      }
    };
    await Promise.all([askAlone(), askAlone(), askAlone(), askAlone()]);
    expect(failures.slice(0, 10).join('\n\n')).toBe('');
    expect(aimed.size).toBeGreaterThan(60);
    // A parameter may have kept some from their things every time: those are asked once more without any.
    for (const call of calls.filter((one) => aimed.has(nameOf(one)) && !reached.has(nameOf(one)))) {
      if (call.url.includes('{uuid}')) await ask(call, await things.of(call.url, 0), '', '{}', true);
    }
    const closed = calls.filter(({ browser, zip, url }) => browser || zip || /^\/api\/(worker\/|admin$)/.test(url));
    for (const call of closed.filter((one) => !known.has(nameOf(one)))) {
      await ask(call, someUuid, '', call.zip ? await zipOf('{}', 3) : '{}', false);
    }
    expect(closed.map(nameOf).filter((name) => !known.has(name))).toEqual([]);
    expect([...aimed].filter((name) => !reached.has(name)).sort()).toEqual([]);
    expect(failures.join('\n\n')).toBe('');
    expect((await fetch(new URL('/healthz', server.address))).status).toBe(200);
  }, 900_000);
});

describe('malformed calls', () => {
  let data = '';
  let server: RunningServer;
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    server = await startTestServer({ data, databaseUrl: null });
  });
  afterAll(async () => {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  });

  test('what is no request, or has too long an address, is refused in words', async () => {
    const long = await fetch(new URL(`/api/workflow?name_contains=${'a'.repeat(20_000)}`, server.address));
    expect(long.status).toBe(431);
    expect(await long.json()).toEqual({ detail: 'The address or a header of the request is too long.' });
    const { hostname, port } = new URL(server.address);
    const told = await new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.write('\u0016\u0003 GET nothing\r\n\r\n'));
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('end', () => resolve(answer));
      socket.on('error', reject);
    });
    expect(told).toMatch(/^HTTP\/1\.1 400 /);
    expect(told).toContain('{"detail":');
    expect((await fetch(new URL('/healthz', server.address))).status).toBe(200);
  });

  test('an address that cannot be decoded is refused in words, with the headers of every answer', async () => {
    for (const path of ['/api/workflow/%', '/api/workflow/%zz', '/%e0%a4%a', '/api/shared/workflow/%']) {
      const { status, body, headers } = await call(server, 'GET', path);
      expect(status, path).toBe(400);
      expect(body, path).toEqual({ detail: expect.stringContaining('%25') });
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('content-security-policy'), path).toBeTruthy();
      expect(headers.get('cache-control'), path).toBe('no-store');
    }
  });

  /** Sends any method, also those that fetch does not take. */
  const send = (method: string, path: string, body = '') =>
    new Promise<{ status: number; allow: string[]; text: string }>((resolve, reject) => {
      const headers = { 'x-api-key': ownerKey, ...(body ? { 'content-type': 'text/x-odd' } : {}) };
      const asked = request(new URL(path, server.address), { method, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        const allow = answer.headers.allow?.split(', ') ?? [];
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, allow, text }));
      });
      asked.on('error', reject);
      asked.end(body);
    });

  test('a method that an address does not have is refused with those that it has', async () => {
    const { paths } = (await call<OpenApiDocument>(server, 'GET', '/api/openapi.json')).body;
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
    for (const [url, described] of Object.entries(paths)) {
      const path = url.replaceAll(/\{\w+\}/g, someUuid);
      const own = Object.keys(described).map((method) => method.toUpperCase());
      const told = await send('OPTIONS', path);
      expect(told.status, url).toBe(204);
      for (const method of methods) {
        if (own.includes(method)) continue;
        const { status, allow, text } = await send(method, path, method === 'PUT' ? 'odd' : '');
        expect([status, text], `${method} ${url}`).toEqual([405, expect.stringContaining(method)]);
        expect(allow, `${method} ${url}`).toEqual(expect.arrayContaining([...own, 'OPTIONS']));
        expect(allow).not.toContain(method);
        expect(JSON.parse(text)).toEqual({ detail: expect.stringContaining(method) });
      }
    }
    expect((await send('PUT', '/api/nowhere')).status).toBe(404);
    expect((await send('OPTIONS', '/api/nowhere')).status).toBe(404);
    expect(await send('PUT', '/folders')).toMatchObject({ status: 405, allow: ['GET', 'HEAD', 'OPTIONS'] });
  });

  test('a call that takes a zip too says so', async () => {
    const headers = { 'x-api-key': ownerKey, 'content-type': 'text/plain' };
    const other = async (path: string) => {
      const answer = await fetch(new URL(path, server.address), { method: 'POST', headers, body: 'x' });
      return { status: answer.status, ...((await answer.json()) as { detail: string }) };
    };
    expect(await other('/api/workflow/import')).toEqual({
      status: 415,
      detail: expect.stringContaining('application/zip'),
    });
    expect(await other('/api/folder')).toEqual({ status: 415, detail: 'Send JSON (Content-Type: application/json).' });
  });
});
