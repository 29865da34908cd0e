import { createClient } from '@cuvette/core/client';
import { Bundle, type WorkflowItem } from '@cuvette/core/entities';
import { createSession, saveSession } from '@cuvette/core/session';
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';

const path = new URL('../results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;

type Inside = HTMLElement & { shadowRoot: ShadowRoot; item: WorkflowItem; state: string };
const caption = (element: Inside) => element.shadowRoot?.querySelector('.cv-viewer-caption')?.textContent ?? '';
const ready = { timeout: 10_000 };

const next = (element: Inside) =>
  element.shadowRoot.querySelector<HTMLElement>('[aria-label="Next structure"], [title="Next structure"]')?.click();

/** The item as a poll finds it when something else of it has changed. */
const polled = (item: WorkflowItem, change: Partial<WorkflowItem> = {}) => ({ ...structuredClone(item), ...change });

async function opened(tag: string, count = 9, change: Record<string, string> = {}) {
  const bundle = Bundle.parse(await (await fetch(path)).json());
  const item = bundle.items[0] as WorkflowItem;
  const data = item.object_data as { conformer_uuids: string[][]; energies: number[] };
  const ids = data.conformer_uuids.map((stages) => stages.at(-1) as string);
  const withFirst = (first: number) =>
    polled(item, {
      object_data: {
        ...data,
        conformer_uuids: data.conformer_uuids.slice(0, first),
        energies: data.energies.slice(0, first),
      },
    });
  const element = document.createElement(tag) as Inside & { client: unknown };
  element.client = createClient({ bundle });
  element.item = withFirst(count);
  for (const [name, value] of Object.entries({ antialias: 'off', session: `given ${Math.random()}`, ...change })) {
    element.setAttribute(name, value);
  }
  return { element, item, ids, of: withFirst };
}

for (const tag of ['cuvette-viewer', 'cuvette-workflow']) {
  describe(`the attribute structure of <${tag}>`, () => {
    it('says what is shown first; a poll does not take the reader back to it, another value does', async () => {
      const { element, item, ids } = await opened(tag);
      element.setAttribute('structure', ids[2] as string);
      await fixture(html`<div style="width:700px;height:480px">${element}</div>`);
      await waitUntil(() => caption(element).includes('3 of 9'), 'the structure that is given', ready);
      next(element);
      await waitUntil(() => caption(element).includes('4 of 9'), 'the reader goes on', ready);
      const { state } = element;
      element.item = polled(item, { notes: 'changed' });
      await aTimeout(150);
      expect(caption(element)).to.contain('4 of 9');
      element.setAttribute('structure', ids[6] as string);
      await waitUntil(() => caption(element).includes('7 of 9'), 'another value', ready);
      element.state = state;
      await waitUntil(() => caption(element).includes('4 of 9'), 'what is restored later', ready);
      element.item = polled(item, { notes: 'changed again' });
      await aTimeout(150);
      expect(caption(element)).to.contain('4 of 9');
    });

    it('waits for a structure that is still to come, unless the reader chose another one meanwhile', async () => {
      for (const chosen of [false, true]) {
        const { element, ids, of } = await opened(tag, 3);
        element.setAttribute('structure', ids[5] as string);
        await fixture(html`<div style="width:700px;height:480px">${element}</div>`);
        await waitUntil(() => caption(element).includes('1 of 3'), 'what is there', ready);
        if (chosen) {
          next(element);
          await waitUntil(() => caption(element).includes('2 of 3'), 'the reader goes on', ready);
        }
        element.item = of(9);
        await waitUntil(() => caption(element).includes(chosen ? '2 of 9' : '6 of 9'), 'all of them', ready);
        await aTimeout(100);
        expect(caption(element)).to.contain(chosen ? '2 of 9' : '6 of 9');
      }
    });

    it('keeps what a restored state says of the same structure, and comes before its other structure', async () => {
      const { ids } = await opened(tag);
      const saved = createSession({ structures: ids, structure: ids[3] as string, atoms: [0, 1] });
      const state = saveSession(saved.getState());
      for (const [given, shown, atoms] of [
        [3, '4 of 9', true],
        [1, '2 of 9', false],
      ] as const) {
        const { element } = await opened(tag, 9, { state, structure: ids[given] as string });
        await fixture(html`<div style="width:700px;height:480px">${element}</div>`);
        const label = () => element.shadowRoot?.querySelector('.cv-viewer-stage')?.getAttribute('aria-label') ?? '';
        await waitUntil(() => label().toLowerCase().includes(shown), `${shown}, but ${label()}`, ready);
        await waitUntil(() => (element.state === state) === atoms, 'its atoms', ready);
      }
    });
  });
}
