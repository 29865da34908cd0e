/**
 * `npm run screenshots`: takes the pictures of README from the started product with its examples, in headless Chromium, and writes them to docs/pictures:
 * the page of a result, light and dark, and a wiki page of another origin that shows a result. The three of the welcome page go to the portal.
 * `-- --sheet` takes every page at four sizes instead, to be looked at side by side (`.cache/sheet/index.html`); names of pages after it take those alone.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { takeSheet, untilDrawn } from './lib/contact-sheet.mjs';
import { startProduct } from './lib/examples/started-product.mjs';
import { findChromium } from './lib/programs.mjs';
import { giveUp } from './lib/say.mjs';
import { root } from './lib/stamps.mjs';

const pictures = join(root, 'docs/pictures');
/** What the page for new owners shows. */
const welcomePictures = join(root, 'packages/portal/public/welcome');
/** A molecule with light and shade that fills half of the window takes most of it. */
const mostBytes = 300_000;
const size = { width: 1280, height: 800 };
const shownType = 'docking';
const embeddedType = 'conformer_search';
const welcomeTypes = ['docking', 'pka', 'scan'];

/** Asks once a second until the answer is there. */
async function until(what, ask, seconds = 300) {
  for (let left = seconds; left > 0; left -= 1) {
    const found = await ask();
    if (found) return found;
    await sleep(1000);
  }
  throw new Error(`Waited ${seconds} s in vain: ${what}`);
}

/** The items of the folder Examples, by their type. */
async function examplesOf({ ask }) {
  return until('the examples are there', async () => {
    const { welcome } = await ask('GET', '/api/user/me');
    if (!welcome?.examples_folder_uuid) return null;
    const { items } = await ask('GET', `/api/folder/${welcome.examples_folder_uuid}/contents?size=100`);
    const found = new Map(items.map(({ data }) => [data.object_type, data.uuid]));
    found.folder = welcome.examples_folder_uuid;
    return [shownType, embeddedType, ...welcomeTypes].every((type) => found.has(type)) ? found : null;
  });
}

/** Takes one picture of a page once it has drawn. Throws where it is too large for README. */
async function take(page, name) {
  await untilDrawn(page);
  await sleep(4000);
  const picture = await page.screenshot();
  if (picture.length > mostBytes) throw new Error(`${name}.png has ${picture.length} bytes, more than ${mostBytes}.`);
  writeFileSync(join(pictures, `${name}.png`), picture);
  console.log(`${name}.png: ${Math.round(picture.length / 1000)} kB`);
}

/** Takes away what lies over the picture of a structure: its tools, which nobody can press on a picture. */
async function hideTools(part) {
  await part.evaluate((element) => {
    const style = new CSSStyleSheet();
    style.replaceSync('.cv-viewer-tools, .cv-viewer-signs, .cv-plot-tools { visibility: hidden }');
    const root = element.getRootNode();
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, style];
  });
}

/** Returns what the welcome shows of three results: the structure of two, the curve of one. */
async function takeForWelcome(product, examples, state) {
  mkdirSync(welcomePictures, { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({
      viewport: { width: 1040, height: 600 },
      colorScheme,
      storageState: state,
    });
    await context.addInitScript(() => localStorage.setItem('cuvette-sidebar', 'hidden'));
    for (const type of welcomeTypes) {
      const page = await context.newPage();
      await page.goto(`${product.address}/workflow/${examples.get(type)}`);
      const part = page.locator(type === 'scan' ? '.cuvette-plot' : '[aria-roledescription="3D structure"]').first();
      await part.waitFor();
      await page.getByText('Loading the structure').first().waitFor({ state: 'hidden' });
      await sleep(5000);
      await hideTools(part);
      const picture = await part.screenshot();
      writeFileSync(join(welcomePictures, `${type}-${colorScheme}.png`), picture);
      await page.close();
    }
    await context.close();
  }
}

/** A web server of another origin that has one page: the wiki of examples/. */
async function startWiki() {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(readFileSync(join(root, 'examples/wiki.html')));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}/wiki.html` };
}

/** The pictures of README. */
async function takePictures(state, examples) {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport: size, colorScheme, storageState: state });
    const page = await context.newPage();
    await page.goto(`${product.address}/workflow/${examples.get(shownType)}`);
    // The legend comes with the contacts of the pose, which are drawn last.
    await page.getByText('hydrogen bond', { exact: true }).first().waitFor();
    await take(page, `result-${colorScheme}`);
    await context.close();
  }
  await takeForWelcome(product, examples, state);
  const embedded = examples.get(embeddedType);
  await product.ask('POST', `/api/workflow/${embedded}`, { public: true });
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  await page.goto(`${wiki.address}?server=${encodeURIComponent(product.address)}&workflow=${embedded}`);
  await take(page, 'wiki');
}

const [sheet, ...names] = process.argv.slice(2).includes('--sheet')
  ? [true, ...process.argv.slice(2).filter((word) => word !== '--sheet')]
  : [false];
mkdirSync(pictures, { recursive: true });
const product = await startProduct().catch(giveUp);
const wiki = await startWiki();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  const examples = await examplesOf(product);
  const signedIn = await browser.newContext({ viewport: size });
  await (await signedIn.newPage()).goto(product.signInLink());
  await sleep(2000);
  const state = await signedIn.storageState();
  if (sheet) {
    const to = join(root, '.cache/sheet');
    await takeSheet({ browser, address: product.address, state, examples, folder: examples.folder, to, only: names });
  } else await takePictures(state, examples);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await browser.close();
  wiki.server.close();
  await product.stop();
}
