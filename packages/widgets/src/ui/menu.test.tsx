import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { useState } from 'react';
import { defineElement } from '../elements/define.tsx';
import { waitUntil } from '../testing/wait-until.ts';
import { useViewerSheet } from '../viewer/use-viewer-sheet.ts';
import { Menu } from './menu.tsx';
import { still } from './test-helpers.ts';

const ran: string[] = [];

function Probe({ waiting }: { waiting?: boolean }) {
  useViewerSheet();
  const [on, setOn] = useState(true);
  return (
    <div className="cv-viewer">
      <button type="button">before</button>
      <div className="cv-viewer-stage" />
      <div className="cv-viewer-bar">
        <span className="cv-viewer-caption" />
        <Menu
          label="View"
          icon="menu"
          disabled={waiting ?? false}
          groups={[
            [
              { id: 'a', label: 'Labels of atoms', checked: on, run: () => setOn(!on) },
              { id: 'b', label: 'Sticks', icon: 'bonds', run: () => ran.push('sticks') },
            ],
            [],
            [
              {
                id: 'c',
                label: 'Show cells',
                disabled: true,
                reason: 'Only under 100 atoms',
                run: () => ran.push('cells'),
              },
              {
                id: 'd',
                label: 'Download a picture with a rather long name',
                icon: 'picture',
                run: () => ran.push('png'),
              },
            ],
          ]}
        />
        <button type="button">after</button>
      </div>
    </div>
  );
}

defineElement<{ waiting?: boolean; theme?: string }>({
  tag: 'cuvette-menu-probe',
  view: Probe,
  attributes: { waiting: 'boolean', theme: 'string' },
});
type Element = HTMLElement & { shadowRoot: ShadowRoot };

async function menu(width = 480): Promise<Element> {
  const element = await fixture<Element>(
    html`<cuvette-menu-probe style=${`width:${width}px;height:320px;margin:20px`}></cuvette-menu-probe>`,
  );
  await waitUntil(() => button(element));
  return element;
}
const button = (element: Element) => element.shadowRoot.querySelector('[aria-haspopup]') as HTMLButtonElement;
const list = (element: Element) => element.shadowRoot.querySelector('[role=menu]');
const focused = (element: Element) =>
  element.shadowRoot.activeElement?.querySelector('.cv-menu-text')?.firstChild?.textContent;
const lines = (element: Element) => [...element.shadowRoot.querySelectorAll<HTMLElement>('[role^=menuitem]')];
async function opened(width?: number): Promise<Element> {
  const element = await menu(width);
  button(element).focus();
  await sendKeys({ press: 'Enter' });
  await waitUntil(() => list(element));
  return element;
}

describe('a menu', () => {
  before(() => setViewport({ width: 900, height: 700 }));
  beforeEach(() => {
    ran.length = 0;
  });

  it('is opened by Enter and by the arrows, and moves by arrows, Home, End and first letters, round its ends', async () => {
    const element = await menu();
    button(element).focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => list(element));
    expect(button(element).getAttribute('aria-expanded')).to.equal('true');
    const trail: (string | null | undefined)[] = [focused(element)];
    for (const press of ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 's', 's', 's', 'd']) {
      await sendKeys({ press });
      trail.push(focused(element));
    }
    const [labels, sticks, cells, picture] = lines(element).map(
      (each) => each.querySelector('.cv-menu-text')?.firstChild?.textContent,
    );
    expect(trail).to.deep.equal([labels, sticks, picture, labels, picture, labels, sticks, cells, sticks, picture]);
  });

  it('Enter runs a line and Space too, and the focus goes back to the button', async () => {
    const element = await opened();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => !list(element));
    expect(ran).to.deep.equal(['sticks']);
    expect(element.shadowRoot.activeElement).to.equal(button(element));
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => list(element));
    await sendKeys({ press: 'End' });
    await sendKeys({ press: 'Space' });
    await waitUntil(() => !list(element));
    expect(ran).to.deep.equal(['sticks', 'png']);
  });

  it('Escape closes and gives the focus back, Tab closes and goes on, a click elsewhere closes', async () => {
    const element = await opened();
    let escaped = 0;
    element.addEventListener('keydown', () => escaped++);
    await sendKeys({ press: 'Escape' });
    expect(list(element)).to.equal(null);
    expect(element.shadowRoot.activeElement).to.equal(button(element));
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => list(element));
    await sendKeys({ press: 'Tab' });
    await waitUntil(() => !list(element));
    expect(element.shadowRoot.activeElement?.textContent).to.equal('after');
    button(element).click();
    await waitUntil(() => list(element));
    await sendMouse({ type: 'click', position: [700, 600] });
    await waitUntil(() => !list(element));
    await sendMouse({ type: 'click', position: [1, 1] });
  });

  it('lines that switch say whether they are on, and keep it', async () => {
    const element = await opened();
    const [labels] = lines(element);
    expect([labels?.getAttribute('role'), labels?.getAttribute('aria-checked')]).to.deep.equal([
      'menuitemcheckbox',
      'true',
    ]);
    labels?.click();
    await waitUntil(() => !list(element));
    button(element).click();
    await waitUntil(() => list(element));
    expect(lines(element)[0]?.getAttribute('aria-checked')).to.equal('false');
    expect(lines(element)[1]?.getAttribute('role')).to.equal('menuitem');
  });

  it('a line that cannot be used now says why, can be reached and does nothing', async () => {
    const element = await opened();
    const cells = lines(element)[2] as HTMLElement;
    expect(cells.getAttribute('aria-disabled')).to.equal('true');
    expect(cells.textContent).to.contain('Only under 100 atoms');
    cells.focus();
    await sendKeys({ press: 'Enter' });
    await aTimeout(50);
    expect(ran).to.deep.equal([]);
    expect(list(element)).not.to.equal(null);
  });

  it('groups without lines leave no rule behind', async () => {
    const element = await opened();
    expect(element.shadowRoot.querySelectorAll('.cv-menu-group').length).to.equal(2);
  });

  it('waits with its button', async () => {
    const element = await opened();
    element.setAttribute('waiting', '');
    await waitUntil(() => !list(element));
    expect(button(element).disabled).to.equal(true);
  });

  for (const width of [480, 240]) {
    it(`stays inside a box of ${width} px, every line on the screen or a scroll away`, async () => {
      const element = await opened(width);
      const box = element.getBoundingClientRect();
      const drawn = list(element)?.getBoundingClientRect() as DOMRect;
      expect(drawn.left).to.be.at.least(box.left);
      expect(drawn.right).to.be.at.most(box.right);
      expect(drawn.top).to.be.at.least(box.top);
      const bar = element.shadowRoot.querySelector('.cv-viewer-bar')?.getBoundingClientRect() as DOMRect;
      expect(drawn.bottom).to.be.at.most(bar.top);
      const texts = lines(element).map((each) => each.querySelector('.cv-menu-text')?.getBoundingClientRect().left);
      expect(new Set(texts).size, 'all words begin below each other').to.equal(1);
    });
  }

  it('passes axe in light and dark', async () => {
    const element = await opened();
    for (const theme of ['light', 'dark']) {
      element.setAttribute('theme', theme);
      await still();
      await expect(element).to.be.accessible();
    }
  });
});
