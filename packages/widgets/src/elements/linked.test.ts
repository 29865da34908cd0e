import { createClient } from '@cuvette/core/client';
import { Bundle } from '@cuvette/core/entities';
import { sharedSession } from '@cuvette/core/session';
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';
import { still } from '../ui/test-helpers.ts';
import { loadedTags } from './loader.ts';

const conformers = new URL('../results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;
const macropka = new URL('../results/fixtures/macropka.cuvette.json', import.meta.url).pathname;
const calculation = new URL('../results/fixtures/basic-calculation.cuvette.json', import.meta.url).pathname;

type Inside = HTMLElement & { shadowRoot: ShadowRoot };
const rows = (element: Inside) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('tbody tr') ?? [])];
const active = (element: Inside) => rows(element).findIndex((row) => row.dataset.active === 'true');
const caption = (element: Inside) => element.shadowRoot?.querySelector('.cv-viewer-caption')?.textContent ?? '';

async function bundle(path: string) {
  return Bundle.parse(await (await fetch(path)).json());
}

describe('elements with one session', () => {
  it('of one workflow move together, both ways', async () => {
    const box = await fixture<HTMLElement>(
      html`<div>
        <cuvette-viewer src=${conformers} antialias="off"></cuvette-viewer><cuvette-table src=${conformers}></cuvette-table>
      </div>`,
    );
    const [viewer, table] = [...box.children] as [Inside, Inside];
    await waitUntil(() => rows(table).length === 9 && caption(viewer).includes('1 of 9'), 'both');
    rows(table)[3]?.click();
    await waitUntil(() => caption(viewer).includes('4 of 9'), 'the viewer follows the table');
    const next = viewer.shadowRoot.querySelector<HTMLElement>(
      '[aria-label="Next structure"], [title="Next structure"]',
    );
    next?.click();
    await waitUntil(() => active(table) === 4, 'the table follows the viewer');
  });

  it('show a table’s active structure as the frame of a trajectory that plays these structures, both ways', async () => {
    const box = await fixture<HTMLElement>(
      html`<div>
        <cuvette-table session="played" src=${conformers}></cuvette-table>
      </div>`,
    );
    const table = box.firstElementChild as Inside;
    await waitUntil(() => rows(table).length === 9, 'the table');
    rows(table)[2]?.click();
    const trajectory = await fixture<Inside>(
      html`<cuvette-trajectory session="played" src=${conformers} antialias="off" style="width:700px;height:480px"></cuvette-trajectory>`,
    );
    const shown: number[] = [];
    trajectory.addEventListener('cuvette-frame', ({ detail }) => shown.push(detail.frame));
    const slider = () => trajectory.shadowRoot?.querySelector<HTMLInputElement>('.cv-trajectory-frame');
    await waitUntil(() => slider()?.disabled === false, 'the player');
    await waitUntil(() => slider()?.value === '3', 'it begins with what the table shows');
    expect(active(table)).to.equal(2);
    rows(table)[5]?.click();
    await waitUntil(() => slider()?.value === '6', 'the trajectory follows the table');
    await waitUntil(() => shown.at(-1) === 5, 'and says so');

    const input = slider() as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '2');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await waitUntil(() => active(table) === 1, 'the table follows the trajectory');
    await waitUntil(() => shown.at(-1) === 1, 'and the trajectory says so');
    const named = (text: string) =>
      [...trajectory.shadowRoot.querySelectorAll('button')].find(({ textContent }) => textContent === text);
    const { session, release } = sharedSession('played');
    session.selectAtoms([0, 4]);
    named('Play')?.click();
    await waitUntil(() => active(table) === 8 && named('Play'), 'and while it plays, to the end');
    expect(slider()?.value).to.equal('9');
    expect(session.getState().atoms, 'a distance is followed while it plays').to.deep.equal([0, 4]);
    release();
  });

  it('of different workflows keep their own structures under one name, and meet where identifiers match', async () => {
    // Workflow B is a copy of A under another identifier that holds only its last five conformers.
    const first = await bundle(conformers);
    const second = structuredClone(first);
    const item = second.items[0] as (typeof second.items)[0];
    item.uuid = '7d1f0d3c-5a55-4b6f-9d0e-000000000001';
    const data = item.object_data as { conformer_uuids: string[][]; energies: number[] };
    data.conformer_uuids = data.conformer_uuids.slice(4);
    data.energies = data.energies.slice(4);
    const box = await fixture<HTMLElement>(
      html`<div>
        <cuvette-viewer session="page" .client=${createClient({ bundle: first })} antialias="off"></cuvette-viewer>
        <cuvette-table session="page" .client=${createClient({ bundle: second })}></cuvette-table>
        <cuvette-table session="other" .client=${createClient({ bundle: first })}></cuvette-table>
      </div>`,
    );
    const [viewer, table, apart] = [...box.children] as [Inside, Inside, Inside];
    await waitUntil(
      () => rows(table).length === 5 && rows(apart).length === 9 && caption(viewer).includes('1 of 9'),
      'all three',
    );
    rows(table)[1]?.click();
    await waitUntil(() => caption(viewer).includes('6 of 9'), 'the same conformer in the other workflow');
    await aTimeout(100);
    expect(active(apart), 'another name hears nothing').not.to.equal(5);
    table.remove();
    await aTimeout(100);
    expect(caption(viewer)).to.contain('of 9');
  });

  it('are not emptied by a result that this version does not know', async () => {
    const known = await bundle(conformers);
    const odd = structuredClone(known);
    (odd.items[0] as { object_type: string }).object_type = 'crystal_gazing';
    const box = await fixture<HTMLElement>(
      html`<div>
        <cuvette-table session="shared" .client=${createClient({ bundle: known })}></cuvette-table>
      </div>`,
    );
    const table = box.firstElementChild as Inside;
    await waitUntil(() => rows(table).length === 9, 'the table');
    rows(table)[2]?.click();
    await waitUntil(() => active(table) === 2, 'its third row');
    const beside = document.createElement('cuvette-workflow') as Inside & { client: unknown };
    beside.client = createClient({ bundle: odd });
    beside.setAttribute('session', 'shared');
    box.append(beside);
    await waitUntil(() => beside.shadowRoot?.textContent?.includes('no view for this type'), 'the generic view');
    await aTimeout(100);
    expect(active(table)).to.equal(2);
  });
});

describe('the link to an item’s own page', () => {
  it('is in every element that links, and no-link switches it off', async () => {
    const files: Record<string, string> = {
      'cuvette-basic-calculation': calculation,
      'cuvette-microstates': macropka,
    };
    // A value is a number in a sentence: its link is another one, to a newer result. A comparison has a link in each row.
    const linking = loadedTags.filter((tag) => tag !== 'cuvette-value' && tag !== 'cuvette-compare');
    expect(linking).to.include.members(['cuvette-workflow', 'cuvette-viewer', 'cuvette-table', 'cuvette-trajectory']);
    for (const tag of linking) {
      const path = files[tag] ?? conformers;
      const [item] = (await bundle(path)).items;
      const { calculations } = await bundle(path);
      const answer = async (input: RequestInfo | URL) => {
        const url = new URL(String(input instanceof Request ? input.url : input), location.href);
        if (url.pathname.endsWith('read_molecules')) {
          return Response.json(
            Object.fromEntries(
              url.searchParams.getAll('uuids').map((uuid) => [uuid, calculations[uuid]?.molecules ?? []]),
            ),
          );
        }
        return Response.json(item);
      };
      const element = document.createElement(tag) as Inside & { client: unknown; noLink: unknown };
      element.client = createClient({ origin: 'https://lab.example', source: 'shared', fetch: answer as typeof fetch });
      element.setAttribute('workflow', item?.uuid ?? '');
      document.body.append(element);
      const link = () => element.shadowRoot?.querySelector('a[href^="https://lab.example/public/"]');
      await waitUntil(link, `${tag} links`);
      expect(link()?.textContent, tag).to.equal('View on Cuvette');
      element.setAttribute('no-link', '');
      await waitUntil(() => !link(), `${tag} without its link`);
      element.removeAttribute('no-link');
      await waitUntil(link, `${tag} links again`);
      // What React sets for `no-link=""`.
      element.noLink = '';
      expect(element.hasAttribute('no-link'), tag).to.equal(true);
      await waitUntil(() => !link(), `${tag} without its link again`);
      element.remove();
    }
  });

  it('is neither on the server’s own pages nor beside what was read from nowhere', async () => {
    const { items, calculations } = await bundle(conformers);
    const [item] = items;
    const here = async (input: RequestInfo | URL) => {
      const url = new URL(String(input instanceof Request ? input.url : input), location.href);
      if (!url.pathname.endsWith('read_molecules')) return Response.json(item);
      const uuids = url.searchParams.getAll('uuids');
      return Response.json(Object.fromEntries(uuids.map((uuid) => [uuid, calculations[uuid]?.molecules ?? []])));
    };
    const own = createClient({ origin: '', source: 'shared', fetch: here as typeof fetch });
    for (const tag of ['cuvette-viewer', 'cuvette-table']) {
      for (const [name, client] of [
        ['of this origin', own],
        ['of a file', createClient({ bundle: await bundle(conformers) })],
      ] as const) {
        const element = document.createElement(tag) as Inside & { client: unknown };
        element.client = client;
        element.setAttribute('workflow', item?.uuid ?? '');
        document.body.append(element);
        const drawn = () => (tag === 'cuvette-table' ? rows(element).length === 9 : caption(element).includes('of 9'));
        await waitUntil(drawn, `${tag} ${name}`);
        // The test page is itself in no frame of another.
        expect(element.shadowRoot.querySelector('a'), `${tag} ${name}`).to.equal(null);
        element.remove();
      }
    }
  });

  it('speaks the language of its element, and passes axe where it is in a line', async () => {
    const [item] = (await bundle(conformers)).items;
    const client = createClient({
      origin: 'https://lab.example',
      source: 'shared',
      fetch: (async () => Response.json({ detail: 'gone' }, { status: 404 })) as typeof fetch,
    });
    for (const tag of ['cuvette-viewer', 'cuvette-table']) {
      for (const theme of ['light', 'dark']) {
        const element = await fixture<Inside>(html`<div style="width:380px"></div>`);
        const inside = document.createElement(tag) as Inside & { client: unknown; item: unknown };
        Object.assign(inside, { client, item });
        for (const [name, value] of Object.entries({ lang: 'de', theme, antialias: 'off' })) {
          inside.setAttribute(name, value);
        }
        element.append(inside);
        const link = () => inside.shadowRoot?.querySelector('a');
        await waitUntil(() => link()?.textContent === 'In Cuvette ansehen', `${tag} in German`);
        await still();
        await expect(inside).to.be.accessible();
      }
    }
  });
});
