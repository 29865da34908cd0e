import { expect } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { RunningServer } from '../serve.ts';
import { ownerKey } from './test-server.ts';

/** What an import answers, whether it went well or not. */
interface Imported {
  items: { uuid: string; name: string }[];
  warnings: string[];
  detail: string;
  field: string;
}

/** An item as a zip. */
export async function zipBytes(
  server: RunningServer,
  address: string,
  key: string | null = ownerKey,
): Promise<Buffer<ArrayBuffer>> {
  const answer = await fetch(new URL(address, server.address), { headers: key ? { 'x-api-key': key } : {} });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  return Buffer.from(await answer.arrayBuffer());
}

/** What lies in a zip, by path. */
export async function entriesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const file = await fromBufferPromise(zip, { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of file.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    entries.set(entry.fileName, Buffer.concat(chunks));
  }
  return entries;
}

/** Uploads a bundle: a zip as its bytes, a document as what it is. */
export async function bringIn(server: RunningServer, body: unknown, query = '', key: string | null = ownerKey) {
  const zipped = Buffer.isBuffer(body);
  const answer = await fetch(new URL(`/api/workflow/import${query}`, server.address), {
    method: 'POST',
    headers: { ...(key ? { 'x-api-key': key } : {}), 'content-type': zipped ? 'application/zip' : 'application/json' },
    body: zipped ? new Uint8Array(body) : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Imported };
}
