import { expect, fixture, html, nextFrame, oneEvent } from '@open-wc/testing';
import { engineOf } from '../testing/engine-of.ts';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';

type ViewerElement = HTMLElement & { shadowRoot: ShadowRoot; state: string };
const conformers = new URL('../results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;
const ready = { timeout: 12_000 };

interface Inside {
  getView: () => number[];
  getRenderer(): { getContext(): WebGL2RenderingContext };
}
const one = (element: ViewerElement, selector: string) => element.shadowRoot.querySelector<HTMLElement>(selector);
const inside = (element: ViewerElement) => engineOf<Inside>(one(element, 'canvas'));
const contextOf = (element: ViewerElement) => inside(element).getRenderer().getContext();
const label = (element: ViewerElement) => one(element, '.cv-viewer-stage')?.getAttribute('aria-label') ?? '';

async function drawn(template: ReturnType<typeof html>): Promise<ViewerElement> {
  const box = await fixture<HTMLElement>(html`<div></div>`);
  const heard = oneEvent(box, 'cuvette-ready');
  const element = await fixture<ViewerElement>(template, { parentNode: box });
  await heard;
  return element;
}

describe('a viewer of an item', () => {
  it('hears label, spin, antialias and render-mode as one of a molecule does', async function () {
    this.timeout(180_000);
    const plain = await drawn(
      html`<cuvette-viewer src=${conformers} session="plain" antialias="on" style="width:320px;height:280px"></cuvette-viewer>`,
    );
    const told = await drawn(
      html`<cuvette-viewer src=${conformers} session="told" label="Our molecule" spin antialias="off" render-mode="own" style="width:320px;height:280px"></cuvette-viewer>`,
    );
    expect(contextOf(told), 'a context of its own').not.to.equal(contextOf(plain));
    expect(contextOf(plain).getContextAttributes()?.antialias).to.equal(true);
    expect(contextOf(told).getContextAttributes()?.antialias).to.equal(false);

    expect(label(told)).to.match(/^Our molecule \(1 of 9\), \d+ atoms/);
    expect(one(told, '.cv-viewer-caption')?.textContent).to.contain('Our molecule (1 of 9)');
    expect(label(plain)).not.to.contain('Our molecule');

    const turns = () => {
      const before = inside(told).getView().slice(4);
      const turned = () =>
        inside(told)
          .getView()
          .slice(4)
          .some((value, index) => Math.abs(value - (before[index] ?? 0)) > 0.02);
      return waitUntil(turned, 'it turns', ready);
    };
    // During the first turn the other one gets the size of its box, and fits the structure to it; during the second nothing moves it.
    await turns();
    await nextFrame();
    await nextFrame();
    const still = inside(plain).getView();
    await turns();
    expect(String(inside(plain).getView()), 'the other one does not').to.equal(String(still));
    // The session knows it: the menu shows it and switches it off.
    expect(told.state).not.to.equal('');
    expect(plain.state).to.equal('');
  });
});
