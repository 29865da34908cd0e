import { createClient } from '@cuvette/core/client';
import { Bundle, WorkflowItem } from '@cuvette/core/entities';
import { catalogue } from '@cuvette/core/workflows';
import { expect } from '@open-wc/testing';
import { levelsThatRan } from './provenance-text.ts';
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

/**
 * The repository's own example of each type: tabs of `specified` that it has no values for, the first headings of its first table, and the structure that it opens
 * with. Core names what is specified of the latter: the best pose, the saddle point, the species at the pH of the slider, else the first.
 */
const ours: Record<string, { without?: string; headings: string; opensWith: string }> = {
  admet: { headings: '', opensWith: '' },
  basic_calculation: { headings: 'Criterion, Threshold, Reached, Met', opensWith: 'Optimized Structure' },
  batch_docking: { headings: 'Rank, Compound, SMILES, Best score kcal/mol, State', opensWith: 'Structure 1 of 3' },
  bde: { headings: 'Bond, BDE kcal/mol, Error, ΔE kcal/mol, BDE Hartree', opensWith: 'Optimized Structure (1 of 17)' },
  conformer_search: {
    headings: 'Conformer, Relative energy kcal/mol, Weight %, Degeneracy, Energy Hartree',
    opensWith: 'Conformer 1 of 11, 0.00 kcal/mol',
  },
  conformers: {
    headings: 'Conformer, Relative energy kcal/mol, Weight %, Degeneracy, Energy Hartree',
    opensWith: 'Conformer 1 of 4, 0.00 kcal/mol',
  },
  descriptors: { headings: 'Descriptor, Value, Dimension, Module, Description', opensWith: 'Optimized Structure' },
  docking: { headings: 'Pose, Score kcal/mol, Strain kcal/mol, PoseBusters', opensWith: 'Pose 1 of 4' },
  double_ended_ts_search: {
    headings: 'Structure, Grown from, String distance, Relative energy kcal/mol, Energy Hartree, Guess',
    opensWith: 'Step 1 of 10, 0.00 kcal/mol',
  },
  electronic_properties: { headings: 'HOMO eV, LUMO eV, Gap eV', opensWith: 'Single Point Structure' },
  fukui: { headings: 'Atom, f⁺', opensWith: 'Optimized Structure' },
  hydrogen_bond_basicity: { headings: 'Atom, Group, pKBHX, Error', opensWith: 'Optimized Structure' },
  ion_mobility: {
    headings: 'Collision cross section Å², Standard deviation Å², Gas, Model, Temperature K',
    opensWith: 'Conformer 1',
  },
  irc: {
    headings: 'Structure, Step, Path length Å, Relative energy kcal/mol, Energy Hartree',
    opensWith: 'Transition State (13 of 25), 0.00 kcal/mol',
  },
  macropka: {
    without: 'bbb',
    headings: 'Charge of the acid, Charge of the base, pKa',
    opensWith: 'Microstate 2 of 4, 99.1\u00a0% at pH 7.4',
  },
  molecular_dynamics: {
    headings:
      'Frame, Time fs, Temperature K, Relative potential energy kcal/mol, Potential energy kcal/mol, Kinetic energy kcal/mol, Total energy kcal/mol',
    opensWith: 'Step 1 of 100',
  },
  msa: { headings: 'Sequence, Kind, Length, Letters', opensWith: '' },
  multistage_opt: {
    headings: 'Step, Task, Level of theory, Energy Hartree',
    opensWith: 'Optimized Structure (1 of 2)',
  },
  nmr: { headings: 'Chemical shift ppm, Protons, Atoms, Error', opensWith: 'Conformer 1 of 2' },
  pka: { headings: 'Site, Acts as, pKa, Calibration, ΔG kcal/mol, SMILES', opensWith: 'Structure 1 of 3' },
  pose_analysis_md: {
    headings: 'Trajectory, Frames, Mean RMSD Å, Largest RMSD Å, Last RMSD Å',
    opensWith: 'Formamide on a short peptide: one picosecond',
  },
  redox_potential: {
    headings: 'Couple, Potential V, Reference electrode, Error',
    opensWith: 'Neutral Structure (1 of 2)',
  },
  scan: {
    headings: 'Point, Dihedral C1–C2–C3–C4 °, Relative energy kcal/mol, Energy Hartree, Status',
    opensWith: 'Step 1 of 25, +4.97 kcal/mol',
  },
  solubility: {
    headings: 'Solvent, Temperature °C, log S log10 of mol/L, ± log10 of mol/L, Solubility',
    opensWith: '',
  },
  spin_states: {
    headings: 'Multiplicity, Relative energy kcal/mol, Energy Hartree, ⟨S²⟩, Spin contamination',
    opensWith: 'Structure 1 of 2, +44.18 kcal/mol',
  },
  strain: { headings: 'Strain kcal/mol', opensWith: 'Constrained Optimization (1 of 3)' },
  tautomers: {
    headings: 'Tautomer, Structure, Relative energy kcal/mol, Weight %, Degeneracy, Energy Hartree',
    opensWith: 'Tautomer 1 of 3, 0.00 kcal/mol',
  },
};

/** What the first tab's heading spells: the levels of theory that ran for our own example of a type, last first. */
const saysWhatRan: Record<string, string> = {
  basic_calculation: 'gfn2_xtb',
  bde: 'gfn2_xtb',
  conformer_search: 'gfn2_xtb//gfn0_xtb//mmff94',
  conformers: 'gfn2_xtb/alpb(water)//mmff94',
  descriptors: 'gfn1_xtb//gfn2_xtb',
  double_ended_ts_search: 'gfn2_xtb',
  electronic_properties: 'hf/6-31g(d)',
  fukui: 'gfn1_xtb//gfn2_xtb',
  irc: 'gfn2_xtb',
  molecular_dynamics: 'gfn2_xtb',
  multistage_opt: 'r2scan_3c//gfn2_xtb',
  redox_potential: 'gfn2_xtb/alpb(acetonitrile)',
  scan: 'gfn2_xtb',
  spin_states: 'r2scan_3c',
  strain: 'gfn2_xtb//gfn0_xtb//mmff94',
  tautomers: 'gfn2_xtb/alpb(water)//gfn2_xtb',
};

/** The same of the stored results beside core, which have every tab of `specified`. */
const besideCore: Record<string, { headings: string; opensWith: string }> = {
  basic_calculation: { headings: 'Criterion, Threshold', opensWith: 'Optimized Structure' },
  conformer_search: {
    headings: 'Conformer, Relative energy kcal/mol, Weight %, Energy Hartree',
    opensWith: 'Conformer 1 of 9, 0.00 kcal/mol',
  },
  fukui: { headings: 'Atom, f⁺', opensWith: 'Optimized Structure' },
  macropka: {
    headings: 'Charge of the acid, Charge of the base, pKa',
    opensWith: 'Microstate 2 of 4, 99.4\u00a0% at pH 7.4',
  },
  nmr: { headings: 'Chemical shift ppm, Protons, Atoms', opensWith: 'Conformer 1 of 2' },
  spin_states: {
    headings: 'Multiplicity, Relative energy kcal/mol, Energy Hartree',
    opensWith: 'Structure 1 of 3, 0.00 kcal/mol',
  },
};

type Json = Record<string, unknown>;
const examples = import.meta.glob('../../../../examples/results/*.cuvette.json', { import: 'default' });
/** The repository's own example of a type; `change` alters its data before it is shown. */
async function openOurs(type: string, change: (data: Json) => Json = (data) => data): Promise<Host> {
  const stored = Object.entries(examples).find(([path]) => path.endsWith(`/${type}.cuvette.json`));
  const bundle = Bundle.parse(await stored?.[1]());
  const item = WorkflowItem.parse({
    ...bundle.items[0],
    object_data: change({ ...(bundle.items[0] as WorkflowItem).object_data }),
  });
  return show(item, { ...bundle, items: [item] });
}
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
  return show(item, bundle);
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
    .map((tab) => plain(tab.textContent))
    .join(', ');

const heads = (host: Host) => $$(host, 'thead th').map((head) => head.textContent?.replace(/\s+/g, ' ').trim());
const firstHeads = (host: Host) =>
  [...($$(host, 'thead')[0]?.querySelectorAll('th') ?? [])].map((head) => head.textContent).join(', ');
const activeRows = (host: Host) =>
  $$(host, 'tbody tr').flatMap((row, place) => (row.getAttribute('aria-selected') === 'true' ? [place] : []));

describe('stored examples in the page', () => {
  afterEach(() => {
    for (const host of document.querySelectorAll('cuvette-workflow')) host.remove();
  });

  for (const { type } of catalogue) {
    it(`${type}: tabs, headings and first structure as specified, and no word of data that do not fit`, async () => {
      const expected = specified[type] ?? '';
      const stored = results.get(type);
      const own = ours[type];
      if (own) {
        const host = await openOurs(type);
        const without = expected.split(', ').filter((tab) => tab !== own.without);
        // A tab may come with a calculation that is read last, as that of the infrared spectrum.
        await until(() => tabsOf(host) === without.join(', ') && caption(host) === own.opensWith);
        await until(() => firstHeads(host).startsWith(own.headings));
        expect(host.shadowRoot.textContent).not.to.contain('do not fit');
        if (saysWhatRan[type]) {
          await until(() =>
            $$(host, '.cv-heading').some((line) => /^(Ran|\S.*) with .+\(.+\)$/.test(line.textContent ?? '')),
          );
          const run = $$(host, '.cv-heading + .cv-quiet')[0];
          expect(run?.querySelector('code')?.textContent).to.equal(saysWhatRan[type]);
          expect(run?.textContent).to.contain('computed in');
        }
        host.remove();
        if (!stored) return;
      }
      const host = open(type, stored ? stored.object_data : defaults.get(type));
      await until(() => tabsOf(host) !== '');
      // Tabs of what was not asked for are not there: bare defaults compute no frequencies and no solvation energy.
      const shown = tabsOf(host).split(', ');
      if (stored) {
        const { headings, opensWith } = besideCore[type] ?? { headings: 'none given here', opensWith: '' };
        await until(() => tabsOf(host) === expected && caption(host) === opensWith);
        await until(() => firstHeads(host).startsWith(headings));
      } else expect(expected.split(', ').filter((tab) => shown.includes(tab))).to.deep.equal(shown);
      expect(host.shadowRoot.textContent).not.to.contain('do not fit');
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
