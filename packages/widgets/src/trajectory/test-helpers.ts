/** What the trajectory player's tests share: an item of the test server, and looking into the element. */
import { createClient } from '@cuvette/core/client';
import { WorkflowItem } from '@cuvette/core/entities';
import { waitUntil } from '../testing/wait-until.ts';

export type Host = HTMLElement & Record<string, unknown> & { shadowRoot: ShadowRoot };

/** Replicates of the test server (testing/trajectory-server.mjs), by what they do. */
export const replicate = { good: 0, slow: 1, breaking: 2, refused: 3, short: 4, few: 5 } as const;
const totals = [400, 120, 60, 60, 60, 30];

/** An item whose trajectories are on the test server; a new identifier each time, so that its streams can be told apart. */
export function trajectoryItem(data: Record<string, unknown> = {}): WorkflowItem {
  return WorkflowItem.parse({
    uuid: crypto.randomUUID(),
    name: 'Ethanol in motion',
    created_at: '2026-01-01T00:00:00Z',
    object_status: 2,
    object_type: 'pose_analysis_md',
    parent_uuid: crypto.randomUUID(),
    object_data: {
      minimized_protein_uuid: 'structure',
      bonds: [
        [0, 1],
        [1, 2],
        [0, 3],
        [0, 4],
        [0, 5],
        [1, 6],
        [1, 7],
        [2, 8],
      ],
      trajectories: totals.map((total) => ({
        uuid: crypto.randomUUID(),
        ligand_rmsd: Array.from({ length: total }, () => 0),
      })),
      ...data,
    },
  });
}

/** A client of the test server that fetches as a page does, so that the worker is used. */
export const testClient = () => createClient({ origin: location.origin, source: 'shared' });

export interface StreamLog {
  path: string;
  replicate: number;
  start: number;
  count: number;
  sent: number;
  left: boolean;
}

/** What the server says of the streams of an item. */
export async function streamsOf(uuid: string): Promise<StreamLog[]> {
  const all = (await (await fetch('/test-trajectory/log')).json()) as StreamLog[];
  return all.filter(({ path }) => path.includes(uuid));
}

export const find = <E extends Element = HTMLElement>(host: HTMLElement, selector: string) =>
  host.shadowRoot?.querySelector<E>(selector) ?? null;
export const button = (host: HTMLElement, name: string) =>
  [...(host.shadowRoot?.querySelectorAll('button') ?? [])].find((each) => each.textContent?.trim() === name) ?? null;
/** Presses a button, when it is there: controls may come after what they control. */
export async function press(host: HTMLElement, name: string): Promise<void> {
  await waitUntil(() => button(host, name), `the button ${name}`);
  button(host, name)?.click();
}
export const labelled = <E extends HTMLElement = HTMLInputElement>(host: HTMLElement, name: string) =>
  (find<E>(host, `[aria-label="${name}"]`) ??
    [...(host.shadowRoot?.querySelectorAll('label') ?? [])]
      .find((label) => label.firstElementChild?.textContent === name)
      ?.querySelector<E>('select, input')) as E;
export const loadState = (host: HTMLElement) => find(host, '.cv-trajectory')?.dataset.load ?? null;
export const said = (host: HTMLElement) => host.shadowRoot?.textContent ?? '';

/** Sets a native slider as a person does. */
export function slide(input: HTMLInputElement, value: number) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(input, String(value));
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Chooses in a native list as a person does. */
export function pick(select: HTMLSelectElement, value: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set;
  set?.call(select, value);
  select.dispatchEvent(new Event('change', { bubbles: true }));
}
