import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { decodeGrid, GridList, itemMessages, Molecule, WorkflowItem } from '@cuvette/core/entities';
import { loadResults } from '@cuvette/core/workflows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkout } from '../config.ts';
import type { RunningServer } from '../serve.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { fullRun } from '../testing/load.ts';
import { addPerson, call, ownerKey, startTestServer } from '../testing/test-server.ts';
import { levelOf } from './bundle-of-output.ts';

const outputs = path.join(checkout, 'packages/compute/tests/data/outputs');
const unpack = promisify(gunzip);
const fixture = async (name: string) => (await unpack(await readFile(path.join(outputs, `${name}.gz`)))).toString();

interface Answer {
  items: { uuid: string; name: string }[];
  warnings: string[];
  detail: string;
}

onOneDatabase('results of other programs', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
  });
  afterAll(() => server.stop());

  const send = (text: string, query: Record<string, string>, key?: string) =>
    call<Answer>(server, 'POST', `/api/workflow/import_results?${new URLSearchParams(query)}`, {
      body: text,
      headers: { 'content-type': 'application/octet-stream' },
      ...(key ? { key } : {}),
    });
  const itemOf = async (uuid: string) =>
    z.parse(WorkflowItem, (await call(server, 'GET', `/api/workflow/${uuid}`)).body);
  const moleculesOf = async (uuid: string) =>
    z.parse(z.array(Molecule), (await call(server, 'GET', `/api/calculation/${uuid}/molecules`)).body);

  const gridNames = async (uuid: string) => {
    const { grids } = z.parse(GridList, (await call(server, 'GET', `/api/orbitals/${uuid}/grids`)).body);
    return grids.map(({ name }) => name).sort();
  };

  test('an output of ORCA 6 becomes a basic calculation that says which program computed it, with its excited states', async () => {
    const text = await fixture('orca6-excitations.out');
    const answer = await send(text, { filename: 'dvb.out' });
    expect([answer.status, answer.body.warnings]).toEqual([201, []]);
    const [made] = answer.body.items;
    expect(made?.name).toBe('dvb');
    const item = await itemOf(made?.uuid ?? '');
    expect(item.imported).toMatchObject({ program: 'ORCA 6.0.0', file: 'dvb.out', from: null });
    expect(item.object_data).toMatchObject({
      settings: { method: 'b3lyp', engine: 'ORCA', basis_set: { name: 'STO-3G' } },
    });
    const told = itemMessages(item).map(({ body }) => body);
    expect(told[0]).toContain('VWN5');
    expect(told.at(-1)).toBe('The file holds no vibrational frequencies.');
    const [calculation = ''] = item.calculation_uuids;
    const [molecule] = await moleculesOf(calculation);
    expect(molecule?.excited_state_energies).toHaveLength(6);
    // 0.196688 Hartree are 5.352 eV, as the file says.
    const definition = await loadResults('basic_calculation');
    const read = new Map([[calculation, [molecule as Molecule]]]);
    const value = definition?.values(item, read).find(({ path: name }) => name === 'lowest_excitation')?.value;
    expect(value).toBeCloseTo(5.352, 3);
    const summary = (await call(server, 'GET', `/api/calculation/${calculation}`)).body;
    expect(summary).toMatchObject({
      provenance: { ran: { method: 'b3lyp', engine: 'ORCA', engine_version: '6.0.0' } },
    });
    const log = await call<string>(server, 'GET', `/api/workflow/${made?.uuid}/log`);
    expect(JSON.stringify(log.body)).toContain('ORCA TERMINATED NORMALLY');
    // It goes out and comes in again as every item does.
    const bundle = (await call(server, 'GET', `/api/workflow/${made?.uuid}/bundle`)).body;
    expect((await call(server, 'POST', '/api/workflow/import', { body: bundle })).status).toBe(201);
  });

  test('orbitals of an fchk file become grids that the viewer reads', async () => {
    const { status, body } = await send(await fixture('gaussian16.fchk'), { filename: 'water.fchk' });
    expect([status, body.warnings], JSON.stringify(body)).toEqual([201, []]);
    const orbitals = [3, 4, 5, 6].map((index) => `molecular_orbitals.${index}`);
    const uuid = body.items[0]?.uuid ?? '';
    expect(await gridNames(uuid)).toEqual(['density_cube', ...orbitals]);
    const grid = await fetch(new URL(`/api/orbitals/${uuid}/grids/density_cube`, server.address), {
      headers: { 'x-api-key': ownerKey },
    });
    const { header, values } = decodeGrid(await grid.arrayBuffer());
    // The integral over the grid is the number of electrons.
    const cell = header.axes[0][0] * header.axes[1][1] * header.axes[2][2];
    expect(values.reduce((sum, value) => sum + value, 0) * cell).toBeCloseTo(10, 1);
  });

  test.runIf(fullRun)('orbitals go out and come in with their item', async () => {
    const { body } = await send(await fixture('gaussian16.fchk'), { filename: 'water.fchk' });
    const uuid = body.items[0]?.uuid ?? '';
    const zip = await fetch(new URL(`/api/workflow/${uuid}/bundle?format=zip`, server.address), {
      headers: { 'x-api-key': ownerKey },
    });
    const again = await fetch(new URL('/api/workflow/import', server.address), {
      method: 'POST',
      headers: { 'x-api-key': ownerKey, 'content-type': 'application/zip' },
      body: await zip.arrayBuffer(),
    });
    const { items } = (await again.json()) as Answer;
    expect(await gridNames(items[0]?.uuid ?? '')).toEqual(await gridNames(uuid));
  });

  test('two jobs are two items; what is cut off is read as far as it goes and says so', async () => {
    const optimization = await fixture('psi4-1.7-optimization.out');
    const { body } = await send(optimization + optimization.slice(0, optimization.length * 0.6), {
      filename: 'opt.out',
    });
    expect(body.items.map(({ name }) => name)).toEqual(['opt, job 1', 'opt, job 2']);
    const [first, second] = await Promise.all(body.items.map(({ uuid }) => itemOf(uuid)));
    const told = (item: WorkflowItem | undefined) => JSON.stringify(item?.object_data?.messages);
    expect(told(first)).not.toContain('ended before');
    expect(told(second)).toContain('ended before Psi4 had finished');
    expect(await moleculesOf(first?.calculation_uuids[0] ?? '')).toHaveLength(3);
  });

  test('conformers of CREST become a conformer search, lowest first, with weights', async () => {
    const frame = (energy: number, x: number) =>
      `4\n      ${energy}\nO ${x} 0.7 0.05\nO -0.70 -0.7 -0.05\nH 0.90 0.9 0.9\nH -0.90 -0.9 0.9\n`;
    const { status, body } = await send(frame(-10.5, 0.7) + frame(-10.501, 0.71), { filename: 'crest_conformers.xyz' });
    expect(status, JSON.stringify(body)).toBe(201);
    const item = await itemOf(body.items[0]?.uuid ?? '');
    expect([item.object_type, item.imported?.program]).toEqual(['conformer_search', 'CREST']);
    expect(item.object_data?.energies).toEqual([-10.501, -10.5]);
    const definition = await loadResults('conformer_search');
    const table = definition?.tables(item, new Map())[0];
    expect(table?.length).toBe(2);
    const weights = table?.columns.find(({ id }) => id === 'weight')?.values ?? [];
    // exp(-0.6275 / 0.5925) against 1.
    expect(Number(weights[0])).toBeCloseTo(74.3, 0);
  });

  test('what cannot be read is refused in words, and nobody writes into a folder of others', async () => {
    const unknown = await send('A letter to a friend.', { filename: 'orca.out' });
    expect([unknown.status, unknown.body.detail]).toEqual([
      422,
      expect.stringContaining('not recognized by its content'),
    ]);
    expect((await send('', { filename: 'a.out' })).body.detail).toContain('is empty');
    const stranger = await addPerson(server, 'stranger@example.org');
    const folder = (await call<{ root_folder_uuid: string }>(server, 'GET', '/api/user/me')).body.root_folder_uuid;
    const foreign = await send('3\n\nO 0 0 0\n', { folder_uuid: folder, filename: 'a.xyz' }, stranger);
    expect(foreign.status).toBe(404);
  });
});

test('methods are called as the platform calls them, where it knows them', () => {
  const named = (method: string | null) => levelOf({ method, corrections: [] });
  expect(named('B3LYP')).toEqual({ method: 'b3lyp', corrections: [] });
  expect(named('CAM-B3LYP')).toEqual({ method: 'camb3lyp', corrections: [] });
  expect(named('BP86-D3ZERO')).toEqual({ method: 'bp86', corrections: ['d3'] });
  expect(named('wB97X-D3')).toEqual({ method: 'wb97x_d3', corrections: [] });
  expect(named('DLPNO-CCSD(T)')).toEqual({ method: 'DLPNO-CCSD(T)', corrections: [] });
  expect(named(null)).toEqual({ method: 'method not stated', corrections: [] });
});
