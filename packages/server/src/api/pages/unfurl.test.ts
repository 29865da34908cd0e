import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renamed } from '../../bundles/rename-identifiers.ts';
import type { RunningServer } from '../../serve.ts';
import { useTemplate } from '../../testing/databases.ts';
import { computed, finishedItem } from '../../testing/finished-item.ts';
import { call, startTestServer } from '../../testing/test-server.ts';
import { isPortalPage, portalAddresses, sharedAddresses } from './portal-addresses.ts';

const router = new URL('../../../../portal/src/router.tsx', import.meta.url);

/** Width and height of a PNG, from its header. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('a pasted address', () => {
  let data = '';
  let server: RunningServer;
  let uuid = '';
  const name = 'n-butane "<b>$&';
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
  const get = (address: string, headers: Record<string, string> = {}) =>
    fetch(new URL(address, server.address), { headers });
  const share = (isPublic: boolean) => call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: isPublic } });
  const embedAt = (address: string, more = '') => get(`/oembed?url=${encodeURIComponent(address)}${more}`);

  test('of a private item tells nothing: 404, without its name, as page, picture and oEmbed', async () => {
    const page = `${server.address}/public/conformer_search/${uuid}`;
    for (const answer of [
      await get(page),
      await get(`/api/shared/workflow/${uuid}/picture.png`),
      await get(`/api/shared/workflow/${uuid}/badge.png`),
      await embedAt(page),
    ]) {
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('butane');
    }
  });

  test('of a public item has title, sentence, number, picture and oEmbed in its head; a share link opens the same', async () => {
    const { body } = await call(server, 'POST', '/api/share_link', { body: { workflow_uuid: uuid } });
    const linked = await get(`/public/conformer_search/${uuid}?link=${String(body.link)}`);
    expect(linked.status).toBe(200);
    expect(await linked.text()).toContain(`picture.png?link=${String(body.link)}`);
    await share(true);
    const page = await get(`/public/conformer_search/${uuid}`);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('<title>n-butane &quot;&lt;b&gt;$&amp; · Conformer Search</title>');
    expect(html).toMatch(/og:description" content="Conformer Search of [^"]*: 2 conformers\./);
    expect(html).not.toContain('<b>$');
    // Not framed, so nothing is written into the page itself.
    expect(html).not.toContain('without-script');
    const picture = /og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const png = await fetch(picture);
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(sizeOf(Buffer.from(await png.arrayBuffer()))).toEqual([1200, 630]);
    const oembed = (/json\+oembed" href="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
    const embed = (await (await fetch(oembed)).json()) as Record<string, unknown>;
    expect(embed).toMatchObject({ version: '1.0', type: 'rich', thumbnail_url: picture, width: 960, height: 640 });
    expect(embed.html).toContain(`src="${server.address}/conformer_search/${uuid}`.replace('/conf', '/public/conf'));
  });

  test('a picture has a width, a theme and a tag; what was drawn once is not drawn again', async () => {
    await share(true);
    const dark = `/api/shared/workflow/${uuid}/picture.png?theme=dark&width=600`;
    const first = await get(dark);
    expect(sizeOf(Buffer.from(await first.arrayBuffer()))).toEqual([600, 315]);
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await get(dark, { 'if-none-match': tag })).status).toBe(304);
    const svg = await (await get(`/api/shared/workflow/${uuid}/picture.svg`)).text();
    expect(svg).toContain('2 conformers');
    expect(svg).not.toContain('<b>');
    expect((await get(`/api/shared/workflow/${uuid}/picture.png?width=5`)).status).toBe(422);
    const { status } = await get(`/api/shared/workflow/${uuid}/picture.png?view=orbit`);
    expect(status).toBe(422);
    const view = async (name: string) => (await get(`/api/shared/workflow/${uuid}/picture.svg?view=${name}`)).text();
    // Butane has 14 atoms, and two conformers with their weights.
    expect((await view('3d')).match(/<circle /g)).toHaveLength(14);
    const plot = await view('plot');
    expect(plot).toContain('Weight (%)');
    expect(plot.match(/<rect /g)).toHaveLength(3);
    const acid = await finishedItem(server, { type: 'hydrogen_bond_basicity', data: { hba_sites: [], hbd_sites: [] } });
    await call(server, 'POST', `/api/workflow/${acid}`, { body: { public: true } });
    for (const name of ['3d', 'plot']) {
      const missing = await get(`/api/shared/workflow/${acid}/picture.png?view=${name}`);
      expect(missing.status, name).toBe(404);
    }
  });

  test('an item that becomes private after it was pasted is gone from all that was pasted; only the oEmbed answer may be kept, for an hour', async () => {
    await share(true);
    const page = `${server.address}/public/conformer_search/${uuid}`;
    const pasted = [
      ...['picture.png', 'picture.svg?view=3d', 'badge.png', 'badge.svg', 'values'].map(
        (name) => `/api/shared/workflow/${uuid}/${name}`,
      ),
      `/api/shared/workflow/${uuid}`,
      `${page}?embed=1`,
      `/oembed?url=${encodeURIComponent(page)}`,
    ];
    const kept: string[] = [];
    const tags = new Map<string, string>();
    for (const address of pasted) {
      const answer = await get(address);
      expect(answer.status, address).toBe(200);
      tags.set(address, answer.headers.get('etag') ?? '');
      const seconds = /max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1];
      if (seconds) kept.push(`${address.split('?')[0]} ${seconds}`);
    }
    expect(kept).toEqual(['/oembed 3600']);
    await share(false);
    for (const address of pasted) {
      // A tag that was valid before gives no 304.
      const answer = await get(address, { 'if-none-match': tags.get(address) ?? '' });
      expect(answer.status, address).toBe(404);
      expect(await answer.text()).not.toContain('butane');
    }
  });

  test('keeps what chats and editors publish of previews: tags early, whole addresses, a picture that they take', async () => {
    await share(true);
    const page = `${server.address}/public/conformer_search/${uuid}`;
    const whole = await (await get(page)).text();
    // Slack reads the first 32 kB, and no chat runs a script.
    const head = Buffer.from(whole)
      .subarray(0, 32 * 1024)
      .toString();
    const tags = new Map(
      [...head.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, name = '', content = '']) => [
        name,
        content.replaceAll('&amp;', '&'),
      ]),
    );
    // Open Graph: these four are required of each page (https://ogp.me).
    for (const name of ['og:title', 'og:type', 'og:image', 'og:url']) expect(tags.get(name), name).toBeTruthy();
    expect(tags.get('og:url')).toBe(page);
    for (const name of ['og:image', 'twitter:image']) expect(tags.get(name), name).toMatch(/^https?:\/\//);
    expect(tags.get('twitter:card')).toBe('summary_large_image');
    const picture = await fetch(tags.get('og:image') ?? '');
    const png = Buffer.from(await picture.arrayBuffer());
    // PNG below 5 MB, 1200 × 630, as announced; smaller than 600 × 315 is left out by some.
    expect(picture.headers.get('content-type')).toBe(tags.get('og:image:type'));
    expect(png.length).toBeLessThan(5_000_000);
    expect(sizeOf(png)).toEqual([Number(tags.get('og:image:width')), Number(tags.get('og:image:height'))]);
    // oEmbed 1.0, section 2.3: what an answer must have, and what `rich` must have; a thumbnail comes with its size.
    const discovered =
      /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)" title=/.exec(head)?.[1] ?? '';
    const answer = await fetch(discovered.replaceAll('&amp;', '&'));
    expect(answer.headers.get('content-type')).toContain('application/json');
    const embed = (await answer.json()) as Record<string, unknown>;
    expect(embed).toMatchObject({ type: 'rich', version: '1.0', thumbnail_width: 1200, thumbnail_height: 630 });
    for (const key of ['width', 'height']) expect(embed[key], key).toBeTypeOf('number');
    for (const key of ['html', 'thumbnail_url', 'title', 'provider_name']) expect(embed[key], key).toBeTypeOf('string');
  });

  test('of a deleted item tells nothing, as of a private one', async () => {
    const acid = await finishedItem(server, {
      name: 'secret acid',
      type: 'hydrogen_bond_basicity',
      data: { hba_sites: [], hbd_sites: [] },
    });
    await call(server, 'POST', `/api/workflow/${acid}`, { body: { public: true } });
    const page = `${server.address}/public/hydrogen_bond_basicity/${acid}`;
    const addresses = [page, `/api/shared/workflow/${acid}/picture.png`, `/api/shared/workflow/${acid}/badge.svg`];
    for (const address of addresses) expect((await get(address)).status, address).toBe(200);
    await call(server, 'DELETE', `/api/workflow/${acid}`);
    for (const answer of [...(await Promise.all(addresses.map((address) => get(address)))), await embedAt(page)]) {
      expect(answer.status, answer.url).toBe(404);
      expect(await answer.text()).not.toContain('secret acid');
    }
  });

  test('oEmbed fits the frame to what the host allows, and refuses other servers, other formats and widths that are none', async () => {
    await share(true);
    const page = `${server.address}/public/conformer_search/${uuid}`;
    const narrow = (await (await embedAt(page, '&maxwidth=320&maxheight=200')).json()) as Record<string, unknown>;
    expect(narrow).toMatchObject({ width: 320, height: 200 });
    // In so little height a card is whole, and a result is not.
    expect(narrow.html).toContain('show=card');
    expect(narrow.html).toContain('width="320" height="200"');
    const high = (await (await embedAt(page, '&maxheight=500')).json()) as Record<string, unknown>;
    expect(high.html).not.toContain('show=');
    const session = `${page}?view=s1&session=secret&token=secret`;
    expect(JSON.stringify(await (await embedAt(session)).json())).not.toContain('secret');
    expect((await embedAt(page.replace(server.address, 'https://elsewhere.example'))).status).toBe(404);
    expect((await embedAt(`${server.address}/account`)).status).toBe(404);
    expect((await embedAt(page, '&maxwidth=-1')).status).toBe(422);
    expect((await embedAt(page, '&format=xml')).status).toBe(501);
    expect((await get('/oembed?url=nonsense')).status).toBe(422);
  });

  test('an address without a page is answered 404, with the portal that says so; every page of the portal is known', async () => {
    for (const address of [
      '/nonsense',
      '/pka/not-an-identifier',
      '/public/nonsense/x',
      `/nonsense/${uuid}`,
      '/new/nonsense',
    ]) {
      expect((await get(address)).status, address).toBe(404);
    }
    for (const address of ['/', '/account', `/pka/${uuid}`, '/new/spin_states', '/new/spin-states/batch', '/sign-in']) {
      expect((await get(address)).status, address).toBe(200);
    }
    const text = await readFile(router, 'utf8');
    const [own = '', shared = ''] = text.slice(text.indexOf('const appRoutes')).split('const sharedRoutes');
    const paths = (part: string) => [...part.matchAll(/path: '([^']+)'/g)].map(([, found]) => found ?? '');
    expect(new Set([...paths(own), '/sign-in', '/connect'])).toEqual(new Set(portalAddresses));
    expect(new Set(paths(shared))).toEqual(new Set(sharedAddresses));
    expect(isPortalPage(`/public/pka/${uuid}/`)).toBe(true);
  });
});
