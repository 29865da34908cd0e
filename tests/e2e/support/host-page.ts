import type { Page } from '@playwright/test';
import { butane, call, origin } from './shared.ts';

/** What a page has that shows a frame with the helper script. */
interface Host {
  frame: {
    get: () => Promise<State>;
    set: (state: object) => Promise<State>;
    theme: (theme: string) => Promise<State>;
    on: (event: string, listen: (detail: unknown) => void) => () => void;
  };
  heard: [string, Record<string, unknown>][];
}
export interface State {
  structure: string;
  structures: string[];
  tab: string | null;
  atoms: number[];
  saved: string;
}
declare global {
  interface Window extends Host {}
}

/** Events that a host page writes down. */
const events = ['load', 'state', 'select', 'tab', 'height', 'error'];

/** A shared conformer search of n-butane, by its identifier. */
export async function sharedButane(): Promise<string> {
  const { uuid } = await butane();
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  return uuid;
}

/** What a frame shows: the public page of a conformer search. */
export const address = (uuid: string, more = '') => `${origin}/public/conformer_search/${uuid}?embed=1${more}`;

/** A page as a wiki would write it: a frame and the helper's script. */
export const hostPage = (src: string, attributes = '', more = '') => `<!doctype html><title>wiki</title>
  <iframe name="result" title="butane" src="${src}" width="900" height="300" ${attributes}></iframe>${more}
  <script type="module">
    import { cuvetteFrame } from '${origin}/embed/1/frame.js';
    window.heard = [];
    window.frame = cuvetteFrame(document.querySelector('iframe'));
    for (const name of ${JSON.stringify(events)}) window.frame.on(name, (detail) => window.heard.push([name, detail]));
  </script>`;

/** The height that the helper gave the first frame. */
export const height = (page: Page) =>
  page
    .locator('iframe')
    .first()
    .evaluate((frame) => frame.style.height);
/** What the page heard under one name, in order. */
export const heard = (page: Page, name: string) =>
  page.evaluate((wanted) => window.heard.filter(([event]) => event === wanted).map(([, detail]) => detail), name);

/** What of the frame's content is cut off or scrolls inside: boxes that are lower than what is in them. */
export const cut = (page: Page) =>
  page.frame('result')?.evaluate(() => {
    const found: string[] = [];
    const look = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) look(element.shadowRoot);
        const { overflowY } = getComputedStyle(element);
        // What is only for assistive technology is cut on purpose.
        const scrolls = overflowY !== 'visible' && element.clientHeight > 1;
        if (!scrolls && element !== document.documentElement) continue;
        if (element.scrollHeight > element.clientHeight + 1) {
          found.push(`${element.className || element.tagName}: ${element.scrollHeight} in ${element.clientHeight}`);
        }
      }
    };
    look(document);
    return found;
  });

/** Holds back what the server says of an item, until it is let go. */
export async function holdItem(page: Page, uuid: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(`**/api/shared/workflow/${uuid}*`, async (route) => {
    await gate.promise;
    // A page that went away meanwhile has nobody who listens.
    await route.continue().catch(() => undefined);
  });
  return gate.resolve;
}
