import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as send } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { root } from './support/product.ts';
import { call, expect, origin, otherOrigin, strangerTest, test, viewer } from './support/shared.ts';
import { faultsOf, html, sharedItem } from './support/strict-page.ts';

/** What `npm run sizes` counts, and how it judges. */
const { measure, sizeProblems } = (await import(pathToFileURL(join(root, 'scripts/lib/sizes.mjs')).href)) as {
  measure(folder: string, build: unknown, lines: unknown): Record<string, { files: string[]; gzip: number }>;
  sizeProblems(lines: unknown, sizes: unknown): string[];
};

const embed = join(root, 'packages/widgets/dist/embed');
const build: unknown = JSON.parse(readFileSync(join(embed, 'modules.json'), 'utf8'));
const noted = JSON.parse(readFileSync(join(root, 'packages/widgets/sizes.json'), 'utf8')) as Record<
  string,
  { limit: number }
>;

const water = {
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.117] },
    { atomic_number: 1, position: [0, 0.757, -0.469] },
    { atomic_number: 1, position: [0, -0.757, -0.469] },
  ],
};

/** Bytes of a body as they come over the wire: nothing is unpacked. */
async function wireBytes(path: string, encodings: string): Promise<number> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    send(new URL(path, origin), { headers: { 'accept-encoding': encodings } }, resolve)
      .on('error', reject)
      .end();
  });
  expect(answer.statusCode, path).toBe(200);
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  expect(Number(answer.headers['content-length']), path).toBe(bytes);
  return bytes;
}

for (const encodings of ['gzip', 'gzip, deflate, br, zstd']) {
  strangerTest(`each element is no larger on the wire than the size file allows (${encodings})`, async () => {
    const sizes = measure(embed, build, noted);
    const sent = new Map<string, Promise<number>>();
    for (const size of Object.values(sizes)) {
      let bytes = 0;
      for (const file of size.files) {
        if (!sent.has(file)) sent.set(file, wireBytes(`/embed/1/${file}`, encodings));
        bytes += (await sent.get(file)) ?? 0;
      }
      size.gzip = bytes;
    }
    expect(Object.keys(sizes)).toEqual(expect.arrayContaining(['embed.js', 'runtime', 'cuvette-viewer']));
    expect(sizeProblems(noted, sizes)).toEqual([]);
  });
}

strangerTest('pages and their scripts come packed, too', async ({ page }) => {
  const plain: string[] = [];
  page.on('response', (response) => {
    const length = Number(response.headers()['content-length'] ?? 0);
    const type = response.headers()['content-type'] ?? '';
    if (!/html|script|css|json/.test(type) || (length > 0 && length < 1024)) return;
    if (response.status() === 200 && !response.headers()['content-encoding']) plain.push(response.url());
  });
  await page.goto(origin, { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(plain).toEqual([]);
});

/**
 * The most that a stranger's page loads from Cuvette until an element of a shared item is drawn: bytes as they come over the wire, headers included,
 * and files, answers of the API included. 3D comes after the rows of a workflow and is counted with the viewer.
 */
const costs = [
  { tag: 'cuvette-value', attributes: 'path="largest_weight"', shown: 'data', bytes: 30_000, files: 6 },
  { tag: 'cuvette-table', attributes: '', shown: 'tbody tr[data-row]', bytes: 116_000, files: 8 },
  { tag: 'cuvette-viewer', attributes: 'height="400"', shown: 'canvas', bytes: 400_000, files: 20 },
  { tag: 'cuvette-workflow', attributes: '', shown: 'tbody tr[data-row]', bytes: 286_000, files: 17 },
];

/**
 * What a page loads from Cuvette from now on: address and bytes of each answer as it comes over the wire, headers included. A page looks again from time
 * to time; what it asked for before is no more of it.
 */
function loadedBy(page: Page): () => Promise<[string, number][]> {
  const asked = new Set<string>();
  const requests: Promise<[string, number]>[] = [];
  page.on('requestfinished', (request) => {
    if (!request.url().startsWith(origin) || asked.has(request.url())) return;
    asked.add(request.url());
    requests.push(request.sizes().then((sizes) => [request.url(), sizes.responseBodySize + sizes.responseHeadersSize]));
  });
  return () => Promise.all(requests);
}

/** Most bytes and files that the first page of the portal loads, a folder of twenty items with their structures. */
const firstLoad = { bytes: 250_000, files: 18 };

test(`the portal's first page, with twenty structures, loads at most ${firstLoad.bytes / 1000} kB in ${firstLoad.files} files`, async ({
  page,
}) => {
  const { body: folder } = await call<{ uuid: string }>('POST', '/api/folder', { name: 'First load' });
  for (let index = 0; index < 20; index += 1) {
    await call('POST', '/api/workflow', {
      name: `structure ${index}`,
      workflow_type: 'descriptors',
      folder_uuid: folder.uuid,
      initial_smiles: `CC(=O)N${'C'.repeat(index)}c1ccc(cc1)C(F)(F)F`,
      is_draft: true,
    });
  }
  const loaded = loadedBy(page);
  await page.goto(`/folder/${folder.uuid}`);
  const drawings = page.locator('tr[data-entry] .thumbnail svg');
  await expect(drawings).toHaveCount(20);
  await page.waitForLoadState('networkidle');
  const all = await loaded();
  const list = all.map(([url, size]) => `${size} ${url.replace(origin, '')}`).join('\n');
  expect(
    all.reduce((sum, [, size]) => sum + size, 0),
    list,
  ).toBeLessThanOrEqual(firstLoad.bytes);
  expect(all.length, list).toBeLessThanOrEqual(firstLoad.files);
  expect(list).not.toMatch(/openchemlib|3Dmol/);
});

for (const { tag, attributes, shown, bytes, files } of costs) {
  strangerTest(
    `a page with <${tag}> of a shared item loads at most ${bytes / 1000} kB in ${files} files`,
    async ({ page }) => {
      const uuid = await sharedItem('conformer-search');
      const wiki = await otherOrigin({ '/': html(`<${tag} workflow="${uuid}" ${attributes} public></${tag}>`) });
      const loaded = loadedBy(page);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().startsWith(origin)) asked.push(new URL(request.url()).pathname);
      });
      try {
        await page.goto(wiki.origin);
        await expect(page.locator(tag).locator(shown).first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        const all = await loaded();
        const counted = tag === 'cuvette-workflow' ? all.filter(([url]) => !url.includes('3Dmol')) : all;
        const list = counted.map(([url, size]) => `${size} ${url.replace(origin, '')}`).join('\n');
        expect(
          counted.reduce((sum, [, size]) => sum + size, 0),
          list,
        ).toBeLessThanOrEqual(bytes);
        expect(counted.length, list).toBeLessThanOrEqual(files);
        expect(list).not.toContain('openchemlib');
        if (tag === 'cuvette-value') return;
        // `embed.js` asks for the item before it asks for any script; the element takes that answer instead of asking again.
        const item = `/api/shared/workflow/${uuid}`;
        expect(asked.slice(0, 2)).toEqual(['/embed/1/embed.js', item]);
        expect(asked.filter((path) => path === item)).toHaveLength(1);
      } finally {
        await wiki.close();
      }
    },
  );
}

strangerTest(
  'a browser that shows a structure of the page has loaded no more than the size file allows',
  async ({ page }) => {
    const wiki = await otherOrigin({
      '/': `<!doctype html><html lang="en"><title>wiki</title><script type="module" src="${origin}/embed/1/embed.js"></script>
      <cuvette-viewer></cuvette-viewer>
      <script>document.querySelector('cuvette-viewer').molecule = ${JSON.stringify(water)};</script>`,
    });
    const requests: Promise<[string, number]>[] = [];
    page.on('requestfinished', (request) => {
      const { origin: from, pathname } = new URL(request.url());
      if (from !== origin) return;
      requests.push(
        request.sizes().then(({ responseBodySize }) => [pathname.replace('/embed/1/', ''), responseBodySize]),
      );
    });
    const faults = faultsOf(page);
    try {
      await page.goto(wiki.origin);
      await expect(viewer(page).locator('canvas').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      const loaded = new Map(await Promise.all(requests));
      expect([...loaded.keys()]).toEqual(expect.arrayContaining(['embed.js', expect.stringContaining('3Dmol')]));
      const bytes = [...loaded.values()].reduce((sum, one) => sum + one, 0);
      const limits = ['embed.js', 'runtime', 'cuvette-viewer'].map((name) => noted[name]?.limit ?? 0);
      expect(bytes).toBeLessThan(limits.reduce((sum, limit) => sum + limit, 0));
      expect(faults).toEqual([]);
    } finally {
      await wiki.close();
    }
  },
);
