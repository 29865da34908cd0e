import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renamed } from '../../bundles/rename-identifiers.ts';
import type { RunningServer } from '../../serve.ts';
import { useTemplate } from '../../testing/databases.ts';
import { computed, finishedItem } from '../../testing/finished-item.ts';
import { call, startTestServer } from '../../testing/test-server.ts';

describe('the badge of an item', () => {
  let data = '';
  let server: RunningServer;
  let uuid = '';
  const name = '"><script>alert(1)</script> & butane';
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    server = await startTestServer({ data, databaseUrl: null });
    const butane = computed('butane');
    const names = new Map(Object.keys(butane.calculations).map((key) => [key, randomUUID()]));
    uuid = await finishedItem(server, {
      name,
      type: 'conformer_search',
      data: renamed(butane.items[0]?.object_data ?? {}, names),
      calculations: renamed(butane.calculations, names),
    });
  });
  afterAll(async () => {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  });
  const badge = async (link: string | null = null, headers: Record<string, string> = {}) => {
    const address = `/api/shared/workflow/${uuid}/badge.svg${link ? `?link=${link}` : ''}`;
    const answer = await fetch(new URL(address, server.address), { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  test('a private item has none, not even to tell that it is there; whoever has its link sees it', async () => {
    const hidden = await badge();
    expect(hidden.status).toBe(404);
    expect(hidden.text).not.toContain('butane');
    const { body } = await call(server, 'POST', '/api/share_link', { body: { workflow_uuid: uuid } });
    expect((await badge(String(body.link))).status).toBe(200);
    expect((await badge('cuvette_link_of_somebody')).status).toBe(404);
  });

  test('a public one says type, name and main number, in a picture that runs and loads nothing', async () => {
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: true } });
    const { status, headers, text } = await badge();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; butane, 2 conformers</text>');
    expect(text).not.toContain('<script');
  });

  test('its named numbers come with units and methods and without its data, for those who may see it, and by their tag when unchanged', async () => {
    const ask = (prefix: string, options = {}) => call(server, 'GET', `${prefix}/workflow/${uuid}/values`, options);
    const { status, body } = await ask('/api');
    expect(status).toBe(200);
    expect(body).toMatchObject({ uuid, name, object_status: 2, page: '/conformer_search', poll_seconds: null });
    expect(body).not.toHaveProperty('object_data');
    const values = body.values as { path: string; value: number | null; method: { text: string } | null }[];
    expect(values.find(({ path }) => path === 'number_of_conformers')).toMatchObject({ value: 2, unit: null });
    expect(values.find(({ path }) => path === 'largest_weight')?.method?.text).toContain('xTB');
    const shared = await ask('/api/shared', { key: null });
    expect(shared.body.values).toEqual(values);
    const tag = shared.headers.get('etag') ?? '';
    expect((await ask('/api/shared', { key: null, headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await ask('/api', { key: null })).status).toBe(401);
  });

  test('a number that could not be computed comes with its error: the pKBHX of a molecule without acceptor sites', async () => {
    const methane = await finishedItem(server, {
      type: 'hydrogen_bond_basicity',
      data: { optimization: null, hba_sites: [], hbd_sites: [] },
    });
    const { body } = await call<{ values: Record<string, unknown>[] }>(
      server,
      'GET',
      `/api/workflow/${methane}/values`,
    );
    expect(body.values.map(({ path, value, error }) => [path, value, error])).toEqual([
      ['molecular_pkbhx', null, 'Input must be a non-empty array of numbers.'],
      ['strongest_acceptor', null, null],
    ]);
  });

  test('an unchanged one is answered by its tag, a renamed one anew', async () => {
    const { headers } = await badge();
    expect(headers.get('cache-control')).toBe('no-cache');
    const tag = headers.get('etag') ?? '';
    expect(await badge(null, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' });
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { name: 'butane' } });
    const after = await badge(null, { 'if-none-match': tag });
    expect(after).toMatchObject({ status: 200 });
    expect(after.text).toContain('>butane, 2 conformers</text>');
  });
});
