import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from './testing/wait-until.ts';

const conformers = new URL('./results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;
const built = (name: string) => `/dist/test-embed/${name}/embed.js`;
/** As a page imports it; the test server would add a query to an `import()` that it sees. */
const load = new Function('address', 'return import(address)') as (address: string) => Promise<unknown>;
const loadBuilt = (name: string) => load(built(name));
const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name);
type Inside = HTMLElement & { shadowRoot: ShadowRoot };

describe('the built embed script', () => {
  const warnings: string[] = [];
  const warn = console.warn;

  before(async () => {
    await setViewport({ width: 1100, height: 700 });
    console.warn = (...parts: unknown[]) => warnings.push(parts.join(' '));
  });
  after(() => {
    console.warn = warn;
  });

  it('loads nothing but the small scripts that embed.js imports before anything is near the viewport', async () => {
    const scripts = (await (await fetch('/dist/test-embed/one/modules.json')).json()) as Record<
      string,
      { imports: string[]; modules: Record<string, number> }
    >;
    const files = new Set<string>();
    const follow = (file: string) => {
      if (files.has(file)) return;
      files.add(file);
      for (const name of scripts[file]?.imports ?? []) follow(name);
    };
    follow('embed.js');
    // What it brings besides, without waiting: the loader and the two small elements.
    for (const [file, { modules }] of Object.entries(scripts)) {
      if ('packages/widgets/src/elements/loader.ts' in modules || file.startsWith('chunks/embed-base-')) follow(file);
    }
    expect(Object.keys(scripts).length).to.be.greaterThan(files.size + 20);
    await fixture(html`<div style="height:3000px"></div>`);
    const far = document.createElement('cuvette-workflow');
    far.setAttribute('src', conformers);
    const box = document.createElement('div');
    box.style.cssText = 'position:absolute;top:4000px;width:1000px';
    box.append(far);
    document.body.append(box);
    await loadBuilt('one');
    await aTimeout(600);
    expect(customElements.get('cuvette-structure')).not.to.equal(undefined);
    expect(customElements.get('cuvette-workflow')).to.equal(undefined);
    expect(far.getBoundingClientRect().height).to.be.at.least(400);
    const came = loaded().filter((name) => name.includes('/test-embed/one/') && name.endsWith('.js'));
    expect(came.map((name) => name.split('/test-embed/one/')[1]).sort()).to.deep.equal([...files].sort());
    box.remove();
  });

  it('shows a workflow without 3D engine and drawing toolkit until a viewer is near the viewport', async () => {
    const box = document.createElement('div');
    // Near enough for the loader (400 px), its viewer not near enough for the engine (300 px).
    box.style.cssText = 'position:absolute;top:1070px;left:0;width:1000px';
    box.innerHTML = `<cuvette-workflow src="${conformers}" style="height:600px"></cuvette-workflow>`;
    document.body.append(box);
    const element = box.firstElementChild as Inside;
    await waitUntil(() => element.shadowRoot?.querySelector('table'), 'the table');
    await aTimeout(300);
    expect(loaded().filter((name) => /3dmol|openchemlib/i.test(name))).to.deep.equal([]);
    element.scrollIntoView();
    await waitUntil(() => element.shadowRoot.querySelector('canvas'), 'the viewer');
    expect(loaded().some((name) => /3dmol/i.test(name))).to.equal(true);
    box.remove();
    scrollTo(0, 0);
  });

  it('twice on one page, from two addresses: one definition, one client, no complaint', async () => {
    await loadBuilt('two');
    const box = await fixture<HTMLElement>(html`<div><cuvette-table src=${conformers}></cuvette-table></div>`);
    const table = box.firstElementChild as Inside;
    await waitUntil(() => table.shadowRoot?.querySelector('table'), 'the table');
    expect(loaded().filter((name) => name.includes('/test-embed/two/chunks/use-item'))).to.deep.equal([]);
    expect(warnings.filter((text) => text.includes('already defined'))).to.deep.equal([]);
    expect(loaded().filter((name) => name.endsWith('conformer-search.cuvette.json'))).to.have.length(1);
  });

  it('says so when another version of Cuvette is on the page, and keeps the first', async () => {
    const first = customElements.get('cuvette-structure') as unknown as { cuvetteVersion: string };
    const { version } = (await loadBuilt('later')) as { version: string };
    expect(version).to.equal('9.9.9');
    expect(customElements.get('cuvette-structure')).to.equal(first);
    expect(first.cuvetteVersion).not.to.equal('9.9.9');
    expect(warnings.join('\n'))
      .to.contain('<cuvette-structure> is already defined on this page by Cuvette')
      .and.to.contain('9.9.9');
  });

  it('finds elements in other people’s shadow roots', async () => {
    const { watch } = (await loadBuilt('one')) as { watch: (root: ShadowRoot) => void };
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = `<cuvette-viewer src="${conformers}"></cuvette-viewer>`;
    watch(root);
    const viewer = root.firstElementChild as Inside;
    await waitUntil(() => viewer.shadowRoot?.querySelector('canvas'), 'the viewer');
  });

  it('finds them also in components whose own script comes after this one', async () => {
    await loadBuilt('one');
    const late = await fixture<HTMLElement>(html`<late-host-component></late-host-component>`);
    await aTimeout(50);
    customElements.define(
      'late-host-component',
      class extends HTMLElement {
        constructor() {
          super();
          this.attachShadow({ mode: 'open' }).innerHTML = `<cuvette-table src="${conformers}"></cuvette-table>`;
        }
      },
    );
    const table = late.shadowRoot?.firstElementChild as Inside;
    await waitUntil(() => table.shadowRoot?.querySelector('tbody tr'), 'the table');
  });
});
