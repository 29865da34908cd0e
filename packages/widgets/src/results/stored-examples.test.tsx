import { createClient } from '@cuvette/core/client';
import { Bundle, WorkflowItem } from '@cuvette/core/entities';
import { catalogue } from '@cuvette/core/workflows';
import { expect } from '@open-wc/testing';
import { $$, caption, type Host, openTab, until } from './test-helpers.ts';
import '../elements/workflow.tsx';

/** Tabs by type, as the specification names them (workflows, section 2), in its order; an info tab where it names none follows the others. */
const specified: Record<string, string> = {
  conformer_search: 'conformer search, info',
  tautomers: 'tautomer search, info',
  conformers: 'conformers, info',
  descriptors: 'descriptors, charge, fukui positive, fukui zero, fukui negative, info',
  fukui: 'fukui positive, fukui zero, fukui negative, info',
  macropka: 'macroscopic pka, logd, bbb, aqueous solubility, info',
  pka: 'pka prediction, info',
  protein_cofolding: 'co-folding scores, sequences, info',
  msa: 'sequences, info',
  irc: 'irc, info',
  strain: 'strain, info',
  redox_potential: 'redox potential prediction, info',
  pose_analysis_md: 'ligand rmsd, conserved contacts, atom distances, info',
  basic_calculation: 'optimize, overview, charge, spin density, dipole, frequencies, thermochemistry, ir, info',
  ion_mobility: 'ion mobility, info',
  hydrogen_bond_basicity: 'hydrogen-bond acceptors, hydrogen-bond donors, info',
  spin_states: 'spin states, info',
  scan: 'scan, info',
  molecular_dynamics: 'md frames, info',
  protein_binder_design: 'protein binder designs, info, sequences',
  docking: 'docking, info',
  batch_docking: 'batch docking, info',
  admet: 'physicochemical, absorption, metabolism, distribution, excretion, toxicity, info',
  bde: 'bde, info',
  nmr: '1h nmr, 13c nmr, conformers, chemical shifts, symmetry-equivalent nuclei, info',
  solubility: 'solubility, info',
  electronic_properties: 'orbitals, isosurfaces, charge, bond orders, multipole, info',
  multistage_opt: 'multistage opt, info, charge, dipole, frequencies, thermochemistry',
  double_ended_ts_search: 'double ended ts search, info',
};

type Json = Record<string, unknown>;
const read = (files: Record<string, unknown>) =>
  new Map(Object.entries(files).map(([path, json]) => [path.replace(/.*\/|\.json$/g, ''), json as Json]));
const results = read(
  import.meta.glob('../../../core/src/testing/examples/results/*.json', { eager: true, import: 'default' }),
);
const defaults = read(
  import.meta.glob('../../../core/src/testing/examples/defaults/*.json', { eager: true, import: 'default' }),
);
const calculations = read(
  import.meta.glob('../../../core/src/testing/examples/calculations/*.json', { eager: true, import: 'default' }),
);

/** An item of a type in the page, with every stored calculation in reach. */
function open(object_type: string, object_data: unknown): Host {
  const item = WorkflowItem.parse({
    uuid: '11111111-1111-4111-8111-111111111111',
    name: object_type,
    parent_uuid: '22222222-2222-4222-8222-222222222222',
    object_type,
    object_status: 2,
    object_data,
    created_at: '2026-11-22T00:00:00Z',
    updated_at: '2026-11-22T00:00:00Z',
  });
  const bundle = Bundle.parse({
    format: 'cuvette-bundle',
    version: 1,
    items: [item],
    created_at: '2026-11-22T00:00:00Z',
    calculations: Object.fromEntries(calculations),
  });
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
    .map((tab) => plain(tab.textContent))
    .join(', ');

const heads = (host: Host) => $$(host, 'thead th').map((head) => head.textContent?.replace(/\s+/g, ' ').trim());
const activeRows = (host: Host) =>
  $$(host, 'tbody tr').flatMap((row, place) => (row.getAttribute('aria-selected') === 'true' ? [place] : []));

describe('stored examples in the page', () => {
  afterEach(() => {
    for (const host of document.querySelectorAll('cuvette-workflow')) host.remove();
  });

  for (const { type } of catalogue) {
    it(`${type}: the tabs that the specification names, and no word of data that do not fit`, async () => {
      const stored = results.get(type);
      const host = open(type, stored ? stored.object_data : defaults.get(type));
      await until(() => tabsOf(host) !== '');
      const expected = specified[type] ?? '';
      // Tabs of what was not asked for are not there: bare defaults compute no frequencies and no solvation energy.
      const shown = tabsOf(host).split(', ');
      // A tab may come with a calculation that is read last, as that of the infrared spectrum.
      if (stored) await until(() => tabsOf(host) === expected);
      else expect(expected.split(', ').filter((tab) => shown.includes(tab))).to.deep.equal(shown);
      expect(host.shadowRoot.textContent).not.to.contain('do not fit');
    });
  }

  it('the tables of complete results stand in the tabs of their names, with units', async () => {
    const spins = open('spin_states', results.get('spin_states')?.object_data);
    await until(() => $$(spins, 'tbody tr').length === 3);
    expect(heads(spins)).to.deep.equal(['Multiplicity', 'Relative energy kcal/mol', 'Energy Hartree']);
    const shifts = open('nmr', results.get('nmr')?.object_data);
    await until(() => $$(shifts, 'tbody tr').length === 3);
    expect(heads(shifts)[0]).to.equal('Chemical shift ppm');
  });

  const [first = '', second = '', third = ''] = ['859434e3', 'a75ee735', '126cfd8c'].map((start) =>
    [...calculations.keys()].find((uuid) => uuid.startsWith(start)),
  );
  it('a scan shows the energies that stand in its calculations, as table and as curve, and a click on a point moves there', async () => {
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

  it('a multistage optimization has its info tab second, and its raw data in it', async () => {
    const host = open('multistage_opt', defaults.get('multistage_opt'));
    await until(() => tabsOf(host) !== '');
    expect(tabsOf(host)).to.match(/^multistage opt, info, charge/);
    openTab(host, $$(host, '[role="tab"]')[1]?.textContent ?? '');
    await until(() => $$(host, 'summary').some((line) => line.textContent === 'All data of this result'));
  });
});
