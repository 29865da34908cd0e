import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from './support/product.ts';
import { call, expect, ownButane, test } from './support/shared.ts';

/** Types whose plots, facts and tables arrive one after another; the full run looks at all stored results. */
const types = ['docking', 'molecular_dynamics', 'pka'];
const more = [
  'scan',
  'irc',
  'protein_md',
  'pose_analysis_md',
  'electronic_properties',
  'msa',
  'nmr',
  'conformer_search',
  'fukui',
  'admet',
  'descriptors',
  'basic_calculation',
  'macropka',
  'tautomers',
  'bde',
];
const screens = [
  { width: 1400, height: 900 },
  { width: 390, height: 844 },
];
/** What content may move by itself, as the browser scores it. */
const most = 0.02;
/** Milliseconds without any shift after which a page counts as settled. */
const quiet = 1200;

interface Shifts {
  sum: number;
  last: number;
  /** What moved, for the message of a failure. */
  moved: string[];
}

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, last: performance.now(), moved: [] };
    Object.assign(window, { shifts });
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (hadRecentInput) continue;
        shifts.sum += value;
        shifts.last = performance.now();
        for (const { node, previousRect: from, currentRect: to } of sources) {
          const name = node instanceof Element ? `${node.localName}.${node.className}` : node?.textContent;
          shifts.moved.push(
            `${value.toFixed(4)} ${name}: ${from.x},${from.y} ${from.width}x${from.height} -> ${to.x},${to.y} ${to.width}x${to.height}`,
          );
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Opens a page and waits until nothing moves any more. */
async function shiftOf(page: Page, address: string, drawn: string): Promise<Shifts> {
  await page.goto(address);
  await page.locator(drawn).first().waitFor();
  await page.waitForLoadState('networkidle');
  const told = () => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
  await expect
    .poll(async () => (await page.evaluate(() => performance.now())) - (await told()).last, { timeout: 30_000 })
    .toBeGreaterThan(quiet);
  return told();
}

/** The query that compares the pKa example with another item of its type. */
async function pairOfPka(first: string): Promise<string> {
  return `uuid=${first}&uuid=${await imported('pka')}`;
}

async function imported(type: string): Promise<string> {
  const bundle: unknown = JSON.parse(readFileSync(join(root, `examples/results/${type}.cuvette.json`), 'utf8'));
  const { body } = await call<{ items: { uuid: string }[] }>('POST', '/api/workflow/import', bundle);
  return body.items[0]?.uuid ?? '';
}

test('what arrives late moves nothing: items, lists, comparisons and pages of new workflows, in a window and on a phone', async ({
  context,
}) => {
  await ownButane();
  const asked = process.env.CUVETTE_FULL ? [...types, ...more] : types;
  const items = await Promise.all(
    asked.map(async (type) => [type, `/workflow/${await imported(type)}`, '.cv-headline'] as const),
  );
  const pka =
    items
      .find(([type]) => type === 'pka')?.[1]
      .split('/')
      .at(-1) ?? '';
  const { uuid: own = '' } = items[0] ? { uuid: items[0][1].split('/').at(-1) } : {};
  const { body } = await call<{ parent_uuid: string }>('GET', `/api/workflow/${own}`);
  const places = [
    ...items,
    ['list', `/folder/${body.parent_uuid}`, 'tr[data-entry]'] as const,
    ['comparison', `/compare/pka?${await pairOfPka(pka)}`, '.cv-compare-table'] as const,
    ['home', '/', 'main h1'] as const,
    ['new', '/new', '.type-card'] as const,
    ['form', '/new/docking', '.cv-submit'] as const,
  ];
  // On a phone one page of each kind, and in the full run all of them.
  const onPhone = new Set(['docking', 'list', 'form']);
  const waiting = screens.flatMap((screen) =>
    places
      .filter(([name]) => process.env.CUVETTE_FULL || screen.width > 400 || onPhone.has(name))
      .map((place) => ({ screen, place })),
  );
  const look = async () => {
    const page = await context.newPage();
    await watch(page);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, address, drawn] = next.place;
      await page.setViewportSize(next.screen);
      const { sum, moved } = await shiftOf(page, address, drawn);
      console.log(`${name} at ${next.screen.width} px: ${sum.toFixed(4)}`);
      expect.soft(sum, `${name} at ${next.screen.width} px\n${moved.join('\n')}`).toBeLessThanOrEqual(most);
    }
  };
  // A page is waited for until it has been still for a while: three at once wait together.
  await Promise.all([look(), look(), look()]);
});
