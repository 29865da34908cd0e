import type { TableData } from '@cuvette/core/tables';
import { aTimeout, fixture, html, nextFrame } from '@open-wc/testing';

export type TableHost = HTMLElement & { data: TableData; columns?: readonly string[]; shadowRoot: ShadowRoot };

export async function settled(): Promise<void> {
  await nextFrame();
  await aTimeout(30);
}

export const all = <T extends Element = HTMLElement>(host: TableHost, selector: string): T[] => [
  ...host.shadowRoot.querySelectorAll<T>(selector),
];

/** The one element, or an error that names what is not there. */
export function one<T extends Element = HTMLElement>(host: TableHost, selector: string): T {
  const found = host.shadowRoot.querySelector<T>(selector);
  if (!found) throw new Error(`Nothing in the table is ${selector}.`);
  return found;
}

export const order = (host: TableHost): number[] =>
  all(host, 'tbody tr[data-row]').map((row) => Number(row.dataset.row));
export const headings = (host: TableHost): string[] =>
  all(host, 'thead th[data-column] button > span:first-child').map((text) => text.textContent ?? '');

/** A button by its text or accessible name. */
export function button(host: TableHost, name: string | RegExp): HTMLButtonElement {
  const found = all<HTMLButtonElement>(host, 'button').find((one) => {
    const text = one.getAttribute('aria-label') ?? one.textContent?.trim() ?? '';
    return typeof name === 'string' ? text === name : name.test(text);
  });
  if (!found) throw new Error(`The table has no button "${name}".`);
  return found;
}

/** Types into a controlled field as a person does. */
export function type(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  const proto = field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Presses *Download CSV* (in the language of the table) and gives the lines of the file. */
export async function downloadedLines(host: TableHost, label = 'Download CSV'): Promise<string[]> {
  const blobs: Blob[] = [];
  const create = URL.createObjectURL;
  const go = HTMLAnchorElement.prototype.click;
  URL.createObjectURL = (made: Blob) => {
    blobs.push(made);
    return create.call(URL, made);
  };
  HTMLAnchorElement.prototype.click = () => {};
  try {
    button(host, label).click();
  } finally {
    URL.createObjectURL = create;
    HTMLAnchorElement.prototype.click = go;
  }
  const text = (await blobs[0]?.text()) ?? '';
  return text.trimEnd().split('\r\n');
}

/** A table in the page. */
export async function shown(table: TableData, multiple = false): Promise<TableHost> {
  const host = await fixture<TableHost>(html`<cuvette-table ?multiple=${multiple} .data=${table}></cuvette-table>`);
  await settled();
  return host;
}

export const rowOf = (host: TableHost, row: number) => one(host, `tr[data-row="${row}"]`);
export const selected = (host: TableHost) =>
  all(host, 'tr[aria-selected="true"]')
    .map((row) => Number(row.dataset.row))
    .sort((a, b) => a - b);
export const click = (host: TableHost, row: number, keys: MouseEventInit = {}) =>
  rowOf(host, row).dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, ...keys }));
