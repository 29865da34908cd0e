import { type Client, createClient } from '@cuvette/core/client';
import { Bundle, WorkflowItem } from '@cuvette/core/entities';
import { sharedSession } from '@cuvette/core/session';
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../elements/workflow.tsx';
import '../elements/table.tsx';

type Host = HTMLElement & { item?: unknown; client?: Client; shadowRoot: ShadowRoot };

const basicSrc = new URL('./fixtures/basic-calculation.cuvette.json', import.meta.url).href.replace(/\?.*/, '');
const butaneSrc = new URL('./fixtures/butane.cuvette.json', import.meta.url).href.replace(/\?.*/, '');
const waterSrc = new URL('./fixtures/water.cuvette.json', import.meta.url).href.replace(/\?.*/, '');
const conformerSrc = new URL('./fixtures/conformer-search.cuvette.json', import.meta.url).href.replace(/\?.*/, '');
let conformerData: unknown;
let basicData: unknown;
before(async () => {
  conformerData = await (await fetch(conformerSrc)).json();
  basicData = await (await fetch(basicSrc)).json();
});
const conformers = () => Bundle.parse(structuredClone(conformerData));
const basic = () => Bundle.parse(structuredClone(basicData));

/** The first item of a bundle, changed; and a client that reads the bundle. */
function changed(bundle: Bundle, change: Record<string, unknown>, data: Record<string, unknown> = {}) {
  const item = bundle.items[0] as WorkflowItem;
  const made = WorkflowItem.parse({ ...item, ...change, object_data: { ...item.object_data, ...data } });
  const whole = { ...bundle, items: [made] };
  return { item: made, client: createClient({ bundle: whole }) };
}

async function until<T>(what: () => T | null | undefined | false, limit = 6000): Promise<T> {
  const end = performance.now() + limit;
  for (;;) {
    const value = what();
    if (value) return value;
    if (performance.now() > end) throw new Error(`did not come: ${what}`);
    await aTimeout(20);
  }
}

const $ = <E extends Element = HTMLElement>(host: Host, selector: string) => host.shadowRoot.querySelector<E>(selector);
const $$ = <E extends Element = HTMLElement>(host: Host, selector: string) => [
  ...host.shadowRoot.querySelectorAll<E>(selector),
];
const text = (host: Host) => host.shadowRoot.textContent ?? '';
const tabs = (host: Host) => $$(host, '[role="tab"]').map((tab) => tab.textContent);
const openTab = (host: Host, name: string) =>
  ($$(host, '[role="tab"]').find((tab) => tab.textContent === name) as HTMLElement).click();
const caption = (host: Host) => $(host, '.cv-viewer-caption')?.textContent ?? '';
const stage = (host: Host) => $(host, '.cv-viewer-stage')?.getAttribute('aria-label') ?? '';

async function show(change: { item: WorkflowItem; client: Client }, tab?: string): Promise<Host> {
  const host = await fixture<Host>(
    html`<cuvette-workflow .item=${change.item} .client=${change.client}></cuvette-workflow>`,
  );
  if (tab) host.setAttribute('tab', tab);
  await until(() => $(host, '[role="tablist"]'));
  await aTimeout(60);
  return host;
}

beforeEach(() => localStorage.clear());

describe('conformer search', () => {
  it('shows energies and weights of a stored result, with what ran and the temperature beside the weights', async () => {
    const host = await fixture<Host>(html`<cuvette-conformer-search src=${conformerSrc}></cuvette-conformer-search>`);
    await until(() => $$(host, 'tbody tr').length === 9);
    await until(() => text(host).includes('GFN2-xTB'));
    expect(tabs(host)).to.deep.equal(['Conformer Search', 'info']);
    const second = $$(host, 'tbody tr')[1] as HTMLElement;
    const cells = [...second.querySelectorAll('td')].map((cell) => cell.textContent);
    // E(2) − E(1) = 0.000171 Hartree = 0.107 kcal/mol in the stored item.
    expect(cells.slice(0, 3)).to.deep.equal(['2', '0.11', '25.3']);
    expect(cells).to.include('−17.722814');
    const heads = $$(host, 'thead th').map((head) => head.textContent?.replace(/\s+/g, ' ').trim());
    expect(heads).to.include('Relative energy kcal/mol');
    expect(heads).to.include('Weight %');
    expect(heads).to.include('Energy Hartree');
    expect(text(host)).to.contain('Electronic energy (E) with GFN2-xTB');
    expect(text(host)).to.contain('298.15 K');
  });

  it('a row moves the structure, arrow keys too, and the viewer moves the row', async () => {
    const selections: (string | null)[] = [];
    const host = await fixture<Host>(html`<cuvette-workflow src=${conformerSrc}></cuvette-workflow>`);
    host.addEventListener('cuvette-select', (event) => selections.push(event.detail.structure));
    await until(() => $$(host, 'tbody tr').length === 9);
    // What follows a paint (listening for choices) comes a moment after the rows themselves.
    await aTimeout(50);
    const uuids = conformers().items[0]?.object_data?.conformer_uuids as string[][];
    ($$(host, 'tbody tr')[3] as HTMLElement).click();
    await until(() => caption(host).startsWith('Conformer 4 of 9'));
    expect(caption(host)).to.contain('+0.60 kcal/mol');
    expect(stage(host)).to.contain('15 atoms');
    expect(selections.at(-1)).to.equal(uuids[3]?.[0]);
    ($$(host, 'tbody tr')[3] as HTMLElement).focus();
    await sendKeys({ press: 'ArrowDown' });
    await until(() => caption(host).startsWith('Conformer 5 of 9'));
    ($(host, 'button[aria-label="Previous structure"]') as HTMLElement).click();
    await until(() => $(host, 'tr[aria-selected="true"]')?.dataset.row === '3');
  });

  it('a table and a workflow element of one item on a page move together', async () => {
    const box = await fixture<HTMLElement>(html`<div>
      <cuvette-workflow src=${conformerSrc}></cuvette-workflow>
      <cuvette-table src=${conformerSrc}></cuvette-table>
    </div>`);
    const [whole, table] = [...box.children] as [Host, Host];
    await until(() => $$(table, 'tbody tr').length === 9 && $$(whole, 'tbody tr').length === 9);
    ($$(table, 'tbody tr')[6] as HTMLElement).click();
    await until(() => caption(whole).startsWith('Conformer 7 of 9'));
    expect($(whole, 'tr[aria-selected="true"]')?.dataset.row).to.equal('6');
  });

  it('says which conformers are left out of the weights and why, and prints degeneracies and what was asked for', async () => {
    const bundle = conformers();
    const energies = bundle.items[0]?.object_data?.energies as number[];
    const first = ((bundle.items[0]?.object_data?.conformer_uuids ?? []) as string[][])[0]?.[0] as string;
    const calculation = bundle.calculations[first] as Bundle['calculations'][string];
    bundle.calculations[first] = {
      ...calculation,
      provenance: {
        requested: { method: 'aimnet2_wb97md3', engine: 'aimnet2', mode: 'rapid' },
        ran: { method: 'gfn2_xtb', engine: 'tblite', engine_version: '0.8.0', mode: 'rapid' },
        deviations: [{ what: 'Method replaced', reason: 'AIMNet2 is not installed on this worker.' }],
      } as never,
    };
    const host = await show(
      changed(bundle, {
        provenance: {
          ensemble: {
            quantity: 'E',
            unit: 'Hartree',
            temperature: 310,
            conformers: energies.map((energy, index) => ({
              degeneracy: index === 0 ? 1 : 2,
              weight: index === 2 ? null : 0.1,
              relative_energy_kcal: (energy - (energies[0] as number)) * 627.509474,
              excluded: index === 2 ? 'a bond formed between C1 and O5' : null,
            })),
          },
          ranking: { requested: 'gfn0_xtb', ran: 'mmff94', reason: 'GFN0-xTB is not available.' },
        },
      }),
      'conformers',
    );
    await until(() => text(host).includes('tblite 0.8.0'));
    expect(text(host)).to.contain('GFN2-xTB (tblite 0.8.0)');
    expect(text(host)).to.contain('Requested: AIMNet2');
    expect(text(host)).to.contain('at 310 K');
    expect(text(host)).to.contain('One conformer is left out of the weights');
    expect(text(host)).to.contain('Conformer 3: a bond formed between C1 and O5');
    expect(text(host)).to.contain('ranked with MMFF94 instead of GFN0-xTB');
    const third = [...($$(host, 'tbody tr')[2]?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);
    expect(third[2]).to.equal('');
    openTab(host, 'info');
    await until(() => text(host).includes('Method replaced'));
    expect(text(host)).to.contain('AIMNet2 is not installed on this worker.');
  });
});

describe('basic calculation', () => {
  it('has the tabs of the specification, IR only where a mode has an intensity', async () => {
    const host = await fixture<Host>(html`<cuvette-basic-calculation src=${basicSrc}></cuvette-basic-calculation>`);
    await until(() => tabs(host).includes('IR'));
    expect(tabs(host)).to.deep.equal([
      'Optimize',
      'Overview',
      'charge',
      'Dipole',
      'frequencies',
      'thermochemistry',
      'IR',
      'info',
    ]);

    const bundle = basic();
    for (const calculation of Object.values(bundle.calculations)) {
      for (const molecule of calculation.molecules)
        for (const mode of molecule.vibrational_modes ?? []) mode.ir_intensity = null;
    }
    const without = await show(changed(bundle, {}), 'frequencies');
    await until(() => $$(without, 'tbody tr').length === 21);
    expect(tabs(without)).not.to.include('IR');
  });

  it('the optimization plot and its slider move the frame in the viewer', async () => {
    const host = await fixture<Host>(html`<cuvette-workflow src=${basicSrc} tab="optimize"></cuvette-workflow>`);
    const slider = await until(() => $<HTMLInputElement>(host, 'input[type="range"]'));
    expect(slider.getAttribute('aria-valuetext')).to.equal('Step 6 of 6');
    slider.focus();
    await sendKeys({ press: 'Home' });
    await until(() => caption(host).includes('Step 1 of 6'));
    const svg = await until(() => $<SVGElement>(host, '.cv-plot svg'));
    const { right, top } = svg.getBoundingClientRect();
    svg.dispatchEvent(
      new MouseEvent('click', { bubbles: true, composed: true, clientX: right - 22, clientY: top + 60 }),
    );
    await until(() => caption(host).includes('Step 6 of 6'));
    expect($(host, 'style')).to.equal(null);
  });

  it('choosing a mode animates it, and the animation can be stopped', async () => {
    const host = await fixture<Host>(html`<cuvette-workflow src=${basicSrc} tab="frequencies"></cuvette-workflow>`);
    await until(() => $$(host, 'tbody tr').length === 21);
    ($$(host, 'tbody tr')[1] as HTMLElement).click();
    await until(() => caption(host).includes('344.4'));
    expect(text(host)).to.contain('Mode at 344.4 cm⁻¹ is shown in the viewer.');
    const { session, release } = sharedSession(basic().items[0]?.uuid ?? '');
    expect(session.getState().mode).to.equal(1);
    release();
    ($$(host, 'button').find((button) => button.textContent === 'Stop the animation') as HTMLElement).click();
    await until(() => !caption(host).includes('344.4'));
  });

  it('writes imaginary modes as 512.3i and says that the structure is no minimum', async () => {
    const bundle = basic();
    const last = Object.values(bundle.calculations)[0]?.molecules.at(-1);
    if (last?.vibrational_modes?.[0]) last.vibrational_modes[0].frequency = -512.34;
    const host = await show(changed(bundle, {}), 'frequencies');
    await until(() => text(host).includes('512.3i'));
    expect(text(host)).to.contain('One imaginary mode.');
    // Copying keeps the number: sorting and spreadsheets need its sign.
    ($$(host, 'tbody tr')[0] as HTMLElement).click();
    await until(() => caption(host).includes('512'));
    document.getSelection()?.removeAllRanges();
    const data = new DataTransfer();
    $$(host, 'tbody tr')[0]?.dispatchEvent(
      new ClipboardEvent('copy', { bubbles: true, cancelable: true, composed: true, clipboardData: data }),
    );
    expect(data.getData('text/plain')).to.contain('\t-512.34\t');
    openTab(host, 'thermochemistry');
    await until(() => text(host).includes('not a minimum'));
  });

  it('thermochemistry gives H and G that are the sums of their parts', async () => {
    const host = await fixture<Host>(html`<cuvette-workflow src=${basicSrc} tab="thermochemistry"></cuvette-workflow>`);
    await until(() => text(host).includes('Gibbs free energy'));
    const rowOf = (name: string) =>
      $$(host, '.cv-sheet tbody tr')
        .find((row) => row.querySelector('th')?.textContent === name)
        ?.querySelector('td')?.textContent;
    // −11.394339 + 0.083352 and + 0.052776 Hartree, from the stored calculation.
    expect(rowOf('Enthalpy, H')).to.equal('−11.310987');
    expect(rowOf('Gibbs free energy, G')).to.equal('−11.341563');
    expect(text(host)).to.contain('298 K');
  });

  it('charges name their atoms and select them in the viewer; dipole in Debye', async () => {
    const host = await fixture<Host>(html`<cuvette-workflow src=${basicSrc} tab="charge"></cuvette-workflow>`);
    await until(() => $$(host, 'tbody tr').length === 9);
    expect($$(host, 'tbody tr')[2]?.querySelector('td')?.textContent).to.match(/^[CHO]3$/);
    ($$(host, 'tbody tr')[2] as HTMLElement).click();
    await until(() => caption(host).includes('3'));
    openTab(host, 'Dipole');
    await until(() => text(host).includes('Total'));
    expect($$(host, 'tbody tr').length).to.equal(4);
  });
});

describe('results of our own compute', () => {
  it('butane: the recorded weights with degeneracy, the engine that ran, and its stages', async () => {
    const host = await fixture<Host>(html`<cuvette-workflow src=${butaneSrc} tab="conformers"></cuvette-workflow>`);
    await until(() => text(host).includes('tblite 0.8.0'));
    const cells = $$(host, 'tbody tr').map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
    expect(cells.map((row) => row.slice(0, 4))).to.deep.equal([
      ['1', '0.00', '57.9', '1'],
      ['2', '0.60', '42.1', '2'],
    ]);
    expect(text(host)).to.contain('g·exp(−ΔE/RT) at 298.15 K');
    openTab(host, 'info');
    await until(() => text(host).includes('ETKDGv3 embedding'));
    expect(text(host)).to.contain('GFN2-xTB optimization, tblite 0.8.0, 2 → 2 structures');
  });

  it('water: convergence reached, thermochemistry with its scheme, temperature and standard state', async () => {
    const host = await fixture<Host>(html`<cuvette-workflow src=${waterSrc} tab="optimize"></cuvette-workflow>`);
    await until(() => text(host).includes('Reached'));
    expect(text(host)).to.contain('Converged');
    expect($$(host, '.cv-sheet tbody tr').map((row) => row.querySelector('td:last-child')?.textContent)).to.deep.equal([
      'yes',
      'yes',
      'yes',
    ]);
    openTab(host, 'thermochemistry');
    await until(() => text(host).includes('Quasi-harmonic (Cramer and Truhlar 2011)'));
    for (const part of ['−5.070544', '298 K', 'atm', 'Rotational symmetry number']) expect(text(host)).to.contain(part);
    openTab(host, 'frequencies');
    await until(() => $$(host, 'tbody tr').length === 3);
    openTab(host, 'charge');
    await until(() => text(host).includes('charges, one for each atom'));
  });
});

describe('states', () => {
  it('queued says why it waits, running where it stands, failed why and what to do', async () => {
    const empty = { conformer_uuids: [], energies: [] };
    const queued = await show(
      changed(conformers(), { object_status: 0, waiting: { reason: 'All workers are busy.', position: 2 } }, empty),
    );
    expect(text(queued)).to.contain('All workers are busy. Place 2 in the queue.');
    expect(text(queued)).to.contain('conformer_search queued');

    const started = new Date(Date.now() - 65_000).toISOString();
    const progress = { stage: 'Optimizing conformers with GFN2-xTB', done: 14, total: 50, percent: 61.5 };
    const running = await show(changed(conformers(), { object_status: 1, started_at: started, progress }, empty));
    expect(text(running)).to.contain('Optimizing conformers with GFN2-xTB (14 / 50)');
    expect(text(running)).to.contain('62 % · 1 min');
    expect($<HTMLProgressElement>(running, 'progress')?.value).to.equal(61.5);

    const error = { error_class: 'convergence_error', message: 'No convergence after 250 steps.', detail: 'trace' };
    const failed = await show(changed(conformers(), { object_status: 3, error }, empty));
    expect(text(failed)).to.contain('No convergence after 250 steps.');
    expect(text(failed)).to.contain('choose a more careful mode');
    expect(text(failed)).to.contain('conformer_search failed');
  });

  it('results so far are shown while it runs, under the sentence', async () => {
    const bundle = conformers();
    const data = bundle.items[0]?.object_data as { conformer_uuids: string[][]; energies: number[] };
    const host = await show(
      changed(
        bundle,
        { object_status: 1 },
        { conformer_uuids: data.conformer_uuids.slice(0, 3), energies: data.energies.slice(0, 3) },
      ),
    );
    await until(() => $$(host, 'tbody tr').length === 3);
    expect($(host, '.cv-table-sentence')?.textContent).to.equal('conformer_search running');
  });

  it('nothing is read outside the client, and a poll neither closes a tab nor loses the active row', async () => {
    const bundle = conformers();
    const { item } = changed(bundle, {});
    const asked: string[] = [];
    const answer = (value: unknown) =>
      new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });
    const client = createClient({
      source: 'shared',
      fetch: (async (input: RequestInfo | URL) => {
        const address = new URL(String(input), location.origin);
        asked.push(address.pathname);
        if (address.pathname.endsWith('/read_molecules')) {
          const uuids = address.searchParams.getAll('uuids');
          return answer(Object.fromEntries(uuids.map((uuid) => [uuid, bundle.calculations[uuid]?.molecules])));
        }
        const uuid = address.pathname.split('/').at(-1) as string;
        if (address.pathname.includes('/calculation/')) {
          const { molecules: _molecules, ...rest } = bundle.calculations[uuid] as Bundle['calculations'][string];
          return answer({ ...rest, uuid, workflow_uuid: item.uuid });
        }
        return uuid === item.uuid
          ? answer(item)
          : new Response(JSON.stringify({ detail: 'Not here.' }), { status: 404 });
      }) as typeof fetch,
    });
    const real = window.fetch;
    let outside = 0;
    window.fetch = ((...call: Parameters<typeof fetch>) => {
      outside++;
      return real(...call);
    }) as typeof fetch;
    try {
      const host = await fixture<Host>(
        html`<cuvette-workflow workflow=${item.uuid} .client=${client}></cuvette-workflow>`,
      );
      await until(() => $$(host, 'tbody tr').length === 9);
      ($$(host, 'tbody tr')[2] as HTMLElement).click();
      await until(() => caption(host).startsWith('Conformer 3'));
      const row = $(host, 'tr[aria-selected="true"]');
      await client.queryClient.invalidateQueries();
      await aTimeout(150);
      expect($(host, 'tr[aria-selected="true"]')).to.equal(row);
      expect(caption(host)).to.contain('Conformer 3');
      expect(asked.every((path) => path.startsWith('/api/shared/'))).to.equal(true);
      expect(outside).to.equal(0);

      const missing = await fixture<Host>(
        html`<cuvette-workflow workflow="00000000-0000-4000-8000-000000000000" .client=${client}></cuvette-workflow>`,
      );
      await until(() => text(missing).includes('not found'));
    } finally {
      window.fetch = real;
    }
  });

  it('an item that finishes while it is shown changes in place: table, structures and calculation are read again', async () => {
    const bundle = conformers();
    const done = changed(bundle, {}).item;
    const uuids = done.object_data?.conformer_uuids as string[][];
    const energies = done.object_data?.energies as number[];
    const progress = { stage: 'Optimizing', done: 2, total: 9, percent: 20 };
    const half = { conformer_uuids: uuids.slice(0, 2), energies: energies.slice(0, 2) };
    let answer = changed(conformers(), { object_status: 1, progress }, half).item;
    let reads = 0;
    const client = createClient({ bundle });
    const source = {
      ...client,
      workflow: (uuid: string) => ({
        ...client.workflow(uuid),
        queryFn: () => Promise.resolve(answer),
        refetchInterval: 100,
      }),
      calculation: (uuid: string) => ({
        ...client.calculation(uuid),
        queryFn: (context: { signal: AbortSignal }) => {
          reads++;
          return client.calculation(uuid).queryFn(context);
        },
      }),
    } as Client;
    const host = await fixture<Host>(
      html`<cuvette-workflow workflow=${done.uuid} .client=${source}></cuvette-workflow>`,
    );
    await until(() => $$(host, 'tbody tr').length === 2 && $(host, 'progress'));
    await aTimeout(50);
    ($$(host, 'tbody tr')[1] as HTMLElement).click();
    await until(() => caption(host).startsWith('Conformer 2 of 2'));
    const stageBefore = $(host, '.cv-viewer-stage');
    const before = reads;
    answer = done;
    await until(() => $$(host, 'tbody tr').length === 9);
    expect($(host, 'progress')).to.equal(null);
    expect($(host, '.cv-viewer-stage')).to.equal(stageBefore);
    expect(caption(host)).to.contain('Conformer 2 of 9');
    await until(() => reads > before);
  });

  it("links to its own page only where it stands in somebody else's, and not when asked not to", async () => {
    const { item } = changed(conformers(), {});
    const away = createClient({
      origin: 'https://cuvette.example',
      source: 'shared',
      fetch: () => new Promise(() => {}),
    });
    const host = await fixture<Host>(html`<cuvette-workflow .item=${item} .client=${away}></cuvette-workflow>`);
    const link = await until(() => $<HTMLAnchorElement>(host, '.cv-result-head a'));
    expect(link.textContent).to.equal('View on Cuvette');
    expect(link.href).to.equal(`https://cuvette.example/public/conformer_search/${item.uuid}`);
    host.setAttribute('no-link', '');
    await until(() => !$(host, '.cv-result-head a'));
  });

  it('an unknown type and data that do not fit get the generic view, which never throws', async () => {
    const unknown = await show(changed(conformers(), { object_type: 'crystal_gazing' }));
    expect(text(unknown)).to.contain('no view for this type of result');
    expect(text(unknown)).to.contain('conf_gen_mode');

    for (const garbage of [
      { conformer_uuids: 'nonsense', energies: { a: 1 } },
      { conformer_uuids: [[3]], energies: [null], initial_molecule: { atoms: 7 } },
    ]) {
      const host = await show(changed(conformers(), {}, garbage));
      expect(text(host)).to.contain('do not fit');
      expect(tabs(host)).to.deep.equal(['Data', 'info']);
    }
    const bad = await show(changed(basic(), { provenance: null }, { settings: 4, calculation_uuid: [] }));
    expect(text(bad)).to.contain('do not fit');
  });

  it('the info tab tells what was asked, what ran, in which stages, and keeps text from the data as text', async () => {
    const notes = '<img src=x onerror="window.planted = true"> $(touch x) ../';
    const host = await show(
      changed(conformers(), {
        notes,
        run_by_username: '<b>somebody</b>',
        provenance: {
          stages: [
            {
              name: 'ETKDG embedding',
              method: 'etkdg',
              engine: 'rdkit',
              engine_version: '2025.9',
              count_in: 300,
              count_out: 40,
              seconds: 2.4,
            },
            {
              name: 'GFN2-xTB optimization',
              method: 'gfn2_xtb',
              engine: 'tblite',
              engine_version: '0.8.0',
              count_in: 40,
              count_out: 9,
              seconds: 75,
            },
          ],
          structure: { smiles_input: 'CCCCO', smiles_ran: 'CCCCO', stereo: 'no stereocentre' },
          seed: 42,
          host: 'node-7',
          deviations: [],
        },
      }),
      'info',
    );
    const said = text(host);
    for (const part of [
      'SMILES as given',
      'no stereocentre',
      'node-7',
      '42',
      'GFN2-xTB optimization, tblite 0.8.0, 40 → 9 structures, 1 min 15 s',
      'GFN2-xTB (xtb)',
      'energy change',
      '10.1021/acs.jctc.8b01176',
      notes,
      '<b>somebody</b>',
    ]) {
      expect(said, part).to.contain(part);
    }
    expect((window as { planted?: boolean }).planted).to.equal(undefined);
    expect($(host, 'img')).to.equal(null);
  });

  it('fills a host of fixed height without scrolling the page, and has one height for every tab elsewhere', async () => {
    const fixed = await fixture<Host>(
      html`<cuvette-workflow style="block-size: 520px" src=${basicSrc} tab="overview"></cuvette-workflow>`,
    );
    await setViewport({ width: 1280, height: 900 });
    await until(() => text(fixed).includes('Hartree'));
    expect($(fixed, '.cv-result')?.getBoundingClientRect().height).to.be.closeTo(520, 2);
    const free = await fixture<Host>(html`<cuvette-workflow src=${basicSrc} tab="overview"></cuvette-workflow>`);
    await until(() => text(free).includes('Hartree'));
    const height = free.getBoundingClientRect().height;
    expect(height).to.be.greaterThan(400);
    openTab(free, 'frequencies');
    await until(() => $$(free, 'tbody tr').length === 21);
    expect(free.getBoundingClientRect().height).to.equal(height);
    await setViewport({ width: 800, height: 600 });
  });

  it('an element for one type refuses another in words', async () => {
    const host = await fixture<Host>(html`<cuvette-basic-calculation src=${conformerSrc}></cuvette-basic-calculation>`);
    await until(() => text(host).includes('This is not a Basic Calculation.'));
  });

  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 420],
  ] as const) {
    for (const names of [
      ['Optimize', 'Overview', 'charge', 'Dipole'],
      ['frequencies', 'thermochemistry', 'IR', 'info'],
    ]) {
      it(`a calculation passes axe, ${theme}, ${width} px wide: ${names.join(', ')}`, async () => {
        await setViewport({ width, height: 900 });
        const host = await fixture<Host>(html`<cuvette-workflow theme=${theme} src=${waterSrc}></cuvette-workflow>`);
        await until(() => tabs(host).includes('IR'));
        for (const name of names) {
          openTab(host, name);
          await aTimeout(80);
          await expect(host).to.be.accessible();
        }
        expect(document.documentElement.scrollWidth).to.be.at.most(width);
        await setViewport({ width: 800, height: 600 });
      });
    }

    it(`a conformer search passes axe, ${theme}, ${width} px wide`, async () => {
      await setViewport({ width, height: 900 });
      const host = await fixture<Host>(
        html`<cuvette-workflow theme=${theme} src=${conformerSrc} tab="conformers"></cuvette-workflow>`,
      );
      await until(() => $$(host, 'tbody tr').length === 9);
      await expect(host).to.be.accessible();
      expect(document.documentElement.scrollWidth).to.be.at.most(width);
      await setViewport({ width: 800, height: 600 });
    });
  }
});
