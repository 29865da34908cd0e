import { describe, expect, test, vi } from 'vitest';
import { readFixture } from '../chemistry/tests/read-fixture.js';
import { ApiError } from './api-error.ts';
import { structureContent, structureFile } from './structure-file.ts';

const context = { signal: new AbortController().signal };
const url = 'https://lab.example/files/1ema.pdb';

/** What reading a file gives whose server answers so. */
function read(answer: () => Response | Promise<Response>, more: { format?: string; maximumBytes?: number } = {}) {
  return structureFile({ url, fetch: async () => answer(), ...more }).queryFn(context);
}

async function refusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('a file of structures at an address', () => {
  test('is read as its name says, once', async () => {
    const call = vi.fn(async () => new Response(readFixture('1ema.pdb.gz')));
    const query = structureFile({ url, fetch: call as never });
    const { structures } = await query.queryFn(context);
    expect(structures[0]?.macromolecule?.residues).toHaveLength(321);
    expect(call).toHaveBeenCalledWith(url, { credentials: 'same-origin', signal: context.signal });
    expect(query.staleTime).toBe(Number.POSITIVE_INFINITY);
    expect(query.queryKey).not.toEqual(structureFile({ url, format: 'xyz' }).queryKey);
  });

  test.each([
    [404, /There is no file at https:/],
    [403, /refuses the file/],
    [500, /was not delivered \(status 500\)/],
  ])('status %i is said in words', async (status, words) => {
    const error = await refusal(read(() => new Response('no', { status })));
    expect(error.status).toBe(status);
    expect(error.detail).toMatch(words);
  });

  test('a server that cannot be reached, or forbids', async () => {
    const error = await refusal(read(() => Promise.reject(new TypeError('Failed to fetch'))));
    expect([error.status, error.detail]).toEqual([0, expect.stringContaining('(CORS)')]);
  });

  test('what is in the file is refused for good, with the line', async () => {
    const error = await refusal(read(() => new Response('3\n\nHe 0 0 0\n'), { format: 'xyz' }));
    expect(error.status).toBe(422);
    expect(error.detail).toBe('Line 4: The file ends after 1 of 3 atoms.');
  });

  test('a file that is too large is given up: by what the server says, and by what comes', async () => {
    const announced = new Response('x', { headers: { 'Content-Length': '5000000' } });
    expect((await refusal(read(() => announced, { maximumBytes: 2 ** 20 }))).detail).toMatch(/larger than 1 MB/);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(2 ** 18));
      },
    });
    const error = await refusal(read(() => new Response(endless), { maximumBytes: 2 ** 20 }));
    expect(error.status).toBe(422);
    expect(sent).toBeLessThan(10);
  });

  test('an answer that breaks off is no refusal: it may be asked for again', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(10));
        controller.error(new Error('connection lost'));
      },
    });
    expect((await refusal(read(() => new Response(broken)))).status).toBe(0);
  });

  test('a text or bytes that the page has', async () => {
    const { structures } = await structureContent('1\n\nHe 0 0 0\n', { known: 1 }).queryFn(context);
    expect(structures).toHaveLength(1);
    expect((await refusal(structureContent('', { known: 2 }).queryFn(context))).detail).toContain('empty');
  });
});
