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
  expect(await client.importFile(zip, { folder: 'f', onProgress: (sent) => seen.push(sent) })).toEqual(answer);
  await client.importFile(new Blob([document]));
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

test('what is no bundle goes to be read as the output of a program, under its name', async () => {
  const { calls, client } = written();
  const file = (parts: BlobPart[], name: string) => Object.assign(new Blob(parts), { name });
  await client.importFile(file(['* O   R   C   A *'], 'a b.out'), { folder: 'f' });
  await client.importFile(file(['{"schema_name": "qcschema_output"}'], 'a.json'));
  const list = ['PK\u0001\u0002', 'run/orca.out'];
  await client.importFile(file([new Uint8Array([0x50, 0x4b, 3, 4]), ...list], 'run.zip'));
  await client.importFile(file([new Uint8Array([0x50, 0x4b, 3, 4]), 'PK\u0001\u0002', 'bundle.cuvette.json'], 'a.zip'));
  expect(calls.map(({ address, type }) => [address, type])).toEqual([
    ['http://server/api/workflow/import_results?folder_uuid=f&filename=a+b.out', 'application/octet-stream'],
    ['http://server/api/workflow/import_results?filename=a.json', 'application/octet-stream'],
    ['http://server/api/workflow/import_results?filename=run.zip', 'application/octet-stream'],
    ['http://server/api/workflow/import', 'application/zip'],
  ]);
});

test('what the server refuses keeps its reason', async () => {
  const { client } = written(422, { detail: 'The zip was not read: it holds more than 1 GB.' });
  await expect(client.importFile(new Blob(['{}']))).rejects.toThrow('it holds more than 1 GB');
});
