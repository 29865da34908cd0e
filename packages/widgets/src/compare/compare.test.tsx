import { createClient } from '@cuvette/core/client';
import { Bundle, WorkflowItem } from '@cuvette/core/entities';
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { itInFull } from '../testing/full-run.ts';
import { waitUntil } from '../testing/wait-until.ts';
import '../elements/compare.tsx';
import { identifiersIn } from './identifiers.ts';

type Host = HTMLElement & { shadowRoot: ShadowRoot; client?: unknown };
const $$ = <E extends Element = HTMLElement>(host: Host, selector: string) => [
  ...host.shadowRoot.querySelectorAll<E>(selector),
];
/** The heads of the items' columns. */
const rows = (host: Host) => $$(host, '.cv-compare-table thead th');
/** All texts of the column of an item, its head first. */
const row = (host: Host, uuid: string) =>
  $$(host, `.cv-compare-table [data-uuid="${uuid}"]`)
    .map(({ textContent }) => textContent)
    .join('');
/** What the rows are called. */
const head = (host: Host) => $$(host, '.cv-compare-table tbody th').map(({ textContent }) => textContent?.trim());
const press = (host: Host, label: string) =>
  $$<HTMLButtonElement>(host, 'button')
    .find((each) => each.getAttribute('aria-label') === label)
    ?.click();
const ready = { timeout: 20_000 };

const read = async (name: string) =>
  Bundle.parse(await (await fetch(new URL(`../results/fixtures/${name}.cuvette.json`, import.meta.url))).json());
const examples = import.meta.glob<unknown>('../../../../examples/results/*.cuvette.json', { import: 'default' });
/** The type of a stored result; a further example of a type has a second word in its name. */
const exampleOf = (path: string) => path.replace(/.*\/|\.cuvette\.json$/g, '');
const typeOf = (path: string) => exampleOf(path).replace(/\..*$/, '');
const uuid = (last: number) => `9b3e5d2a-7a52-4f0e-8c41-0d6f6f0f5b${String(last).padStart(2, '0')}`;

/** A server with these bundles' items, and 404 for all else, as the real one answers for what nobody may see. */
function serverOf(bundles: readonly Bundle[]) {
  const items = new Map(bundles.flatMap((bundle) => bundle.items.map((item) => [item.uuid, item] as const)));
  const calculations = new Map(bundles.flatMap((bundle) => Object.entries(bundle.calculations)));
  const answer = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  const asked: string[] = [];
  const state = { down: false };
  const client = createClient({
    origin: location.origin,
    fetch: async (address) => {
      const url = new URL(String(address), location.origin);
      asked.push(url.pathname);
      if (state.down) return answer({ detail: 'Something went wrong on the server.' }, 500);
      const name = url.pathname.split('/').at(-1) ?? '';
      if (url.pathname.endsWith('/read_molecules')) {
        const wanted = url.searchParams.getAll('uuids');
        const isWhole = url.searchParams.get('return_frequencies') === 'true';
        const molecules = (one: string) =>
          (calculations.get(one)?.molecules ?? []).map((molecule) =>
            isWhole ? molecule : { ...molecule, vibrational_modes: null },
          );
        return answer(Object.fromEntries(wanted.map((one) => [one, molecules(one)])));
      }
      if (url.pathname === '/api/workflow') {
        const named = (url.searchParams.get('name_contains') ?? '').toLowerCase();
        return answer({ workflows: [...items.values()].filter((item) => item.name.toLowerCase().includes(named)) });
      }
      // What is not there, or may not be seen, is left out.
      const wanted = url.searchParams.getAll('uuids');
      if (url.pathname.endsWith('/read_workflows'))
        return answer(Object.fromEntries(wanted.flatMap((one) => (items.has(one) ? [[one, items.get(one)]] : []))));
      if (url.pathname.endsWith('/read_calculations'))
        return answer(
          Object.fromEntries(
            wanted.flatMap((one) => {
              const found = calculations.get(one);
              return found ? [[one, { ...found, uuid: one, workflow_uuid: '' }]] : [];
            }),
          ),
        );
      if (url.pathname.includes('/calculation/')) {
        const found = calculations.get(name);
        return found ? answer({ ...found, uuid: name, workflow_uuid: '' }) : answer({ detail: 'Not found.' }, 404);
      }
      const found = items.get(name);
      return found ? answer(found) : answer({ detail: 'Not found.' }, 404);
    },
  });
  return { client, asked, state };
}

describe('<cuvette-compare>', () => {
  before(() => setViewport({ width: 1200, height: 900 }));

  // What must be in the first row, or at the first axis, of two equal items.
  const seen: Record<string, RegExp> = { strain: /0\.61good/, scan: /0\.05/ };
  // The spectra of two items of these examples are laid over each other.
  const overlaid: Record<string, string[]> = {
    basic_calculation: ['IR'],
    'basic_calculation.excited_states': ['UV/Vis', 'ECD'],
    nmr: ['1H NMR', '13C NMR'],
  };
  for (const [path, load] of Object.entries(examples)) {
    const type = typeOf(path);
    const test = seen[type] || type === 'basic_calculation' ? it : itInFull;
    test(`shows two results of ${exampleOf(path)} with their values, settings and all their rows`, async () => {
      const once = Bundle.parse(await load());
      const again = structuredClone(once);
      for (const item of again.items) Object.assign(item, { uuid: uuid(1), name: 'the same again' });
      const first = once.items[0]?.uuid ?? '';
      const host = await fixture<Host>(
        html`<cuvette-compare .client=${serverOf([once, again]).client} type=${type} workflows="${first} ${uuid(1)}"></cuvette-compare>`,
      );
      const faults: unknown[] = [];
      host.addEventListener('cuvette-error', (event) => faults.push((event as CustomEvent).detail));
      await waitUntil(() => row(host, uuid(1)).includes('the same again'), 'both items', ready);
      await waitUntil(() => $$(host, 'details').length > 0, 'all rows', ready);
      $$<HTMLDetailsElement>(host, 'details')[0]?.querySelector('summary')?.click();
      await waitUntil(
        () => $$(host, '.cv-compare-all table, .cv-compare-all .cv-quiet').length > 0,
        'their tables',
        ready,
      );
      expect(faults.length).to.equal(0);
      const axis = () => $$(host, 'section section [aria-label="y-axis tick label"]')[0]?.textContent ?? '';
      const kinds = overlaid[exampleOf(path)];
      if (kinds) {
        const section = '.cv-compare-plots section';
        await waitUntil(() => $$(host, section).length === kinds.length, 'the spectra', ready);
        expect($$(host, section).map(({ ariaLabel }) => ariaLabel)).to.deep.equal(kinds);
        const curves = `${section} g[aria-label="line"] path`;
        await waitUntil(() => $$(host, curves).length === 2 * kinds.length, 'a curve of each item', ready);
      }
      const wanted = seen[type];
      if (!wanted) return;
      await waitUntil(() => wanted.test(type === 'scan' ? axis() : row(host, first)), 'what must be seen', ready);
      expect(axis()).to.not.contain('0.000000');
      await expect(host).to.be.accessible();
    });
  }

  it('two scans that differ are compared by their coordinate: of one kind in one table with ΔE where both have a point, of two kinds apart', async () => {
    const load = Object.entries(examples).find(([path]) => typeOf(path) === 'scan')?.[1];
    const once = Bundle.parse(await load?.());
    const first = once.items[0] as WorkflowItem;
    const dihedral = { type: 'dihedral', atoms: [1, 2, 3, 4], start: 0 };
    // The same 25 points as half a turn, and as a stretched bond.
    const halved = { ...first, uuid: uuid(1), name: 'half a turn' };
    halved.object_data = { ...first.object_data, scan_settings: [{ ...dihedral, stop: 180, num: 25 }] };
    const bond = { ...first, uuid: uuid(2), name: 'a bond' };
    bond.object_data = {
      ...first.object_data,
      scan_settings: [{ type: 'bond', atoms: [2, 3], start: 1.4, stop: 1.88, num: 25 }],
    };
    const bundle = { ...once, items: [first, halved, bond] };
    const host = await fixture<Host>(
      html`<cuvette-compare .client=${serverOf([bundle]).client} type="scan" workflows="${first.uuid} ${uuid(1)} ${uuid(2)}"></cuvette-compare>`,
    );
    await waitUntil(() => $$(host, 'details').length > 0, 'all rows', ready);
    $$<HTMLDetailsElement>(host, 'details')[0]?.querySelector('summary')?.click();
    const tables = () => $$(host, '.cv-compare-all section');
    const titled = (title: string) => tables().find((each) => each.textContent?.startsWith(title))?.textContent ?? '';
    await waitUntil(() => titled('Energy by bond') !== '' && titled('Minima by dihedral') !== '', 'the tables', ready);
    const turns = titled('Energy by dihedral');
    for (const part of [first.name, 'half a turn', `ΔE, half a turn − ${first.name}`]) expect(turns).to.contain(part);
    // A point of the finer scan alone: 7.5° is no place of the other one.
    expect(turns).to.contain('7.5');
    expect(turns).not.to.contain('a bond');
    expect(titled('Energy by bond')).to.contain('a bond').and.not.to.contain('half a turn');
    expect(titled('Minima by bond')).to.contain('a bond');
  });

  it('shows items side by side: values, settings that differ, structures in one picture, curves in one plot', async () => {
    const bundles = [await read('butane'), await read('conformer-search')];
    const [first, second] = bundles.map(({ items }) => items[0]?.uuid ?? '') as [string, string];
    const host = await fixture<Host>(
      html`<cuvette-compare .client=${serverOf(bundles).client} type="conformer_search" workflows="${first} ${second}"></cuvette-compare>`,
    );
    await waitUntil(() => rows(host).length === 2 && row(host, second).includes('conformer_search'), 'the rows', ready);
    expect(host.shadowRoot.querySelector('h2')?.textContent).to.equal('Conformer Search: 2 items side by side');
    await waitUntil(() => head(host).length > 4, 'the values', ready);
    expect(head(host)).to.include('Number of conformers').and.include('Lowest energy (Hartree)');
    // Other formulas: a difference of their energies means nothing, and the row says so.
    await waitUntil(() => row(host, second).includes('The formula differs'), 'the reason', ready);
    const marked = $$(host, '[data-differs]');
    expect(marked.length).to.be.greaterThan(0);
    expect(marked.every((cell) => cell.textContent?.startsWith('≠ differs from the first'))).to.equal(true);
    expect(marked.every(({ dataset }) => dataset.uuid === second)).to.equal(true);
    // Settings in which they differ are on top, then the key results, and each has its drawing.
    const order = $$(host, '.cv-compare-table tbody tr[data-row]').map(({ dataset }) => dataset.row ?? '');
    const settings = order.filter((id) => id.startsWith('setting:'));
    expect(settings.length).to.be.greaterThan(0);
    expect(order.slice(0, settings.length + 1)).to.deep.equal([...settings, 'headline']);
    expect($$(host, 'tr[data-headline] strong').map(({ textContent }) => textContent)).to.deep.equal(
      bundles.map(({ items }) => {
        const { length } = (items[0]?.object_data?.energies ?? []) as number[];
        return length === 1 ? '1 conformer' : `${length} conformers`;
      }),
    );
    expect($$(host, '.cv-compare-drawing cuvette-structure').length).to.equal(
      bundles.filter(({ items }) => items[0]?.smiles).length,
    );

    await waitUntil(() => $$(host, 'canvas').length > 0, 'the picture', ready);
    await waitUntil(
      () => $$(host, '.cv-overlay-legend li').some(({ textContent }) => textContent?.includes('conformer_search')),
      'the other structure',
      ready,
    );
    // Two substances: the distance is that of the four atoms that they share, and says so.
    const other = () => $$(host, '.cv-overlay-legend li').at(-1)?.textContent ?? '';
    await waitUntil(() => /\d\.\d\d Å of 4 atoms$/.test(other()), 'the atoms of the RMSD', ready);
    await waitUntil(() => $$(host, '.cuvette-plot path').length >= 2, 'a curve for each', ready);
    await expect(host).to.be.accessible();

    // A row that is not shown leaves picture and plot; its values stay.
    const shown = $$<HTMLInputElement>(host, 'thead input')[1] as HTMLInputElement;
    shown.focus();
    await sendKeys({ press: 'Space' });
    await waitUntil(() => $$(host, '.cv-overlay-legend li').length === 0, 'the structure goes', ready);
    expect(rows(host).length).to.equal(2);

    $$<HTMLDetailsElement>(host, 'details')[0]?.querySelector('summary')?.click();
    const number = bundles.reduce(
      (sum, { items }) => sum + ((items[0]?.object_data?.energies ?? []) as number[]).length,
      0,
    );
    await waitUntil(() => $$(host, '.cv-compare-all tbody tr[data-row]').length === number, 'all rows', ready);
  });

  it('tells what a person adds, takes away and makes the reference; the page may refuse it', async () => {
    const bundles = [await read('water'), await read('basic-calculation')];
    const [water, ethanol] = bundles.map(({ items }) => items[0]?.uuid ?? '') as [string, string];
    const host = await fixture<Host>(
      html`<cuvette-compare .client=${serverOf(bundles).client} workflows=${water}></cuvette-compare>`,
    );
    const told: (readonly string[])[] = [];
    host.addEventListener('cuvette-compare', ({ detail }) => told.push(detail.workflows));
    await waitUntil(() => row(host, water).includes('water'), 'the row', ready);
    const field = $$<HTMLInputElement>(host, '.cv-compare-add input')[0] as HTMLInputElement;
    const type = async (text: string) => {
      field.focus();
      await sendKeys({ type: text });
      await sendKeys({ press: 'Enter' });
    };
    await type('not so called');
    const reason = 'None of your items has “not so called” in its name';
    await waitUntil(() => host.shadowRoot.textContent?.includes(reason), 'the reason', ready);
    field.select();
    await type(`https://cuvette.example/basic_calculation/${ethanol}?view=1`);
    await waitUntil(() => row(host, ethanol).includes('Ethanol'), 'the added row', ready);
    press(host, 'Make Ethanol opt+freq the reference');
    await waitUntil(() => rows(host)[0]?.dataset.uuid === ethanol, 'the reference', ready);
    host.addEventListener('cuvette-compare', (event) => event.preventDefault(), { once: true });
    press(host, 'Remove water');
    expect(rows(host).length).to.equal(2);
    press(host, 'Remove water');
    await waitUntil(() => rows(host).length === 1, 'one row', ready);
    expect(told).to.deep.equal([[water, ethanol], [ethanol, water], [ethanol], [ethanol]]);
  });

  it('says in its row why an item cannot be compared, and the rest is shown', async () => {
    const [butane, water] = [await read('butane'), await read('water')];
    const done = butane.items[0] as WorkflowItem;
    const running = WorkflowItem.parse({
      ...done,
      uuid: uuid(1),
      name: 'still running',
      object_status: 1,
      object_data: {},
    });
    const { client } = serverOf([{ ...butane, items: [done, running] }, water]);
    const other = water.items[0]?.uuid ?? '';
    const names = [done.uuid, running.uuid, uuid(2), other, 'nonsense'].join(', ');
    const host = await fixture<Host>(
      html`<cuvette-compare .client=${client} type="conformer_search" workflows=${names}></cuvette-compare>`,
    );
    await waitUntil(() => row(host, uuid(2)).includes('you have no access to it'), 'what may not be seen', ready);
    await waitUntil(() => row(host, running.uuid).includes('Running'), 'what runs', ready);
    expect(row(host, other)).to.contain('Left out here: it is a Basic Calculation.');
    expect(row(host, 'nonsense')).to.contain('This is not the identifier of an item.');
    expect(row(host, done.uuid)).to.contain('butane');
    expect(host.shadowRoot.textContent).to.contain('Compare items of all types');
    await expect(host).to.be.accessible();
  });

  it('says what the server failed to tell, shows nothing that never comes, and reads it again when asked to', async () => {
    const bundles = [await read('water'), await read('butane')];
    const [water, butane] = bundles.map(({ items }) => items[0]?.uuid ?? '') as [string, string];
    const { client, state } = serverOf(bundles);
    client.queryClient.setDefaultOptions({ queries: { retry: false } });
    const host = await fixture<Host>(html`<cuvette-compare .client=${client} workflows="${water}"></cuvette-compare>`);
    await waitUntil(() => $$(host, 'canvas').length > 0, 'the picture', ready);
    state.down = true;
    host.setAttribute('workflows', `${water} ${butane}`);
    const again = () => $$<HTMLButtonElement>(host, 'button').find(({ textContent }) => textContent === 'Try again');
    await waitUntil(again, 'the offer', ready);
    expect(row(host, butane)).to.contain('It could not be read: Something went wrong on the server.');
    expect(row(host, water)).to.contain('water');
    await expect(host).to.be.accessible();
    // Alone it leaves no box where a picture might come.
    host.setAttribute('workflows', butane);
    await waitUntil(() => $$(host, '.cv-compare-viewer').length === 0, 'no box', ready);
    state.down = false;
    again()?.click();
    await waitUntil(() => row(host, butane).includes('C4H10') && !again(), 'the item', ready);
    await waitUntil(() => $$(host, 'canvas').length > 0, 'its picture', ready);
  });

  it('compares the first 50 of 51 items and says so; one more is refused', async () => {
    const butane = await read('butane');
    const items = Array.from({ length: 51 }, (_, index) =>
      WorkflowItem.parse({ ...butane.items[0], uuid: uuid(index), name: `item ${index + 1}` }),
    );
    const { client, asked } = serverOf([{ ...butane, items }]);
    const names = items.map((item) => item.uuid).join(' ');
    const host = await fixture<Host>(
      html`<cuvette-compare .client=${client} type="conformer_search" workflows=${names}></cuvette-compare>`,
    );
    await waitUntil(() => rows(host).length === 50 && row(host, uuid(49)).includes('item 50'), 'the rows', ready);
    expect(host.shadowRoot.textContent).to.contain('51 items were named; the first 50 are compared.');
    // All have one molecule: it is read once, and every item once.
    expect(asked.filter((path) => path.endsWith('/read_molecules')).length).to.be.lessThan(3);
    expect(asked.filter((path) => path.endsWith('/read_workflows')).length).to.equal(1);
    const field = $$<HTMLInputElement>(host, '.cv-compare-add input')[0] as HTMLInputElement;
    field.focus();
    await sendKeys({ type: uuid(50) });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => host.shadowRoot.textContent?.includes('At most 50 items are compared at once.'), 'it', ready);
  });

  it('finds identifiers in whatever was pasted, each once', () => {
    const address = `https://a.example/compare/scan?uuid=${uuid(1)}&uuid=${uuid(2).toUpperCase()}`;
    expect(identifiersIn(`${address}\n${uuid(1)}`)).to.deep.equal([uuid(1), uuid(2)]);
    expect(identifiersIn('nothing here')).to.deep.equal([]);
  });
});
