import { expect, test, vi } from 'vitest';
import { createClient } from './index.ts';

const uuid = 'e0411d80-f685-5b60-aa05-be2229108bba';
const range = { start: 100, end: 350 };

test('a trajectory’s stream is asked for by replicate, first frame and number of frames, with the link where there is one', () => {
  const at = (options: Parameters<typeof createClient>[0]) => {
    const place = createClient({ origin: 'http://server', ...options }).source.trajectory(uuid, 2);
    return place.kind === 'stream' ? [place.url(range), place.credentials] : [];
  };
  const path = `${uuid}/compressed_stream?replicate=2&start_frame=100&num_frames=250`;
  expect(at({})).toEqual([`http://server/api/trajectory/${path}`, 'same-origin']);
  expect(at({ source: 'shared' })).toEqual([`http://server/api/shared/trajectory/${path}`, 'omit']);
  expect(at({ source: 'shared', link: 'a&b' })[0]).toBe(`http://server/api/shared/trajectory/${path}&link=a%26b`);
});

test('a bundle gives the frames that stand in it, and says why where they do not', async () => {
  const positions = Float32Array.from({ length: 12 }, (_, index) => index / 8);
  const file = (replicate: number, change: Record<string, unknown>) => ({
    media_type: 'application/octet-stream',
    workflow_uuid: uuid,
    name: `trajectory-${replicate}`,
    kind: 'trajectory',
    bytes: 48,
    details: { replicate, num_atoms: 2, num_frames: 2 },
    ...change,
  });
  const bundle = {
    format: 'cuvette-bundle' as const,
    version: 1 as const,
    created_at: '2026-01-01T00:00:00Z',
    server: null,
    items: [],
    calculations: {},
    proteins: { p: { uuid: 'p' } },
    files: {
      a: file(0, { base64: Buffer.from(positions.buffer).toString('base64') }),
      b: file(1, { left_out: 'It is too large for one document.' }),
      c: file(2, { address: 'files/c' }),
    },
  };
  const { source, protein, queryClient } = createClient({ bundle: () => Promise.resolve(bundle) });
  const read = (replicate: number) => {
    const place = source.trajectory(uuid, replicate);
    if (place.kind !== 'file') throw new Error('A bundle streams nothing.');
    return place.read();
  };
  expect(await read(0)).toEqual({ atoms: 2, positions });
  await expect(read(1)).rejects.toThrow('It is too large for one document.');
  await expect(read(2)).rejects.toThrow('beside this file');
  await expect(read(3)).rejects.toThrow('holds no frames');
  expect(await queryClient.fetchQuery(protein('p') as never)).toMatchObject({ uuid: 'p' });
  await expect(source.protein('q')).rejects.toThrow('no protein');
});

test('a protein is read whole, once', async () => {
  const fetch = vi.fn(async () => Response.json({ uuid: 'p', name: 'CDK2' }));
  const client = createClient({ origin: 'http://server', source: 'shared', link: 'k', fetch });
  const read = () => client.queryClient.fetchQuery(client.protein('p') as never);
  expect(await read()).toMatchObject({ name: 'CDK2', data: null });
  await read();
  expect(fetch.mock.calls.map(([url]: unknown[]) => url)).toEqual(['http://server/api/shared/protein/p?link=k']);
});
