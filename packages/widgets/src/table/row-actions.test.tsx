import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../elements/table.tsx';
import { all, button, one, rowOf, selected, settled, shown, type TableHost } from './test-helpers.ts';
import { large, molecules } from './test-tables.ts';

describe('what a page does with rows', () => {
  it('Enter and a double click open a row', async () => {
    const host = await shown(molecules);
    const opened: unknown[] = [];
    host.addEventListener('cuvette-open', (event) => opened.push(event.detail));
    rowOf(host, 0).focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    rowOf(host, 3).dispatchEvent(new MouseEvent('dblclick', { bubbles: true, composed: true }));
    expect(opened).to.deep.equal([
      { row: 1, structure: 'id-benzene' },
      { row: 3, structure: 'id-decalin' },
    ]);
  });

  it('actions and slots are at the end of a row and do not select it', async () => {
    const host = await fixture<TableHost>(html`
      <cuvette-table
        row-slots
        multiple
        .data=${molecules}
        .actions=${[{ id: 'resubmit', label: 'Resubmit' }]}
      >
        <button slot="actions">Compare</button>
        <button slot="row-2" id="own">Mine</button>
      </cuvette-table>
    `);
    await settled();
    const heard: unknown[] = [];
    host.addEventListener('cuvette-action', (event) => heard.push(event.detail));
    const own = host.querySelector('#own') as HTMLElement;
    const cell = one<HTMLSlotElement>(host, 'tr[data-row="2"] .cv-row-actions slot');
    expect(cell.assignedElements()).to.deep.equal([own]);
    expect(one<HTMLSlotElement>(host, 'slot[name=actions]').assignedElements().length).to.equal(1);
    rowOf(host, 2).querySelector<HTMLElement>('.cv-row-actions button')?.click();
    own.click();
    await settled();
    expect(heard).to.deep.equal([{ action: 'resubmit', row: 2, structure: 'id-cumene' }]);
    expect(selected(host)).to.deep.equal([]);
    expect(all(host, '.cv-row-actions button[tabindex="0"]').length).to.equal(1);
  });
});

describe('the room of actions at the end of the rows', () => {
  before(() => setViewport({ width: 1000, height: 700 }));
  const actions = ['Open', 'Resubmit', 'Delete'].map((label) => ({ id: label, label }));
  async function offering(rows: number, columns: number, width: number, own = '') {
    const box = await fixture<HTMLElement>(html`<div style="width:${width}px"></div>`);
    const host = document.createElement('cuvette-table') as unknown as TableHost & { actions: object };
    host.setAttribute('row-slots', '');
    host.innerHTML = own;
    Object.assign(host, { data: large(rows, columns), actions });
    box.append(host);
    await settled();
    await waitUntil(() => one(host, 'th.cv-row-actions').offsetWidth > 100);
    return host;
  }
  const buttons = (host: TableHost, row: number) => [
    ...rowOf(host, row).querySelectorAll<HTMLElement>('.cv-row-actions button'),
  ];
  /** What can be pressed of some controls: what the pointer meets in the middle of each. */
  const reached = (host: TableHost, controls: readonly HTMLElement[]) =>
    controls.filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const at = [(left + right) / 2, (top + bottom) / 2] as const;
      const met = [host.shadowRoot.elementFromPoint(...at), document.elementFromPoint(...at)];
      return right <= host.getBoundingClientRect().right && met.some((one) => one && control.contains(one));
    }).length;

  it('is what they need, where widths are fixed by many rows or by a person', async () => {
    const host = await offering(300, 13, 900);
    expect(reached(host, buttons(host, 0))).to.equal(3);
    const few = await offering(30, 13, 900, '<button slot="row-2" id="own">A longer thing of the page</button>');
    expect(reached(few, buttons(few, 2))).to.equal(3);
    one(few, 'thead button').focus();
    await sendKeys({ press: 'Alt+ArrowRight' });
    await waitUntil(() => one(few, 'table').hasAttribute('data-fixed'));
    await settled();
    expect(reached(few, [...buttons(few, 2), few.querySelector('#own') as HTMLElement])).to.equal(4);
    expect(few.offsetWidth, 'and no wider than the page').to.equal(900);
  });

  it('grows with what a page puts into a slot later', async () => {
    const host = await offering(300, 13, 900, '<span slot="row-3" id="own"></span>');
    const before = one(host, 'th.cv-row-actions').offsetWidth;
    const own = host.querySelector('#own') as HTMLElement;
    own.innerHTML = '<button>Compare with the experiment</button>';
    await waitUntil(() => one(host, 'th.cv-row-actions').offsetWidth > before + 100);
    expect(reached(host, [...buttons(host, 3), own.firstElementChild as HTMLElement])).to.equal(4);
  });

  it('lies at the end of the columns where it would leave them none, and one gets there', async () => {
    const host = await offering(300, 6, 300);
    expect(reached(host, buttons(host, 0))).to.equal(0);
    const more = () => button(host, /more column/);
    for (let press = 0; press < 9 && !more().hasAttribute('data-idle'); press++) {
      more().click();
      await settled();
    }
    expect(reached(host, buttons(host, 0))).to.equal(3);
  });
});
