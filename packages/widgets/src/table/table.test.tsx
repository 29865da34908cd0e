import { makeTable, numberColumn, type TableData, textColumn } from '@cuvette/core/tables';
import { aTimeout, expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { createRoot } from 'react-dom/client';
import '../elements/table.tsx';
import { fileNameOf } from '../ui/download.ts';
import { still } from '../ui/test-helpers.ts';
import { rowsAsText } from './copy.ts';
import { Table } from './table.tsx';

type TableHost = HTMLElement & { data: TableData; shadowRoot: ShadowRoot };

const small = makeTable({
  id: 'energies',
  title: 'Energies',
  length: 4,
  columns: [
    textColumn({ id: 'name', title: 'Name' }, ['b', 'a', 'c', 'a']),
    numberColumn({ id: 'energy', title: 'Energy', unit: 'Hartree', precision: 3 }, [-1.23456789, 2, null, 0.5]),
  ],
  structures: ['s1', 's2', 's3', 's4'],
  empty: 'No energies yet.',
});

async function shown(table: TableData): Promise<TableHost> {
  const element = await fixture<TableHost>(html`<cuvette-table .data=${table}></cuvette-table>`);
  await settled();
  return element;
}

async function settled() {
  await nextFrame();
  await aTimeout(30);
}

const rows = (host: TableHost) => [...host.shadowRoot.querySelectorAll<HTMLTableRowElement>('tbody tr[data-row]')];
const order = (host: TableHost) => rows(host).map((row) => Number(row.dataset.row));
const active = (host: TableHost) =>
  host.shadowRoot.querySelector<HTMLTableRowElement>('tr[aria-selected="true"]')?.dataset.row ?? null;
const heading = (host: TableHost, index: number) =>
  host.shadowRoot.querySelectorAll<HTMLButtonElement>('thead button')[index] as HTMLButtonElement;

describe('a table', () => {
  it('tells what is infinite from what is missing, also in a copy', async () => {
    const values = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null, 1e-300];
    const table = { ...small, columns: [numberColumn({ id: 'ratio', title: 'Ratio', precision: 2 }, values)] };
    const host = await shown(table);
    expect(rows(host).map((row) => row.querySelector('td')?.textContent)).to.deep.equal(['∞', '−∞', '', '0.00']);
    expect(rowsAsText(table, [0, 1, 2, 3], [0])).to.equal('Ratio\n∞\n−∞\n\n1e-300');
  });

  it('puts the unit into the heading, numbers to the right at their precision, and nothing for a missing value', async () => {
    const host = await shown(small);
    const cells = rows(host).map((row) => row.querySelectorAll('td')[1]?.textContent);
    expect(cells).to.deep.equal(['−1.235', '2.000', '', '0.500']);
    expect(heading(host, 1).textContent).to.contain('Energy Hartree');
    const cell = rows(host)[0]?.querySelectorAll('td')[1] as Element;
    expect(getComputedStyle(cell).textAlign).to.equal('end');
    expect(getComputedStyle(cell).fontVariantNumeric).to.equal('tabular-nums');
  });

  it('sorts by its headings, with Shift by several, and tells it by aria-sort', async () => {
    const host = await shown(small);
    heading(host, 0).click();
    await settled();
    expect(order(host)).to.deep.equal([1, 3, 0, 2]);
    expect(heading(host, 0).closest('th')?.getAttribute('aria-sort')).to.equal('ascending');
    heading(host, 1).dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, shiftKey: true }));
    await settled();
    const both = order(host);
    expect(new Set(both.slice(0, 2))).to.deep.equal(new Set([1, 3]));
    const first = both[0];
    heading(host, 1).dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, shiftKey: true }));
    await settled();
    expect(order(host)[0]).not.to.equal(first);
    expect(order(host).slice(2)).to.deep.equal([0, 2]);
    expect(host.shadowRoot.querySelectorAll('th[aria-sort="ascending"], th[aria-sort="descending"]').length).to.equal(
      1,
    );
  });

  it('moves one active row by the keyboard and says so by event', async () => {
    const host = await shown(small);
    const told: (string | null)[] = [];
    host.addEventListener('cuvette-select', (event) => told.push(event.detail.structure));
    (rows(host)[0] as HTMLElement).focus();
    await sendKeys({ press: 'ArrowDown' });
    await settled();
    expect(active(host)).to.equal('1');
    await sendKeys({ press: 'End' });
    await settled();
    expect(active(host)).to.equal('3');
    expect((host.shadowRoot.activeElement as HTMLElement).dataset.row).to.equal('3');
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Home' });
    await settled();
    expect(active(host)).to.equal('0');
    expect(told).to.deep.equal(['s2', 's4', 's4', 's1']);
    expect(host.shadowRoot.querySelectorAll('tbody tr[tabindex="0"]').length).to.equal(1);
  });

  it('keeps the page where it is and only a window of rows in it when there are 100 000', async () => {
    const many = makeTable({
      id: 'many',
      title: 'Many',
      length: 100_000,
      columns: [
        numberColumn(
          { id: 'n', title: 'N', precision: 0 },
          Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 100_000),
        ),
      ],
      empty: '',
    });
    const host = await shown(many);
    expect(rows(host).length).to.be.greaterThan(5).and.lessThan(120);
    heading(host, 0).click();
    await settled();
    expect(rows(host)[0]?.querySelector('td')?.textContent).to.equal('0');
    (rows(host)[0] as HTMLElement).focus();
    const before = window.scrollY;
    await sendKeys({ press: 'End' });
    await aTimeout(150);
    expect(host.shadowRoot.querySelector('tr[aria-selected="true"] td')?.textContent).to.equal('99999');
    expect(window.scrollY).to.equal(before);
    expect(host.shadowRoot.querySelector('table')?.getAttribute('aria-rowcount')).to.equal('100001');
  });

  it('new data with the same active row leave the scroll position alone', async () => {
    const data = (offset: number) =>
      makeTable({
        id: 'long',
        title: 'Long',
        length: 150,
        columns: [
          numberColumn(
            { id: 'n', title: 'N', precision: 0 },
            Array.from({ length: 150 }, (_, i) => i + offset),
          ),
        ],
        empty: '',
      });
    const first = data(0);
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const root = createRoot(host);
    const draw = (table: TableData) =>
      root.render(
        <div style={{ height: 200 }}>
          <Table table={table} name="t" activeRow={3} onActiveRow={() => {}} />
        </div>,
      );
    draw(first);
    await settled();
    const box = host.querySelector('.cv-table-scroll') as HTMLElement;
    box.style.overflow = 'auto';
    box.style.maxHeight = '200px';
    box.scrollTop = 1500;
    draw(data(1));
    await settled();
    expect(host.querySelector('td')?.textContent).to.equal('1');
    expect(box.scrollTop).to.equal(1500);
    root.unmount();
  });

  it('copies the active row with headings at full precision', async () => {
    const host = await shown(small);
    (rows(host)[0] as HTMLElement).click();
    await settled();
    document.getSelection()?.removeAllRanges();
    const data = new DataTransfer();
    const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true, composed: true, clipboardData: data });
    rows(host)[0]?.dispatchEvent(event);
    expect(event.defaultPrevented).to.equal(true);
    expect(data.getData('text/plain')).to.equal('Name\tEnergy (Hartree)\nb\t-1.23456789');
    expect(rowsAsText(small, [2], [0, 1])).to.equal('Name\tEnergy (Hartree)\nc\t');
    const failing = small.columns.map((column) =>
      column.kind === 'number' ? { ...column, missing: 'Failed' } : column,
    );
    expect(rowsAsText({ ...small, columns: failing }, [2], [0, 1])).to.equal('Name\tEnergy (Hartree)\nc\tFailed');
  });

  it('copies texts as one cell each, none as the formula of a spreadsheet', () => {
    const values = ['=HYPERLINK("x")', 'two\tcells', 'two\nlines', '@SUM(A1)'];
    const column = { id: 'note', title: 'Note', kind: 'text' as const, values };
    const notes = makeTable({ ...small, length: 4, columns: [column], structures: [null, null, null, null] });
    const copied = rowsAsText(notes, [0, 1, 2, 3], [0]);
    expect(copied.split('\n').slice(1)).to.deep.equal([`'=HYPERLINK("x")`, 'two cells', 'two lines', `'@SUM(A1)`]);
  });

  it('says its empty text', async () => {
    const host = await shown(makeTable({ ...small, length: 0, columns: [], structures: [] }));
    expect(host.shadowRoot.textContent).to.contain('No energies yet.');
    expect(host.shadowRoot.querySelector('table')).to.equal(null);
  });

  it('makes file names that every system accepts', () => {
    expect(fileNameOf('../a b/"c"', 'csv')).to.equal('a-b-c.csv');
    expect(fileNameOf('…', 'csv')).to.match(/^[\w.-]+$/);
  });

  it('passes axe in light and dark', async () => {
    for (const theme of ['light', 'dark']) {
      const host = await fixture<TableHost>(html`<cuvette-table theme=${theme} .data=${small}></cuvette-table>`);
      await settled();
      (rows(host)[1] as HTMLElement).click();
      await settled();
      await still();
      await expect(host).to.be.accessible();
    }
  });
});
