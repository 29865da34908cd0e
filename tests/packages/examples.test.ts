import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { install, packed, root, serve } from './installed.ts';

const examples = join(root, 'examples');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const bundle = join(root, 'examples/results/conformer_search.cuvette.json');
const pages = readdirSync(join(examples, 'gallery')).filter((name) => name.endsWith('.html'));

let browser: Browser;
let folder = '';
let site = '';
const servers: Server[] = [];
beforeAll(async () => {
  // As their README says: a copy of the built script and a result beside the pages.
  folder = mkdtempSync(join(tmpdir(), 'cuvette-examples-'));
  cpSync(examples, folder, { recursive: true });
  cpSync(join(root, 'packages/widgets/dist/embed'), join(folder, 'embed'), { recursive: true });
  cpSync(bundle, join(folder, 'result.cuvette.json'));
  const { origin, server } = await serve(folder);
  site = origin;
  servers.push(server);
  browser = await chromium.launch({
    executablePath: process.env.CUVETTE_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu-compositing', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
  });
});
afterAll(async () => {
  await browser?.close();
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Whether everything runs (`npm run test:full`). */
const fullRun = process.env.CUVETTE_FULL === '1';
/** What a page may ask: machines on this one, and what it made itself. */
const isNear = (url: string) => /^(data|blob):/.test(url) || ['127.0.0.1', 'localhost'].includes(new URL(url).hostname);

/** Opens a page and gathers what goes wrong in it, and what it asks of anybody else. */
async function open(address: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(200_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('favicon')) problems.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().endsWith('favicon.ico'))
      problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (!isNear(request.url())) problems.push(`asks ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // What is left behind by a page that goes is no fault of it.
    if (!page.isClosed()) problems.push(`${request.failure()?.errorText} ${request.url()}`);
  });
  await page.goto(address);
  return { page, problems };
}

/** Axe finds nothing on a page in light and dark, shadow roots included. */
async function noBarriersOn(page: Page): Promise<void> {
  await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // What is no matter of colours is looked at once.
    const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
    const barriers = await page.evaluate(async (options) => {
      const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    }, rules);
    expect(barriers, colorScheme).toEqual([]);
  }
}

/** What an app itself needs, beside what the packages need. */
function linkFromCheckout(app: string, name: string) {
  const place = join(app, 'node_modules', name);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), place);
}

const noFavicon = (problems: string[]) => problems.filter((one) => !one.includes('Failed to load resource'));

/** Every element on the page is defined and has drawn something, and nothing says that it failed. */
async function allDrawn(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const isBlank = (canvas: HTMLCanvasElement) => {
          const copy = new OffscreenCanvas(Math.max(1, canvas.width), Math.max(1, canvas.height));
          const context = copy.getContext('2d');
          context?.drawImage(canvas, 0, 0);
          return !context?.getImageData(0, 0, copy.width, copy.height).data.some((value) => value > 0);
        };
        return [...document.querySelectorAll('*')]
          .filter((one) => one.localName.startsWith('cuvette-') && one.localName !== 'cuvette-client')
          .map((one) => {
            const shadow = one.shadowRoot;
            // An alert without words waits for something to say.
            const alerts = [...(shadow?.querySelectorAll('[role="alert"]') ?? [])].filter((alert) => alert.textContent);
            if (!shadow || alerts.length > 0) return `${one.localName}: not drawn`;
            if ([...shadow.querySelectorAll('canvas')].some((canvas) => isBlank(canvas)))
              return `${one.localName}: blank`;
            return shadow.querySelector('canvas, svg, table, [role="table"], .value:not([data-problem])')
              ? 'drawn'
              : `${one.localName}: empty`;
          })
          .filter((one) => one !== 'drawn');
      }),
    )
    .toEqual([]);
}

describe('the reference pages of the elements', () => {
  // The tests of the elements look at each of them with axe.
  test.each(pages)(
    '%s shows its element at work; in the full run axe finds nothing in light and dark',
    async (name) => {
      const { page, problems } = await open(`${site}/gallery/${name}`);
      await allDrawn(page);
      if (fullRun) await noBarriersOn(page);
      expect(noFavicon(problems)).toEqual([]);
      await page.close();
    },
  );

  test('events are listed as they are heard, in the language and theme that are chosen', async () => {
    const { page } = await open(`${site}/gallery/cuvette-table.html`);
    await allDrawn(page);
    await expect.poll(() => page.locator('#heard').textContent()).toContain('cuvette-load');
    await page.selectOption('select[name=lang]', 'de');
    await page.locator('#live').getByRole('button', { name: 'Spalten' }).waitFor();
    await page.close();
  });
});

describe('the examples', () => {
  test.each(['static.html', 'notebook.html'])(
    '%s shows a result without any server of Cuvette; axe finds nothing in light and dark',
    async (name) => {
      const { page, problems } = await open(`${site}/${name}`);
      await allDrawn(page);
      await noBarriersOn(page);
      expect(noFavicon(problems)).toEqual([]);
      await page.close();
    },
  );

  // With a server and an item they are opened by tests/e2e/share.spec.ts.
  test.each(['wiki.html', 'iframe.html'])(
    '%s asks for server and item where its address does not say them; axe finds nothing in light and dark',
    async (name) => {
      const { page, problems } = await open(`${site}/${name}`);
      await page.getByLabel('Identifier of a shared item').waitFor();
      await noBarriersOn(page);
      expect(noFavicon(problems)).toEqual([]);
      await page.close();
    },
  );

  test.each(fullRun ? ['react', 'vue'] : ['react'])(
    'the %s app is built with the packed packages; a row chosen is heard by it',
    async (name) => {
      const app = await install(packed());
      const source = join(app, 'app');
      cpSync(join(examples, name), source, { recursive: true });
      mkdirSync(join(source, 'public'));
      cpSync(bundle, join(source, 'public/result.cuvette.json'));
      for (const one of Object.keys(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')).dependencies)) {
        if (!one.startsWith('@cuvette/')) linkFromCheckout(app, one);
      }
      linkFromCheckout(app, '@vitejs/plugin-vue');
      await build({ root: source, logLevel: 'silent', build: { outDir: join(source, 'dist') } });
      const { origin, server } = await serve(join(source, 'dist'));
      servers.push(server);
      const { page, problems } = await open(origin);
      await allDrawn(page);
      const rows = page.locator('cuvette-table tbody tr');
      await rows.nth(2).click();
      await expect.poll(() => page.getByRole('status').first().textContent()).toContain('Shown now: ');
      await noBarriersOn(page);
      expect(noFavicon(problems)).toEqual([]);
      await page.close();
      rmSync(app, { recursive: true, force: true });
    },
  );
});
