/** What the tests of the result views share: stored results, and looking into an element. */
import { type Client, createClient } from '@cuvette/core/client';
import { Bundle, WorkflowItem } from '@cuvette/core/entities';
import '../elements/workflow.tsx';
import '../elements/table.tsx';

export type Host = HTMLElement & { item?: unknown; client?: Client; shadowRoot: ShadowRoot };

export const basicSrc = new URL('./fixtures/basic-calculation.cuvette.json', import.meta.url).href.replace(/\?.*/, '');
export const butaneSrc = new URL('./fixtures/butane.cuvette.json', import.meta.url).href.replace(/\?.*/, '');
export const waterSrc = new URL('./fixtures/water.cuvette.json', import.meta.url).href.replace(/\?.*/, '');
export const conformerSrc = new URL('./fixtures/conformer-search.cuvette.json', import.meta.url).href.replace(
  /\?.*/,
  '',
);
let conformerData: unknown;
let basicData: unknown;
before(async () => {
  conformerData = await (await fetch(conformerSrc)).json();
  basicData = await (await fetch(basicSrc)).json();
});
export const conformers = () => Bundle.parse(structuredClone(conformerData));
export const basic = () => Bundle.parse(structuredClone(basicData));

/** The first item of a bundle, changed; and a client that reads the bundle. */
export function changed(bundle: Bundle, change: Record<string, unknown>, data: Record<string, unknown> = {}) {
  const item = bundle.items[0] as WorkflowItem;
  const made = WorkflowItem.parse({ ...item, ...change, object_data: { ...item.object_data, ...data } });
  const whole = { ...bundle, items: [made] };
  return { item: made, client: createClient({ bundle: whole }) };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Waits until `what` gives something; fails with its text after `limit` milliseconds. */
export async function until<T>(what: () => T | null | undefined | false, limit = 15_000): Promise<T> {
  const end = performance.now() + limit;
  for (;;) {
    const value = what();
    if (value) return value;
    if (performance.now() > end) throw new Error(`did not come: ${what}`);
    await pause(20);
  }
}

export const $ = <E extends Element = HTMLElement>(host: Host, selector: string) =>
  host.shadowRoot.querySelector<E>(selector);
export const $$ = <E extends Element = HTMLElement>(host: Host, selector: string) => [
  ...host.shadowRoot.querySelectorAll<E>(selector),
];
export const text = (host: Host) => host.shadowRoot.textContent ?? '';
/** The title of a tab, without the mark beside it. */
export const tabName = (tab: Element | null | undefined) =>
  (tab?.querySelector('.cv-tab-title') ?? tab)?.textContent ?? '';
export const tabs = (host: Host) => $$(host, '[role="tab"]').map(tabName);
export const openTab = (host: Host, name: string) =>
  ($$(host, '[role="tab"]').find((tab) => tabName(tab) === name) as HTMLElement).click();
export const caption = (host: Host) => $(host, '.cv-viewer-caption')?.textContent ?? '';
export const stage = (host: Host) => $(host, '.cv-viewer-stage')?.getAttribute('aria-label') ?? '';

const shown: Element[] = [];
afterEach(() => {
  for (const element of shown.splice(0)) element.remove();
});

/** An element with an item and a client as properties, on the page until the end of the test. */
export async function show(change: { item: WorkflowItem; client: Client }, tab?: string): Promise<Host> {
  const host = document.createElement('cuvette-workflow') as Host;
  Object.assign(host, change);
  document.body.append(host);
  shown.push(host);
  if (tab) host.setAttribute('tab', tab);
  await until(() => $(host, '[role="tablist"]'));
  await pause(60);
  return host;
}
