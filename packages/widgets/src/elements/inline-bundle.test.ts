import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';

const conformers = new URL('../results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;
const macropka = new URL('../results/fixtures/macropka.cuvette.json', import.meta.url).pathname;

type Inside = HTMLElement & { shadowRoot: ShadowRoot };
const text = (element: Inside) => element.shadowRoot?.textContent ?? '';
const rows = (element: Inside) => element.shadowRoot?.querySelectorAll('tbody tr').length ?? 0;
const titles = (element: Inside) =>
  [...(element.shadowRoot?.querySelectorAll('thead th') ?? [])].map((head) => head.textContent).join(' ');

async function read(path: string): Promise<string> {
  return await (await fetch(path)).text();
}

/** A script of data, as a page writes it: `<` inside it may not end it. */
function scriptOf(json: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.textContent = json;
  return script;
}

/** An element on the page with what it holds; nothing is asked of a server unless `asked` says so. */
async function place(tag: string, ...held: (Node | string)[]): Promise<Inside> {
  const box = await fixture<HTMLElement>(html`<div></div>`);
  const element = document.createElement(tag) as Inside;
  element.append(...held);
  box.append(element);
  return element;
}

describe('a bundle inside an element', () => {
  const asked: string[] = [];
  const { fetch: original } = window;
  beforeEach(() => {
    asked.length = 0;
    window.fetch = (input, init) => {
      asked.push(String(input instanceof Request ? input.url : input));
      return original(input, init);
    };
  });
  afterEach(() => {
    window.fetch = original;
  });

  it('is shown without a server and without a request', async () => {
    const json = await read(conformers);
    asked.length = 0;
    const table = await place('cuvette-table', scriptOf(json));
    await waitUntil(() => rows(table) === 9, 'nine conformers');
    expect(asked.filter((url) => /api|cuvette\.json/.test(url))).to.deep.equal([]);
  });

  it('may come after the element was defined, and may be replaced', async () => {
    const [first, second] = [await read(conformers), await read(macropka)];
    const table = await place('cuvette-table');
    await waitUntil(() => text(table).includes('has no source'), 'nothing yet');
    table.append(scriptOf(first));
    await waitUntil(() => rows(table) === 9, 'the conformers');
    table.replaceChildren(scriptOf(second));
    await waitUntil(() => titles(table).includes('pKa'), 'the pKa values');
  });

  it('of two elements never mix, also under one identifier', async () => {
    const bundle = JSON.parse(await read(conformers));
    const other = structuredClone(bundle);
    other.items[0].name = 'the other one';
    other.items[0].object_data.energies = other.items[0].object_data.energies.slice(0, 4);
    other.items[0].object_data.conformer_uuids = other.items[0].object_data.conformer_uuids.slice(0, 4);
    const one = await place('cuvette-workflow', scriptOf(JSON.stringify(bundle)));
    const two = await place('cuvette-workflow', scriptOf(JSON.stringify(other)));
    await waitUntil(() => rows(one) === 9 && rows(two) === 4, 'nine and four');
    expect(text(two)).to.contain('the other one');
    expect(text(one)).not.to.contain('the other one');
  });

  it('inside <cuvette-client> is read by all elements in it, each with its own item', async () => {
    const bundle = JSON.parse(await read(conformers));
    const second = JSON.parse(await read(macropka));
    bundle.items.push(...second.items);
    const around = document.createElement('cuvette-client');
    around.append(scriptOf(JSON.stringify(bundle)));
    around.insertAdjacentHTML(
      'beforeend',
      `<cuvette-table></cuvette-table><cuvette-table workflow="${second.items[0].uuid}"></cuvette-table>`,
    );
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.append(around);
    const [first, named] = [...around.querySelectorAll('cuvette-table')] as [Inside, Inside];
    await waitUntil(() => rows(first) === 9, 'the first item');
    await waitUntil(() => titles(named).includes('pKa'), 'the named item');
  });

  it('that is no bundle, or no JSON, is refused in words at once', async () => {
    const broken = await place('cuvette-table', scriptOf('{"format": "cuvette-bundle", '));
    const foreign = await place('cuvette-table', scriptOf('{"hello": "world"}'));
    await waitUntil(() => text(broken).includes('not valid JSON'), 'broken JSON');
    expect(text(broken)).to.contain('The file cannot be shown.');
    await waitUntil(() => text(foreign).includes('not a bundle'), 'another document');
  });

  it('is waited for while the parser is still delivering it', async () => {
    const json = (await read(conformers)).replaceAll('<', '\\u003c');
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const page = frame.contentDocument as Document;
    const view = frame.contentWindow as Window & { Function: FunctionConstructor };
    page.head.innerHTML = `<base href="${location.origin}/">`;
    const load = new view.Function('address', 'return import(address)') as (
      address: string,
    ) => Promise<{ loadElement: (tag: string) => Promise<void> }>;
    await (await load(`${location.origin}/dist/test-embed/one/embed.js`)).loadElement('cuvette-table');

    // The registry of elements outlives `open`: from here on each element is made by the parser as it meets the tag.
    page.open();
    page.write('<!doctype html><body><cuvette-table>');
    const table = page.querySelector('cuvette-table') as Inside;
    expect(page.readyState).to.equal('loading');
    expect(table.shadowRoot).not.to.equal(null);
    const half = Math.floor(json.length / 2);
    page.write(`<script type="application/json">${json.slice(0, half)}`);
    await aTimeout(120);
    expect(text(table)).not.to.contain('does not know').and.not.to.contain('cannot be shown');
    page.write(`${json.slice(half)}</script><p>A caption.</p></cuvette-table><p>What follows.</p>`);
    await waitUntil(() => rows(table) === 9, 'the rows, before the page has ended');
    expect(page.readyState).to.equal('loading');
    page.close();
    frame.remove();
  });
});

describe('a bundle by its address', () => {
  it('may be relative to the page, and packed as it lies on the host', async () => {
    const packed = await new Response(
      new Blob([await read(conformers)]).stream().pipeThrough(new CompressionStream('gzip')),
    ).blob();
    const address = URL.createObjectURL(packed);
    const table = await fixture<Inside>(html`<cuvette-table src=${address}></cuvette-table>`);
    await waitUntil(() => rows(table) === 9, 'the packed file');
    URL.revokeObjectURL(address);

    const here = location.pathname;
    history.replaceState(null, '', conformers.replace(/[^/]+$/, 'page'));
    try {
      const relative = await fixture<Inside>(
        html`<cuvette-table src="./conformer-search.cuvette.json"></cuvette-table>`,
      );
      await waitUntil(() => rows(relative) === 9, 'the relative address');
    } finally {
      history.replaceState(null, '', here);
    }
  });

  it('says in words what is wrong with it', async () => {
    const box = await fixture<HTMLElement>(html`<div>
      <cuvette-table src="/no/such/result.cuvette.json"></cuvette-table>
      <cuvette-table src="https://localhost:1/away.cuvette.json"></cuvette-table>
      <cuvette-table src="data:text/plain,hello"></cuvette-table>
      <cuvette-table src="http://["></cuvette-table>
    </div>`);
    const [missing, away, foreign, odd] = [...box.children] as [Inside, Inside, Inside, Inside];
    await waitUntil(() => text(missing).includes('was not delivered (status 404)'), 'missing');
    await waitUntil(() => text(foreign).includes('it is not JSON'), 'not JSON');
    await waitUntil(() => text(away).includes('cannot be reached'), 'out of reach');
    await waitUntil(() => text(odd).includes('cannot be reached'), 'no address');
    for (const element of [missing, away, foreign]) expect(text(element)).to.contain('The file cannot be shown.');
  });

  it('says what to do about a bundle that a server does not give out as one document', async () => {
    const whole = window.fetch;
    window.fetch = async () => Response.json({ detail: 'Too large.' }, { status: 413 });
    try {
      const element = await fixture<Inside>(html`<cuvette-table src="/large/bundle"></cuvette-table>`);
      await waitUntil(() => text(element).includes('too large'), 'too large');
      expect(text(element)).to.contain('Use workflow="…" in place of src, or download the zip.');
      expect(text(element)).not.to.contain('Check the address');
    } finally {
      window.fetch = whole;
    }
  });
});
