import { initialViewerState, saveSession } from '@cuvette/core/session';
import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';

const conformers = new URL('../results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;

type Inside = HTMLElement & { shadowRoot: ShadowRoot; state: string; molecule?: unknown };
const caption = (element: Inside) => element.shadowRoot?.querySelector('.cv-viewer-caption')?.textContent ?? '';
const ready = { timeout: 10000 };
const water = {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0] },
    { atomic_number: 1, position: [0.96, 0, 0] },
    { atomic_number: 1, position: [-0.24, 0.93, 0] },
  ],
};

/** Presses a button by its name. */
const press = (element: Inside, name: string) =>
  [...element.shadowRoot.querySelectorAll<HTMLElement>('button')]
    .find((button) => (button.ariaLabel ?? button.textContent ?? '').includes(name))
    ?.click();

describe('the state of an element', () => {
  it('is reported when it has come to rest, and opens another element as it was', async () => {
    const first = await fixture<Inside>(
      html`<cuvette-viewer src=${conformers} session="one" antialias="off"></cuvette-viewer>`,
    );
    await waitUntil(() => caption(first).includes('1 of 9'), 'the first', ready);
    expect(first.state).to.equal('');
    const states: string[] = [];
    first.addEventListener('cuvette-state', (event) =>
      states.push((event as CustomEvent<{ state: string }>).detail.state),
    );
    press(first, 'Next structure');
    press(first, 'Next structure');
    await waitUntil(() => caption(first).includes('3 of 9'));
    await waitUntil(() => states.length > 0, 'the first state', ready);
    await waitUntil(() => first.shadowRoot.querySelector('canvas'), 'drawn', ready);
    (first.shadowRoot.querySelector('.cv-viewer-stage') as HTMLElement).focus();
    await aTimeout(300);
    await sendKeys({ press: 'ArrowLeft' });
    await waitUntil(() => states.length > 1, 'the second state', ready);
    expect(states.length).to.equal(2);
    expect(first.state).to.equal(states[1]);

    const second = await fixture<Inside>(
      html`<cuvette-viewer src=${conformers} session="two" state=${first.state} antialias="off"></cuvette-viewer>`,
    );
    const seen: string[] = [];
    const watch = setInterval(() => seen.push(caption(second)), 5);
    await waitUntil(() => caption(second).includes('3 of 9'), 'the second', ready);
    clearInterval(watch);
    // Nothing else was shown before.
    expect(seen.filter((text) => text.includes('1 of 9'))).to.deep.equal([]);
    await waitUntil(() => second.state === first.state);
  });

  it('can be written as often as one likes, and nonsense changes nothing', async () => {
    const element = await fixture<Inside>(
      html`<cuvette-workflow src=${conformers} session="three"></cuvette-workflow>`,
    );
    await waitUntil(() => caption(element).includes('1 of 9'), 'the workflow', ready);
    const info = saveSession({
      structure: null,
      tab: 'info',
      atoms: [],
      frame: null,
      mode: null,
      viewer: initialViewerState,
    });
    const tab = () => element.shadowRoot.querySelector('[role=tab][aria-selected=true]')?.textContent ?? '';
    const other = tab();
    element.state = info;
    await waitUntil(() => tab() !== other, 'the tab', ready);
    (element.shadowRoot.querySelector('[role=tab]') as HTMLElement).click();
    await waitUntil(() => tab() === other, 'the tab before', ready);
    element.state = info;
    await waitUntil(() => tab() !== other, 'the tab', ready);
    expect(element.getAttribute('state')).to.equal(info);
    element.state = 'what is this?';
    await aTimeout(100);
    expect(tab()).not.to.equal(other);
    expect(element.state).to.equal(info);
  });

  it('is there for a viewer of a molecule too, set before anything is drawn', async () => {
    const element = document.createElement('cuvette-viewer') as Inside;
    element.style.cssText = 'width:200px;height:240px';
    element.setAttribute('antialias', 'off');
    element.state = saveSession({
      structure: null,
      tab: null,
      atoms: [0, 1],
      frame: null,
      mode: null,
      viewer: { ...initialViewerState, drawing: 'line' },
    });
    element.molecule = water;
    const drawn = oneEvent(element, 'cuvette-ready');
    document.body.append(element);
    await drawn;
    await waitUntil(() => caption(element).includes('Distance O1–H2: 0.960 Å'));
    expect(element.state).to.equal(element.getAttribute('state'));
    element.remove();
  });
});
