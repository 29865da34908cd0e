import { environmentManager, focusManager, QueryObserver } from '@tanstack/query-core';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { WorkflowItem } from '../entities/index.ts';
import {
  ApiError,
  accountFor,
  callKey,
  clientFor,
  createAccountClient,
  createClient,
  itemPoll,
  itemViewPoll,
} from './index.ts';

const uuid = 'e0411d80-f685-5b60-aa05-be2229108bba';
const item = {
  uuid,
  name: 'n',
  created_at: '2026-01-01T00:00:00Z',
  object_status: 1,
  object_type: 'basic_calculation',
  parent_uuid: uuid,
};

function answering(routes: (url: URL, init: RequestInit) => Response) {
  return vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}) =>
    routes(new URL(String(input), 'http://server'), init),
  );
}
const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), { status: 200, ...init });

test('30 molecule reads of one task are two calls of 25 and 5, without doubles', async () => {
  const fetch = answering((url) => json(Object.fromEntries(url.searchParams.getAll('uuids').map((key) => [key, []]))));
  const client = createClient({ origin: 'http://server', fetch });
  const keys = Array.from({ length: 30 }, (_, index) => `k${index}`);
  await Promise.all([...keys, 'k0'].map((key) => client.queryClient.fetchQuery(client.molecules(key) as never)));
  expect(fetch.mock.calls.map(([url]) => new URL(String(url)).searchParams.getAll('uuids').length)).toEqual([25, 5]);
  expect(String(fetch.mock.calls[0]?.[0])).toContain('/api/calculation/read_molecules?');
});

test('ten views of one item make one request; an unchanged poll is a 304 and gives the same object', async () => {
  const fetch = answering((_url, init) =>
    new Headers(init.headers).get('If-None-Match') === '"1"'
      ? new Response(null, { status: 304 })
      : json(item, { headers: { ETag: '"1"' } }),
  );
  const client = createClient({ origin: 'http://server', fetch });
  const stops = Array.from({ length: 10 }, () =>
    new QueryObserver(client.queryClient, client.workflow(uuid) as never).subscribe(() => undefined),
  );
  await vi.waitFor(() => expect(client.queryClient.getQueryData(['workflow', uuid])).toBeDefined());
  expect(fetch).toHaveBeenCalledTimes(1);
  const before = client.queryClient.getQueryData(['workflow', uuid]);
  await client.queryClient.refetchQueries({ queryKey: ['workflow', uuid] });
  expect(client.queryClient.getQueryData(['workflow', uuid])).toBe(before);
  for (const stop of stops) stop();
});

test('what was begun before the client had come is read once; then the server is asked', async () => {
  const address = `http://server/api/shared/workflow/${uuid}`;
  const key = Symbol.for('cuvette.begun-reads.1');
  const begun = new Map([[address, Promise.resolve(json({ ...item, name: 'begun' }))]]);
  vi.stubGlobal(
    'fetch',
    answering(() => json({ ...item, name: 'asked' })),
  );
  Object.assign(globalThis, { [key]: begun });
  try {
    const { source } = createClient({ origin: 'http://server', source: 'shared' });
    expect((await source.workflow(uuid)).name).toBe('begun');
    expect((await source.workflow(uuid)).name).toBe('asked');
    // With a person's own eyes nothing is taken that was read without them.
    begun.set(`http://server/api/workflow/${uuid}`, Promise.resolve(json({ ...item, name: 'begun' })));
    expect((await createClient({ origin: 'http://server' }).source.workflow(uuid)).name).toBe('asked');
  } finally {
    Reflect.deleteProperty(globalThis, key);
    vi.unstubAllGlobals();
  }
});

test('a refusal carries the server words and the field, and is not tried again', async () => {
  const fetch = answering(() => json({ detail: 'The SMILES is empty.', field: 'initial_smiles' }, { status: 422 }));
  const client = createAccountClient({ origin: 'http://server', fetch });
  await expect(client.submitWorkflow({ workflow_type: 'conformer_search' })).rejects.toMatchObject({
    status: 422,
    field: 'initial_smiles',
    detail: 'The SMILES is empty.',
  });
  await expect(client.queryClient.fetchQuery(client.workflow(uuid) as never)).rejects.toBeInstanceOf(ApiError);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a submission goes under the name that it was given, and under none without', async () => {
  const fetch = answering(() => json(item));
  const client = createAccountClient({ origin: 'http://server', fetch });
  const key = callKey();
  await client.submitWorkflow({ workflow_type: 'conformer_search' }, key);
  await client.submitWorkflow({ workflow_type: 'conformer_search' });
  const sent = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));
  expect(sent).toEqual([`"${key}"`, null]);
  expect([key.length, callKey() === key]).toEqual([32, false]);
});

test('polling: 10 s while unfinished, 60 s for two finished types, else never', () => {
  const of = (object_status: number, object_type = 'basic_calculation') =>
    itemPoll(z.parse(WorkflowItem, { ...item, object_status, object_type }));
  expect([of(0), of(1), of(5), of(6)]).toEqual([10_000, 10_000, 10_000, 10_000]);
  expect([of(2), of(3), of(4)]).toEqual([false, false, false]);
  expect(of(2, 'pose_analysis_md')).toBe(60_000);
});

test('the page of an item reads it every 10 s, finished or not, and every 60 s for two finished types', () => {
  const of = (object_status: number, object_type = 'basic_calculation') =>
    itemViewPoll(z.parse(WorkflowItem, { ...item, object_status, object_type }));
  expect([0, 1, 2, 3, 4, 5, 6].map((code) => of(code))).toEqual(Array(7).fill(10_000));
  for (const type of ['electronic_properties', 'pose_analysis_md']) {
    expect(
      [0, 1, 2, 3, 4, 5, 6].map((code) => of(code, type)),
      type,
    ).toEqual([10_000, 10_000, 60_000, 60_000, 60_000, 10_000, 10_000]);
  }
});

test('folders are polled every 15 s, and nothing is polled while the tab is hidden', async () => {
  // TanStack Query polls in browsers only.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
  try {
    const fetch = answering(() => json({ items: [], num_pages: 0 }));
    const client = createAccountClient({ origin: 'http://server', fetch });
    client.queryClient.mount();
    const stop = new QueryObserver(client.queryClient, client.folderContents(uuid) as never).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(14_900);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(new URL(String(fetch.mock.calls[0]?.[0])).searchParams.get('size')).toBe('20');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(fetch).toHaveBeenCalledTimes(2);
    focusManager.setFocused(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetch).toHaveBeenCalledTimes(2);
    stop();
    client.queryClient.unmount();
  } finally {
    focusManager.setFocused(undefined);
    environmentManager.setIsServer(() => true);
    vi.useRealTimers();
  }
});

test('an aborted request is no error', async () => {
  const fetch = vi.fn(
    (_input: RequestInfo | URL, init: RequestInit = {}) =>
      new Promise<Response>((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const client = createClient({ origin: 'http://server', fetch });
  const observer = new QueryObserver(client.queryClient, client.workflow(uuid) as never);
  const seen: unknown[] = [];
  const stop = observer.subscribe(({ error }) => seen.push(error));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  await client.queryClient.cancelQueries({ queryKey: ['workflow', uuid] });
  expect(fetch.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  expect(seen.every((error) => error === null)).toBe(true);
  expect(observer.getCurrentResult()).toMatchObject({ error: null, isError: false, fetchStatus: 'idle' });
  stop();
});

test('owner, shared, link and bundle clients of one origin are different clients', () => {
  const make = (options: Parameters<typeof clientFor>[0]) => clientFor({ origin: 'http://one', ...options });
  expect(make({})).toBe(make({ source: 'owner' }));
  const all = [
    make({}),
    make({ source: 'shared' }),
    make({ source: 'shared', link: 'a' }),
    make({ key: 'r.json', bundle: async () => ({}) }),
  ];
  expect(new Set(all).size).toBe(4);
});

test('the client with everything that a person can do shares its reads with the one that widgets get', () => {
  const reads = clientFor({ origin: 'http://shared-reads' });
  const account = accountFor({ origin: 'http://shared-reads' });
  expect(account.queryClient).toBe(reads.queryClient);
  expect(account.workflow('w').queryKey).toEqual(reads.workflow('w').queryKey);
  expect('submitWorkflow' in reads).toBe(false);
});

test('a bundle that could not be read is read again when it is asked for again', async () => {
  const content = { format: 'cuvette-bundle', version: 1, created_at: '', items: [item], calculations: {} };
  const load = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(content);
  const { source } = createClient({ bundle: load });
  await expect(source.workflow('')).rejects.toThrow('away');
  expect(await source.workflow('')).toMatchObject({ uuid });
  await source.molecules([], false);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a bundle answers every read without a server, and says so when it lacks something', async () => {
  const bundle = {
    format: 'cuvette-bundle',
    version: 1,
    created_at: '',
    items: [item],
    calculations: { c: { molecules: [] } },
  };
  const client = createClient({ bundle: async () => bundle });
  expect(await client.source.workflow('')).toMatchObject({ uuid });
  expect(await client.source.molecules(['c'], true)).toEqual({ c: [] });
  await expect(client.source.workflow('other')).rejects.toMatchObject({ status: 404 });
});

test('an item of a bundle that was submitted again names the newest completed one of its type and molecule', async () => {
  const item = (uuid: string, more: Record<string, unknown> = {}) => ({
    uuid,
    name: `item ${uuid}`,
    created_at: 'now',
    updated_at: 'now',
    object_status: 2,
    object_type: 'pka',
    parent_uuid: 'p',
    smiles: 'CC(=O)O',
    ...more,
  });
  const again = { resubmitted_from_uuid: 'a' };
  const read = async (...others: unknown[]) => {
    const bundle = {
      format: 'cuvette-bundle',
      version: 1,
      created_at: 'now',
      items: [item('a'), ...others],
      calculations: {},
    };
    const client = createClient({ bundle: async () => bundle });
    return (await client.source.workflow('a')).superseded_by;
  };
  expect(await read()).toBe(undefined);
  expect(
    await read(
      item('b', { ...again, completed_at: '2026-01-02T00:00:00Z' }),
      item('c', { ...again, completed_at: '2026-01-03T00:00:00Z' }),
    ),
  ).toEqual({ uuid: 'c', name: 'item c' });
  expect(await read(item('d', { ...again, object_status: 1 }))).toBe(undefined);
  expect(await read(item('e', { ...again, smiles: 'CCO' }))).toBe(undefined);
  expect(await read(item('f', { ...again, object_type: 'macropka' }))).toBe(undefined);
});

test('what is no bundle is refused at once, in words', async () => {
  const client = createClient({ bundle: async () => ({ hello: 'world' }) });
  await expect(client.source.workflow('')).rejects.toMatchObject({
    status: 422,
    detail: expect.stringContaining('not a bundle that this version of Cuvette can read'),
  });
});
