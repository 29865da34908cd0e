import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { emulateMedia, setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';
import { loadElement } from './loader.ts';

const conformers = new URL('../results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;
const macropka = new URL('../results/fixtures/macropka.cuvette.json', import.meta.url).pathname;

type Inside = HTMLElement & { shadowRoot: ShadowRoot };

/** Every element that draws, with what it shows and what is there once its view is drawn. */
const drawing: [tag: string, attributes: string, live: string][] = [
  ['cuvette-workflow', `src="${conformers}"`, 'table'],
  ['cuvette-conformer-search', `src="${conformers}"`, 'table'],
  ['cuvette-viewer', `src="${conformers}" antialias="off"`, 'canvas'],
  ['cuvette-table', `src="${conformers}"`, 'table'],
  ['cuvette-trajectory', `src="${conformers}" antialias="off"`, '[role=region], canvas, .cv-trajectory'],
  ['cuvette-microstates', `src="${macropka}"`, '.cv-microstate-cards'],
  ['cuvette-structure', 'smiles="CCO"', 'svg'],
];
const held = '<p class="held">Table 1. Energies of nine conformers.</p>';

function shown(element: Element | null): boolean {
  return element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) === true;
}
const caption = (element: Element) => element.querySelector('.held');
const live = (element: Inside, selector: string) =>
  element.localName === 'cuvette-structure'
    ? element.shadowRoot.querySelector('.box')
    : (element.shadowRoot.querySelector(selector) ?? null);

/** Puts markup into the page. `atOnce` looks at the element before any of its work could begin. */
async function put(markup: string, atOnce: (element: Inside) => void = () => {}): Promise<Inside> {
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.innerHTML = markup;
  const element = box.firstElementChild as Inside;
  atOnce(element);
  return element;
}

describe('what an element holds in the page’s own markup', () => {
  before(() => setViewport({ width: 1000, height: 900 }));
  afterEach(() => emulateMedia({ media: 'screen' }));

  for (const [tag, attributes, selector] of drawing) {
    it(`${tag}: is shown until the view is drawn, then on paper only`, async () => {
      await loadElement(tag);
      const stands = (element: Inside) => expect(shown(caption(element)), 'before it has started').to.equal(true);
      // The drawing is lit's, which puts its slot there a moment later; the views may be drawn by then.
      const late = tag === 'cuvette-structure';
      const element = await put(`<${tag} ${attributes}>${held}</${tag}>`, late ? undefined : stands);
      if (late) stands(element);
      await waitUntil(() => element.shadowRoot.querySelector(selector) && !shown(caption(element)), 'the view');
      expect(shown(live(element, selector)), 'the view, on the screen').to.equal(true);
      await emulateMedia({ media: 'print' });
      expect(shown(caption(element)), 'on paper').to.equal(true);
      expect(shown(live(element, selector)), 'the view, on paper').to.equal(false);
      const box = element.getBoundingClientRect();
      const text = (caption(element) as HTMLElement).getBoundingClientRect();
      expect(text.bottom, 'inside its element').to.be.at.most(box.bottom + 1);
      await emulateMedia({ media: 'screen' });
      expect(shown(caption(element))).to.equal(false);
      expect(shown(live(element, selector))).to.equal(true);
    });
  }

  it('without anything held, the view itself is printed', async () => {
    const element = await put(`<cuvette-table src="${conformers}"></cuvette-table>`);
    await waitUntil(() => element.shadowRoot?.querySelector('table'), 'the table');
    await emulateMedia({ media: 'print' });
    expect(shown(element.shadowRoot.querySelector('table'))).to.equal(true);
  });

  it('a script of data is nothing to see, and a slot of the view is none of it', async () => {
    const json = await (await fetch(conformers)).text();
    const element = await put(
      `<cuvette-table><script type="application/json">${json.replaceAll('<', '\\u003c')}</script><button slot="actions">Act</button></cuvette-table>`,
    );
    await waitUntil(() => element.shadowRoot?.querySelector('table'), 'the table');
    await emulateMedia({ media: 'print' });
    expect(shown(element.shadowRoot.querySelector('table'))).to.equal(true);
  });

  it('is beside the reason where the result cannot be read, and can come later', async () => {
    const element = await put(`<cuvette-viewer src="/no/such.cuvette.json">${held}</cuvette-viewer>`);
    await waitUntil(() => element.shadowRoot?.textContent?.includes('was not delivered'), 'the reason');
    expect(shown(caption(element))).to.equal(true);
    expect(shown(element.shadowRoot.querySelector('[role=alert]'))).to.equal(true);
    element.replaceChildren();
    await aTimeout(60);
    element.innerHTML = held;
    await waitUntil(() => shown(caption(element)), 'the late caption');
  });

  it('shows where scripts are blocked, on the screen and on paper', async () => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-same-origin');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    const body = drawing.map(([tag, attributes]) => `<${tag} ${attributes}>${held}</${tag}>`).join('');
    frame.srcdoc = `<!doctype html><script type="module" src="/dist/test-embed/one/embed.js"></script>${body}`;
    document.body.append(frame);
    await loaded;
    await aTimeout(300);
    const page = frame.contentDocument as Document;
    expect(page.defaultView?.customElements.get('cuvette-client')).to.equal(undefined);
    for (const media of ['screen', 'print'] as const) {
      await emulateMedia({ media });
      for (const element of page.querySelectorAll('.held')) {
        expect(shown(element), `${element.parentElement?.localName}, ${media}`).to.equal(true);
        expect(element.getBoundingClientRect().height).to.be.greaterThan(10);
      }
    }
    frame.remove();
  });

  for (const [tag, attributes, selector] of drawing) {
    // How high a table is only its rows say.
    if (tag === 'cuvette-table') continue;
    it(`${tag}: nothing below it moves when it starts`, async () => {
      await loadElement(tag);
      const box = await fixture<HTMLElement>(html`<div></div>`);
      box.innerHTML = `<${tag} ${attributes}>${held.repeat(30)}</${tag}><p class="after">After.</p>`;
      const element = box.firstElementChild as Inside;
      const after = box.querySelector('.after') as HTMLElement;
      const places = new Set<number>();
      const look = () => places.add(Math.round(after.getBoundingClientRect().top));
      look();
      const end = performance.now() + 100_000;
      while (performance.now() < end && (!element.shadowRoot.querySelector(selector) || shown(caption(element)))) {
        await new Promise(requestAnimationFrame);
        look();
      }
      expect(shown(live(element, selector)), 'the view').to.equal(true);
      await aTimeout(200);
      look();
      expect([...places]).to.have.length(1);
    });
  }

  it('a height that the page writes counts before the script of the element is there', async () => {
    const frame = document.createElement('iframe');
    frame.style.cssText = 'width:1000px;height:800px';
    document.body.append(frame);
    const page = frame.contentDocument as Document;
    const inside = frame.contentWindow as Window & typeof globalThis;
    const tags = drawing.filter(([tag]) => tag !== 'cuvette-structure');
    const one = ([tag, attributes]: (typeof drawing)[number], height: string) =>
      `<${tag} ${attributes} height="${height}">${held.repeat(60)}</${tag}>`;
    const vertical = one(['cuvette-microstates', `src="${macropka}" vertical`, ''], '50%');
    // Below the viewport, so that nothing begins by itself.
    page.body.innerHTML = `<div style="height:3000px"></div>${tags.map((tag) => one(tag, '640')).join('')}${vertical}`;
    const elements = [...page.body.querySelectorAll<Inside>(':scope > :not(div)')];
    const last = elements.at(-1) as Inside;
    const high = (element: Element) => element.getBoundingClientRect().height;
    const script = page.createElement('script');
    script.type = 'module';
    script.src = '/dist/test-embed/one/embed.js';
    page.body.append(script);
    await waitUntil(() => high(elements[0] as Inside) === 640, 'the first height');
    for (const element of elements.slice(0, -1)) expect(high(element), element.localName).to.equal(640);
    expect(inside.customElements.get('cuvette-viewer')).to.equal(undefined);
    last.setAttribute('height', '22em');
    await waitUntil(() => high(last) === 352, 'a height that is written later');
    last.setAttribute('height', '20px } * { height: 7px');
    await waitUntil(() => high(last) === 400, '50vh, as without a height');
    last.setAttribute('height', '352');
    await waitUntil(() => high(last) === 352, 'a height in pixels');
    const seen = new Map(elements.map((element) => [element, new Set<number>()]));
    const look = () => {
      for (const [element, heights] of seen) heights.add(high(element));
    };
    const load = inside.eval('(address) => import(address)') as (
      address: string,
    ) => Promise<typeof import('../embed.ts')>;
    const there = await load('/dist/test-embed/one/embed.js');
    for (const [tag] of tags) {
      await there.loadElement(tag);
      look();
    }
    let filled = 0;
    await waitUntil(
      () => {
        look();
        for (const element of elements) {
          const place = element.shadowRoot.querySelector('[data-held="waiting"], [data-early]');
          if (!place) continue;
          expect(high(place), `what ${element.localName} holds fills it`).to.equal(high(element));
          filled++;
        }
        return elements.every((element) => !shown(caption(element)));
      },
      'all views',
      { interval: 10, timeout: 15000 },
    );
    expect(filled).to.be.greaterThan(0);
    for (const [element, heights] of seen) {
      expect([...heights], element.localName).to.deep.equal([element === last ? 352 : 640]);
    }
    frame.remove();
  });
});
