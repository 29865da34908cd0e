import { makeTable, numberColumn, type TableData } from '@cuvette/core/tables';
import { aTimeout, expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import '../elements/table.tsx';
import { still } from '../ui/test-helpers.ts';
import { all, button, downloadedLines, headings, one, order, settled, type TableHost, type } from './test-helpers.ts';

const wide = (columns: number, length = 12): TableData =>
  makeTable({
    id: 'wide',
    title: 'Wide',
    length,
    columns: Array.from({ length: columns }, (_, column) =>
      numberColumn(
        { id: `c${column}`, title: `Column ${column}`, precision: 0 },
        Array.from({ length }, (_, row) => row * 1000 + column),
      ),
    ),
    empty: '',
  });

async function shown(table: TableData, remember = ''): Promise<TableHost> {
  const host = await fixture<TableHost>(
    html`<cuvette-table remember=${remember || 'columns-test'} .data=${table}></cuvette-table>`,
  );
  await settled();
  return host;
}

const width = (host: TableHost, index: number) => all(host, 'thead th')[index]?.getBoundingClientRect().width ?? 0;
const checkbox = (host: TableHost, name: string) => {
  const label = all<HTMLLabelElement>(host, '.cv-columns li label').find((one) => one.textContent?.trim() === name);
  return label?.querySelector('input') as HTMLInputElement;
};

beforeEach(() => localStorage.clear());
after(() => localStorage.clear());

describe('columns of a table', () => {
  it('are 100 at most by default; the chooser raises the number, and the CSV would hold all', async () => {
    const host = await shown(wide(130));
    expect(one(host, 'table').getAttribute('aria-colcount')).to.equal('100');
    expect((await downloadedLines(host))[0]?.split(',').length).to.equal(130);
    button(host, 'Columns').click();
    await settled();
    expect(one(host, '.cv-columns [role=status]').textContent).to.contain('100 of 130 columns are shown.');
    type(one<HTMLInputElement>(host, '.cv-columns input[type=number]'), '130');
    await settled();
    expect(one(host, 'table').getAttribute('aria-colcount')).to.equal('130');
    type(one<HTMLInputElement>(host, '.cv-columns input[type=search]'), 'column 12');
    await settled();
    expect(all(host, '.cv-columns li').length).to.equal(11);
  });

  it('are hidden, moved and pinned in the chooser, and remembered for the type', async () => {
    const host = await shown(wide(4), 'macropka');
    button(host, 'Columns').click();
    await settled();
    checkbox(host, 'Column 1').click();
    await settled();
    expect(headings(host)).to.deep.equal(['Column 0', 'Column 2', 'Column 3']);
    button(host, 'Move Column 3 to the left').click();
    await settled();
    expect(headings(host)).to.deep.equal(['Column 0', 'Column 3', 'Column 2']);
    button(host, 'Keep Column 2 in sight while scrolling').click();
    await settled();
    expect(headings(host)).to.deep.equal(['Column 2', 'Column 0', 'Column 3']);
    expect(button(host, 'Keep Column 2 in sight while scrolling').getAttribute('aria-pressed')).to.equal('true');
    await sendKeys({ press: 'Escape' });
    await settled();
    expect(all(host, 'dialog').length).to.equal(0);

    const again = await shown(wide(4), 'macropka');
    expect(headings(again)).to.deep.equal(['Column 2', 'Column 0', 'Column 3']);
    expect(headings(await shown(wide(4), 'docking'))).to.deep.equal(['Column 0', 'Column 1', 'Column 2', 'Column 3']);
    button(again, 'Columns').click();
    await settled();
    button(again, 'Reset').click();
    await settled();
    expect(headings(await shown(wide(4), 'macropka')).length).to.equal(4);
  });

  it('leave one when all are hidden', async () => {
    const host = await shown(wide(3));
    button(host, 'Columns').click();
    await settled();
    button(host, 'Hide all but the first').click();
    await settled();
    expect(headings(host)).to.deep.equal(['Column 0']);
    expect(checkbox(host, 'Column 0').disabled).to.equal(true);
    button(host, 'Show all').click();
    await settled();
    expect(headings(host).length).to.equal(3);
  });

  it('are those that a page keeps, in its order; the page hears what a person changes', async () => {
    const host = await fixture<TableHost>(
      html`<cuvette-table .data=${wide(4)} .columns=${['c3', 'c1']}></cuvette-table>`,
    );
    await settled();
    expect(headings(host)).to.deep.equal(['Column 3', 'Column 1']);
    const told: (readonly string[])[] = [];
    host.addEventListener('cuvette-columns', (event) => told.push(event.detail.columns));
    button(host, 'Columns').click();
    await settled();
    checkbox(host, 'Column 0').click();
    await settled();
    expect(told).to.deep.equal([['c3', 'c1', 'c0']]);
    host.columns = ['c2'];
    await settled();
    expect(headings(host)).to.deep.equal(['Column 2']);
  });

  it('are resized by their edge and by Alt with an arrow key; the others keep their width', async () => {
    const host = await shown(wide(4));
    const before = [0, 1, 2, 3].map((index) => width(host, index));
    const handle = all(host, '.cv-resize')[1]?.getBoundingClientRect() as DOMRect;
    const x = Math.round(handle.left + handle.width / 2);
    const y = Math.round(handle.top + handle.height / 2);
    await sendMouse({ type: 'move', position: [x, y] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [x + 60, y] });
    await sendMouse({ type: 'up' });
    await settled();
    expect(width(host, 1)).to.be.closeTo((before[1] ?? 0) + 60, 2);
    expect(width(host, 2)).to.be.closeTo(before[2] ?? 0, 1);
    expect(one(host, 'thead th').getAttribute('aria-sort')).to.equal('none');
    all<HTMLElement>(host, 'thead button')[1]?.focus();
    await sendKeys({ press: 'Alt+ArrowLeft' });
    await settled();
    expect(width(host, 1)).to.be.closeTo((before[1] ?? 0) + 44, 2);
    const again = await shown(wide(4));
    expect(width(again, 1)).to.be.closeTo((before[1] ?? 0) + 44, 2);
  });

  it('stay in sight when pinned, while the others scroll', async () => {
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.style.width = '420px';
    localStorage.setItem('cuvette.columns.pins.wide', JSON.stringify({ pinned: ['c5', 'c1'] }));
    box.innerHTML = '<cuvette-table remember="pins"></cuvette-table>';
    const host = box.firstElementChild as TableHost;
    host.data = wide(40);
    await settled();
    expect(headings(host).slice(0, 3)).to.deep.equal(['Column 1', 'Column 5', 'Column 0']);
    const scroller = one(host, '.cv-table-scroll');
    const left = () =>
      all(host, 'tbody tr[data-row="3"] td.cv-pinned').map((cell) => cell.getBoundingClientRect().left);
    const before = left();
    scroller.scrollLeft = 900;
    await nextFrame();
    expect(left()).to.deep.equal(before);
    expect(before.length).to.equal(2);
  });

  it('out of sight are not in the page when there are many, and are there in the next frame after a scroll', async () => {
    const table = wide(1613, 300);
    localStorage.setItem('cuvette.columns.columns-test.wide', JSON.stringify({ maximum: 2000 }));
    const host = await shown(table);
    expect(one(host, 'table').getAttribute('aria-colcount')).to.equal('1613');
    expect(all(host, 'thead th').length).to.be.lessThan(60);
    const box = one(host, '.cv-table-scroll');
    for (const share of [0.5, 0.51, 1, 0]) {
      box.scrollLeft = share * (box.scrollWidth - box.clientWidth);
      await nextFrame();
      const edges = box.getBoundingClientRect();
      const cells = all(host, 'tbody tr[data-row="3"] td[data-column]').map((cell) => cell.getBoundingClientRect());
      const inSight = cells.filter((cell) => cell.right > edges.left && cell.left < edges.right);
      const covered = inSight.reduce(
        (sum, cell) => sum + Math.min(cell.right, edges.right) - Math.max(cell.left, edges.left),
        0,
      );
      expect(covered, `at ${share}`).to.be.at.least(box.clientWidth - 4);
    }
    const heading = all(host, 'thead th[data-column]')[3];
    const cell = all(host, 'tbody tr[data-row="2"] td[data-column]')[3];
    expect(cell?.getAttribute('aria-colindex')).to.equal(heading?.getAttribute('aria-colindex'));
    expect(cell?.getBoundingClientRect().left).to.be.closeTo(heading?.getBoundingClientRect().left ?? 0, 0.5);
  });

  it('beyond the edge of a narrow pane are counted, and one press brings them', async () => {
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.style.width = '380px';
    box.innerHTML = '<cuvette-table></cuvette-table>';
    const host = box.firstElementChild as TableHost;
    host.data = wide(9);
    await settled();
    const more = () =>
      all<HTMLButtonElement>(host, '.cv-table-bar button:not([data-idle])').find((one) =>
        /more column/.test(one.textContent ?? ''),
      );
    const scroller = one(host, '.cv-table-scroll');
    const edge = scroller.getBoundingClientRect().right;
    const beyond = all(host, 'thead th').filter((heading) => heading.getBoundingClientRect().right > edge + 2).length;
    expect(beyond).to.be.greaterThan(0);
    expect(more()?.textContent).to.equal(beyond === 1 ? '1 more column' : `${beyond} more columns`);
    expect(one(host, '.cv-table-frame').dataset.more).to.equal('true');
    const place = scroller.getBoundingClientRect().top;
    for (let press = 0; press < 9 && more(); press++) {
      more()?.click();
      await aTimeout(60);
    }
    expect(more()).to.equal(undefined);
    expect(one(host, '.cv-table-frame').dataset.more).to.equal(undefined);
    expect(scroller.getBoundingClientRect().top, 'nothing moved').to.equal(place);
    expect(all(host, 'thead th').at(-1)?.getBoundingClientRect().right).to.be.at.most(edge + 2);
    expect(box.scrollWidth).to.equal(380);
  });

  it('behind the actions at the end of the rows are counted too', async () => {
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.style.width = '380px';
    box.append(
      Object.assign(document.createElement('cuvette-table'), {
        data: wide(6),
        actions: [{ id: 'resubmit', label: 'Resubmit' }],
      }),
    );
    const host = box.firstElementChild as TableHost;
    await settled();
    const edge = one(host, 'th.cv-row-actions').getBoundingClientRect().left;
    const beyond = all(host, 'thead th[data-column]').filter((one) => one.getBoundingClientRect().right > edge + 2);
    expect(beyond.length).to.be.greaterThan(1);
    expect(button(host, /more column/).textContent).to.equal(`${beyond.length} more columns`);
  });

  it('keep sorting, with Shift by several, when others are hidden', async () => {
    const host = await shown(wide(3));
    all<HTMLElement>(host, 'thead button')[1]?.click();
    await settled();
    all<HTMLElement>(host, 'thead button')[1]?.click();
    await settled();
    expect(order(host)[0]).to.equal(11);
    button(host, 'Columns').click();
    await settled();
    checkbox(host, 'Column 0').click();
    await settled();
    expect(one(host, 'th[aria-sort=descending]').textContent).to.contain('Column 1');
    expect(order(host)[0]).to.equal(11);
  });

  it('pass axe in the chooser, light and dark', async () => {
    for (const theme of ['light', 'dark']) {
      const host = await fixture<TableHost>(html`<cuvette-table theme=${theme} .data=${wide(20)}></cuvette-table>`);
      await settled();
      button(host, 'Columns').click();
      await settled();
      await still();
      await expect(host).to.be.accessible();
    }
  });
});
