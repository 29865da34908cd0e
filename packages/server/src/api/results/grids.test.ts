import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { decodeGrid, GridList } from '@cuvette/core/entities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../../serve.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { finishedItem } from '../../testing/finished-item.ts';
import { call, ownerKey, startTestServer } from '../../testing/test-server.ts';

/** Values of a Gaussian on a grid of 20 × 21 × 22 points, 0.25 Bohr apart, as cubes have them. */
const shape = [20, 21, 22] as const;
const value = (i: number, j: number, k: number) =>
  Number(Math.exp(-((i - 10) ** 2 + (j - 10) ** 2 + k) / 50).toFixed(6));
const cube = (factor: number) => ({
  cube_points: Array.from({ length: shape[0] * shape[1] * shape[2] }, (_, place) => {
    const [i, j, k] = [Math.floor(place / (21 * 22)), Math.floor(place / 22) % 21, place % 22];
    return { x: -2.5 + i / 4, y: -2.5 + j / 4, z: -2.75 + k / 4, val: factor * value(i, j, k) };
  }),
});

onOneDatabase('grids', (place) => {
  let server: RunningServer;
  let uuid = '';
  const irregular = { cube_points: [...cube(1).cube_points.slice(1), { x: 0.1, y: 0, z: 0, val: 1 }] };
  const heavy = {
    density_cube: cube(1),
    electrostatic_potential_cube: irregular,
    molecular_orbitals: {
      8: { ...cube(-1), occupation: 2, energy: -0.3 },
      9: { ...cube(2), occupation: 0, energy: 0.1 },
    },
  };
  const list = async (item: string) => {
    const answer = await call(server, 'GET', `/api/orbitals/${item}/grids`);
    expect(answer.status).toBe(200);
    return z.parse(GridList, answer.body);
  };
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ answer: IncomingMessage; bytes: Buffer }>((resolve, reject) => {
      const { hostname, port } = new URL(server.address);
      get({ hostname, port, path, headers: { 'x-api-key': ownerKey, ...headers } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ answer, bytes: Buffer.concat(chunks) }));
      }).on('error', reject);
    });

  beforeAll(async () => {
    server = await startTestServer(place());
    uuid = await finishedItem(server, { type: 'electronic_properties', data: { dipole: [0, 0, 1] } }, [
      {
        name: 'orbitals.json',
        kind: 'orbitals',
        media_type: 'application/json',
        bytes: Buffer.from(JSON.stringify(heavy)),
        details: { keys: Object.keys(heavy) },
      },
    ]);
  });
  afterAll(() => server.stop());

  test('are listed with shape, axes, range and units; points that are no grid are named with the reason', async () => {
    const { grids, left_out } = await list(uuid);
    expect(grids.map(({ name }) => name)).toEqual(['density_cube', 'molecular_orbitals.8', 'molecular_orbitals.9']);
    expect(grids[0]).toMatchObject({
      quantity: 'density',
      orbital: null,
      shape: [...shape],
      origin: [-2.5, -2.5, -2.75],
      axes: [
        [0.25, 0, 0],
        [0, 0.25, 0],
        [0, 0, 0.25],
      ],
      length_unit: 'Bohr',
      value_unit: 'e/Bohr³',
      maximum: 1,
    });
    expect(grids[1]).toMatchObject({
      quantity: 'orbital',
      orbital: { index: 8, spin: null, occupation: 2, energy: -0.3 },
      minimum: -1,
      value_unit: 'Bohr^(-3/2)',
    });
    expect(left_out).toEqual([
      { name: 'electrostatic_potential_cube', detail: expect.stringContaining('regular grid') },
    ]);
    expect((await call(server, 'GET', `/api/orbitals/${uuid}/grids/electrostatic_potential_cube`)).status).toBe(422);
    expect((await call(server, 'GET', `/api/orbitals/${uuid}/grids/molecular_orbitals.7`)).status).toBe(404);
  });

  test('of a calculation are the natural transition orbitals of its excited states', async () => {
    const orbital = {
      weight: 0.52,
      origin: [0, 0, -1],
      spacing: 0.5,
      shape: [1, 2, 2],
      value_step: 0.001,
      values: [-5, 0, 7, 20],
    };
    const settings = { method: 'b3lyp', tasks: ['energy'], excited_state_settings: { num_excitations: 2 } };
    const file = { natural_transition_orbitals: { '2-particle-1': orbital, other: orbital } };
    const calculation = await finishedItem(server, { type: 'basic_calculation', data: { settings } }, [
      {
        name: 'orbitals.json',
        kind: 'orbitals',
        media_type: 'application/json',
        bytes: Buffer.from(JSON.stringify(file)),
        details: { keys: Object.keys(file) },
      },
    ]);
    const { grids } = await list(calculation);
    expect(grids).toMatchObject([
      {
        name: 'natural_transition_orbitals.2-particle-1',
        transition: { state: 2, part: 'particle', pair: 1, weight: 0.52 },
        shape: [1, 2, 2],
        minimum: Math.fround(-0.005),
        maximum: Math.fround(0.02),
      },
    ]);
    const { bytes } = await ask(`/api/orbitals/${calculation}/grids/natural_transition_orbitals.2-particle-1`);
    expect([...decodeGrid(new Uint8Array(bytes).buffer).values]).toEqual([-0.005, 0, 0.007, 0.02].map(Math.fround));
    const plain = await finishedItem(server, { type: 'basic_calculation', data: { settings: { method: 'hf' } } }, []);
    expect((await call(server, 'GET', `/api/orbitals/${plain}/grids`)).status).toBe(404);
  });

  test('come as one block of float32 behind a header, packed for who takes it, and are kept by their tag', async () => {
    const path = `/api/orbitals/${uuid}/grids/molecular_orbitals.9`;
    const { answer, bytes } = await ask(path);
    expect(answer.headers['content-encoding']).toBeUndefined();
    const { header, values } = decodeGrid(new Uint8Array(bytes).buffer);
    expect(header).toEqual((await list(uuid)).grids[2]);
    for (const [i, j, k] of [
      [0, 0, 0],
      [3, 20, 21],
      [19, 1, 7],
    ] as const) {
      expect(values[(i * shape[1] + j) * shape[2] + k]).toBe(Math.fround(2 * value(i, j, k)));
    }
    const packed = await ask(path, { 'accept-encoding': 'br, gzip' });
    expect(packed.answer.headers['content-encoding']).toBe('gzip');
    expect(packed.bytes.length).toBeLessThan(bytes.length);
    expect(gunzipSync(packed.bytes).equals(bytes)).toBe(true);
    expect((await ask(path, { 'accept-encoding': 'gzip;q=0' })).answer.headers['content-encoding']).toBeUndefined();
    const tag = String(answer.headers.etag);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    const again = await ask(path, { 'if-none-match': tag });
    expect([again.answer.statusCode, again.bytes.length]).toEqual([304, 0]);
    // A mark on the item makes no other grid of it.
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { starred: true } });
    expect((await ask(path, { 'if-none-match': tag })).answer.statusCode).toBe(304);
    expect((await ask(`${path.slice(0, -1)}8`, { 'if-none-match': tag })).answer.statusCode).toBe(200);
  });

  test('are read from the store once for all that are asked for', async () => {
    const { files } = server.services;
    const slice = files.slice.bind(files);
    const item = await finishedItem(server, { type: 'electronic_properties', data: {} }, [
      {
        name: 'orbitals.json',
        kind: 'orbitals',
        bytes: Buffer.from(JSON.stringify(heavy)),
        details: { keys: Object.keys(heavy) },
      },
    ]);
    let reads = 0;
    files.slice = (...asked) => {
      reads += 1;
      return slice(...asked);
    };
    try {
      await Promise.all([list(item), ask(`/api/orbitals/${item}/grids/density_cube`), list(item)]);
      await ask(`/api/orbitals/${item}/grids/molecular_orbitals.8`);
      expect(reads).toBe(1);
    } finally {
      files.slice = slice;
    }
  });

  test('are found too where the points are in the data of the item; other items have none', async () => {
    const inline = await finishedItem(server, { type: 'electronic_properties', data: { density_cube: cube(3) } });
    expect((await list(inline)).grids).toMatchObject([{ name: 'density_cube', maximum: 3 }]);
    const none = await finishedItem(server, { type: 'electronic_properties', data: {} });
    expect(await list(none)).toEqual({ grids: [], left_out: [] });
    const other = await finishedItem(server, { type: 'pose_analysis_md', data: {} });
    expect((await call(server, 'GET', `/api/orbitals/${other}/grids`)).status).toBe(404);
  });

  test('are open to everybody when the item is shared, and to nobody else', async () => {
    const path = `/api/shared/orbitals/${uuid}/grids/density_cube`;
    const tag = String((await ask(path.replace('/shared', ''))).answer.headers.etag);
    // Who had it once does not learn by its tag that it is still there.
    const hidden = await call(server, 'GET', path, { key: null, headers: { 'if-none-match': tag } });
    expect(hidden.status).toBe(404);
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: true } });
    expect((await call(server, 'GET', path, { key: null })).status).toBe(200);
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: false } });
    expect((await call(server, 'GET', path, { key: null })).status).toBe(404);
  });
});
