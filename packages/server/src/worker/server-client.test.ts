import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createServerClient, ServerRefusal } from './server-client.ts';

let server: Server | null = null;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = null;
});

/** A client of a server that gives the answers of the test, or none at all. */
async function clientOf(answer: ((request: IncomingMessage) => { status: number; body: unknown }) | null) {
  server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      if (!answer) return;
      const { status, body } = answer(request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return createServerClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'a key');
}

test('a call has more time the more it sends, in whole milliseconds whatever the number of its bytes', async () => {
  const client = await clientOf(() => ({ status: 200, body: { known: true, attempts: [] } }));
  const given = vi.spyOn(AbortSignal, 'timeout');
  for (let length = 0; length < 120; length += 7) await client.events({ text: 'x'.repeat(length) });
  await client.filePart({ file: 'f', position: '0' }, new Uint8Array(8 * 2 ** 20 + 1));
  const times = given.mock.calls.map(([ms]) => ms);
  expect(times.length).toBe(19);
  expect(times.filter((ms) => !Number.isInteger(ms))).toEqual([]);
  expect(times[0]).toBe(120_001);
  // Eight megabytes at 100 kB/s.
  expect(times.at(-1)).toBe(120_000 + 83_887);
});

test('a heartbeat that nobody answers is given five seconds; a refusal brings the words of the server', async () => {
  const silent = await clientOf(null);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  // The seconds are asked for, and a hundredth of them is waited for.
  const given = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / 100)));
  await expect(silent.heartbeat({})).rejects.toThrow(/timeout/i);
  expect(given.mock.calls).toEqual([[5001]]);
  given.mockRestore();
  server?.closeAllConnections();
  server?.close();
  const refusing = await clientOf(() => ({ status: 409, body: { detail: 'Attempt 1 is over.' } }));
  const refusal = await refusing.finish({}).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ServerRefusal);
  expect(refusal).toMatchObject({ status: 409, message: 'Attempt 1 is over.' });
});
