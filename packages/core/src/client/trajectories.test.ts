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

test('a bundle gives the frames that are in it, and says why where they do not', async () => {
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

test('distances are read together, from the frames that are known on; a bundle computes them', async () => {
  const frames = Array.from({ length: 25_000 }, (_, frame) => frame);
  let there = 20_000;
  const asked: unknown[] = [];
  const fetch = vi.fn(async (_url: unknown, init?: RequestInit) => {
    const { start_frame, num_frames, pairs, replicate } = JSON.parse(String(init?.body));
    asked.push([replicate, start_frame, pairs]);
    const some = frames.slice(start_frame, Math.min(start_frame + num_frames, there));
    return Response.json((pairs as [number, number][]).map(([a]) => some.map((frame) => frame + a / 10)));
  });
  const client = createClient({ origin: 'http://server', source: 'shared', link: 'k', fetch });
  const read = (a: number, b: number) =>
    client.queryClient.fetchQuery({ ...client.distances(uuid, 1, [a, b]), staleTime: 0 } as never);
  const [one, two] = (await Promise.all([read(3, 7), read(5, 2)])) as number[][];
  expect([one?.length, two?.length, one?.[19_999], two?.[0]]).toEqual([20_000, 20_000, 19_999.3, 0.5]);
  const pairs = [
    [3, 7],
    [5, 2],
  ];
  expect(asked).toEqual([
    [1, 0, pairs],
    [1, 10_000, pairs],
    [1, 20_000, pairs],
  ]);
  expect(fetch.mock.calls[0]?.[0]).toBe(`http://server/api/shared/trajectory/${uuid}/atom_trajectories?link=k`);
  there = 20_003;
  asked.length = 0;
  const grown = (await read(3, 7)) as number[];
  expect([grown.length, grown[19_999], grown[20_002]]).toEqual([20_003, 19_999.3, 20_002.3]);
  expect(asked).toEqual([[1, 20_000, [[3, 7]]]]);

  const positions = Float32Array.of(0, 0, 0, 3, 4, 0, 0, 0, 0, 1, 2, 2);
  const bundle = {
    format: 'cuvette-bundle' as const,
    version: 1 as const,
    created_at: '2026-01-01T00:00:00Z',
    server: null,
    items: [],
    calculations: {},
    proteins: {},
    files: {
      a: {
        media_type: 'application/octet-stream',
        workflow_uuid: uuid,
        name: 'trajectory-0',
        kind: 'trajectory',
        bytes: 48,
        details: { replicate: 0, num_atoms: 2, num_frames: 2 },
        base64: Buffer.from(positions.buffer).toString('base64'),
      },
    },
  };
  const file = createClient({ bundle: () => Promise.resolve(bundle) });
  const inFile = (pair: readonly [number, number]) =>
    file.queryClient.fetchQuery({ ...file.distances(uuid, 0, pair), retry: false } as never);
  expect(await inFile([0, 1])).toEqual([5, 3]);
  await expect(inFile([0, 2])).rejects.toThrow('There is no atom 3: the frames have 2 atoms.');
});
