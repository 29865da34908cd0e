/**
 * The contact sheet of the portal: every page, light and dark at 1400 px, at 1024 px and at 390 px, beside one another. One folder holds the pictures, one HTML
 * page shows them all in rows.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How each page is looked at. */
const looks = [
  { name: '1400-light', width: 1400, height: 900, colorScheme: 'light' },
  { name: '1400-dark', width: 1400, height: 900, colorScheme: 'dark' },
  { name: '1024', width: 1024, height: 768, colorScheme: 'light' },
  { name: '390', width: 390, height: 844, colorScheme: 'light' },
];

/** Presses a button of the page by its name. */
const press = (name) => async (page) => {
  await page.getByRole('button', { name, exact: true }).first().click({ timeout: 3000 });
};

/**
 * Pages with what is opened on them, by a short name: dialogs, the palette, a drawing, a molecule that was given. A small window has some of them elsewhere.
 * @param {Map<string, string>} examples items by their type
 */
function openedOf(examples) {
  const item = `/workflow/${examples.get('pka')}`;
  return [
    ['opened-embed', item, press('Embed')],
    ['opened-share', item, press('Share')],
    ['opened-palette', item, (page) => page.keyboard.press('Control+k')],
    ['opened-draw', '/new', press('Draw')],
    ['opened-molecule', '/new', (page) => page.locator('textarea').first().fill('CC(C)Cc1ccc(cc1)C(C)C(=O)O')],
  ];
}

/**
 * Paths of all pages of a product with its examples, by a short name.
 * @param {Map<string, string>} examples items by their type
 * @param {string} folder the folder that they are in
 */
function pagesOf(examples, folder) {
  return [
    ['home', '/'],
    ['welcome', '/welcome'],
    ['folder', `/folder/${folder}`],
    ['search', '/search'],
    ['projects', '/projects'],
    ['proteins', '/proteins'],
    ['deleted', '/deleted'],
    ['account', '/account'],
    ['people', '/administration/people'],
    ['core-hours', '/administration/usage'],
    ['audit-log', '/administration/audit'],
    ['new', '/new'],
    ['form', '/new/pka'],
    ['form-docking', '/new/docking'],
    ['form-batch', '/new/pka/batch'],
    ['compare', `/compare/pka?uuid=${examples.get('pka') ?? ''}`],
    ['not-found', '/nothing-here'],
    ...openedOf(examples),
    ...[...examples].map(([type, uuid]) => [`item-${type}`, `/workflow/${uuid}`]),
  ];
}

/** Milliseconds that a page may take until all of it is drawn; then its picture is taken as it is. */
const patience = 30_000;

/** Waits until a page says nowhere that something is loading, and its 3D picture is drawn. */
export async function untilDrawn(page) {
  await page.waitForLoadState('networkidle');
  await page
    .waitForFunction(
      () => {
        const busy = (root) =>
          [...root.querySelectorAll('*')].some(
            (element) =>
              (element.matches('.cv-skeleton, .cv-tabs-waiting, .cv-compare-waiting, cuvette-workflow:not(:defined)') ||
                (element.childElementCount === 0 && /^(Loading|Reading|Opening)\b/.test(element.textContent ?? ''))) &&
              element.checkVisibility(),
          );
        const everywhere = (root) =>
          busy(root) || [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot && everywhere(shadowRoot));
        return !everywhere(document);
      },
      undefined,
      { timeout: patience },
    )
    .catch(() => console.log(`Not drawn after ${patience / 1000} s: ${page.url()}`));
  // The 3D picture is drawn after the last read.
  await sleep(1000);
}

/**
 * Takes the pictures and writes the sheet.
 * @param {object} given
 * @param {import('@playwright/test').Browser} given.browser
 * @param {string} given.address of the product
 * @param {object} given.state the signed-in state of a browser
 * @param {Map<string, string>} given.examples items by their type
 * @param {string} given.folder the folder that they are in
 * @param {string} given.to folder for the pictures
 * @param {readonly string[]} given.only names of pages to take; all where it is empty
 */
export async function takeSheet({ browser, address, state, examples, folder, to, only }) {
  mkdirSync(to, { recursive: true });
  const pages = pagesOf(examples, folder).filter(([name]) => only.length === 0 || only.includes(name));
  for (const { name: look, width, height, colorScheme } of looks) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, storageState: state });
    const page = await context.newPage();
    for (const [name, path, open] of pages) {
      await page.goto(`${address}${path}`);
      await untilDrawn(page);
      if (open) {
        const opened = await open(page).then(
          () => true,
          () => false,
        );
        if (!opened) console.log(`Not opened at ${look}: ${name}`);
        await untilDrawn(page);
      }
      await page.screenshot({ path: join(to, `${name}.${look}.png`) });
      console.log(`${name} ${look}`);
    }
    await context.close();
  }
  const rows = pages.map(([name]) => {
    const cells = looks.map(
      ({ name: look }) => `<td><a href="${name}.${look}.png"><img src="${name}.${look}.png" alt=""></a></td>`,
    );
    return `<tr><th>${name}</th>${cells.join('')}</tr>`;
  });
  const head = looks.map(({ name }) => `<th>${name}</th>`).join('');
  writeFileSync(
    join(to, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>body{font:13px system-ui}img{max-width:420px;max-height:300px;border:1px solid #ccc}th{text-align:left;vertical-align:top}</style><table><tr><th></th>${head}</tr>${rows.join('\n')}</table>`,
  );
  console.log(`The sheet: ${join(to, 'index.html')}`);
}
