import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bundle, BundleFile, WorkflowItem } from '@cuvette/core/entities';
import { checkDocument } from '@cuvette/core/workflows/items/check-document';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ZipFile } from 'yazl';
import type { RunningServer } from '../serve.ts';
import { bringIn, entriesOf, zipBytes } from '../testing/bundle-zips.ts';
import { onOneDatabase, useTemplate } from '../testing/databases.ts';
import { computed, finishedItem, frames, sha256 } from '../testing/finished-item.ts';
import { fullRun } from '../testing/load.ts';
import { addPerson, call, startTestServer } from '../testing/test-server.ts';
import { folderDocumentOf } from './import-folder.ts';
import { bundleLimits } from './limits.ts';
import { inTurn } from './make-bundle.ts';
import { asTemporaryFile, openZip } from './read-zip.ts';
import { renamed } from './rename-identifiers.ts';

const bundleOf = async (server: RunningServer, uuid: string) =>
  (await call<Bundle>(server, 'GET', `/api/workflow/${uuid}/bundle`)).body;

/** What must be the same on both sides, the identifiers of the first as those of the second. */
function compared(bundle: Bundle, names: ReadonlyMap<string, string>) {
  const [item] = bundle.items as [WorkflowItem];
  const { uuid, name, notes, object_type, object_status, object_data, object_logfile, elapsed, calculation_uuids } =
    item;
  const { created_at, started_at, completed_at, compute_hardware, provenance, error } = item;
  const kept = {
    uuid,
    name,
    notes,
    object_type,
    object_status,
    object_data,
    object_logfile,
    elapsed,
    calculation_uuids,
  };
  const times = { created_at, started_at, completed_at, compute_hardware, provenance, error };
  const calculations = Object.entries(bundle.calculations).map(([key, { workflow_uuid: _, ...rest }]) => [key, rest]);
  const files = Object.values(bundle.files).map(({ workflow_uuid: _, ...rest }: BundleFile) => rest);
  return renamed({ ...kept, ...times, calculations: Object.fromEntries(calculations), files }, names);
}

onOneDatabase('bundles', (place) => {
  let here: RunningServer;
  let there: RunningServer;
  let data = '';
  let uuid = '';
  const bytes = Buffer.from(frames(14, 30).buffer);
  const butane = computed('butane');

  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    here = await startTestServer(place());
    there = await startTestServer({ data, databaseUrl: null });
    // Fresh identifiers: both halves of the test run on their own servers, but the fixture's could be here already.
    const names = new Map(Object.keys(butane.calculations).map((key) => [key, randomUUID()]));
    const details = { replicate: 0, num_atoms: 14, num_frames: 30 };
    uuid = await finishedItem(
      here,
      {
        name: 'Butane: "both" conformers',
        type: 'conformer_search',
        data: renamed(butane.items[0]?.object_data ?? {}, names),
        calculations: renamed(butane.calculations, names),
        log: 'the log of the run',
      },
      [{ name: 'trajectory-0', kind: 'trajectory', bytes, details }],
    );
    await call(here, 'POST', `/api/workflow/${uuid}`, { body: { notes: 'of the wiki' } });
  });
  afterAll(async () => {
    await here.stop();
    await there.stop();
    await rm(data, { recursive: true, force: true });
  });

  test('the JSON document holds everything and fits', async () => {
    const bundle = await bundleOf(here, uuid);
    expect((await checkDocument(bundle)).flatMap(({ problems }) => problems)).toEqual([]);
    expect(bundle.items[0]?.object_logfile).toContain('the log of the run');
    expect(Object.keys(bundle.calculations)).toEqual(bundle.items[0]?.calculation_uuids);
    const file = bundle.files['trajectory-0'];
    expect(sha256(Buffer.from(file?.base64 ?? '', 'base64'))).toBe(sha256(bytes));
  });

  test('the zip is what a person can open: every part, and a crate that names them all', async () => {
    const entries = await entriesOf(await zipBytes(here, `/api/workflow/${uuid}/bundle?format=zip`));
    const names = [...entries.keys()];
    const text = (name: string) => entries.get(name)?.toString('utf8') ?? '';
    for (const name of ['README.txt', 'item.json', 'references.bib', 'bundle.cuvette.json', 'logs/workflow.log']) {
      expect(text(name).length, name).toBeGreaterThan(10);
    }
    expect(names.filter((name) => name.startsWith('calculations/'))).toHaveLength(2);
    const xyz = names.filter((name) => /^structures\/\d.*\.xyz$/.test(name) && !name.includes('steps'));
    expect(xyz).toHaveLength(2);
    expect(text(xyz[0] ?? '')).toMatch(/^14\n.*energy: -\d/);
    expect(text((xyz[0] ?? '').replace('.xyz', '.pdb'))).toContain('HETATM');
    const sdf = text((xyz[0] ?? '').replace('.xyz', '.sdf'));
    expect(sdf).toMatch(/14 13 .*V2000/);
    expect(sdf).toContain('$$$$');
    const csv = names.find((name) => name.startsWith('tables/')) ?? '';
    expect(text(csv).split('\r\n')).toHaveLength(4);
    expect(text('references.bib')).toContain(
      '@article{gfn2_xtb,\n  author = {Bannwarth and Ehlert and Grimme},\n  title = {{GFN2-xTB}},\n' +
        '  journal = {J. Chem. Theory Comput.},\n  year = {2019},\n  volume = {15},\n  pages = {1652},\n  doi = {10.1021/acs.jctc.8b01176}\n}',
    );
    expect(entries.get('files/trajectory-0')?.equals(bytes)).toBe(true);
    const crate = JSON.parse(text('ro-crate-metadata.json')) as { '@graph': { '@id': string; '@type': string }[] };
    const described = crate['@graph'].filter((one) => one['@type'] === 'File').map((one) => one['@id']);
    const unsaid = new Set(['README.txt', 'ro-crate-metadata.json']);
    expect(described.sort()).toEqual(
      names
        .filter((name) => !unsaid.has(name))
        .map(encodeURI)
        .sort(),
    );
    expect(text('README.txt')).toContain(xyz[0]);
    expect(text('README.txt')).toContain('Please cite');
  });

  test.each(['json', 'zip'])('as %s it comes back on another server the same, with new identifiers', async (format) => {
    const body =
      format === 'zip' ? await zipBytes(here, `/api/workflow/${uuid}/bundle?format=zip`) : await bundleOf(here, uuid);
    const answer = await bringIn(there, body);
    expect(answer).toMatchObject({
      status: 201,
      body: { items: [{ name: 'Butane: "both" conformers' }], warnings: [] },
    });
    const copy = answer.body.items[0]?.uuid ?? '';
    const [before, after] = [await bundleOf(here, uuid), await bundleOf(there, copy)];
    const old = [uuid, ...(before.items[0]?.calculation_uuids ?? [])];
    const now = [copy, ...(after.items[0]?.calculation_uuids ?? [])];
    expect(new Set([...old, ...now]).size).toBe(6);
    const names = new Map(old.map((one, index) => [one, now[index] ?? '']));
    expect(compared(after, new Map())).toEqual(compared(before, names));
    expect((await checkDocument(after)).flatMap(({ problems }) => problems)).toEqual([]);
    expect(after.items[0]).toMatchObject({
      public: false,
      run_by_username: null,
      imported: { by_username: 'owner', original_uuid: uuid, original_run_by_username: 'owner' },
      // Here it is drawn in lists, by the SMILES that was put in; the document names none beside the data.
      smiles: 'CCCC',
    });
    expect(before.items[0]?.smiles).toBe(null);
    // Once more gives a second one, not the same.
    expect((await bringIn(there, body)).body.items[0]?.uuid).not.toBe(copy);
  });

  test('a shared item gives its bundle to everybody, a private one to nobody', async () => {
    const address = `/api/shared/workflow/${uuid}/bundle`;
    expect((await call(here, 'GET', `${address}?format=zip`, { key: null })).status).toBe(404);
    await call(here, 'POST', `/api/workflow/${uuid}`, { body: { public: true } });
    expect((await call(here, 'GET', address, { key: null })).status).toBe(200);
    expect((await entriesOf(await zipBytes(here, `${address}?format=zip`, null))).size).toBeGreaterThan(10);
    await call(here, 'POST', `/api/workflow/${uuid}`, { body: { public: false } });
  });

  test('several items are one zip that holds the zip of each, in the asked order; what is not there refuses all', async () => {
    const { body } = await call<{ items: { uuid: string }[] }>(here, 'POST', '/api/workflow/import', {
      body: await bundleOf(here, uuid),
    });
    const second = body.items[0]?.uuid ?? '';
    const address = `/api/workflow/bundles?uuids=${second}&uuids=${uuid}`;
    const entries = await entriesOf(await zipBytes(here, address));
    expect([...entries.keys()]).toEqual([
      expect.stringMatching(/^1-.+\.zip$/),
      expect.stringMatching(/^2-.+\.zip$/),
      'folder.cuvette.json',
      'README.txt',
    ]);
    const [first = Buffer.of(), other = Buffer.of(), , readme] = entries.values();
    expect(JSON.parse((await entriesOf(first)).get('item.json')?.toString() ?? '').uuid).toBe(second);
    expect(JSON.parse((await entriesOf(other)).get('item.json')?.toString() ?? '').uuid).toBe(uuid);
    expect(readme?.toString()).toContain(uuid);
    expect((await bringIn(there, other)).status).toBe(201);
    expect((await bringIn(there, await zipBytes(here, address))).body).toMatchObject({
      items: [{}, {}],
      warnings: [],
    });
    const limit = bundleLimits.zip;
    try {
      bundleLimits.zip = 2000;
      const none = await entriesOf(await zipBytes(here, address));
      expect([...none.keys()]).toEqual(['folder.cuvette.json', 'README.txt']);
      expect(none.get('README.txt')?.toString()).toContain('left out');
    } finally {
      bundleLimits.zip = limit;
    }
    for (const [query, status] of [
      ['', 422],
      ['?uuids=x', 422],
      [`?${Array.from({ length: 101 }, () => `uuids=${randomUUID()}`).join('&')}`, 422],
      [`?uuids=${uuid}&uuids=${randomUUID()}`, 404],
    ] as const) {
      expect((await call(here, 'GET', `/api/workflow/bundles${query}`)).status, query.slice(0, 20)).toBe(status);
    }
  });

  test('a folder is one zip, and an import gives back its folders with notes, stars and items; a broken item is named', async () => {
    const folder = async (body: object) => (await call(here, 'POST', '/api/folder', { body })).body.uuid as string;
    const top = await folder({ name: 'Kinases: Süd', notes: 'of the group', starred: true });
    const inner = await folder({ name: 'hits', parent_uuid: top });
    await folder({ name: 'empty', parent_uuid: inner });
    const put = async (where: string, name: string) => {
      const { body } = await bringIn(here, await bundleOf(here, uuid), `?folder_uuid=${where}`);
      const made = body.items[0]?.uuid ?? '';
      await call(here, 'POST', `/api/workflow/${made}`, { body: { name, starred: name === 'in' } });
      return made;
    };
    await put(top, 'on top');
    const within = await put(inner, 'in');
    const draft = { workflow_type: 'conformer_search', initial_smiles: 'C', is_draft: true };
    await call(here, 'POST', '/api/workflow', { body: { ...draft, name: 'draft', folder_uuid: top } });
    const zip = await zipBytes(here, `/api/folder/${top}/bundle`);
    const entries = await entriesOf(zip);
    const [outer = '', deep = ''] = entries.keys();
    expect(outer).toMatch(/^Kinases-.+\/1-on-top\.zip$/);
    expect(deep).toMatch(/^Kinases-.+\/hits\/2-in\.zip$/);
    expect([...entries.keys()].slice(2)).toEqual(['folder.cuvette.json', 'README.txt']);
    expect(entries.get('README.txt')?.toString()).toMatch(/left out: draft \(.+\): it has not ended\./);
    const tree = async (server: RunningServer, root: string) =>
      (await call<string>(server, 'GET', `/api/folder/${root}/folder_tree`)).body;
    const back = await bringIn(there, zip);
    expect(back).toMatchObject({ status: 201, body: { items: [{ name: 'on top' }, { name: 'in' }], warnings: [] } });
    const item = (await call<WorkflowItem>(there, 'GET', `/api/workflow/${back.body.items[1]?.uuid}`)).body;
    expect(item).toMatchObject({ starred: true, imported: { original_uuid: within } });
    const place = await call<{ path: { uuid: string }[] }>(there, 'GET', `/api/folder/${item.parent_uuid}`);
    const again = place.body.path.at(-2)?.uuid ?? '';
    const made = (await call(there, 'GET', `/api/folder/${again}`)).body;
    expect(made).toMatchObject({ name: 'Kinases: Süd', notes: 'of the group', starred: true });
    // The draft did not come along.
    expect(await tree(there, again)).toBe((await tree(here, top)).replace('(2 items)', '(1 item)'));
    const packed = async (parts: Iterable<[string, Buffer]>) => {
      const written = new ZipFile();
      for (const [name, part] of parts) written.addBuffer(part, name, { compress: false });
      written.end();
      const chunks: Buffer[] = [];
      for await (const chunk of written.outputStream) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    };
    const partly = await bringIn(there, await packed(new Map([...entries, [deep, Buffer.from('no zip')]])));
    expect(partly).toMatchObject({ status: 201, body: { items: [{ name: 'on top' }] } });
    expect(partly.body.warnings).toEqual([expect.stringMatching(/^in was left out\. The zip was not read/)]);
    const lacking = await packed([...entries].filter(([name]) => name !== deep));
    expect((await bringIn(there, lacking)).body.detail).toContain(`it has no ${deep}`);
  });

  test('hundreds of calculations are a zip that comes back whole, their structures in shared files', async () => {
    // In the full run as many as a zip has no entries for; here the limit is as much lower.
    const count = fullRun ? 600 : 30;
    const known = bundleLimits.entries;
    if (!fullRun) bundleLimits.entries = 75;
    onTestFinished(() => {
      bundleLimits.entries = known;
    });
    const [first] = Object.values(computed('water').calculations);
    const [molecule] = first?.molecules ?? [];
    if (!first || !molecule) throw new Error('The fixture has no calculation.');
    const moved = (by: number) => ({
      ...molecule,
      energy: -5 - by,
      atoms: molecule.atoms.map((atom) => ({
        ...atom,
        position: atom.position.map((one) => one + by) as typeof atom.position,
      })),
    });
    const calculations = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        randomUUID(),
        { ...first, name: `point ${index}`, molecules: [moved(index / 7), moved(index / 9)], logfile: `log ${index}` },
      ]),
    );
    const many = await finishedItem(here, { name: 'many', type: 'scan', data: {}, calculations });
    const zip = await zipBytes(here, `/api/workflow/${many}/bundle?format=zip`);
    const entries = await entriesOf(zip);
    expect(entries.size).toBeLessThan(bundleLimits.entries);
    const text = (name: string) => entries.get(name)?.toString('utf8') ?? '';
    const named = text('structures/all.xyz').matchAll(/name: point (\d+);$/gm);
    expect([...named].map(([, index]) => Number(index))).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(text('structures/all-steps.xyz')).toContain(` name: point ${count - 1}: step 2;\n`);
    expect(text('structures/all-steps.xyz').match(/^3$/gm)).toHaveLength(2 * count);
    expect(text('structures/all.sdf').match(/^\$\$\$\$$/gm)?.length).toBeGreaterThan(0);
    expect(JSON.parse(text('calculations/all.json'))).toHaveLength(count);
    expect(text('logs/calculations.log')).toContain(
      `===== ${String(count).padStart(3, '0')} point ${count - 1} =====\nlog ${count - 1}\n`,
    );
    expect(text('README.txt')).toContain('too many calculations or structures for a file each');
    const answer = await bringIn(there, zip);
    expect(answer).toMatchObject({ status: 201, body: { items: [{ name: 'many' }] } });
    const copy = answer.body.items[0]?.uuid ?? '';
    const [before, after] = [await bundleOf(here, many), await bundleOf(there, copy)];
    const now = after.items[0]?.calculation_uuids ?? [];
    expect(now).toHaveLength(count);
    const names = new Map(before.items[0]?.calculation_uuids.map((one, index) => [one, now[index] ?? '']));
    names.set(many, copy);
    expect(compared(after, new Map())).toEqual(compared(before, names));
  });

  test('what would be too large says take the zip; a zip keeps its document importable, and says what that lacks', async () => {
    const known = { ...bundleLimits };
    const whole = JSON.stringify(await bundleOf(here, uuid)).length;
    const address = `/api/workflow/${uuid}/bundle`;
    try {
      // Not even its calculations fit; then they do, and what is around them does not.
      for (const json of [3000, whole - 10 - Math.ceil(bytes.length / 3) * 4]) {
        bundleLimits.json = json;
        const { status, body } = await call(here, 'GET', address);
        expect(status).toBe(413);
        expect(body.detail).toContain('Take the zip: add ?format=zip to the address.');
      }
      Object.assign(bundleLimits, known);
      bundleLimits.document = whole - Math.ceil(bytes.length / 3) * 4 - 100;
      const zip = await zipBytes(here, `${address}?format=zip`);
      const entries = await entriesOf(zip);
      const document = entries.get('bundle.cuvette.json');
      expect(document?.length).toBeLessThanOrEqual(bundleLimits.document);
      expect(entries.get('README.txt')?.toString()).toContain('It does without the logs of its calculations');
      Object.assign(bundleLimits, known);
      expect((await bringIn(there, zip)).status).toBe(201);
      bundleLimits.document = 2000;
      expect((await call(here, 'GET', `${address}?format=zip`)).status).toBe(413);
      bundleLimits.zip = 2000;
      const { body } = await call(here, 'GET', `${address}?format=zip`);
      expect(body.detail).toContain('Read them one by one');
    } finally {
      Object.assign(bundleLimits, known);
    }
    expect((await call(here, 'GET', address)).status).toBe(200);
  });

  test('a zip that is too large for an import says so where it is opened, and its document comes back alone', async () => {
    const known = { ...bundleLimits };
    const exported = async () => {
      const zip = await zipBytes(here, `/api/workflow/${uuid}/bundle?format=zip`);
      const entries = await entriesOf(zip);
      const size = [...entries.values()].reduce((sum, { length }) => sum + length, 0);
      const document: unknown = JSON.parse(entries.get('bundle.cuvette.json')?.toString() ?? '');
      return { zip, size, document, readme: entries.get('README.txt')?.toString() ?? '' };
    };
    const { size, zip, readme: plain } = await exported();
    expect(plain).toContain('the upload button of a folder brings this zip back');
    expect(plain).not.toContain('takes');
    try {
      bundleLimits.upload = zip.length - 1;
      const forCommand = (await exported()).readme;
      expect(forCommand).toContain('the upload button of a folder brings this zip back');
      expect(forCommand).toContain('use the command for a larger one');
      const refused = await bringIn(there, zip);
      expect(refused).toMatchObject({
        status: 413,
        body: { detail: expect.stringContaining('"cuvette import" takes') },
      });
      Object.assign(bundleLimits, known, { unpacked: size - 1 });
      const { readme, document } = await exported();
      expect(readme).not.toContain('brings this zip back');
      expect(readme).toContain('neither "cuvette import" nor the upload button');
      expect(await bringIn(there, zip)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining('holds more than') },
      });
      const alone = await bringIn(there, document);
      expect(alone.status).toBe(201);
      expect(alone.body.warnings.join()).toMatch(/The file .+ is not in the bundle/);
    } finally {
      Object.assign(bundleLimits, known);
    }
  });

  test('one bundle is made after the other, whoever asks', async () => {
    await call(here, 'POST', `/api/workflow/${uuid}`, { body: { public: true } });
    let release = () => {};
    const busy = inTurn(() => new Promise<void>((resolve) => (release = resolve)));
    const address = `/api/shared/workflow/${uuid}/bundle`;
    let answered = 0;
    const asked = ['', '', '?format=zip'].map(async (query) => {
      const answer = await fetch(new URL(`${address}${query}`, here.address));
      answered += 1;
      await answer.arrayBuffer();
      return answer.status;
    });
    await sleep(700);
    expect(answered).toBe(0);
    release();
    await busy;
    expect(await Promise.all(asked)).toEqual([200, 200, 200]);
    // A failure does not block what comes after it.
    await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await call(here, 'GET', address, { key: null })).status).toBe(200);
    await call(here, 'POST', `/api/workflow/${uuid}`, { body: { public: false } });
  });

  test('what does not fit is refused in the words of the check, and nothing of it stays', async () => {
    const count = async () => (await call<{ items: unknown[] }>(there, 'GET', '/api/folder')).body;
    const before = JSON.stringify(await count());
    const [item] = butane.items as [WorkflowItem];
    const broken = (change: Partial<WorkflowItem>) => ({ ...butane, items: [{ ...item, ...change }] });
    const words = async (body: unknown) => {
      const answer = await bringIn(there, body);
      expect(answer.status).toBe(422);
      return answer.body.detail;
    };
    const data = { ...item.object_data, energies: ['low'] };
    expect(await words(broken({ object_data: data }))).toContain('energies.0: must be a number (found "low")');
    expect(await words({ ...butane, version: 7 })).toContain('version');
    expect(await words(item)).toContain('workflow item, not a bundle');
    expect(await words(broken({ object_status: 1 }))).toContain('has not ended');
    expect(await words({ ...butane, calculations: { ...butane.calculations, x: water } })).toContain('not a UUID');
    const file = { media_type: 'a/b', kind: 'trajectory', bytes: 24, base64: 'AAAA', details: {} };
    expect(await words({ ...butane, files: { t: file } })).toContain('details of t');
    const details = { replicate: 0, num_atoms: 1, num_frames: 2 };
    expect(await words({ ...butane, files: { t: { ...file, details } } })).toContain(
      '3 bytes in the bundle, not the 24',
    );
    expect(await words({ ...butane, files: { '../t': { ...file, details } } })).toContain('no name of a file');
    const beside = { ...file, base64: undefined, address: 'files/large.bin', details };
    expect(await words({ ...butane, files: { t: beside, u: beside } })).toContain(
      'names its entry files/large.bin for several files',
    );
    expect(await words('nothing')).toContain('a JSON object is needed');
    for (const object_type of ['__proto__', 'toString', 'a type']) {
      expect(await words(broken({ object_type })), object_type).toContain('small letters, digits and _');
    }
    expect(JSON.stringify(await count())).toBe(before);
  });

  test('a type of another server may be called as anything is that every object has: the table of its folder stays', async () => {
    const [item] = butane.items as [WorkflowItem];
    const folder = String((await call(there, 'POST', '/api/folder', { body: { name: 'foreign' } })).body.uuid);
    const foreign = { ...butane, items: [{ ...item, object_type: 'constructor' }] };
    const brought = await bringIn(there, foreign, `?folder_uuid=${folder}`);
    expect(brought).toMatchObject({
      status: 201,
      body: { warnings: [expect.stringContaining('is not a workflow type')] },
    });
    const values = await call(there, 'GET', `/api/folder/${folder}/values`);
    expect(values).toMatchObject({ status: 200, body: { items: [{ object_type: 'constructor', values: [] }] } });
  });

  test('only into folders that the person may change', async () => {
    const stranger = await addPerson(there, 'stranger@example.org');
    const reading = await addPerson(there, 'stranger@example.org', { scope: 'read' });
    const root = String((await call(there, 'GET', '/api/user/me')).body.root_folder_uuid);
    expect((await bringIn(there, butane, `?folder_uuid=${root}`, stranger)).status).toBe(404);
    expect((await bringIn(there, butane, '', reading)).status).toBe(403);
    expect((await bringIn(there, butane, '', null)).status).toBe(401);
    expect((await bringIn(there, butane, '', stranger)).status).toBe(201);
  });
});

const water = computed('water').calculations[Object.keys(computed('water').calculations)[0] ?? ''];

describe('a zip', () => {
  const opened = async (fill: (zip: ZipFile) => void): Promise<string> => {
    const zip = new ZipFile();
    fill(zip);
    zip.end();
    return asTemporaryFile(zip.outputStream as never, async (file) => (await openZip(file)).document()).catch(
      (error: Error) => error.message,
    );
  };

  test('that is none, has no document, links, bombs or too many entries is refused in words', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    const file = path.join(folder, 'a.zip');
    await writeFile(file, 'not a zip at all, whatever its name says');
    await expect(openZip(file)).rejects.toThrow('The zip was not read');
    await rm(folder, { recursive: true });
    expect(await opened((zip) => zip.addBuffer(Buffer.from('x'), 'a.txt'))).toContain('has no bundle.cuvette.json');
    expect(await opened((zip) => zip.addBuffer(Buffer.from('/etc/passwd'), 'a', { mode: 0o120777 }))).toContain(
      'is a link',
    );
    expect(await opened((zip) => zip.addBuffer(Buffer.alloc(50 * 2 ** 20), 'a'))).toContain('100 times its size');
    const many = await opened((zip) => {
      for (let index = 0; index < 2001; index += 1) zip.addBuffer(Buffer.from('x'), `f${index}`);
    });
    expect(many).toContain('2001 entries');
    const twice = await opened((zip) => {
      for (let index = 0; index < 2; index += 1) zip.addBuffer(Buffer.from('x'), 'a');
    });
    expect(twice).toContain('twice');
  });

  test('of several items that names one of them many times is refused', async () => {
    const item = { entry: 'a.zip', name: 'a', uuid: 'u', folder: null };
    const document = { format: 'cuvette-folder', version: 1, created_at: '', folders: [], items: [item, item, item] };
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('x'), 'a.zip');
    zip.addBuffer(Buffer.from(JSON.stringify(document)), 'folder.cuvette.json');
    zip.end();
    const read = asTemporaryFile(zip.outputStream as never, async (file) => folderDocumentOf(await openZip(file)));
    await expect(read).rejects.toThrow('it names a.zip for several items');
  });

  test('whose names climb out of its folder is refused', async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('x'), 'aa/aa/evil.txt');
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('latin1').replaceAll('aa/aa/', '../../');
    const folder = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await writeFile(path.join(folder, 'a.zip'), Buffer.from(text, 'latin1'));
    await expect(openZip(path.join(folder, 'a.zip'))).rejects.toThrow('invalid relative path');
    await rm(folder, { recursive: true });
  });
});
