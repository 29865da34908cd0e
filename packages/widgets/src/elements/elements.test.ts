import { createClient } from '@cuvette/core/client';
import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';
import { still } from '../ui/test-helpers.ts';
import type { CuvetteClientElement } from './client-element.ts';

const conformers = new URL('../results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;
const calculation = new URL('../results/fixtures/basic-calculation.cuvette.json', import.meta.url).pathname;

type Inside = HTMLElement & { shadowRoot: ShadowRoot; client?: unknown; item?: unknown };
const text = (element: Inside) => element.shadowRoot?.textContent ?? '';
const find = <T extends Element = HTMLElement>(element: Inside, selector: string) =>
  element.shadowRoot?.querySelector<T>(selector) ?? null;

/** A server in the page: answers every read from a bundle and remembers what was asked. */
async function server(path: string) {
  const bundle = await (await fetch(path)).json();
  const asked: string[] = [];
  const answer = async (input: RequestInfo | URL) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href);
    asked.push(url.pathname + url.search);
    const item = bundle.items.find((each: { uuid: string }) => url.pathname.endsWith(each.uuid));
    if (item) return Response.json(item);
    if (url.pathname.endsWith('read_molecules')) {
      return Response.json(
        Object.fromEntries(
          url.searchParams.getAll('uuids').map((uuid) => [uuid, bundle.calculations[uuid]?.molecules ?? []]),
        ),
      );
    }
    const one = bundle.calculations[url.pathname.split('/').at(-1) ?? ''];
    if (one)
      return Response.json({
        ...one,
        uuid: url.pathname.split('/').at(-1),
        workflow_uuid: bundle.items[0].uuid,
        molecules: undefined,
      });
    return Response.json({ detail: 'Not found.' }, { status: 404 });
  };
  return {
    uuid: bundle.items[0].uuid as string,
    item: bundle.items[0],
    asked,
    answer,
    client: createClient({ origin: 'https://lab.example', source: 'shared', fetch: answer as typeof fetch }),
  };
}

describe('the elements', () => {
  before(async () => {
    await setViewport({ width: 1100, height: 800 });
    localStorage.clear();
  });

  it('<cuvette-workflow src> shows a bundle: structure, table and tabs, and says cuvette-load', async () => {
    const box = await fixture<HTMLElement>(html`<div></div>`);
    const loaded = oneEvent(box, 'cuvette-load');
    box.innerHTML = `<cuvette-workflow src="${conformers}"></cuvette-workflow>`;
    const event = await loaded;
    expect(event.detail.item.object_type).to.equal('conformer_search');
    expect(event.target).to.equal(box.firstElementChild);
    const element = box.firstElementChild as Inside;
    await waitUntil(() => find(element, 'canvas') && find(element, 'table'), 'canvas and table');
    expect([...element.shadowRoot.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).to.include('Info');
    expect(find(element, '.cv-viewer-stage')?.getAttribute('aria-label')).to.match(/Conformer 1 of 9, \d+ atoms/i);
  });

  it('one item in two elements: moving the row moves the structure of the viewer, with one read for both', async () => {
    const { uuid, client, asked } = await server(conformers);
    const box = await fixture<HTMLElement>(
      html`<div>
        <cuvette-table workflow=${uuid} .client=${client}></cuvette-table>
        <cuvette-viewer workflow=${uuid} .client=${client} antialias="off"></cuvette-viewer>
      </div>`,
    );
    const [table, viewer] = [...box.children] as [Inside, Inside];
    await waitUntil(() => find(table, 'tbody tr, [role=row]') && find(viewer, 'canvas'), 'both drawn');
    const selected: (string | null)[] = [];
    box.addEventListener('cuvette-select', (event) => selected.push((event as CustomEvent).detail.structure));
    const caption = () => find(viewer, '.cv-viewer-caption')?.textContent;
    expect(caption()).to.contain('Conformer 1 of 9');
    const row = [...table.shadowRoot.querySelectorAll<HTMLElement>('tbody tr')][0] as HTMLElement;
    row.focus();
    row.click();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => caption()?.includes('Conformer 2 of 9'), 'the viewer follows');
    expect(selected.length).to.be.greaterThan(0);
    expect(asked.filter((path) => path.endsWith(uuid))).to.have.length(1);
  });

  it('tab="…" opens a tab, and choosing one says cuvette-tab', async () => {
    const element = await fixture<Inside>(
      html`<cuvette-basic-calculation src=${calculation} tab="thermochemistry"></cuvette-basic-calculation>`,
    );
    const open = () => find(element, '[role=tab][aria-selected=true]')?.textContent;
    await waitUntil(() => open() === 'Thermochemistry', 'the tab of the attribute');
    const heard = oneEvent(element, 'cuvette-tab');
    find(element, '[role=tab][aria-selected=true]')?.focus();
    await sendKeys({ press: 'ArrowRight' });
    expect((await heard).detail.tab).to.equal('ir');
    await waitUntil(() => open() === 'IR');
    expect((element.shadowRoot.activeElement as HTMLElement).textContent).to.equal('IR');
  });

  it('a type’s own element says when it is given another type', async () => {
    const element = await fixture<Inside>(
      html`<cuvette-conformer-search src=${calculation}></cuvette-conformer-search>`,
    );
    await waitUntil(() => text(element).includes('This is not a Conformer Search'), 'the reason');
    expect(text(element)).to.contain('Basic Calculation');
  });

  it('an item that is not there, not shared, or nowhere named: each has its own words', async () => {
    const missing = createClient({
      fetch: (async () => Response.json({ detail: 'no' }, { status: 404 })) as typeof fetch,
    });
    const gone = (async () => Response.json({ detail: 'no' }, { status: 404 })) as typeof fetch;
    const unshared = createClient({ source: 'shared', fetch: gone });
    const ended = createClient({ source: 'shared', link: 'k', fetch: gone });
    const refused = createClient({
      source: 'shared',
      fetch: (async () => Response.json({ detail: 'no' }, { status: 403 })) as typeof fetch,
    });
    const box = await fixture<HTMLElement>(html`<div>
      <cuvette-workflow workflow="0f0f0f0f-0000-4000-8000-000000000000" .client=${missing}></cuvette-workflow>
      <cuvette-workflow workflow="0f0f0f0f-0000-4000-8000-000000000000" .client=${refused}></cuvette-workflow>
      <cuvette-workflow></cuvette-workflow>
      <cuvette-viewer workflow="0f0f0f0f-0000-4000-8000-000000000000" .client=${unshared}></cuvette-viewer>
      <cuvette-table workflow="0f0f0f0f-0000-4000-8000-000000000000" .client=${ended}></cuvette-table>
    </div>`);
    const [first, second, third, fourth, fifth] = [...box.children] as [Inside, Inside, Inside, Inside, Inside];
    await waitUntil(() => text(first).includes('was not found'), 'not found');
    expect(text(first)).to.contain('It is not shared with you, it was deleted');
    await waitUntil(() => text(fourth).includes('ask its owner to share it'), 'most likely unshared');
    await waitUntil(() => text(fifth).includes('link has expired or was revoked'), 'link');
    await waitUntil(() => text(second).includes('It is not shared'), 'not shared');
    await waitUntil(() => text(third).includes('has no source'), 'no source');
  });

  it('<cuvette-client> says once where all elements inside read from', async () => {
    const { uuid, client, asked } = await server(conformers);
    const box = await fixture<HTMLElement>(html`<div></div>`);
    const around = document.createElement('cuvette-client') as CuvetteClientElement;
    around.client = client;
    around.innerHTML = `<cuvette-workflow workflow="${uuid}"></cuvette-workflow>`;
    box.append(around);
    const element = around.firstElementChild as Inside;
    await waitUntil(() => find(element, 'table'), 'drawn');
    expect(asked[0]).to.equal(`/api/shared/workflow/${uuid}`);
    const link = element.shadowRoot.querySelector('a[href^="https://lab.example"]');
    expect(link?.getAttribute('href')).to.equal(`https://lab.example/public/conformer_search/${uuid}`);
    element.setAttribute('no-link', '');
    await waitUntil(() => !element.shadowRoot.querySelector('a[href^="https://lab.example"]'));
  });

  it('an item set as a property before the element is defined is shown without asking for it', async () => {
    const { item, client, asked } = await server(conformers);
    const element = document.createElement('cuvette-workflow') as Inside;
    element.item = item;
    element.client = client;
    document.body.append(element);
    await waitUntil(() => find(element, 'table'), 'drawn');
    expect(asked.some((path) => path.includes('/workflow/'))).to.equal(false);
    element.remove();
  });

  it('pass axe in light and dark', async () => {
    for (const theme of ['light', 'dark']) {
      const element = await fixture<Inside>(
        html`<cuvette-workflow src=${conformers} theme=${theme}></cuvette-workflow>`,
      );
      await waitUntil(() => find(element, 'canvas') && find(element, 'table'), 'drawn');
      await aTimeout(100);
      await still();
      await expect(element).to.be.accessible();
    }
  });
});

describe('<cuvette-structure>', () => {
  it('draws a SMILES without an inline style sheet and names it', async () => {
    const element = await fixture<Inside>(
      html`<cuvette-structure smiles="CC(=O)Oc1ccccc1C(=O)O" label="aspirin"></cuvette-structure>`,
    );
    await waitUntil(() => find(element, 'svg'), 'drawn');
    expect(element.shadowRoot.querySelector('svg style')).to.equal(null);
    expect(find(element, '[role=img]')?.getAttribute('aria-label')).to.equal('aspirin');
    expect(find<SVGElement>(element, 'line')?.getAttribute('stroke')).to.equal('currentColor');
    await still();
    await expect(element).to.be.accessible();
  });

  it('says when a SMILES cannot be drawn, and draws the next one', async () => {
    const element = await fixture<Inside>(html`<cuvette-structure smiles="C1CC"></cuvette-structure>`);
    await waitUntil(() => text(element).includes('Preview not available'), 'said');
    element.setAttribute('smiles', 'CCO');
    await waitUntil(() => find(element, 'svg'), 'drawn');
  });
});
