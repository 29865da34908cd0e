/**
 * `npm run bench:first-numbers`: what one element of a shared item costs a stranger's page: files and bytes that come from Cuvette, and seconds until its first
 * number is there, on the network that developer tools call Fast 3G (1.44 Mbit/s, 562.5 ms for each answer) with a processor slowed to a quarter.
 * Each page begins with an empty cache. Start it after `npm run build`. With names behind it (`-- cuvette-value`) only those elements are measured.
 * Bytes are bodies as they come over the wire, and in brackets with their headers.
 */

import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { otherOrigin } from '../e2e/support/other-origin.ts';
import { Product, root } from '../e2e/support/product.ts';

/** Seconds that the first number may take on the slow line. */
const target = 4;

/** As the developer tools of Chromium have it. */
const fast3g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

interface Case {
  name: string;
  markup: (uuid: string) => string;
  /** Finds the first number in the element: any text with a decimal figure in it. */
  number: RegExp;
}

const pages: readonly Case[] = [
  {
    name: 'cuvette-value',
    markup: (uuid) => `<cuvette-value workflow="${uuid}" path="largest_weight" public></cuvette-value>`,
    number: /\d\d\.\d/,
  },
  {
    name: 'cuvette-table',
    markup: (uuid) => `<cuvette-table workflow="${uuid}" public></cuvette-table>`,
    number: /\d\.\d/,
  },
  {
    name: 'cuvette-workflow',
    markup: (uuid) => `<cuvette-workflow workflow="${uuid}" public></cuvette-workflow>`,
    number: /\d\.\d/,
  },
  {
    name: 'cuvette-viewer',
    markup: (uuid) => `<cuvette-viewer workflow="${uuid}" public height="400"></cuvette-viewer>`,
    number: /$^/,
  },
];

/** A shared conformer search, as others brought it: nothing is computed here. */
async function sharedSearch(product: Product): Promise<string> {
  const file = join(root, 'packages/widgets/src/results/fixtures/conformer-search.cuvette.json');
  const { body } = await product.call<{ items: { uuid: string }[] }>(
    'POST',
    '/api/workflow/import',
    readFileSync(file, 'utf8'),
  );
  const uuid = body.items[0]?.uuid ?? '';
  const { status } = await product.call('POST', `/api/workflow/${uuid}`, { public: true });
  if (status !== 200) throw new Error(`sharing was refused with ${status}`);
  return uuid;
}

interface Cost {
  seconds: number | null;
  files: string[];
  bodies: number;
  wire: number;
}

/** Opens a page with one element, in a browser that has nothing of it yet. */
async function open(browser: Browser, address: string, from: string, { number }: Case, slow: boolean): Promise<Cost> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const paths = new Map<string, string>();
    const files: string[] = [];
    let [bodies, wire] = [0, 0];
    page.on('requestfinished', (request) => {
      if (!request.url().startsWith(from)) return;
      void request.sizes().then(({ responseBodySize }) => {
        bodies += responseBodySize;
      });
    });
    cdp.on('Network.requestWillBeSent', ({ requestId, request }) => paths.set(requestId, request.url));
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = paths.get(requestId) ?? '';
      if (!url.startsWith(from)) return;
      files.push(`${url.replace(from, '')} ${encodedDataLength}`);
      wire += encodedDataLength;
    });
    await cdp.send('Network.enable');
    if (slow) {
      await cdp.send('Network.emulateNetworkConditions', fast3g);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    }
    // In the page, so that nothing of this program's own time is in it.
    await page.addInitScript((source) => {
      const wanted = new RegExp(source);
      const look = () => {
        const element = document.querySelector('cuvette-value, cuvette-table, cuvette-workflow, cuvette-viewer');
        const inside = element?.shadowRoot;
        const shown = inside
          ? [...inside.querySelectorAll('data, td')].some((cell) => wanted.test(cell.textContent))
          : false;
        if (shown) (window as { firstNumber?: number }).firstNumber = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, number.source);
    await page.goto(address);
    const wanted = number.source !== '$^';
    const canvas = page.locator('canvas').first();
    if (wanted) await page.waitForFunction(() => 'firstNumber' in window, undefined, { timeout: 60_000 });
    else await canvas.waitFor({ timeout: 60_000 });
    const seconds = wanted
      ? (await page.evaluate(() => (window as unknown as { firstNumber: number }).firstNumber)) / 1000
      : null;
    await page.waitForLoadState('networkidle');
    return { seconds, files, bodies, wire };
  } finally {
    await context.close();
  }
}

const only = process.argv.slice(2).filter((one) => !one.startsWith('-'));
const product = await Product.start();
const browser = await chromium.launch({
  executablePath: process.env.CUVETTE_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
});
try {
  const uuid = await sharedSearch(product);
  const wanted = pages.filter(({ name }) => only.length === 0 || only.includes(name));
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  for (const one of wanted) {
    const wiki = await otherOrigin({
      '/': `<!doctype html><html lang="en"><title>wiki</title><script type="module" src="${product.origin}/embed/1/embed.js"></script>${one.markup(uuid)}`,
    });
    try {
      const fast = await open(browser, wiki.origin, product.origin, one, false);
      console.log(`${one.name}: ${fast.files.length} files, ${kB(fast.bodies)} (${kB(fast.wire)} with headers)`);
      if (process.argv.includes('--files')) for (const file of fast.files) console.log(`    ${file}`);
      if (one.number.source === '$^') continue;
      const { seconds } = await open(browser, wiki.origin, product.origin, one, true);
      console.log(`  first number on Fast 3G, processor ÷ 4: ${seconds?.toFixed(2)} s`);
      if ((seconds ?? 0) > target) process.exitCode = 1;
    } finally {
      await wiki.close();
    }
  }
  console.log(`Measured on ${availableParallelism()} cores with a load of ${loadavg()[0]?.toFixed(1)}.`);
} finally {
  await browser.close();
  await product.stop();
}
