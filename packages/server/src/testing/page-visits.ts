import { chromium } from 'playwright';

/** A call that a page makes, and how long after the page was asked for (ms). */
interface PageCall {
  method: string;
  path: string;
  body: string | null;
  after: number;
}

/** What the browser asks for when somebody opens a page whose scripts and styles it has. */
export interface PageVisit {
  name: string;
  calls: PageCall[];
}

/** Files whose names change with their content: a browser that was there before has them. */
const kept = /^\/assets\//;

/**
 * Opens pages of the portal in a real browser, as somebody with this cookie, each twice so that what the browser keeps is kept, and writes down what the
 * second visit asks for.
 */
export async function recordVisits(
  origin: string,
  cookie: { name: string; value: string },
  pages: Record<string, string>,
): Promise<PageVisit[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CUVETTE_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-3d-apis'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    await context.addCookies([{ ...cookie, url: origin }]);
    const visits: PageVisit[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const page = await context.newPage();
      await page.goto(new URL(path, origin).href, { waitUntil: 'networkidle' });
      const calls: PageCall[] = [];
      const began = performance.now();
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.origin !== origin || kept.test(url.pathname)) return;
        calls.push({
          method: request.method(),
          path: `${url.pathname}${url.search}`,
          body: request.postData(),
          after: performance.now() - began,
        });
      });
      await page.reload({ waitUntil: 'networkidle' });
      await page.close();
      visits.push({ name, calls });
    }
    return visits;
  } finally {
    await browser.close();
  }
}

/**
 * Opens a page again without a browser: first the document, then what it asks for, as many calls at once as a browser makes. Returns the milliseconds.
 * @param own makes the address of whoever opens it of the one that was recorded
 */
export async function visit(
  origin: string,
  cookie: string,
  { calls }: PageVisit,
  own: (path: string) => string,
): Promise<number> {
  const ask = async ({ method, path: recorded, body }: PageCall): Promise<void> => {
    const path = own(recorded);
    const answer = await fetch(new URL(path, origin), {
      method,
      headers: { cookie, origin, ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { body }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  };
  const began = performance.now();
  const [document, ...others] = calls;
  if (document) await ask(document);
  const atOnce = 6;
  const next = async (): Promise<void> => {
    for (let call = others.shift(); call; call = others.shift()) await ask(call);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return performance.now() - began;
}
