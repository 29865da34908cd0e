import type { Browser, BrowserContext, Page } from 'playwright';

/** What a browser sees of an item in a page of a host. */
export interface Measured {
  /** The element or the frame shows the result itself; else the page has its words and picture. */
  live: boolean;
  /** A picture of the item is on A4 paper, and is not cut. */
  print: boolean;
  /** The number stays readable while the server does not answer. */
  away: boolean;
  /** On a dark page the result is dark too; null where there is only a picture. */
  dark: boolean | null;
  /** Errors in the console that come from files of the server. */
  errors: string[];
}

/** What is looked for in a page. */
export interface Wanted {
  /** Address of the page of the host. */
  page: string;
  /** Origin of the Cuvette server. */
  server: string;
  /** A number of the item, as it is written. */
  number: string;
}

/** Width of A4 paper in CSS pixels. */
const paper = 794;
const settleMs = 20_000;

/** The text of a page as a reader sees it: that inside of elements and frames, and the alternative text of pictures that did not load, included. */
async function seenText(page: Page): Promise<string> {
  const texts = await Promise.all(
    page.frames().map((frame) =>
      frame
        .evaluate(() => {
          const textOf = (root: Document | ShadowRoot | Element): string =>
            [...root.querySelectorAll('*')]
              .map((one) => (one.shadowRoot ? textOf(one.shadowRoot) : ''))
              .concat(root instanceof Document ? root.body.innerText : (root.textContent ?? ''))
              .concat([...root.querySelectorAll('img')].map((one) => (one.naturalWidth === 0 ? one.alt : '')))
              .join(' ');
          return textOf(document);
        })
        .catch(() => ''),
    ),
  );
  return texts.join(' ');
}

/** Whether an element or a frame of ours has drawn a table or its numbers. */
async function isLive(page: Page): Promise<boolean> {
  for (const frame of page.frames()) {
    const found = await frame
      .evaluate(() => {
        const elements = [...document.querySelectorAll('*')].filter((one) => one.localName.startsWith('cuvette-'));
        return elements.some(({ shadowRoot }) => shadowRoot?.querySelector('td, data, canvas') != null);
      })
      .catch(() => false);
    if (found) return true;
  }
  return false;
}

/** Whether a picture is seen whole on paper: an image, a drawing or a canvas of at least 100 px that ends before the edge. */
async function hasPicture(page: Page): Promise<boolean> {
  for (const frame of page.frames()) {
    const found = await frame
      .evaluate((width) => {
        const picturesOf = (root: Document | ShadowRoot): Element[] =>
          [...root.querySelectorAll('*')].flatMap((one) => [
            ...(/^(?:img|canvas|svg)$/.test(one.localName) ? [one] : []),
            ...(one.shadowRoot ? picturesOf(one.shadowRoot) : []),
          ]);
        return picturesOf(document).some((one) => {
          const box = one.getBoundingClientRect();
          const loaded = !(one instanceof HTMLImageElement) || one.naturalWidth > 0;
          const visible = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
          return loaded && visible && box.width >= 100 && box.height >= 15 && box.right <= width + 1;
        });
      }, paper)
      .catch(() => false);
    if (found) return true;
  }
  return false;
}

/** Whether what is written in the element or the frame is light on dark; null where neither is there. */
async function isDark(page: Page): Promise<boolean | null> {
  for (const frame of page.frames()) {
    const found = await frame
      .evaluate(() => {
        const lightness = (colour: string) => {
          const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
          // `color(srgb …)` counts to one.
          const most = colour.startsWith('color(') ? 1 : 255;
          return (0.299 * red + 0.587 * green + 0.114 * blue) / most;
        };
        for (const one of document.querySelectorAll('*')) {
          const cell = one.localName.startsWith('cuvette-') ? one.shadowRoot?.querySelector('td, data') : null;
          if (cell) return lightness(getComputedStyle(cell).color) > 0.5;
        }
        return null;
      })
      .catch(() => null);
    if (found !== null) return found;
  }
  return null;
}

const until = async (page: Page, look: () => Promise<boolean>, limit = settleMs): Promise<boolean> => {
  const end = Date.now() + limit;
  while (Date.now() < end) {
    if (await look()) return true;
    await page.waitForTimeout(250);
  }
  return false;
};

async function inPage<T>(browser: Browser, options: object, work: (page: Page, context: BrowserContext) => Promise<T>) {
  const context = await browser.newContext(options);
  try {
    return await work(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

/** Opens a page of a host four times: as it is, on paper, without the server, and dark. */
export async function measure(browser: Browser, { page: address, server, number }: Wanted): Promise<Measured> {
  const errors: string[] = [];
  const [live, print] = await inPage(browser, { viewport: { width: paper, height: 1123 } }, async (page) => {
    page.on('console', (message) => {
      const from = message.location().url;
      if (message.type() === 'error' && from.startsWith(server)) errors.push(message.text());
    });
    page.on('pageerror', (error) => {
      if (error.stack?.includes(server)) errors.push(error.message);
    });
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    const drawn = await until(page, () => isLive(page), 15_000);
    await page.emulateMedia({ media: 'print' });
    return [drawn, await until(page, () => hasPicture(page))];
  });
  const away = await inPage(browser, {}, async (page, context) => {
    await context.route(`${server}/**`, (route) => route.abort());
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    return until(page, async () => (await seenText(page)).includes(number), 8000);
  });
  const dark = live
    ? await inPage(browser, { colorScheme: 'dark' }, async (page) => {
        await page.goto(address, { waitUntil: 'domcontentloaded' });
        await page.addStyleTag({ content: ':root { color-scheme: dark } body { background: #15181c; color: #eee }' });
        await until(page, async () => (await isDark(page)) === true, 15_000);
        return isDark(page);
      })
    : null;
  return { live, print, away, dark, errors };
}
