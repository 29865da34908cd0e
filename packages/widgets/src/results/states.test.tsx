import { ApiError, type Client, createClient } from '@cuvette/core/client';
import type { Bundle, Molecule } from '@cuvette/core/entities';
import { engines, engineTitle } from '@cuvette/core/methods';
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import {
  $,
  $$,
  basic,
  basicSrc,
  caption,
  changed,
  conformerSrc,
  conformers,
  type Host,
  openTab,
  show,
  tabs,
  text,
  until,
} from './test-helpers.ts';

beforeEach(() => localStorage.clear());

describe('states', () => {
  it('waits for the item, then for its molecules, then for nothing; what is nowhere is not found, and who asks for nothing gets an error', async () => {
    const { item, client } = changed(basic(), {});
    const calculation = item.object_data?.calculation_uuid as string;
    const gate = <T,>() => Promise.withResolvers<T>();
    const [itemCame, moleculesCame] = [gate<typeof item>(), gate<Molecule[]>()];
    const slow = {
      ...client,
      workflow: (uuid: string) => ({
        ...client.workflow(uuid),
        queryKey: ['slow', uuid],
        queryFn: () => itemCame.promise,
      }),
      molecules: (uuid: string) => ({
        ...client.molecules(uuid),
        queryKey: ['slow molecules', uuid],
        queryFn: () => moleculesCame.promise,
      }),
    } as unknown as Client;
    const host = await fixture<Host>(html`<cuvette-workflow workflow=${item.uuid} .client=${slow}></cuvette-workflow>`);
    await until(() => $(host, '[role="status"][aria-label="Loading the workflow"]'));
    expect($(host, '.cv-result')).to.equal(null);

    itemCame.resolve(item);
    await until(() => $(host, '.cv-viewer-cover')?.textContent === 'Loading the structure');
    expect($(host, '.cv-result-head h2')?.textContent).to.equal(item.name);
    expect($(host, '[aria-label="Loading the workflow"]')).to.equal(null);

    moleculesCame.resolve(await client.queryClient.fetchQuery(client.molecules(calculation)));
    await until(() => $(host, '.cv-viewer-stage') && !text(host).includes('Loading the structure'));
    expect($$(host, '[role="alert"]')).to.have.length(0);

    const nowhere = '00000000-0000-4000-8000-00000000dead';
    const missing = await fixture<Host>(
      html`<cuvette-workflow workflow=${nowhere} .client=${client}></cuvette-workflow>`,
    );
    const alert = await until(() => $(missing, '[role="alert"]'));
    expect(alert.textContent).to.contain('This workflow was not found.');
    expect($(missing, '[role="status"]')).to.equal(null);

    const unasked = await fixture<Host>(html`<cuvette-workflow .client=${createClient()}></cuvette-workflow>`);
    await until(() => text(unasked).includes('This element has no source.'));
    expect($$(unasked, '[role="status"], [role="alert"]')).to.have.length(0);
  });

  it('molecules that cannot be read are reported, which is neither loading nor missing', async () => {
    const { item, client } = changed(basic(), {});
    const broken = {
      ...client,
      molecules: (uuid: string) => ({
        ...client.molecules(uuid),
        queryKey: ['broken molecules', uuid],
        queryFn: () => Promise.reject(new ApiError(500, 'no')),
        retry: false,
      }),
    } as unknown as Client;
    const host = await show({ item, client: broken });
    await until(() => $(host, '.cv-viewer-cover')?.textContent === "Couldn't read workflow's molecules.");
  });

  it('queued says why it waits, running how far it is, failed why and what to do', async () => {
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
    const counted = { stage: 'Ranking conformer 25 of 100 with GFN0-xTB', done: 25, total: 100, percent: 10 };
    const counting = await show(changed(conformers(), { object_status: 1, progress: counted }, empty));
    expect(text(counting)).to.contain('Ranking conformer 25 of 100 with GFN0-xTB');
    expect(text(counting)).not.to.contain('(25 / 100)');
    const onMachines = { stage: 'Docking: 212 of 10,000 ligands on 14 machines', done: 212, total: 10_000, percent: 2 };
    const spread = await show(changed(conformers(), { object_status: 1, progress: onMachines }, empty));
    expect(text(spread)).to.contain('212 of 10,000 ligands on 14 machines');
    expect(text(spread)).not.to.contain('(212 / 10000)');

    const error = { error_class: 'convergence_error', message: 'No convergence after 250 steps.', detail: 'trace' };
    const failed = await show(changed(conformers(), { object_status: 3, error }, empty));
    expect(text(failed)).to.contain('No convergence after 250 steps.');
    expect(text(failed)).to.contain('choose a more careful mode');
    expect(text(failed)).to.contain('conformer_search failed');
    // A calculation of an item has no error of its own but a message: why it failed is shown once all the same.
    const said = [{ type: 'error', title: 'Not converged', body: error.message }];
    const alone = await show(changed(conformers(), { object_status: 3 }, { ...empty, messages: said }));
    expect(text(alone).split(error.message)).to.have.length(2);
  });

  it('shows the structural formula of a submitted SMILES until there is a structure', async () => {
    const none = { conformer_uuids: [], energies: [], initial_molecule: null, initial_smiles: 'CCO' };
    const running = await show(changed(conformers(), { object_status: 1 }, none));
    const formula = await until(() =>
      $<HTMLElementTagNameMap['cuvette-structure']>(running, '.cv-result-formula cuvette-structure'),
    );
    await until(() => formula.shadowRoot?.querySelector('svg'));
    expect(formula.smiles).to.equal('CCO');
    expect($(running, '.cv-result-formula')?.textContent).to.contain('appears here when it is computed');
    expect($(running, '.cv-viewer')).to.equal(null);

    const stopped = await show(changed(conformers(), { object_status: 4 }, none));
    expect($(stopped, '.cv-result-formula')?.textContent).to.contain('No 3D structure was computed');
    expect($$(stopped, 'canvas')).to.have.length(0);

    const unknown = { ...none, initial_smiles: null };
    const failed = await show(changed(conformers(), { object_status: 3, smiles: null }, unknown));
    expect($(failed, '.cv-viewer-cover')?.textContent).to.equal('No structure was computed.');
  });

  it('a deviation of the engine alone is in the info tab, any other one on the tabs of the result too', async () => {
    const bundle = basic();
    const uuid = bundle.items[0]?.object_data?.calculation_uuid as string;
    const calculation = bundle.calculations[uuid] as Bundle['calculations'][string];
    bundle.calculations[uuid] = {
      ...calculation,
      provenance: {
        requested: { method: 'gfn2_xtb', engine: 'xtb', mode: 'rapid' },
        ran: { method: 'gfn2_xtb', engine: 'tblite', engine_version: '0.8.0', mode: 'rapid' },
        deviations: [
          { kind: 'engine', what: 'engine tblite instead of xtb', reason: 'The method is the same.' },
          { what: 'electronic temperature 3000 K', reason: 'The SCF did not converge at 300 K.' },
        ],
      } as never,
    };
    const host = await show(changed(bundle, {}), 'overview');
    await until(() => text(host).includes('electronic temperature 3000 K'));
    expect(text(host)).not.to.contain('engine tblite instead of xtb');
    openTab(host, 'Info');
    await until(() => text(host).includes('engine tblite instead of xtb'));
    const tones = $$(host, '.cv-callout').map((callout) => [
      callout.querySelector('.cv-callout-title')?.textContent,
      callout.dataset.tone,
    ]);
    expect(tones).to.deep.include(['engine tblite instead of xtb', 'neutral']);
    expect(tones).to.deep.include(['electronic temperature 3000 K', 'okay']);
  });

  it('an optimization is followed while it runs: first what was put in, then its steps so far, then all of them', async () => {
    const { item: done } = changed(basic(), {});
    const uuid = done.object_data?.calculation_uuid as string;
    const whole = basic().calculations[uuid] as Bundle['calculations'][string];
    const last = whole.molecules.length;
    expect(last).to.be.greaterThan(2);
    const now = { code: 1, named: false, steps: 0 };
    const client = createClient({
      source: 'shared',
      fetch: (async (input: RequestInfo | URL) => {
        const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.href);
        if (pathname.endsWith(done.uuid)) {
          const { calculation_uuid: _later, ...data } = done.object_data as Record<string, unknown>;
          return Response.json({
            ...done,
            object_status: now.code,
            object_data: now.named ? { ...data, calculation_uuid: uuid } : data,
          });
        }
        const { molecules, logfile: _logfile, ...summary } = whole;
        if (pathname.endsWith('read_molecules')) return Response.json({ [uuid]: molecules.slice(0, now.steps) });
        const level = { method: 'gfn2_xtb', engine: 'tblite', mode: 'rapid' };
        const convergence = now.code === 1 ? null : { converged: true, steps: last - 1 };
        const provenance = { requested: level, ran: level, convergence };
        return Response.json({ ...summary, uuid, workflow_uuid: done.uuid, status: now.code, provenance });
      }) as typeof fetch,
    });
    const poll = () => client.queryClient.refetchQueries();
    const host = await fixture<Host>(
      html`<cuvette-workflow workflow=${done.uuid} .client=${client}></cuvette-workflow>`,
    );
    await until(() => $(host, '.cv-viewer-stage'));
    expect(text(host)).not.to.contain('could not be read');
    Object.assign(now, { named: true, steps: 2 });
    await poll();
    const soFar = 'These are its steps so far';
    openTab(host, 'Optimize');
    await until(() => text(host).includes(soFar));
    expect(text(host)).not.to.contain('was not recorded');
    openTab(host, 'Overview');
    const steps = () =>
      $$(host, 'dt').find((term) => term.textContent === 'Optimization steps')?.nextElementSibling?.textContent;
    await until(() => steps() === '2');
    Object.assign(now, { code: 2, steps: last });
    await poll();
    await until(() => steps() === String(last) && !text(host).includes(soFar));
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

  it('a server that is away is reported after the second try, with what was read before; the sentence goes when it is back', async () => {
    const { item } = changed(conformers(), { object_status: 1 }, { conformer_uuids: [], energies: [] });
    let away = false;
    let tries = 0;
    const client = createClient({
      source: 'shared',
      fetch: (async () => {
        if (away) {
          tries++;
          throw new TypeError('Failed to fetch');
        }
        return new Response(JSON.stringify(item), { headers: { 'content-type': 'application/json' } });
      }) as typeof fetch,
    });
    const host = await fixture<Host>(
      html`<cuvette-workflow workflow=${item.uuid} .client=${client}></cuvette-workflow>`,
    );
    await until(() => $(host, 'progress'));
    away = true;
    void client.queryClient.invalidateQueries();
    await until(() => text(host).includes('Cuvette cannot be reached'));
    expect(tries, 'before the last of the tries').to.be.within(2, 3);
    expect($(host, 'progress')).not.to.equal(null);
    away = false;
    await until(() => !text(host).includes('Cuvette cannot be reached'));
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

    const known = await show(
      changed(conformers(), { object_type: 'spin_states' }, { states: [1, 3], spin_states: [] }),
    );
    expect(text(known)).to.contain('Spin States');
    expect(tabs(known)).to.deep.equal(['Spin states', 'Info']);

    for (const garbage of [
      { conformer_uuids: 'nonsense', energies: { a: 1 } },
      { conformer_uuids: [[3]], energies: [null], initial_molecule: { atoms: 7 } },
    ]) {
      const host = await show(changed(conformers(), {}, garbage));
      expect(text(host)).to.contain('do not fit');
      expect(text(host)).to.contain('(found ');
      expect(tabs(host)).to.deep.equal(['Data', 'Info']);
    }
    const bad = await show(changed(basic(), { provenance: null }, { settings: 4, calculation_uuid: [] }));
    expect(text(bad)).to.contain('do not fit');
  });

  it('a completed result without anything in it is not taken for data that cannot be used: those open as they are, with a warning', async () => {
    const pka = (object_data: Record<string, unknown> | null) =>
      show({ ...changed(basic(), {}), item: { ...changed(basic(), {}).item, object_type: 'pka', object_data } });
    const none = "No pKa's located in the requested range.";
    const empty = await pka({ conjugate_acids: [], conjugate_bases: [] });
    expect(tabs(empty)).to.deep.equal(['pKa Prediction', 'Info']);
    expect(text(empty)).to.contain(none);

    // Data that do not fit, of something else, of a result that was deleted, and none at all.
    const unusable = [
      [{ conjugate_acids: 'nonsense' }, 'do not fit'],
      [{ conjugate_bases: [{ pka: 'acid' }] }, 'do not fit'],
      [{ crystal: 1 }, 'contain no results'],
      [{ mode: 'careful', solvent: 'water' }, 'contain no results'],
      [{ conjugate_acids: null, conjugate_bases: null }, ''],
      [null, 'contain no results'],
    ] as const;
    for (const [object_data, warning] of unusable) {
      const host = await pka(object_data);
      expect(tabs(host), JSON.stringify(object_data)).to.deep.equal(['Data', 'Info']);
      expect($(host, '.cv-callout[data-tone="okay"]')?.textContent).to.contain(warning);
      expect(text(host)).not.to.contain(none);
    }

    const found = await show(changed(conformers(), { object_type: 'conformers' }, { conformers: [] }));
    expect(text(found)).to.contain('No conformers were found.');
    const { client, item } = changed(conformers(), { object_type: 'conformers' });
    const nothing = await show({ client, item: { ...item, object_data: null } });
    expect(tabs(nothing)).to.deep.equal(['Data', 'Info']);
    expect(text(nothing)).to.contain('contain no results');
    expect(text(nothing)).not.to.contain('No conformers');
    // A run that goes on has no results so far, which is no fault of its data.
    const running = await show({ client, item: { ...item, object_status: 1, object_data: { mode: 'rapid' } } });
    expect(tabs(running)).to.deep.equal(['Conformers', 'Info']);
    expect(text(running)).not.to.contain('contain no results');
  });

  it('what ran is cited under its name: each known engine, and each that computes here', async () => {
    const named = {
      ...{ aimnet2: 'AIMNet2', mace: 'MACE', omat24: 'OMat24', fairchem: 'fairchem', orb: 'Orb', psi4: 'Psi4' },
      ...{ pyscf: 'PySCF', xtb: 'xTB', terachem: 'TeraChem', openmm: 'OpenMM', mordred: 'Mordred' },
      ...{ starling: 'Starling', boltz: 'Boltz', chai: 'Chai' },
    };
    const others = [...engines.keys()].filter((engine) => !Object.hasOwn(named, engine));
    const stages = [...Object.keys(named), ...others].map((engine) => ({ name: engine, engine, engine_version: '1' }));
    const host = await show(changed(basic(), { provenance: { stages } }), 'info');
    await until(() => $$(host, '.cv-attribution').length > 0);
    const headings = $$(host, '.cv-attribution')
      .filter((each) => each.querySelector('li, cite, a') !== null)
      .map((each) => each.firstElementChild?.textContent ?? '')
      .join('\n');
    for (const title of [...Object.values(named), ...others.map(engineTitle)]) expect(headings).to.contain(title);
  });

  it('a molecule without acceptor sites shows the error of its pKBHX where the value would be', async () => {
    const { client, item } = changed(basic(), { object_type: 'hydrogen_bond_basicity' });
    const sites = (hba_sites: unknown[], object_status = 2) =>
      show({ client, item: { ...item, object_status, object_data: { hba_sites, hbd_sites: [] } } });
    const factOf = (host: Host) =>
      [...$$(host, 'dt')].find((each) => each.textContent === 'pKBHX of the molecule')?.nextElementSibling?.textContent;
    expect(factOf(await sites([]))).to.equal('Input must be a non-empty array of numbers.');
    const site = { atom_idx: 0, pkbhx: 1.18, position: [0, 0, 0], name: null };
    expect(factOf(await sites([site]))?.trim()).to.equal('1.18');
    expect(text(await sites([], 1))).not.to.contain('Input must be');
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
              name: 'Ranking',
              method: 'gfn0_xtb',
              engine: 'xtb',
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
    await until(() => text(host).includes('Please cite') && text(host).includes('GFN2-xTB (xtb)'));
    const said = text(host);
    for (const part of [
      'SMILES as given',
      'no stereocentre',
      'node-7',
      '42',
      'GFN2-xTB optimization, tblite 0.8.0, 40 → 9 structures, 1 min 15 s',
      'Method: GFN0-xTB',
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
    openTab(free, 'Frequencies');
    await until(() => $$(free, 'tbody tr').length === 21);
    expect(free.getBoundingClientRect().height).to.equal(height);
    await setViewport({ width: 800, height: 600 });
  });

  it('an element for one type refuses another in words', async () => {
    const host = await fixture<Host>(html`<cuvette-basic-calculation src=${conformerSrc}></cuvette-basic-calculation>`);
    await until(() => text(host).includes('This is not a Basic Calculation.'));
  });

  it('shows what changes a number beside it, what limits a result above its tabs, and all of it in the info tab', async () => {
    const caveat = (severity: string, text: string) => ({ severity, text, values: null, table: null, rows: null });
    const { item, client } = changed(
      conformers(),
      {
        provenance: {
          caveats: [
            caveat('changes_number', 'The search did not converge.'),
            caveat('limits_use', 'Only for the gas phase.'),
            caveat('for_record', 'Seed 42.'),
          ],
        },
      },
      { messages: [{ type: 'warning', title: 'Slow', body: 'It took long.' }] },
    );
    const host = await fixture<Host>(
      html`<cuvette-workflow workflow=${item.uuid} .client=${client}></cuvette-workflow>`,
    );
    await until(() => $(host, '.cv-table .cv-note'));
    // Beside the number at the head, and in the table that has it.
    expect($$(host, '.cv-headline .cv-note, .cv-table .cv-note').map((note) => note.textContent)).to.deep.equal([
      'The search did not converge.',
      'The search did not converge.',
    ]);
    expect($$(host, '.cv-note')).to.have.length(2);
    expect($(host, '.cv-notes summary')?.textContent).to.equal('Only for the gas phase.');
    expect(text(host)).not.to.contain('Seed 42.');
    openTab(host, 'Info');
    await until(() => text(host).includes('Seed 42.'));
    expect($$(host, '.cv-callout').map((note) => note.textContent)).to.include('The search did not converge.');
    await expect(host).to.be.accessible();
  });
});
