import { makeTable, numberColumn } from '@cuvette/core/tables';
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';

type Host = HTMLElement & { shadowRoot: ShadowRoot };

const at = (name: string) => new URL(`../results/fixtures/${name}.cuvette.json`, import.meta.url).pathname;
const conformers = at('conformer-search');
const all = (host: Host, selector: string) => [...(host.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
const one = (host: Host, selector: string) => all(host, selector)[0] as HTMLElement;
const lowest = (host: Host, selector: string) =>
  Math.max(...all(host, selector).map((each) => each.getBoundingClientRect().bottom));
const bottomOf = (host: Host) => host.getBoundingClientRect().bottom;

async function viewerIn(width: number, height = ''): Promise<Host> {
  const box = await fixture<HTMLElement>(
    html`<div style="width:${width}px"><cuvette-viewer src=${conformers} height=${height} antialias="off"></cuvette-viewer></div>`,
  );
  const host = box.firstElementChild as Host;
  await waitUntil(() => one(host, '.cv-trajectory-controls') && one(host, 'canvas'), `the viewer at ${width}`);
  return host;
}

async function tableIn(width: number, attributes: Record<string, string> = {}): Promise<Host> {
  const box = await fixture<HTMLElement>(html`<div style="width:${width}px"></div>`);
  const host = document.createElement('cuvette-table') as Host;
  for (const [name, value] of Object.entries({ src: conformers, ...attributes })) host.setAttribute(name, value);
  box.append(host);
  await waitUntil(() => one(host, 'tbody tr'), `the table at ${width}`);
  return host;
}

/** How many lines the boxes are in, one below the other. */
function linesOf(boxes: readonly HTMLElement[]): number {
  const middles = boxes.map((box) => box.getBoundingClientRect()).filter(({ width }) => width > 1);
  const lines: number[] = [];
  for (const { top, bottom } of middles) {
    const middle = (top + bottom) / 2;
    if (!lines.some((line) => Math.abs(line - middle) < 12)) lines.push(middle);
  }
  return lines.length;
}

describe('an element in a narrow column', () => {
  it('a viewer is as high as it says, with its controls in one line and its caption in sight', async () => {
    for (const [width, height] of [
      [200, 360],
      [300, 360],
      [300, 240],
      [460, 300],
    ] as const) {
      const host = await viewerIn(width, String(height));
      expect(host.clientHeight).to.equal(height);
      expect(lowest(host, '.cv-viewer, .cv-viewer-bar, .cv-trajectory-controls'), `${width}`).to.be.at.most(
        bottomOf(host) + 0.5,
      );
      expect(one(host, '.cv-viewer-stage').clientHeight, `${width}`).to.be.at.least(96);
      expect(linesOf(all(host, '.cv-viewer-bar .cv-button'))).to.equal(1);
      expect(linesOf(all(host, '.cv-trajectory-play > *'))).to.equal(1);
      const caption = one(host, '.cv-viewer-caption');
      expect(caption.textContent).to.equal('Conformer 1 of 9');
      expect(caption.scrollWidth).to.be.at.most(caption.clientWidth);
      expect(caption.clientHeight).to.be.lessThan(24);
      fixtureCleanup();
    }
  });

  it('the settings of the player are one button away', async () => {
    const host = await viewerIn(300);
    const more = one(host, '.cv-trajectory-more button');
    // A box that is not null would be written out whole by a comparison that fails.
    expect(one(host, '.cv-trajectory-field').offsetParent === null).to.equal(true);
    more.click();
    await waitUntil(() => one(host, '.cv-trajectory-field').offsetParent, 'the settings');
    expect(lowest(host, '.cv-viewer, .cv-trajectory-controls')).to.be.at.most(bottomOf(host) + 0.5);
  });

  it('what is above a table takes one line, with the link to the item', async () => {
    const host = await tableIn(300);
    const bar = one(host, '.cv-table-bar');
    // As on a page of another origin, where an item has a page of its own.
    const link = document.createElement('a');
    link.textContent = 'View on Cuvette';
    link.href = '/';
    bar.append(link);
    expect(linesOf([...(bar.children as unknown as HTMLElement[])])).to.equal(1);
    expect(bar.scrollWidth).to.be.at.most(bar.clientWidth);
  });

  it('a table fills the height that the page gives, and no more', async () => {
    const low = await tableIn(300, { height: '200' });
    expect(lowest(low, '.cv-table-scroll')).to.be.at.most(bottomOf(low) + 0.5);
    const framed = await tableIn(500, { 'data-framed': '' });
    framed.style.blockSize = '150px';
    await waitUntil(() => one(framed, '.cv-table-scroll').clientHeight < 150, 'as its frame');
    const many = document.createElement('cuvette-table') as Host & { data: unknown };
    many.data = makeTable({
      id: 'many',
      title: 'Many',
      length: 150,
      columns: [numberColumn({ id: 'energy', title: 'Energy', precision: 1 }, Array.from({ length: 150 }, Number))],
      empty: '',
    });
    many.setAttribute('height', '900');
    framed.replaceWith(many);
    await waitUntil(() => one(many, 'tbody tr'), 'the long table');
    expect(bottomOf(many) - lowest(many, '.cv-table-scroll')).to.be.lessThan(2);
  });
});

it('in a cell of a table that takes the width of its content, elements have 20 rem', async () => {
  const page = await fixture<HTMLElement>(html`
    <table>
      <tr><td><cuvette-table src=${conformers}></cuvette-table></td></tr>
      <tr><td><cuvette-workflow src=${at('macropka')}></cuvette-workflow></td></tr>
    </table>
  `);
  const [table, workflow] = [...page.querySelectorAll<Host>('cuvette-table, cuvette-workflow')] as [Host, Host];
  await waitUntil(() => one(table, 'tbody tr') && one(workflow, '.cv-tab-panel table'), 'both');
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  expect(table.clientWidth).to.be.at.least(20 * rem);
  expect(workflow.clientWidth).to.be.at.least(20 * rem);
  expect(workflow.clientHeight).to.be.at.most(1320);
});

it('no style of the page changes how an element writes, and its own properties do', async () => {
  const style = document.createElement('style');
  style.textContent = `* { color: rgb(255, 0, 0) !important; text-transform: uppercase !important; }
    .strange { font-style: italic; letter-spacing: 4px; word-spacing: 9px; text-indent: 3em; --cuvette-text: rgb(1, 2, 3); }`;
  document.head.append(style);
  try {
    const page = await fixture<HTMLElement>(html`<div class="strange">
      <cuvette-table src=${conformers}></cuvette-table>
      <p>The <cuvette-value src=${at('macropka')} path="isoelectric_point"></cuvette-value></p>
    </div>`);
    const table = page.querySelector('cuvette-table') as Host;
    const value = page.querySelector('cuvette-value') as Host;
    await waitUntil(() => one(table, 'tbody td') && one(value, '.value'), 'both');
    const cell = getComputedStyle(one(table, 'tbody td'));
    expect(cell.color).to.equal('rgb(1, 2, 3)');
    expect(cell.fontStyle).to.equal('normal');
    expect(cell.letterSpacing).to.equal('normal');
    expect(cell.wordSpacing).to.equal('0px');
    expect(cell.textIndent).to.equal('0px');
    expect(cell.textTransform).to.equal('none');
    // A number looks like the sentence around it, but a unit in capitals would be another unit.
    const { textTransform, fontStyle } = getComputedStyle(one(value, '.value'));
    expect([textTransform, fontStyle]).to.deep.equal(['none', 'italic']);
  } finally {
    style.remove();
  }
});

describe('on paper', () => {
  afterEach(async () => {
    await emulateMedia({ media: 'screen' });
    window.dispatchEvent(new Event('afterprint'));
  });

  it('there are no controls, nothing scrolls, and an element is as high as what it shows', async () => {
    const page = await fixture<HTMLElement>(
      html`<div style="width:700px"><cuvette-workflow src=${conformers} height="400" antialias="off"></cuvette-workflow></div>`,
    );
    const host = page.firstElementChild as Host;
    await waitUntil(() => one(host, '.cv-tab-panel svg.cuvette-plot') && one(host, '.cv-trajectory-controls'), 'it');
    await emulateMedia({ media: 'print' });
    for (const control of all(host, '.cv-button, select, input, .cv-tab:not([aria-selected="true"])')) {
      expect(control.offsetParent === null, control.textContent ?? '').to.equal(true);
    }
    const cut = all(host, '*').filter(
      (box) => getComputedStyle(box).overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1,
    );
    expect(cut.map(({ className }) => className).filter((name) => name.includes('cv-hidden') === false)).to.deep.equal(
      [],
    );
    expect(lowest(host, 'tbody tr, svg.cuvette-plot')).to.be.at.most(bottomOf(host) + 1);
  });

  it('a long table has all its rows', async () => {
    const host = await fixture<Host & { data: unknown }>(html`<cuvette-table></cuvette-table>`);
    host.data = makeTable({
      id: 'long',
      title: 'Long',
      length: 400,
      columns: [numberColumn({ id: 'energy', title: 'Energy', precision: 1 }, Array.from({ length: 400 }, Number))],
      empty: '',
    });
    await waitUntil(() => one(host, 'tbody tr[data-row]'), 'the table');
    expect(all(host, 'tbody tr[data-row]').length).to.be.lessThan(400);
    window.dispatchEvent(new Event('beforeprint'));
    expect(all(host, 'tbody tr[data-row]')).to.have.length(400);
    window.dispatchEvent(new Event('afterprint'));
    await waitUntil(() => all(host, 'tbody tr[data-row]').length < 400, 'only what is seen again');
  });
});
