import { expect, test } from 'vitest';
import { encodeGrid, type Grid } from '../entities/index.ts';
import { finishedItem } from '../testing/workflow-items.ts';
import { createClient } from './index.ts';

const grid: Grid = {
  header: {
    name: 'density_cube',
    quantity: 'density',
    orbital: null,
    shape: [2, 1, 1],
    origin: [0, 0, 0],
    axes: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    length_unit: 'Bohr',
    value_unit: 'e/Bohr³',
    minimum: 0.25,
    maximum: 0.5,
  },
  values: Float32Array.of(0.25, 0.5),
};
const json = (body: unknown, code = 200) => new Response(JSON.stringify(body), { status: code });

test('grids of an item: the list, then each as bytes; a shared view keeps its link', async () => {
  const asked: string[] = [];
  const client = createClient({
    origin: 'https://lab.example',
    source: 'shared',
    link: 'k y',
    fetch: async (address) => {
      asked.push(String(address));
      return asked.length === 1 ? json({ grids: [grid.header], left_out: [] }) : new Response(encodeGrid(grid));
    },
  });
  const list = await client.queryClient.fetchQuery(client.grids('a-b'));
  expect(list.grids.map(({ name }) => name)).toEqual(['density_cube']);
  expect(await client.queryClient.fetchQuery(client.grid('a-b', 'density_cube'))).toEqual(grid);
  expect(asked).toEqual([
    'https://lab.example/api/shared/orbitals/a-b/grids?link=k+y',
    'https://lab.example/api/shared/orbitals/a-b/grids/density_cube?link=k+y',
  ]);
});

test('a refusal says why, and an answer that is no grid does too', async () => {
  const answers = [json({ detail: 'This workflow has no such grid.' }, 404), new Response('no bytes of a grid')];
  const client = createClient({ fetch: async () => answers.shift() as Response });
  await expect(client.source.grid('a', 'x')).rejects.toMatchObject({
    status: 404,
    detail: 'This workflow has no such grid.',
  });
  await expect(client.source.grid('a', 'x')).rejects.toThrow('not a grid');
});

test('a bundle has the grids whose points are in it', async () => {
  const points = [0, 1].flatMap((x) => [0, 1].map((y) => ({ x, y, z: 0, val: x + 2 * y })));
  const item = finishedItem('electronic_properties', {
    density_cube: { cube_points: points },
    electrostatic_potential_cube: { cube_points: points.slice(1) },
    molecular_orbitals: { 4: { cube_points: points, occupation: 2, energy: -0.4 }, 5: { occupation: 0, energy: 0.1 } },
  });
  const bundle = {
    format: 'cuvette-bundle',
    version: 1,
    created_at: '2026-01-01T00:00:00Z',
    items: [item],
    calculations: {},
    proteins: {},
    files: {},
  };
  const client = createClient({ bundle: async () => bundle });
  const { grids, left_out } = await client.source.grids('');
  expect(grids.map(({ name, shape }) => [name, shape])).toEqual([
    ['density_cube', [2, 2, 1]],
    ['molecular_orbitals.4', [2, 2, 1]],
  ]);
  expect(left_out.map(({ name }) => name)).toEqual(['electrostatic_potential_cube']);
  expect([...(await client.source.grid('', 'molecular_orbitals.4')).values]).toEqual([0, 2, 1, 3]);
  await expect(client.source.grid('', 'nothing')).rejects.toMatchObject({ status: 404 });
});

test('a bundle has the grids of its file of orbitals', async () => {
  const orbital = { weight: 0.9, origin: [0, 0, 0], spacing: 1, shape: [1, 1, 2], value_step: 0.5, values: [1, -2] };
  const item = finishedItem('basic_calculation', {
    settings: { method: 'b3lyp', excited_state_settings: { num_excitations: 1 } },
  });
  const content = { natural_transition_orbitals: { '1-hole-1': orbital, '1-hole-2': { ...orbital, values: [1] } } };
  const file = {
    media_type: 'application/json',
    workflow_uuid: item.uuid,
    name: 'orbitals.json',
    kind: 'orbitals',
    bytes: 1,
    base64: btoa(JSON.stringify(content)),
  };
  const bundle = {
    format: 'cuvette-bundle',
    version: 1,
    created_at: '2026-01-01T00:00:00Z',
    items: [item],
    calculations: {},
    proteins: {},
    files: { 'orbitals.json': file },
  };
  const client = createClient({ bundle: async () => bundle });
  // What has not a value for each point is left out.
  const { grids } = await client.source.grids('');
  expect(grids.map(({ name }) => name)).toEqual(['natural_transition_orbitals.1-hole-1']);
  expect([...(await client.source.grid('', 'natural_transition_orbitals.1-hole-1')).values]).toEqual([0.5, -1]);
});
