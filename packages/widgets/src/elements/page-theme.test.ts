import { expect, fixture, html } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';
import { loadElement } from './loader.ts';

const conformers = new URL('../results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;
const schemeOf = (element: Element) => getComputedStyle(element).colorScheme;

describe('the colours of a page around an element', () => {
  let sheet: HTMLStyleElement;
  before(() => loadElement('cuvette-table'));
  beforeEach(() => {
    sheet = document.head.appendChild(document.createElement('style'));
    sheet.textContent =
      'html[data-theme=night] body, body.dark-mode, body[data-theme=dark] { background: #101418; color: #eee }';
  });
  afterEach(() => {
    sheet.remove();
    delete document.documentElement.dataset.theme;
  });

  it('a dark page that declares no color-scheme: dark; when it becomes light, light again; a theme of its own counts before both', async () => {
    document.documentElement.dataset.theme = 'night';
    const box = await fixture<HTMLElement>(
      html`<div><cuvette-table src=${conformers}></cuvette-table><cuvette-table theme="light" src=${conformers}></cuvette-table></div>`,
    );
    const [own, light] = [...box.children] as [Element, Element];
    expect(schemeOf(own)).to.equal('dark');
    expect(schemeOf(light)).to.equal('light');
    delete document.documentElement.dataset.theme;
    await waitUntil(() => schemeOf(own) === 'normal');
    document.documentElement.dataset.theme = 'night';
    await waitUntil(() => schemeOf(own) === 'dark');
  });

  it('hears of a class and of `data-theme` on the body, as furo and Material for MkDocs set them', async () => {
    const element = await fixture<HTMLElement>(html`<cuvette-table src=${conformers}></cuvette-table>`);
    expect(schemeOf(element)).to.equal('normal');
    document.body.classList.add('dark-mode');
    await waitUntil(() => schemeOf(element) === 'dark');
    document.body.classList.remove('dark-mode');
    await waitUntil(() => schemeOf(element) === 'normal');
    document.body.dataset.theme = 'dark';
    await waitUntil(() => schemeOf(element) === 'dark');
    delete document.body.dataset.theme;
  });

  it('a page that declares its color-scheme is followed, whatever its ground', async () => {
    document.documentElement.dataset.theme = 'night';
    const box = await fixture<HTMLElement>(
      html`<div style="color-scheme: light"><cuvette-table src=${conformers}></cuvette-table></div>`,
    );
    expect(schemeOf(box.children[0] as Element)).to.equal('light');
  });
});

describe('a boolean property as React hands an attribute over', () => {
  it('an empty text is true, as the attribute would be', async () => {
    const box = await fixture<HTMLElement>(html`<div><cuvette-table></cuvette-table></div>`);
    const element = box.children[0] as HTMLElement & { public: unknown };
    element.public = '';
    expect(element.hasAttribute('public')).to.equal(true);
    expect(element.public).to.equal(true);
    element.public = false;
    expect(element.hasAttribute('public')).to.equal(false);
  });
});
