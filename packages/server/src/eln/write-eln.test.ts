import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { bringIn, entriesOf } from '../testing/bundle-zips.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { fullRun } from '../testing/load.ts';
import { call, ownerKey, startTestServer } from '../testing/test-server.ts';

const run = promisify(execFile);
const results = path.join(import.meta.dirname, '../../../../examples/results');

type Node = { '@id': string; '@type': string; name?: string; text?: string; hasPart?: { '@id': string }[] } & Record<
  string,
  unknown
>;

onOneDatabase('.eln archives', (place) => {
  let server: RunningServer;
  let acid = '';
  let scan = '';

  beforeAll(async () => {
    server = await startTestServer(place());
    const example = async (type: string) => {
      const bundle: unknown = JSON.parse(await readFile(path.join(results, `${type}.cuvette.json`), 'utf8'));
      return (await bringIn(server, bundle)).body.items[0]?.uuid ?? '';
    };
    acid = await example('pka');
    scan = await example('scan');
  });
  afterAll(() => server.stop());

  const download = async (address: string, key: string | null = ownerKey) => {
    const answer = await fetch(new URL(address, server.address), { headers: key ? { 'x-api-key': key } : {} });
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  /** The one folder of the archive, what lies in it, and the nodes of its metadata by their identifiers. */
  const opened = async (bytes: Buffer) => {
    const entries = await entriesOf(bytes);
    const roots = [...new Set([...entries.keys()].map((name) => name.split('/')[0] ?? ''))];
    expect(roots).toHaveLength(1);
    const [root = ''] = roots;
    const files = new Map([...entries].map(([name, content]) => [`./${name.slice(root.length + 1)}`, content]));
    const crate = JSON.parse(files.get('./ro-crate-metadata.json')?.toString() ?? '') as {
      '@context': string;
      '@graph': Node[];
    };
    const nodes = new Map(crate['@graph'].map((node) => [node['@id'], node]));
    expect(nodes.size).toBe(crate['@graph'].length);
    return { root, files, nodes, context: crate['@context'] };
  };

  test('of one item: one folder, metadata of RO-Crate 1.1, and every file with its size and its sum', async () => {
    const { answer, bytes } = await download(`/api/workflow/${acid}/bundle?format=eln`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/vnd.eln+zip');
    const { root, files, nodes, context } = await opened(bytes);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${root}"`);
    expect(root).toMatch(/\.eln$/);
    expect(context).toBe('https://w3id.org/ro/crate/1.1/context');
    expect(nodes.get('ro-crate-metadata.json')).toMatchObject({
      '@type': 'CreativeWork',
      about: { '@id': './' },
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      version: '1.0',
    });
    const publisher = nodes.get('ro-crate-metadata.json')?.sdPublisher as { '@id': string };
    expect(nodes.get(publisher['@id'])).toMatchObject({
      '@type': 'Organization',
      name: 'Cuvette',
      url: server.address,
    });
    const described = [...nodes.values()].filter((node) => node['@type'] === 'File');
    // Nothing lies in the archive that the metadata does not name, and nothing is named that is not there.
    expect(new Set(described.map((node) => node['@id']))).toEqual(
      new Set([...files.keys()].filter((name) => name !== './ro-crate-metadata.json')),
    );
    for (const node of described) {
      const content = files.get(node['@id']) ?? Buffer.alloc(0);
      expect(node.contentSize, node['@id']).toBe(String(content.length));
      expect(node.sha256, node['@id']).toBe(createHash('sha256').update(content).digest('hex'));
      expect(String(node.encodingFormat)).toMatch(/^\w+\/[\w.+-]+/);
    }
    const names = [...files.keys()].map((name) => name.split('/').slice(2).join('/'));
    for (const name of ['picture.png', 'result.json', 'references.bib', 'bundle.cuvette.json']) {
      expect(names).toContain(name);
    }
    expect(names.some((name) => /^tables\/.*\.csv$/.test(name))).toBe(true);
    expect(names.some((name) => /^structures\/.*\.xyz$/.test(name))).toBe(true);
    const [part] = nodes.get('./')?.hasPart ?? [];
    const dataset = nodes.get(part?.['@id'] ?? '');
    expect(dataset).toMatchObject({ '@type': 'Dataset', genre: 'experiment', identifier: acid });
    expect(dataset?.hasPart).toHaveLength(described.length);
    expect(dataset?.url).toBe(`${server.address}/pka/${acid}`);
    expect(dataset?.text).toContain('pKa');
    expect(dataset?.text).toContain(`href="${server.address}/pka/${acid}"`);
    expect(dataset?.text).toContain('<table');
    const { body } = await call<{ values: { path: string; value: number | null; written: string }[] }>(
      server,
      'GET',
      `/api/workflow/${acid}/values`,
    );
    const [value] = body.values.filter((each) => each.value !== null);
    const measured = [...nodes.values()].find((node) => node.propertyID === value?.path);
    expect(measured).toMatchObject({ '@type': 'PropertyValue', value: value?.value });
    expect(String(measured?.description)).toContain(value?.written);
    const action = nodes.get(`#run-${acid}`) as { instrument: { '@id': string }[] } | undefined;
    expect(action?.instrument.map((one) => nodes.get(one['@id'])?.['@type'])).toContain('SoftwareApplication');
  });

  test('of a selection: a dataset for each; an item that is not there is answered 404', async () => {
    const { answer, bytes } = await download(`/api/workflow/bundles?format=eln&uuids=${acid}&uuids=${scan}`);
    expect(answer.headers.get('content-type')).toBe('application/vnd.eln+zip');
    const { nodes, root } = await opened(bytes);
    expect(root).toBe('cuvette-items.eln');
    const datasets = (nodes.get('./')?.hasPart ?? []).map((part) => nodes.get(part['@id'])?.identifier);
    expect(datasets).toEqual([acid, scan]);
    const gone = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
    expect((await download(`/api/workflow/${gone}/bundle?format=eln`)).answer.status).toBe(404);
    expect((await download(`/api/workflow/bundles?format=eln&uuids=${acid}&uuids=${gone}`)).answer.status).toBe(404);
  });

  test('of a shared item for everybody, with the public address; of a private one 404', async () => {
    const address = `/api/shared/workflow/${scan}/bundle?format=eln`;
    expect((await download(address, null)).answer.status).toBe(404);
    await call(server, 'POST', `/api/workflow/${scan}`, { body: { public: true } });
    const { answer, bytes } = await download(address, null);
    expect(answer.status).toBe(200);
    const { nodes } = await opened(bytes);
    const [part] = nodes.get('./')?.hasPart ?? [];
    expect(nodes.get(part?.['@id'] ?? '')?.url).toBe(`${server.address}/public/scan/${scan}`);
  });

  // Two readers of others from PyPI: the library that reads RO-Crates, and the validator of their specification.
  test.runIf(fullRun)(
    'is read by ro-crate-py, and rocrate-validator finds nothing wrong that is required',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'cuvette-eln-'));
      try {
        await run('python3', ['-m', 'venv', path.join(folder, 'venv')]);
        const python = path.join(folder, 'venv/bin/python');
        await run(python, ['-m', 'pip', 'install', '-q', 'rocrate==0.16.0', 'roc-validator==0.13.0'], {
          timeout: 300_000,
        });
        const { bytes } = await download(`/api/workflow/bundles?format=eln&uuids=${acid}&uuids=${scan}`);
        await writeFile(path.join(folder, 'items.eln'), bytes);
        const { stdout } = await run(python, [path.join(import.meta.dirname, '../testing/read_eln.py'), folder], {
          timeout: 300_000,
        });
        const read = JSON.parse(stdout) as { datasets: string[]; files: number; issues: string[] };
        expect(read.datasets).toEqual([acid, scan]);
        expect(read.files).toBeGreaterThan(10);
        expect(read.issues).toEqual([]);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});
