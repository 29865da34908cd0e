import { dropdownMaximumHeight } from '@cuvette/core/entities';
import { texts } from '@cuvette/core/texts';
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { useState } from 'react';
import { defineElement } from '../elements/define.tsx';
import { waitUntil } from '../testing/wait-until.ts';
import { Combobox } from './combobox.tsx';
import type { ComboboxOption } from './combobox-search.ts';
import { Dialog } from './dialog.tsx';
import { still } from './test-helpers.ts';

const solvents: ComboboxOption[] = [
  { value: 'water', label: 'Water' },
  { value: 'ethyl', label: 'Ethyl acetate', detail: 'ester' },
  { value: 'ethanol', label: 'Ethanol', detail: 'alcohol' },
  { value: 'methanol', label: 'Methanol', detail: 'alcohol' },
  { value: 'ether', label: 'Diéthyl ether' },
  { value: 'hexane', label: 'Hexane', unavailable: 'No engine of this server has it.' },
];
const many = Array.from({ length: 400 }, (_, index) => ({ value: `p${index}`, label: `Project ${index + 1}` }));
const taken: string[] = [];

function Probe({ long, boxed }: { long?: boolean; boxed?: boolean }) {
  const [value, setValue] = useState<string | null>(long ? null : 'water');
  const [open, setOpen] = useState(boxed === true);
  const field = (
    <Combobox
      label="Solvent"
      options={long ? many : solvents}
      value={value}
      onChange={(chosen) => {
        taken.push(chosen);
        setValue(chosen);
      }}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        taken.push('submitted');
      }}
    >
      {boxed ? (
        <Dialog title="Choose" open={open} onClose={() => setOpen(false)}>
          {field}
        </Dialog>
      ) : (
        // A low box that cuts off what does not fit: the list must not be cut.
        <div style={{ overflow: 'hidden', blockSize: 40 }}>{field}</div>
      )}
      <button type="submit">after</button>
    </form>
  );
}

defineElement<{ long?: boolean; boxed?: boolean; theme?: string; lang?: string }>({
  tag: 'cuvette-combobox-probe',
  view: Probe,
  attributes: { long: 'boolean', boxed: 'boolean', theme: 'string' },
});
type Element = HTMLElement & { shadowRoot: ShadowRoot };

const input = (element: Element) => element.shadowRoot.querySelector('input') as HTMLInputElement;
const popup = (element: Element) => element.shadowRoot.querySelector<HTMLElement>('[popover]');
const labels = (element: Element) =>
  [...element.shadowRoot.querySelectorAll('[role=option] > span')].map(({ textContent }) => textContent);
const active = (element: Element) => {
  const id = input(element).getAttribute('aria-activedescendant');
  return id === null ? null : element.shadowRoot.getElementById(id)?.querySelector('span')?.textContent;
};
const said = (element: Element) => element.shadowRoot.querySelector('[role=status]')?.textContent;
const press = async (...keys: string[]) => {
  for (const key of keys) await sendKeys({ press: key });
};
async function shown(attributes: { long?: boolean; boxed?: boolean; lang?: string } = {}): Promise<Element> {
  const element = document.createElement('cuvette-combobox-probe') as Element;
  for (const [name, given] of Object.entries(attributes))
    element.setAttribute(name, given === true ? '' : String(given));
  await fixture(html`<div style="margin:20px;width:320px">${element}</div>`);
  await waitUntil(() => input(element));
  input(element).focus();
  return element;
}

describe('a searched list of choices', () => {
  before(() => setViewport({ width: 900, height: 700 }));
  beforeEach(() => {
    taken.length = 0;
  });

  it('is opened by the arrows and by a click, moves round its ends and by pages, and Enter takes without leaving the field or sending the form', async () => {
    const element = await shown();
    expect(input(element).value).to.equal('Water');
    expect(popup(element)).to.equal(null);
    await press('ArrowDown');
    expect(input(element).getAttribute('aria-expanded')).to.equal('true');
    const list = element.shadowRoot.getElementById(input(element).getAttribute('aria-controls') ?? '');
    expect(list?.getAttribute('role')).to.equal('listbox');
    expect(list?.querySelector('[aria-selected=true] > span')?.textContent).to.equal('Water');
    const trail = [active(element)];
    for (const key of [
      'ArrowDown',
      'ArrowUp',
      'ArrowUp',
      'ArrowDown',
      'PageDown',
      'PageUp',
      'ArrowDown',
      'ArrowDown',
    ]) {
      await press(key);
      trail.push(active(element));
    }
    const [first, second, third] = labels(element);
    const last = labels(element).at(-1);
    expect(trail).to.deep.equal([first, second, first, last, first, last, first, second, third]);
    await press('Enter');
    expect(taken).to.deep.equal(['ethanol']);
    expect(popup(element)).to.equal(null);
    expect(input(element).value).to.equal('Ethanol');
    expect(element.shadowRoot.activeElement).to.equal(input(element));

    const { x, y, width, height } = input(element).getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(x + width / 3), Math.round(y + height / 2)] });
    await waitUntil(() => popup(element));
    expect(active(element)).to.equal('Ethanol');
    const methanol = [...element.shadowRoot.querySelectorAll('[role=option]')][3] as HTMLElement;
    const box = methanol.getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(box.x + 20), Math.round(box.y + box.height / 2)] });
    await waitUntil(() => !popup(element));
    expect(taken).to.deep.equal(['ethanol', 'methanol']);
    expect(element.shadowRoot.activeElement).to.equal(input(element));
  });

  it('typing narrows it by every word, without regard to accents, and the first match is taken', async () => {
    const element = await shown();
    await sendKeys({ type: 'eth' });
    expect(labels(element)).to.deep.equal(['Ethyl acetate', 'Ethanol', 'Methanol', 'Diéthyl ether']);
    expect(active(element)).to.equal('Ethyl acetate');
    expect(said(element)).to.equal('4 matches');
    await sendKeys({ type: 'anol alc' });
    expect(labels(element)).to.deep.equal(['Ethanol', 'Methanol']);
    await press('ArrowDown', 'Enter');
    expect(taken).to.deep.equal(['methanol']);
    await sendKeys({ type: 'diethyl' });
    await press('Enter');
    expect(taken).to.deep.equal(['methanol', 'ether']);
    expect(input(element).value).to.equal('Diéthyl ether');
  });

  it("says 'No matches' where nothing is found, and then takes nothing", async () => {
    const element = await shown();
    await sendKeys({ type: 'xenon' });
    expect(texts.noMatches).to.equal('No matches');
    expect(popup(element)?.textContent).to.equal('No matches');
    expect(popup(element)?.checkVisibility()).to.equal(true);
    expect(said(element)).to.equal('No matches');
    expect(input(element).getAttribute('aria-expanded')).to.equal('false');
    expect(input(element).hasAttribute('aria-controls')).to.equal(false);
    await press('ArrowDown', 'ArrowUp', 'Enter');
    expect(taken).to.deep.equal([]);
    await expect(element).to.be.accessible();
    await press('Escape');
    expect(input(element).value).to.equal('Water');
    expect(said(element)).to.equal('');

    const german = await shown({ lang: 'de' });
    await waitUntil(async () => {
      await sendKeys({ type: 'x' });
      return popup(german)?.textContent === 'Keine Treffer';
    });
  });

  it('is at most half as high as the window, whatever cuts off the box around it, and opens upwards where there is more room', async () => {
    const element = await shown({ long: true });
    await press('ArrowDown');
    const list = popup(element) as HTMLElement;
    const field = input(element).getBoundingClientRect();
    const below = list.getBoundingClientRect();
    expect(below.height).to.be.closeTo(innerHeight * dropdownMaximumHeight, 1);
    expect(below.top).to.be.closeTo(field.bottom + 4, 1);
    expect(below.width).to.be.at.least(field.width);
    expect(document.elementFromPoint(below.x + 30, below.bottom - 60)).to.equal(element);
    expect(labels(element)).to.have.length(150);
    expect(list.textContent).to.contain('250 more; type to narrow them down');
    await press('ArrowUp');
    const last = element.shadowRoot.querySelector('[data-active]') as HTMLElement;
    await waitUntil(() => last.getBoundingClientRect().bottom <= below.bottom);
    expect(active(element)).to.equal('Project 150');
    await sendKeys({ type: '399' });
    expect(labels(element)).to.deep.equal(['Project 399']);
    expect(popup(element)?.getBoundingClientRect().height).to.be.lessThan(60);
    await press('Escape');

    (element.parentElement as HTMLElement).style.marginTop = '560px';
    await press('ArrowDown');
    const above = (popup(element) as HTMLElement).getBoundingClientRect();
    expect(above.bottom).to.be.closeTo(input(element).getBoundingClientRect().top - 4, 1);
    expect(above.height).to.be.at.most(innerHeight * dropdownMaximumHeight + 1);
    expect(above.top).to.be.at.least(0);
  });

  it('Escape closes the list and keeps the choice, and only then the dialog that it is in', async () => {
    const element = await shown({ boxed: true });
    const dialog = element.shadowRoot.querySelector('dialog') as HTMLDialogElement;
    await sendKeys({ type: 'eth' });
    expect(labels(element)).to.have.length(4);
    await press('Escape');
    expect(popup(element)).to.equal(null);
    expect(dialog.open).to.equal(true);
    expect(input(element).value).to.equal('Water');
    expect(element.shadowRoot.activeElement).to.equal(input(element));
    expect(taken).to.deep.equal([]);
    await press('Escape');
    await waitUntil(() => !dialog.open);
  });

  it('Tab closes it and goes on, a click elsewhere closes it, and Enter sends the form only while it is closed', async () => {
    const element = await shown();
    await press('ArrowDown', 'Tab');
    expect(popup(element)).to.equal(null);
    expect(element.shadowRoot.activeElement?.textContent).to.equal('after');
    expect(taken).to.deep.equal([]);
    input(element).focus();
    await press('ArrowDown');
    await sendMouse({ type: 'click', position: [700, 600] });
    await waitUntil(() => !popup(element));
    input(element).focus();
    await press('Enter');
    expect(taken).to.deep.equal(['submitted']);
  });

  it('says why a choice cannot be taken, and does not take it', async () => {
    const element = await shown();
    await sendKeys({ type: 'hex' });
    const option = element.shadowRoot.querySelector('[role=option]');
    expect(option?.getAttribute('aria-disabled')).to.equal('true');
    expect(option?.textContent).to.equal('HexaneNo engine of this server has it.');
    await press('Enter');
    (option as HTMLElement).click();
    expect(taken).to.deep.equal([]);
    expect(popup(element)).not.to.equal(null);
  });

  for (const theme of ['light', 'dark']) {
    it(`has no finding of axe, closed or open, in ${theme}`, async () => {
      const element = await shown();
      element.setAttribute('theme', theme);
      await still();
      await expect(element).to.be.accessible();
      await press('ArrowDown');
      await still();
      await expect(element).to.be.accessible();
    });
  }
});
