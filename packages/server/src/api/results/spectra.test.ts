import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readSpectra } from '@cuvette/core/chemistry/spectra';
import { createClient } from '@cuvette/core/client';
import { AddedSpectra, type Bundle, MeasuredSpectra, mostSpectra } from '@cuvette/core/entities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../../serve.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { computed, finishedItem } from '../../testing/finished-item.ts';
import { addPerson, call, startTestServer } from '../../testing/test-server.ts';

const fixtures = path.join(import.meta.dirname, '../../../../core/src/chemistry/spectra/fixtures');
const blocks = readFileSync(path.join(fixtures, 'blckpac1.jdx'), 'latin1');
const water = 'cm-1,absorbance\n1500,0.1\n1595,0.9\n1700,0.2\n3657,0.4\n3756,0.8\n';

onOneDatabase('measured spectra of an item', (place) => {
  let server: RunningServer;
  let uuid = '';
  const base = () => `/api/workflow/${uuid}/spectra`;
  const add = async (body: unknown) => {
    const answer = await call(server, 'POST', base(), { body });
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(201);
    return z.parse(AddedSpectra, answer.body);
  };
  const list = async (at = base(), key?: null) =>
    z.parse(MeasuredSpectra, (await call(server, 'GET', at, key === null ? { key } : {})).body).spectra;

  beforeAll(async () => {
    server = await startTestServer(place());
    const { items, calculations } = computed('water');
    uuid = await finishedItem(server, {
      type: items[0]?.object_type ?? '',
      data: items[0]?.object_data ?? {},
      calculations,
    });
  });
  afterAll(() => server.stop());

  test('a file with blocks is kept as so many spectra, and CSV as one; both are read as JCAMP-DX', async () => {
    const { spectra } = await add({ text: blocks, filename: 'aquation.jdx' });
    expect(spectra.map(({ name, kind, source }) => [name, kind, source.block])).toEqual(
      [1, 2, 3, 4, 5].map((block) => [`aquation${block === 1 ? '' : `-${block}`}.jdx`, 'absorption', block]),
    );
    await add({ text: water, filename: 'Wasser (Gas).csv', kind: 'infrared', title: 'Water vapour' });
    expect((await list()).map(({ name }) => name)).toEqual(
      [...spectra.map(({ name }) => name).sort(), 'Wasser-Gas.jdx'].sort(),
    );
    const { body } = await call<string>(server, 'GET', `${base()}/Wasser-Gas.jdx`);
    const [read] = readSpectra(String(body), null).spectra;
    expect(read).toMatchObject({ title: 'Water vapour', kind: 'infrared', yUnit: 'absorbance' });
    expect([...(read?.y ?? [])]).toEqual([0.1, 0.9, 0.2, 0.4, 0.8]);
  });

  test('peaks, assignments and units are changed; the file says the units that it has', async () => {
    const peaks = [{ position: 1595, height: 0.9, line: 0 }];
    const path = `${base()}/Wasser-Gas.jdx`;
    const fit = { places: 'scale', heights: 'scale_and_offset' };
    const changed = await call(server, 'POST', path, { body: { peaks, fit, y_unit: 'transmittance' } });
    expect(changed.body).toMatchObject({
      name: 'Wasser-Gas.jdx',
      peaks,
      fit,
      y_unit: 'transmittance',
      title: 'Water vapour',
    });
    expect(String((await call(server, 'GET', path)).body)).toContain('##YUNITS=TRANSMITTANCE');
    expect((await call(server, 'POST', path, { body: { x_unit: 'ppm' } })).body).toMatchObject({ field: 'x_unit' });
    expect((await call(server, 'POST', `${base()}/none.jdx`, { body: { title: 'x' } })).status).toBe(404);
  });

  test('a shared item shows them, also by a link; a bundle brings them along and an import keeps them', async () => {
    const shared = `/api/shared/workflow/${uuid}/spectra`;
    expect((await call(server, 'GET', shared, { key: null })).status).toBe(404);
    expect((await call(server, 'GET', `${shared}/Wasser-Gas.jdx`, { key: null })).status).toBe(404);
    const { link } = (await call(server, 'POST', '/api/share_link', { body: { workflow_uuid: uuid, name: 'l' } })).body;
    expect(await list(`${shared}?link=${link}`, null)).toHaveLength(6);
    const read = await call(server, 'GET', `${shared}/Wasser-Gas.jdx?link=${link}`, { key: null });
    expect(String(read.body)).toContain('##TITLE=Water vapour');
    const { body: bundle } = await call<Bundle>(server, 'GET', `/api/workflow/${uuid}/bundle`);
    const { source: inside } = createClient({ bundle });
    expect((await inside.spectra(uuid)).map(({ name }) => name)).toContain('Wasser-Gas.jdx');
    expect(await inside.spectrum(uuid, 'Wasser-Gas.jdx')).toBe(String(read.body));
    const { body: brought } = await call<{ items: { uuid: string }[] }>(server, 'POST', '/api/workflow/import', {
      body: bundle,
    });
    const own = await list(`/api/workflow/${brought.items[0]?.uuid}/spectra`);
    expect(own.find(({ name }) => name === 'Wasser-Gas.jdx')).toMatchObject({
      y_unit: 'transmittance',
      peaks: [{ line: 0 }],
    });
  });

  test('who may only read changes nothing', async () => {
    const viewer = await addPerson(server, 'looks@example.org');
    expect((await call(server, 'POST', base(), { key: viewer, body: { text: water, kind: 'infrared' } })).status).toBe(
      404,
    );
    expect((await call(server, 'DELETE', `${base()}/Wasser-Gas.jdx`, { key: viewer })).status).toBe(404);
  });

  test('what is no spectrum is refused with the reason, and so is one too many', async () => {
    const refused = async (body: unknown) => (await call(server, 'POST', base(), { body })).body as { detail: string };
    expect((await refused({ text: 'no numbers' })).detail).toMatch(/neither JCAMP-DX nor two columns/);
    expect((await refused({ text: '1 2\n2 3\n3 4' })).detail).toMatch(/what was measured/);
    expect((await refused({ text: '1 2\n2 3\n3 4', kind: 'infrared', x_unit: 'ppm' })).detail).toMatch(/axis/);
    for (let made = (await list()).length; made < mostSpectra; made++)
      await add({ text: water, kind: 'infrared', filename: `n${made}.csv` });
    expect((await refused({ text: water, kind: 'infrared' })).detail).toContain(`at most ${mostSpectra}`);
  });

  test('one is removed, and added again as it was', async () => {
    const path = `${base()}/Wasser-Gas.jdx`;
    const { body: text } = await call<string>(server, 'GET', path);
    const before = (await list()).find(({ name }) => name === 'Wasser-Gas.jdx');
    expect((await call(server, 'DELETE', path)).status).toBe(200);
    expect((await call(server, 'GET', path)).status).toBe(404);
    const { peaks, fit, title, source } = before ?? {};
    const { spectra } = await add({ text, filename: source?.filename, title, peaks, fit });
    expect(spectra[0]).toMatchObject({
      name: 'Wasser-Gas.jdx',
      title,
      peaks,
      fit,
      y_unit: 'transmittance',
      kind: 'infrared',
    });
  });
});
