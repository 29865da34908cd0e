import { createSession } from '@cuvette/core/session';
import { tableOf } from '@cuvette/core/tables';
import { expect, fixture, html } from '@open-wc/testing';
import { defineElement } from '../elements/define.tsx';
import { waitUntil } from '../testing/wait-until.ts';
import { still } from '../ui/test-helpers.ts';
import { AtomTable, type AtomTableProps } from './atom-table.tsx';

defineElement<AtomTableProps>({
  tag: 'cuvette-atom-table-probe',
  view: (props) => (props.session ? <AtomTable {...props} name="water" /> : null),
  attributes: {},
  properties: ['table', 'session'],
});

const sites = tableOf({
  id: 'sites',
  title: 'Sites',
  rows: [4, 0, 4, 2],
  columns: [{ id: 'atom', title: 'Atom', text: (atom) => `X${atom + 1}` }],
  atom: (atom) => atom,
  empty: '',
});

it('a table of atoms marks the rows of all atoms that are selected in the viewer, and selects the atom of its active row', async () => {
  const session = createSession();
  const element = await fixture<HTMLElement & { shadowRoot: ShadowRoot }>(
    html`<cuvette-atom-table-probe .table=${sites} .session=${session}></cuvette-atom-table-probe>`,
  );
  const marked = () =>
    [...element.shadowRoot.querySelectorAll<HTMLElement>('tr[aria-selected="true"]')].map((row) => row.dataset.row);
  await waitUntil(() => element.shadowRoot.querySelector('tr[data-row]'));
  expect(marked()).to.deep.equal([]);
  session.selectAtoms([2, 4]);
  await waitUntil(() => marked().length === 3);
  expect(marked()).to.deep.equal(['0', '2', '3']);
  element.shadowRoot.querySelector<HTMLElement>('tr[data-row="1"]')?.click();
  await waitUntil(() => marked().length === 1);
  expect(session.getState().atoms).to.deep.equal([0]);
});

it('a copied table is a table of HTML for documents and tab-separated text for spreadsheets', async () => {
  const written: ClipboardItem[] = [];
  const clipboard = { write: async (items: ClipboardItem[]) => void written.push(...items) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  try {
    const element = await fixture<HTMLElement & { shadowRoot: ShadowRoot }>(
      html`<cuvette-atom-table-probe .table=${sites} .session=${createSession()}></cuvette-atom-table-probe>`,
    );
    const button = () => element.shadowRoot.querySelector<HTMLElement>('button[title="Copy table"]');
    await waitUntil(button);
    button()?.click();
    await waitUntil(() => written.length > 0);
    const as = async (type: string) => (await written[0]?.getType(type))?.text();
    expect(await as('text/plain')).to.equal('Atom\nX5\nX1\nX5\nX3');
    expect(await as('text/html')).to.equal(
      '<table><thead><tr><th>Atom</th></tr></thead><tbody><tr><td>X5</td></tr><tr><td>X1</td></tr><tr><td>X5</td></tr><tr><td>X3</td></tr></tbody></table>',
    );
  } finally {
    Reflect.deleteProperty(navigator, 'clipboard');
  }
});

describe('a copy of a table that the browser refuses', () => {
  const text = 'Atom\nX5\nX1\nX5\nX3';
  const ways: [string, unknown][] = [
    ['is not allowed', { write: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
    ['has no clipboard, as without HTTPS', undefined],
  ];
  for (const [way, clipboard] of ways) {
    it(`${way}: an alert shows the text to copy`, async () => {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
      try {
        const element = await fixture<HTMLElement & { shadowRoot: ShadowRoot }>(
          html`<cuvette-atom-table-probe .table=${sites} .session=${createSession()}></cuvette-atom-table-probe>`,
        );
        const button = (name: string) =>
          [...element.shadowRoot.querySelectorAll('button')].find(
            (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
          );
        await waitUntil(() => button('Copy table'));
        button('Copy table')?.focus();
        button('Copy table')?.click();
        await waitUntil(() => element.shadowRoot.querySelector('[role=alert]'));
        const alert = element.shadowRoot.querySelector('dialog[open] [role=alert]');
        expect(alert?.textContent).to.match(
          /^Copy operation failed\. This is likely because you're using Safari\. .*another browser/,
        );
        const field = element.shadowRoot.activeElement as HTMLTextAreaElement;
        expect(field.value.slice(field.selectionStart, field.selectionEnd)).to.equal(text);
        await still();
        await expect(element).to.be.accessible();
        button('Close')?.click();
        await waitUntil(() => !element.shadowRoot.querySelector('dialog'));
        expect(element.shadowRoot.activeElement?.textContent).to.equal('Copy table');
      } finally {
        // What lay over the browser's own is taken away.
        Reflect.deleteProperty(navigator, 'clipboard');
      }
    });
  }
});
