import { makeTable, numberColumn, type TableData, textColumn } from '@cuvette/core/tables';
import { aTimeout, expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../elements/table.tsx';
import { still } from '../ui/test-helpers.ts';
import {
  all,
  button,
  click,
  downloadedLines,
  one,
  order,
  rowOf,
  selected,
  settled,
  shown,
  type TableHost,
  type,
} from './test-helpers.ts';
import { large, molecules, names } from './test-tables.ts';

async function addFilter(host: TableHost, column: string) {
  type(one<HTMLSelectElement>(host, '.cv-table-select'), column);
  // Its fields are loaded when the first filter is made.
  await waitUntil(() => all(host, '.cv-filter').length > 0);
  await settled();
}

describe('filters', () => {
  it('keep a numeric range, ignore bounds that are blank or not numbers and say so', async () => {
    const host = await shown(molecules);
    await addFilter(host, 'energy');
    const [from, to] = all<HTMLInputElement>(host, '.cv-filter input') as [HTMLInputElement, HTMLInputElement];
    expect(from.getAttribute('aria-label')).to.equal('Smallest Energy (kcal/mol)');
    type(from, '\u22121');
    type(to, '1');
    await settled();
    expect(order(host)).to.deep.equal([1, 3, 5]);
    expect(one(host, '.cv-table-count').textContent).to.equal('3 of 6 rows');
    expect(one(host, 'table').getAttribute('aria-rowcount')).to.equal('4');
    type(to, 'one');
    await settled();
    expect(order(host)).to.deep.equal([0, 1, 3, 4, 5]);
    expect(to.getAttribute('aria-invalid')).to.equal('true');
    expect(one(host, '.cv-bound-problem').textContent).to.equal('Not a number: ignored');
    type(from, '  ');
    await settled();
    expect(order(host)).to.deep.equal([0, 1, 2, 3, 4, 5]);
  });

  it('look for a part of a text, say when nothing is left, and go one by one or all', async () => {
    const host = await shown(molecules);
    await addFilter(host, 'name');
    type(one<HTMLInputElement>(host, '.cv-filter input'), 'ENE');
    await settled();
    expect(order(host)).to.deep.equal([1, 2]);
    await addFilter(host, 'energy');
    type(all<HTMLInputElement>(host, '.cv-filter input')[1] as HTMLInputElement, '99');
    await settled();
    expect(host.shadowRoot.textContent).to.contain('No row matches the filters.');
    button(host, 'Remove the filter on Energy (kcal/mol)').click();
    await settled();
    expect(order(host)).to.deep.equal([1, 2]);
    button(host, 'Clear filters').click();
    await settled();
    expect(order(host).length).to.equal(6);
    expect(all(host, '.cv-filters').length).to.equal(0);
  });

  it('start with the minimum of a column, which a person may change', async () => {
    const [name, energy] = molecules.columns;
    if (!name || energy?.kind !== 'number') throw new Error('not the table of this test');
    const host = await shown({ ...molecules, columns: [name, { ...energy, minimum: 1 }] });
    expect(order(host)).to.deep.equal([0, 4, 5]);
    type(one<HTMLInputElement>(host, '.cv-filter input'), '-5');
    await settled();
    expect(order(host)).to.deep.equal([0, 1, 3, 4, 5]);
    host.data = { ...molecules, columns: [name, { ...energy, minimum: 1 }] };
    await settled();
    expect(order(host)).to.deep.equal([0, 1, 3, 4, 5]);
  });

  it('take 100 000 rows at once, and the CSV holds the rows that are left', async () => {
    const host = await shown(large(100_000));
    await addFilter(host, 'c0');
    const inputs = all<HTMLInputElement>(host, '.cv-filter input') as [HTMLInputElement, HTMLInputElement];
    one(host, '.cv-table-scroll').scrollTop = 2_000_000;
    await settled();
    type(inputs[0], '50000');
    type(inputs[1], '50002');
    await nextFrame();
    expect(order(host)).to.deep.equal([50_000, 50_001, 50_002]);
    const lines = await downloadedLines(host);
    expect(lines.map((line) => line.split(',')[0])).to.deep.equal(['Column 0', '50000', '50001', '50002']);
  });
});

describe('columns that are called as members of every object', () => {
  const ids = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
  const odd = makeTable({
    id: 'odd',
    title: 'Odd',
    length: 2,
    columns: ids.map((id, index) =>
      index < 2
        ? textColumn({ id, title: id }, ['a', 'b'])
        : numberColumn({ id, title: id, precision: 0 }, [index, index + 1]),
    ),
    empty: '',
  });

  it('are shown, filtered, sorted and resized as any other', async () => {
    const host = await shown(odd);
    expect(order(host)).to.deep.equal([0, 1]);
    expect(all(host, '.cv-filter').length).to.equal(0);
    const width = () => all(host, 'thead th')[2]?.getBoundingClientRect().width ?? 0;
    all(host, 'thead button')[2]?.focus();
    await sendKeys({ press: 'Alt+ArrowRight' });
    await waitUntil(() => one(host, 'table').hasAttribute('data-fixed'));
    const wide = width();
    await sendKeys({ press: 'Alt+ArrowRight' });
    await waitUntil(() => Math.abs(width() - wide - 16) < 1);
    await addFilter(host, 'constructor');
    await addFilter(host, '__proto__');
    const [text, from] = all<HTMLInputElement>(host, '.cv-filter input') as [HTMLInputElement, HTMLInputElement];
    type(text, 'b');
    type(from, '3');
    await settled();
    expect(order(host)).to.deep.equal([1]);
    button(host, 'Clear filters').click();
    await settled();
    all(host, 'thead button')[1]?.click();
    await settled();
    all(host, 'thead button')[1]?.click();
    await settled();
    expect(order(host)).to.deep.equal([1, 0]);
  });

  it('are so in a page that says such a word as its language', async () => {
    const host = await fixture<TableHost>(html`<cuvette-table lang="constructor" .data=${odd}></cuvette-table>`);
    await settled();
    expect(one(host, '.cv-table-count').textContent).to.equal('2 rows');
  });
});

describe('scrolling 100 000 rows × 20 columns', () => {
  it('shows the rows of the new place in the next frame, whatever the jump', async () => {
    const host = await shown(large(100_000));
    const box = one(host, '.cv-table-scroll');
    for (const row of [50_000, 50_013, 7, 99_980, 31_234]) {
      box.scrollTop = row * 28;
      await nextFrame();
      const head = one(host, 'thead th').getBoundingClientRect().bottom;
      const { bottom } = box.getBoundingClientRect();
      const seen = all(host, 'tbody tr[data-row]').filter((line) => {
        const place = line.getBoundingClientRect();
        return place.bottom > head && place.top < bottom;
      });
      const covered = seen.reduce((sum, line) => sum + line.getBoundingClientRect().height, 0);
      expect(covered, `rows from ${row}`).to.be.at.least(
        box.clientHeight - (head - box.getBoundingClientRect().top) - 28,
      );
      // Nothing but the row of that place lies there, and it says its place of all.
      const there = rowOf(host, Math.min(row, 99_990));
      expect(there.getAttribute('aria-rowindex')).to.equal(String(Math.min(row, 99_990) + 2));
      expect(all(host, 'tbody tr[data-row]').length).to.be.lessThan(80);
    }
  });

  it('stays where it was when the element is moved in the page', async () => {
    const host = await shown(large(100_000));
    one(host, '.cv-table-scroll').scrollTop = 1_400_000;
    await settled();
    click(host, 50_003);
    const elsewhere = await fixture<HTMLElement>(html`<section></section>`);
    elsewhere.append(host);
    await settled();
    const box = one(host, '.cv-table-scroll');
    expect(box.scrollTop).to.equal(1_400_000);
    const top = 50_000;
    const row = rowOf(host, top + 2).getBoundingClientRect();
    expect(row.top).to.be.within(box.getBoundingClientRect().top, box.getBoundingClientRect().bottom);
    rowOf(host, top + 2).focus();
    await sendKeys({ press: 'ArrowDown' });
    await settled();
    expect(one(host, 'tr[data-active]').dataset.row).to.equal(String(top + 3));
  });

  it('never moves a column while rows come and go', async () => {
    const host = await shown(large(100_000));
    const widths = () => all(host, 'thead th').map((heading) => heading.getBoundingClientRect().width);
    const before = widths();
    one(host, '.cv-table-scroll').scrollTop = 1_500_000;
    await settled();
    expect(widths()).to.deep.equal(before);
  });
});

describe('several rows', () => {
  it('are selected by click, Ctrl and Shift as in the list of a folder; the page hears which', async () => {
    const host = await shown(molecules, true);
    const told: (readonly number[])[] = [];
    const structures: (readonly (string | null)[])[] = [];
    host.addEventListener('cuvette-rows', (event) => {
      told.push(event.detail.rows);
      structures.push(event.detail.structures);
    });
    expect(one(host, '[role="grid"]').getAttribute('aria-multiselectable')).to.equal('true');
    click(host, 1);
    await settled();
    expect(selected(host)).to.deep.equal([1]);
    click(host, 4, { ctrlKey: true });
    await settled();
    expect(selected(host)).to.deep.equal([1, 4]);
    click(host, 2, { shiftKey: true });
    await settled();
    expect(selected(host)).to.deep.equal([2, 3, 4]);
    click(host, 3, { metaKey: true });
    await settled();
    expect(selected(host)).to.deep.equal([2, 4]);
    expect(told.slice(0, 4).map((rows) => [...rows].sort())).to.deep.equal([[1], [1, 4], [2, 3, 4], [2, 4]]);
    expect(structures[0]).to.deep.equal(['id-benzene']);
    expect(one(host, '.cv-table-selection [role=status]').textContent).to.equal('2 rows selected');
    click(host, 5, { shiftKey: true });
    await settled();
    expect((host.shadowRoot.activeElement as HTMLElement).dataset.row).to.equal('5');
    button(host, 'Select all').click();
    await settled();
    expect(selected(host).length).to.equal(6);
    button(host, 'Clear selection').click();
    await settled();
    expect(selected(host)).to.deep.equal([]);
  });

  it('by the keyboard: Shift and arrows, Ctrl A, Space, Escape', async () => {
    const host = await shown(molecules, true);
    click(host, 1);
    rowOf(host, 1).focus();
    await sendKeys({ press: 'Shift+ArrowDown' });
    await sendKeys({ press: 'Shift+ArrowDown' });
    await settled();
    expect(selected(host)).to.deep.equal([1, 2, 3]);
    await sendKeys({ press: 'Shift+ArrowUp' });
    await settled();
    expect(selected(host)).to.deep.equal([1, 2]);
    await sendKeys({ press: 'Control+ArrowDown' });
    await sendKeys({ press: 'Control+ArrowDown' });
    await sendKeys({ press: 'Space' });
    await settled();
    expect(selected(host)).to.deep.equal([1, 2, 4]);
    await sendKeys({ press: 'Control+a' });
    await settled();
    expect(selected(host)).to.deep.equal([0, 1, 2, 3, 4, 5]);
    await sendKeys({ press: 'Escape' });
    await settled();
    expect(selected(host)).to.deep.equal([]);
    expect((host.shadowRoot.activeElement as HTMLElement).dataset.row).to.equal('4');
    await sendKeys({ press: 'ArrowUp' });
    await settled();
    expect(selected(host)).to.deep.equal([3]);
  });

  it('stay the same molecules when new data bring them in another order; what a filter hides is not selected', async () => {
    const host = await shown(molecules, true);
    click(host, 0);
    click(host, 1, { ctrlKey: true });
    await settled();
    const reversed: TableData = {
      ...molecules,
      columns: [textColumn({ id: 'name', title: 'Name' }, names.toReversed())],
      structures: molecules.structures.toReversed(),
    };
    host.data = reversed;
    await settled();
    expect(selected(host)).to.deep.equal([4, 5]);
    await addFilter(host, 'name');
    type(one<HTMLInputElement>(host, '.cv-filter input'), 'anisole');
    await settled();
    expect(one(host, '.cv-table-selection [role=status]').textContent).to.equal('1 row selected');
  });

  it('are copied with headings at full precision, in the order that is shown', async () => {
    const host = await shown(molecules, true);
    all<HTMLButtonElement>(host, 'thead button')[1]?.click();
    await settled();
    click(host, 0);
    click(host, 1, { ctrlKey: true });
    await settled();
    document.getSelection()?.removeAllRanges();
    const clipboardData = new DataTransfer();
    const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true, composed: true, clipboardData });
    rowOf(host, 0).dispatchEvent(event);
    expect(clipboardData.getData('text/plain')).to.equal('Name\tEnergy (kcal/mol)\nbenzene\t-1\nanisole\t3.123456789');
  });
});

describe('a copy with nothing selected', () => {
  const copied = async () => {
    document.getSelection()?.removeAllRanges();
    let text: string | undefined;
    const hear = (event: ClipboardEvent) => (text = event.clipboardData?.getData('text/plain'));
    document.addEventListener('copy', hear, { once: true });
    await sendKeys({ press: 'Control+c' });
    return text;
  };

  it('takes the row that has the focus, never one that a filter hides', async () => {
    const host = await shown(molecules);
    click(host, 0);
    await addFilter(host, 'name');
    type(one<HTMLInputElement>(host, '.cv-filter input'), 'ENE');
    await settled();
    rowOf(host, 1).focus();
    expect(await copied()).to.equal('Name\tEnergy (kcal/mol)\nbenzene\t-1');
    one(host, 'thead button').focus();
    expect(await copied(), 'no row is shown active').to.equal('');
  });

  it('takes the first row of a new table once Tab has reached it', async () => {
    const host = await shown(molecules);
    all(host, 'thead button').at(-1)?.focus();
    await sendKeys({ press: 'Tab' });
    expect(await copied()).to.equal('Name\tEnergy (kcal/mol)\nanisole\t3.123456789');
  });
});

describe('cells', () => {
  const rated = makeTable({
    id: 'rated',
    title: 'Rated',
    length: 4,
    columns: [
      numberColumn({ id: 'qed', title: 'QED', precision: 2, rating: { kind: 'higher', okay: 0.3, good: 0.6 } }, [
        0.9,
        0.4,
        0.1,
        null,
      ]),
    ],
    empty: '',
  });

  it('say a rating by shape and word beside the number; what was not computed has none', async () => {
    const host = await shown(rated);
    expect(all(host, 'tbody td').map((cell) => cell.textContent)).to.deep.equal([
      '0.90good',
      '0.40okay',
      '0.10bad',
      '',
    ]);
    const shapes = all<SVGElement>(host, '.cv-rating svg > *').map((shape) => shape.tagName);
    expect(shapes).to.deep.equal(['circle', 'path', 'rect']);
    expect(one(host, 'th').title).to.equal('good from 0.6, okay from 0.3');
  });

  it('draw structures, only those in sight, and copy their SMILES', async () => {
    const smiles = Array.from({ length: 300 }, (_, index) => `C${'C'.repeat(index % 12)}O`);
    const host = await shown(
      makeTable({
        id: 'drawn',
        title: 'Drawn',
        length: 300,
        columns: [
          textColumn({ id: 'smiles', title: 'Structure', notation: 'smiles' }, smiles),
          numberColumn({ id: 'n', title: 'N', precision: 0 }, smiles.keys()),
        ],
        empty: '',
      }),
    );
    const drawings = () => all(host, 'cuvette-structure').filter((drawing) => drawing.shadowRoot?.querySelector('svg'));
    await waitUntil(() => drawings().length >= 3, 'the first drawings');
    await aTimeout(300);
    const box = one(host, '.cv-table-scroll');
    expect(drawings().length).to.be.at.most(Math.ceil(box.clientHeight / 44) + 1);
    expect(all(host, 'tbody tr[data-row]').every((row) => row.getBoundingClientRect().height === 44)).to.equal(true);
    box.scrollTop = 44 * 200;
    await nextFrame();
    expect(rowOf(host, 200).querySelector('cuvette-structure')?.smiles).to.equal(smiles[200]);
    await waitUntil(() => rowOf(host, 201).querySelector('cuvette-structure')?.shadowRoot?.querySelector('svg'));
    click(host, 201);
    await settled();
    document.getSelection()?.removeAllRanges();
    const clipboardData = new DataTransfer();
    rowOf(host, 201).dispatchEvent(
      new ClipboardEvent('copy', { bubbles: true, cancelable: true, composed: true, clipboardData }),
    );
    expect(clipboardData.getData('text/plain')).to.equal(`Structure\tN\n${smiles[201]}\t201`);
  });

  it('pass axe with ratings, filters, selection and actions, in light and dark', async () => {
    for (const theme of ['light', 'dark']) {
      const host = await fixture<TableHost>(html`
        <cuvette-table theme=${theme} multiple .data=${rated} .actions=${[{ id: 'a', label: 'Resubmit' }]}>
        </cuvette-table>
      `);
      await settled();
      click(host, 1);
      await addFilter(host, 'qed');
      type(one<HTMLInputElement>(host, '.cv-filter input'), 'no number');
      await settled();
      await still();
      await expect(host).to.be.accessible();
    }
  });
});
