import { createClient } from '@cuvette/core/client';
import { Bundle, status, WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import { trajectoriesOf } from '@cuvette/core/trajectory';
import { catalogue, loadResults, type ResultDefinition } from '@cuvette/core/workflows';
import { expect } from '@open-wc/testing';
import { levelsThatRan } from './provenance-text.ts';
import { $$, caption, type Host, openTab, tabName, until } from './test-helpers.ts';
import '../elements/workflow.tsx';

type Json = Record<string, unknown>;
const examples = import.meta.glob('../../../../examples/results/*.cuvette.json', { import: 'default' });
/** The repository's own example of a type; null where it has none. */
async function exampleOf(type: string): Promise<Bundle | null> {
  const stored = Object.entries(examples).find(([path]) => path.endsWith(`/${type}.cuvette.json`));
  return stored ? Bundle.parse(await stored[1]()) : null;
}

/** The example of a type in the page; `change` alters its data before it is shown. */
async function openOurs(type: string, change: (data: Json) => Json): Promise<Host> {
  const bundle = (await exampleOf(type)) as Bundle;
  const [first] = bundle.items as WorkflowItem[];
  const item = WorkflowItem.parse({ ...first, object_data: change({ ...first?.object_data }) });
  return show(item, { ...bundle, items: [item] });
}
/** By type, or by the name of the file. */
const nameOf = (path: string) => /\/types\/(\w+)\//.exec(path)?.[1] ?? path.replace(/.*\/|\.json$/g, '');
const read = (files: Record<string, unknown>) =>
  new Map(Object.entries(files).map(([path, json]) => [nameOf(path), json as Json]));
const results = read(
  import.meta.glob('../../../core/src/workflows/types/*/example-result.json', { eager: true, import: 'default' }),
);
const defaults = read(
  import.meta.glob('../../../core/src/workflows/types/*/example-settings.json', { eager: true, import: 'default' }),
);
const calculations = read(
  import.meta.glob('../../../core/src/testing/examples/calculations/*.json', { eager: true, import: 'default' }),
);

/** An item of a type with every stored calculation in reach. */
function bundleOf(object_type: string, object_data: unknown, object_status: number): Bundle {
  const item = WorkflowItem.parse({
    uuid: '11111111-1111-4111-8111-111111111111',
    name: object_type,
    parent_uuid: '22222222-2222-4222-8222-222222222222',
    object_type,
    object_status,
    object_data,
    created_at: '2026-11-22T00:00:00Z',
    updated_at: '2026-11-22T00:00:00Z',
  });
  return Bundle.parse({
    format: 'cuvette-bundle',
    version: 1,
    items: [item],
    created_at: '2026-11-22T00:00:00Z',
    calculations: Object.fromEntries(calculations),
  });
}

function open(object_type: string, object_data: unknown, object_status = 2): Host {
  const bundle = bundleOf(object_type, object_data, object_status);
  return show(bundle.items[0] as WorkflowItem, bundle);
}

function show(item: WorkflowItem, bundle: Bundle): Host {
  const host = document.createElement('cuvette-workflow') as Host;
  host.setAttribute('style', 'display:block;width:1000px;height:700px');
  host.item = item;
  host.client = createClient({ bundle });
  document.body.append(host);
  return host;
}

const plain = (title: string | null) => (title ?? '').toLowerCase().replaceAll('_', ' ').trim();
const tabsOf = (host: Host) =>
  $$(host, '[role="tab"]')
    .map((tab) => plain(tabName(tab)))
    .join(', ');

const heads = (host: Host) => $$(host, 'thead th').map((head) => head.textContent?.replace(/\s+/g, ' ').trim());
const activeRows = (host: Host) =>
  $$(host, 'tbody tr').flatMap((row, place) => (row.getAttribute('aria-selected') === 'true' ? [place] : []));

describe('stored examples in the page', () => {
  afterEach(() => {
    for (const host of document.querySelectorAll('cuvette-workflow')) host.remove();
  });

  for (const { type } of catalogue) {
    it(`${type}: the tabs of its definition, its first structure, what ran, and no word of data that do not fit`, async () => {
      const definition = (await loadResults(type)) as ResultDefinition;
      const stored = results.get(type);
      // Settings alone are an item that has no result so far.
      const others = [
        ...(stored ? [bundleOf(type, stored.object_data, 2)] : []),
        ...(defaults.has(type) ? [bundleOf(type, defaults.get(type), 1)] : []),
      ];
      for (const bundle of [await exampleOf(type), ...others]) {
        if (!bundle) continue;
        const item = bundle.items[0] as WorkflowItem;
        const read = new Map(Object.entries(bundle.calculations).map(([uuid, { molecules }]) => [uuid, molecules]));
        const expected = definition.tabs(item, read).map(({ title }) => plain(title));
        const opened = definition.active(item, read);
        const first = definition.structures(item, read).find(({ id }) => id === opened);
        const host = show(item, bundle);
        // A tab may come with a calculation that is read last, as that of the infrared spectrum.
        await until(() => tabsOf(host) === expected.join(', '));
        // A SMILES is drawn without a caption, or opens with what a slider says; a player names the item.
        const drawn = first?.source.kind !== 'smiles' && !trajectoriesOf(item.object_data);
        const named = drawn && item.object_status === status.completed && first ? inEnglish(first.name) : null;
        if (named) await until(() => caption(host).startsWith(named));
        const { spelled } = levelsThatRan(item.provenance?.stages ?? []);
        const [line] = $$(host, '.cv-heading + .cv-quiet code');
        if (line) expect(line.textContent).to.equal(spelled);
        expect(host.shadowRoot.textContent).not.to.contain('do not fit');
        host.remove();
      }
    });
  }

  it('levels that ran are spelled with basis set and solvent where their stages record them, each once and last first', () => {
    const preopt = { name: 'optimization', method: 'gfn2_xtb', level: 'gfn2_xtb' };
    const last = { name: 'single point', method: 'b3lyp', level: 'b3lyp-d3bj/6-31g(d)/cpcm(water)' };
    expect(levelsThatRan([preopt, { name: 'embedding', method: 'etkdg' }, last, last])).to.deep.equal({
      titles: 'B3LYP-d3bj/6-31g(d)/cpcm(water)//GFN2-xTB',
      spelled: 'b3lyp-d3bj/6-31g(d)/cpcm(water)//gfn2_xtb',
    });
  });

  it('a piece that failed is named on the first tab, with its reason', async () => {
    const body = 'The self-consistent field did not converge.';
    const host = await openOurs('spin_states', (data) => ({
      ...data,
      messages: [
        { type: 'error', title: 'Multiplicity 5 Failed', body },
        { type: 'info', title: 'The Singlet Has All Electrons Paired', body: 'This stands in the info tab.' },
      ],
    }));
    await until(() => $$(host, '.cv-callout').some((line) => line.textContent?.includes(body) ?? false));
    expect(
      $$(host, '.cv-callout')
        .map((line) => line.textContent)
        .join(' '),
    ).not.to.contain('info tab');
  });

  it('the tables of complete results are in the tabs of their names, with units', async () => {
    const spins = open('spin_states', results.get('spin_states')?.object_data);
    await until(() => $$(spins, 'tbody tr').length === 3);
    expect(heads(spins)).to.deep.equal(['Multiplicity', 'Relative energy kcal/mol', 'Energy Hartree', 'Note']);
    const shifts = open('nmr', results.get('nmr')?.object_data);
    await until(() => $$(shifts, 'tbody tr').length === 3);
    expect(heads(shifts)[0]).to.equal('Chemical shift ppm');
  });

  const [first = '', second = '', third = ''] = ['859434e3', 'a75ee735', '126cfd8c'].map((start) =>
    [...calculations.keys()].find((uuid) => uuid.startsWith(start)),
  );
  it('a scan shows the energies that are in its calculations, as table and as curve, and a click on a point moves there', async () => {
    const host = open('scan', {
      ...defaults.get('scan'),
      scan_settings: [{ type: 'dihedral', atoms: [1, 2, 3, 4], start: 0, stop: 120, num: 3 }],
      scan_points: [first, second, third],
    });
    await until(() => $$(host, 'tbody td').some((cell) => cell.textContent === '0.00'));
    await until(() => $$(host, '.cv-plot svg circle').length >= 3);
    ($$(host, 'tbody tr')[2] as HTMLElement).click();
    await until(() => caption(host).includes('Step 3'));
    expect(caption(host)).to.contain('kcal/mol');
  });

  it('a docking opens with the best pose whose strain is at most 8, in table and viewer', async () => {
    const host = open('docking', {
      ...defaults.get('docking'),
      scores: [
        { pose: first, score: -9.1, strain: 9.4 },
        { pose: second, score: -8.7, strain: 3.9 },
      ],
    });
    await until(() => activeRows(host).length > 0);
    expect(activeRows(host)).to.deep.equal([1]);
    await until(() => caption(host).includes('Pose 2'));
  });

  it('a batch of dockings opens with its best compound, which was given last', async () => {
    const turned = (data: Json) =>
      Object.fromEntries(
        Object.entries(data).map(([key, value]) =>
          ['initial_smiles_list', 'best_scores', 'best_poses', 'failures'].includes(key)
            ? [key, [...(value as unknown[])].reverse()]
            : [key, value],
        ),
      );
    const host = await openOurs('batch_docking', turned);
    await until(() => caption(host) === 'Structure 3 of 3');
    expect(activeRows(host)).to.deep.equal([0]);
  });

  it('a multistage optimization has its info tab second, and its raw data in it', async () => {
    const host = open('multistage_opt', defaults.get('multistage_opt'));
    await until(() => tabsOf(host) !== '');
    expect(tabsOf(host)).to.match(/^multistage opt, info, charge/);
    openTab(host, $$(host, '[role="tab"]')[1]?.textContent ?? '');
    await until(() => $$(host, 'summary').some((line) => line.textContent === 'All data of this result'));
  });
});
