/**
 * `npm run bench:pages`: how long people wait for the portal's pages. A product with a PostgreSQL of its own, a folder of `CUVETTE_BENCH_ITEMS` items
 * (1 000 000), fifty finished conformer searches in another, and a headless browser on the same machine. Prints the median of several turns and the
 * slowest one, in milliseconds; judges nothing.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { Product, root } from '../e2e/support/product.ts';

const items = Number(process.env.CUVETTE_BENCH_ITEMS ?? 1_000_000);
const turns = 7;
const compared = 50;

const database = spawn(process.execPath, ['packages/server/scripts/many-items-postgres.ts', String(items)], {
  cwd: root,
  stdio: ['pipe', 'pipe', 'inherit'],
});
const lines = createInterface({ input: database.stdout })[Symbol.asyncIterator]();
const said = async (): Promise<string> => {
  const line: IteratorResult<string, unknown> = await lines.next();
  if (line.done) throw new Error('the database ended');
  return line.value;
};
const databaseUrl = await said();
const product = await Product.start({ DATABASE_URL: databaseUrl, CUVETTE_WORKERS: '0' });
const browser = await chromium.launch({
  executablePath: process.env.CUVETTE_CHROMIUM || '/usr/bin/chromium',
  // Without a GPU the shaders of the 3D viewer are compiled in software, for seconds: what is timed here is rows, beside a viewer that says it has no WebGL.
  args: ['--no-sandbox', '--disable-3d-apis'],
});
try {
  await run(await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage());
} finally {
  await browser.close();
  await product.stop();
  database.stdin.end();
}

async function run(page: Page): Promise<void> {
  await page.goto(product.link);
  await page.getByRole('navigation').first().waitFor();
  const me = await product.get<{ uuid: string }>('/api/user/me');
  console.log(`filling a folder with ${items} items ...`);
  database.stdin.write(`${me.uuid}\n`);
  const manyFolder = await said();

  const bundle: unknown = JSON.parse(
    readFileSync(join(root, 'packages/widgets/src/results/fixtures/butane.cuvette.json'), 'utf8'),
  );
  const searches: string[] = [];
  for (let index = 0; index < compared; index += 1) {
    const { body } = await product.call<{ items: { uuid: string }[] }>('POST', '/api/workflow/import', bundle);
    searches.push(body.items[0]?.uuid ?? '');
  }

  const contents = `/api/folder/${manyFolder}/contents?size=20&page=0&sort=created_at&asc=false`;
  await told(`server: 20 of ${items} items`, () => timed(() => product.get(contents)));

  // From a page of another kind, so that the rows are drawn anew; what was read before is forgotten by a reload.
  await told(`click to rows: 20 of ${items} items`, async () => {
    await page.goto(`${product.origin}/projects`);
    await page.waitForLoadState('networkidle');
    return untilRows(page, manyFolder);
  });
  await told('the same folder again, with what is known of it', async () => {
    await follow(page, '/projects');
    await page.locator('tr[data-entry]').first().waitFor({ state: 'detached' });
    return untilRows(page, manyFolder);
  });

  const address = `/compare/conformer_search?${new URLSearchParams(searches.map((uuid) => ['uuid', uuid]))}`;
  await told(`compare of ${compared} conformer searches, pages at hand`, async () => {
    await page.goto(`${product.origin}/compare/conformer_search?uuid=${searches[0]}`);
    await page.locator('.cv-compare-table thead th').first().waitFor();
    await page.waitForLoadState('networkidle');
    return untilSeen(page, address, (wanted) => {
      const element = document.querySelector('cuvette-compare');
      const heads = element?.shadowRoot?.querySelectorAll('.cv-compare-table thead th') ?? [];
      const rows = element?.shadowRoot?.querySelectorAll('.cv-compare-table tbody tr') ?? [];
      return heads.length === wanted && rows.length > 3;
    });
  });
}

/** Follows an address inside the app, as a click on a link does. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);
}

/** Milliseconds from a change of address to rows that are painted, by the page's own clock. */
function untilRows(page: Page, folder: string): Promise<number> {
  return untilSeen(
    page,
    `/folder/${folder}`,
    (wanted) => document.querySelectorAll('tr[data-entry]').length === wanted,
    20,
  );
}

async function untilSeen(
  page: Page,
  address: string,
  seen: (wanted: number) => boolean,
  wanted = compared,
): Promise<number> {
  return page.evaluate(
    async ([to, test, count]) => {
      const isSeen = new Function('wanted', `return (${test})(wanted)`) as (wanted: number) => boolean;
      const start = performance.now();
      history.pushState({}, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      return await new Promise<number>((resolve) => {
        const look = () => (isSeen(count) ? resolve(performance.now() - start) : requestAnimationFrame(look));
        look();
      });
    },
    [address, seen.toString(), wanted] as const,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs something a few times and prints the median and the slowest. */
async function told(what: string, turn: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  for (let index = 0; index < turns; index += 1) times.push(await turn());
  times.sort((a, b) => a - b);
  console.log(`${what}: ${times[Math.floor(turns / 2)]?.toFixed(0)} ms (slowest ${times.at(-1)?.toFixed(0)} ms)`);
}
