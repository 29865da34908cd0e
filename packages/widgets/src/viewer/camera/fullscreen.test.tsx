import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { defineElement } from '../../elements/define.tsx';
import { waitUntil } from '../../testing/wait-until.ts';
import { still } from '../../ui/test-helpers.ts';
import { ethanol, placeOf } from '../test-helpers.ts';
import { Viewer, type ViewerProps } from '../viewer.tsx';

defineElement<ViewerProps & { theme?: string }>({
  tag: 'cuvette-fullscreen-probe',
  view: (props) => <Viewer {...props} molecule={ethanol} title="Ethanol" antialias={false} />,
  attributes: { theme: 'string' },
});
type Probe = HTMLElement & { shadowRoot: ShadowRoot };

async function viewer(): Promise<Probe> {
  const element = document.createElement('cuvette-fullscreen-probe') as Probe;
  element.setAttribute('style', 'width:320px;height:280px;contain:content');
  const ready = oneEvent(element, 'cuvette-ready');
  const page = await fixture<HTMLElement>(html`<div style="transform:scale(1)"><button>other</button></div>`);
  page.append(element);
  await ready;
  await aTimeout(50);
  return element;
}
const one = <T extends HTMLElement = HTMLElement>(element: Probe, selector: string) =>
  element.shadowRoot.querySelector(selector) as T;
const named = (element: Probe, text: string) =>
  [...element.shadowRoot.querySelectorAll('button')].find((each) => each.ariaLabel === text) as HTMLButtonElement;
const box = (element: Probe) => one(element, '.cv-viewer');
const size = (element: Probe) => [box(element).offsetWidth, box(element).offsetHeight];

async function opened(): Promise<Probe> {
  const element = await viewer();
  named(element, 'Full screen').focus();
  await sendKeys({ press: 'Enter' });
  await waitUntil(() => box(element).matches(':popover-open'));
  return element;
}

describe('full screen', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('covers the window with the same canvas, as a modal dialog with a close button', async () => {
    const element = await viewer();
    const canvas = one(element, 'canvas');
    named(element, 'Full screen').click();
    await waitUntil(() => box(element).matches(':popover-open'));
    expect(size(element)).to.deep.equal([900, 700]);
    expect(one(element, 'canvas')).to.equal(canvas);
    await waitUntil(() => canvas.clientWidth === 900, 'the picture fills the window');
    expect([box(element).role, box(element).ariaModal, box(element).ariaLabel]).to.deep.equal([
      'dialog',
      'true',
      'Ethanol',
    ]);
    named(element, 'Close').click();
    await waitUntil(() => !box(element).matches(':popover-open'));
    expect(size(element)).to.deep.equal([320, 280]);
    expect(one(element, 'canvas')).to.equal(canvas);
    expect(box(element).role).to.equal(null);
    expect(named(element, 'Close')).to.equal(undefined);
    await waitUntil(() => canvas.clientWidth === 320);
  });

  it('Escape closes it and the focus goes back to the button', async () => {
    const element = await opened();
    expect(element.shadowRoot.activeElement).to.equal(one(element, '.cv-viewer-stage'));
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !box(element).matches(':popover-open'));
    await aTimeout(20);
    expect(element.shadowRoot.activeElement).to.equal(named(element, 'Full screen'));
  });

  it('Escape in an open menu closes the menu first', async () => {
    const element = await opened();
    one<HTMLButtonElement>(element, '[aria-haspopup]').click();
    await waitUntil(() => one(element, '[role=menu]'));
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !one(element, '[role=menu]'));
    expect(box(element).matches(':popover-open')).to.equal(true);
  });

  it('keeps the focus inside, forwards and backwards', async () => {
    const element = await opened();
    const seen = new Set<Element | null>();
    for (let index = 0; index < 12; index++) {
      await sendKeys({ press: 'Tab' });
      expect(document.activeElement).to.equal(element);
      seen.add(element.shadowRoot.activeElement);
    }
    expect(seen.has(one(element, '.cv-viewer-stage'))).to.equal(true);
    expect(seen.has(named(element, 'Close'))).to.equal(true);
    one(element, '.cv-viewer-stage').focus();
    await sendKeys({ press: 'Shift+Tab' });
    expect(element.shadowRoot.activeElement).to.equal(named(element, 'Close'));
  });

  it('the wheel zooms, wherever the focus is: there is no page to scroll', async () => {
    const element = await opened();
    named(element, 'Close').focus();
    const roll = new WheelEvent('wheel', {
      deltaY: -100,
      bubbles: true,
      composed: true,
      cancelable: true,
      clientX: 400,
      clientY: 300,
    });
    one(element, 'canvas').dispatchEvent(roll);
    expect(roll.defaultPrevented).to.equal(true);
  });

  it('ends when the page moves the element, and the viewer is where it was put', async () => {
    const element = await opened();
    const other = await fixture<HTMLElement>(html`<div></div>`);
    other.append(element);
    await waitUntil(() => !box(element).hasAttribute('popover'));
    expect(size(element)).to.deep.equal([320, 280]);
    await waitUntil(() => one(element, 'canvas').clientWidth === 320);
  });

  it('passes axe in light and dark', async () => {
    const element = await opened();
    for (const theme of ['light', 'dark']) {
      element.setAttribute('theme', theme);
      await still();
      await expect(element).to.be.accessible();
    }
  });
});

describe('a finger on the viewer', () => {
  const touchOf = (element: Probe, id: number, x: number, y: number) =>
    new Touch({ identifier: id, target: one(element, 'canvas'), clientX: x, clientY: y, pageX: x, pageY: y });
  const send = (element: Probe, type: string, touches: Touch[], changed = touches) => {
    const event = new TouchEvent(type, {
      bubbles: true,
      composed: true,
      cancelable: true,
      touches,
      targetTouches: touches,
      changedTouches: changed,
    });
    one(element, 'canvas').dispatchEvent(event);
    return event;
  };
  const action = (element: Probe) => getComputedStyle(one(element, '.cv-viewer-stage')).touchAction;

  it('is the page’s when it is one and the viewer was not chosen, and the viewer’s when they are two', async () => {
    const element = await viewer();
    expect(action(element)).to.equal('pan-y');
    expect(send(element, 'touchstart', [touchOf(element, 1, 100, 100)]).defaultPrevented).to.equal(false);
    expect(send(element, 'touchmove', [touchOf(element, 1, 100, 160)]).defaultPrevented).to.equal(false);
    const gone = touchOf(element, 1, 100, 160);
    expect(send(element, 'touchend', [], [gone]).defaultPrevented).to.equal(false);
    expect(element.shadowRoot.activeElement).to.equal(null);
    const two = [touchOf(element, 1, 100, 100), touchOf(element, 2, 160, 100)];
    expect(send(element, 'touchstart', two).defaultPrevented).to.equal(true);
  });

  it('chooses the viewer by a tap, and then turns it', async () => {
    const element = await viewer();
    send(element, 'touchstart', [touchOf(element, 1, 20, 20)]);
    const end = send(element, 'touchend', [], [touchOf(element, 1, 21, 20)]);
    expect(end.defaultPrevented, 'no second click by the mouse events of a tap').to.equal(true);
    expect(element.shadowRoot.activeElement).to.equal(one(element, '.cv-viewer-stage'));
    expect(action(element)).to.equal('none');
    expect(send(element, 'touchstart', [touchOf(element, 1, 100, 100)]).defaultPrevented).to.equal(true);
    expect(send(element, 'touchmove', [touchOf(element, 1, 100, 160)]).defaultPrevented).to.equal(true);
  });

  it('selects the atom that it tapped, also when it moves a little; not with a second finger', async () => {
    const element = await viewer();
    const heard: number[][] = [];
    element.addEventListener('cuvette-select', (event) => heard.push([...event.detail.atoms]));
    const [x, y] = placeOf(element, 2);
    send(element, 'touchstart', [touchOf(element, 1, x, y)]);
    send(element, 'touchmove', [touchOf(element, 1, x + 5, y + 5)]);
    send(element, 'touchend', [], [touchOf(element, 1, x + 6, y + 6)]);
    await waitUntil(() => heard.length === 1);
    expect(heard[0]).to.deep.equal([2]);
    send(element, 'touchstart', [touchOf(element, 1, x, y)]);
    send(
      element,
      'touchstart',
      [touchOf(element, 1, x, y), touchOf(element, 2, x + 60, y)],
      [touchOf(element, 2, x + 60, y)],
    );
    send(element, 'touchend', [touchOf(element, 1, x, y)], [touchOf(element, 2, x + 60, y)]);
    send(element, 'touchend', [], [touchOf(element, 1, x, y)]);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => heard.length === 2);
    expect(heard[1], 'the key’s').to.deep.equal([]);
  });

  it('that became scrolling leaves nothing turning', async () => {
    const element = await viewer();
    const canvas = one<HTMLCanvasElement>(element, 'canvas');
    send(element, 'touchstart', [touchOf(element, 1, 100, 100)]);
    send(element, 'touchcancel', [], [touchOf(element, 1, 100, 120)]);
    const before = canvas.toDataURL();
    const { left, top } = canvas.getBoundingClientRect();
    canvas.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX: left + 250, clientY: top + 50 }));
    await aTimeout(50);
    expect(canvas.toDataURL()).to.equal(before);
  });
});
