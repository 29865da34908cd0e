import { expect, test } from 'vitest';
import { createAccountClient } from './index.ts';

const answer = { items: [{ uuid: 'u', name: 'benzene' }], warnings: ['The log is not in the bundle.'] };

function written(status = 201, body: unknown = answer) {
  const calls: { address: string; type: string | null; text: string }[] = [];
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const text = init.body instanceof Blob ? await init.body.text() : '';
    calls.push({ address: String(input), type: new Headers(init.headers).get('content-type'), text });
    return new Response(JSON.stringify(body), { status });
  };
  return { calls, client: createAccountClient({ origin: 'http://server', fetch: fetch as typeof globalThis.fetch }) };
}

test('a bundle is sent as what it is, whatever its name says, into the folder that was chosen', async () => {
  const { calls, client } = written();
  const seen: number[] = [];
  const zip = new Blob([new Uint8Array([0x50, 0x4b, 3, 4]), 'rest']);
  const document = '\uFEFF \n{"format": "cuvette-bundle"}';
  expect(await client.importBundle(zip, { folder: 'f', onProgress: (sent) => seen.push(sent) })).toEqual(answer);
  await client.importBundle(new Blob([document]));
  expect(calls.map(({ address, type }) => [address, type])).toEqual([
    ['http://server/api/workflow/import?folder_uuid=f', 'application/zip'],
    ['http://server/api/workflow/import', 'application/json'],
  ]);
  expect(calls[1]?.text).toContain('cuvette-bundle');
  expect(seen).toEqual([8]);
  expect(client.bundleAddress('u')).toBe('http://server/api/workflow/u/bundle?format=zip');
  expect(client.elnAddress(['u'])).toBe('http://server/api/workflow/u/bundle?format=eln');
  expect(client.elnAddress(['u', 'v'])).toBe('http://server/api/workflow/bundles?format=eln&uuids=u&uuids=v');
});

test('what is no bundle is not sent at all; what the server refuses keeps its reason', async () => {
  const { calls, client } = written(422, { detail: 'The zip was not read: it holds more than 1 GB.' });
  await expect(client.importBundle(new Blob(['3\nwater\nO 0 0 0']))).rejects.toThrow('This is not a bundle');
  await expect(client.importBundle(new Blob([]))).rejects.toThrow('This is not a bundle');
  expect(calls).toEqual([]);
  await expect(client.importBundle(new Blob(['{}']))).rejects.toThrow('it holds more than 1 GB');
});
