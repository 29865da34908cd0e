import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServerClient, ServerRefusal } from './server-client.ts';
import { callOverSpool } from './spool.ts';

/*
 * The worker's side of a folder that is relayed. The relay's side has its tests in packages/pilots; both together work in `pilots.test.ts`.
 */

let spool = '';
beforeEach(async () => {
  spool = await mkdtemp(path.join(tmpdir(), 'cuvette-spool-'));
  for (const name of ['requests', 'answers', 'cancelled', 'parts']) await mkdir(path.join(spool, name));
});
afterEach(() => rm(spool, { recursive: true, force: true }));

const listed = (folder: string): Promise<string[]> => readdir(path.join(spool, folder));

/** Waits for a call, and answers it as the relay does. */
async function answerNext(head: object, body = ''): Promise<{ call: Record<string, unknown>; body: string }> {
  await expect.poll(() => listed('requests'), { timeout: 20_000 }).toHaveLength(1);
  const [name = ''] = await listed('requests');
  const text = await readFile(path.join(spool, 'requests', name), 'utf8');
  await rm(path.join(spool, 'requests', name));
  const part = path.join(spool, 'parts', `${name}.answer`);
  await writeFile(part, `${JSON.stringify(head)}\n${body}`);
  await rename(part, path.join(spool, 'answers', name));
  const [first = ''] = text.split('\n');
  return { call: JSON.parse(first) as Record<string, unknown>, body: text.slice(first.length + 1) };
}

test('a call goes and comes as files, with the key of the worker, and leaves none behind', async () => {
  const client = createServerClient(pathToFileURL(spool).href, 'the key');
  const beat = client.heartbeat({ worker: 'w', attempts: [] });
  const { call, body } = await answerNext({ status: 200, headers: {} }, '{"known":true,"attempts":[]}');
  expect(await beat).toEqual({ known: true, attempts: [] });
  expect(call).toEqual({
    method: 'POST',
    path: '/api/worker/heartbeat',
    headers: { 'content-type': 'application/json', 'x-worker-key': 'the key' },
  });
  expect(JSON.parse(body)).toEqual({ worker: 'w', attempts: [] });
  const part = client.filePart({ attempt: 'a', file: 'f' }, new Uint8Array([0, 10, 255]));
  const sent = await answerNext({ status: 200, headers: {} }, '{"ok":true}');
  await part;
  expect(sent.call.path).toBe('/api/worker/file_part?attempt=a&file=f');
  for (const folder of ['requests', 'answers', 'cancelled', 'parts']) expect(await listed(folder)).toEqual([]);
});

test('a refusal of the server, and a server that is away, are what they are without a relay', async () => {
  const client = createServerClient(pathToFileURL(spool).href, 'key');
  const refused = client.finish({}).catch((error: unknown) => error);
  await answerNext({ status: 409, headers: {} }, '{"detail":"Attempt 1 is over."}');
  expect(await refused).toEqual(new ServerRefusal(409, 'Attempt 1 is over.'));
  const away = client.finish({}).catch((error: unknown) => error);
  await answerNext({ status: 0, error: 'The server does not answer: refused' });
  expect(await away).toEqual(new Error('The server does not answer: refused'));
});

test('a call that is given up is taken back, or cancelled when the relay has it already', async () => {
  const call = { method: 'POST', headers: {}, body: '{}' };
  const first = new AbortController();
  const waiting = callOverSpool(spool, '/api/worker/claim', { ...call, signal: first.signal }).catch(() => 'given up');
  await expect.poll(() => listed('requests'), { timeout: 20_000 }).toHaveLength(1);
  first.abort();
  expect(await waiting).toBe('given up');
  expect([await listed('requests'), await listed('cancelled')]).toEqual([[], []]);

  const second = new AbortController();
  const taken = callOverSpool(spool, '/api/worker/claim', { ...call, signal: second.signal }).catch(() => 'given up');
  await expect.poll(() => listed('requests'), { timeout: 20_000 }).toHaveLength(1);
  const [name = ''] = await listed('requests');
  await rm(path.join(spool, 'requests', name));
  second.abort();
  expect(await taken).toBe('given up');
  expect(await listed('cancelled')).toEqual([name]);
});

test('a folder that is full or gone fails like a server that is away, and leaves nothing half written', async () => {
  await rm(path.join(spool, 'parts'), { recursive: true });
  const call = { method: 'POST', headers: {}, body: '{}', signal: AbortSignal.timeout(20_000) };
  await expect(callOverSpool(spool, '/api/worker/claim', call)).rejects.toThrow('ENOENT');
  expect(await listed('requests')).toEqual([]);
});
