import { CalculationSummary, PlatformSettings, WorkflowItem } from '@cuvette/core/entities';
import { methods } from '@cuvette/core/methods';
import { loadWorkflow } from '@cuvette/core/workflows';
import { cite, citeEngine } from '@cuvette/core/workflows/citations/citations';
import type { Citation } from '@cuvette/core/workflows/citations/work';
import { aTimeout, expect } from '@open-wc/testing';
import { createRoot } from 'react-dom/client';
import { addEnglish } from '../../english-at-hand.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { resultWords } from '../words.ts';
import { InfoTab } from './info.tsx';

addEnglish(resultWords);

const item = {
  uuid: '00000000-0000-4000-8000-000000000001',
  name: 'benzene',
  created_at: '2026-01-01T00:00:00Z',
  object_status: 2,
  object_type: 'pka',
  parent_uuid: '',
  credits_charged: 1.239,
  max_credits: 50,
};

describe('the info tab', () => {
  const box = document.createElement('div');
  before(() => document.body.append(box));
  after(() => box.remove());

  /** The tab's names and values for an item. */
  const facts = async (more: object, platform: object | null) => {
    const root = createRoot(box);
    root.render(
      <InfoTab
        item={WorkflowItem.parse({ ...item, ...more })}
        definition={null}
        summary={null}
        logAddress={null}
        platform={platform && PlatformSettings.parse(platform)}
      />,
    );
    await waitUntil(() => box.querySelector('dd'));
    const names = [...box.querySelectorAll('dt')].map(({ textContent }) => textContent ?? '');
    const values = [...box.querySelectorAll('dd')].map(({ textContent }) => textContent ?? '');
    root.unmount();
    return Object.fromEntries(names.map((name, index) => [name, values[index]]));
  };

  it('shows credits only where billing is on: charged with 2 decimals, the limit with none', async () => {
    for (const platform of [null, {}, { billing: false }]) {
      expect(Object.keys(await facts({}, platform)).join()).not.to.contain('redits');
    }
    const billed = await facts({}, { billing: true });
    expect(billed).to.include({ 'Credits charged': '1.24', 'Runtime limit (credits)': '50' });
    expect(await facts({ is_free: true, max_credits: null }, { billing: true })).to.include({
      'Credits charged': 'Free',
    });
  });

  it('says who brought an item here, when, from where, and what it was there', async () => {
    expect(await facts({}, null)).not.to.have.property('Imported');
    const imported = {
      at: '2026-02-03T10:00:00Z',
      by_username: 'ann',
      from: 'https://c.example',
      original_uuid: 'there',
      original_run_by_username: 'ben',
    };
    const told = await facts({ imported }, null);
    expect(told.Imported).to.match(/3 Feb 2026.* by ann from https:\/\/c\.example$/);
    expect(told).to.include({ 'Submitted there by': 'ben', 'Identifier there': 'there' });
  });

  /** What is cited: the works' texts by their heading, for an item of a type with this data and, where given, the engine of its calculation. */
  const cited = async (type: string | null, data: object, engine: string | null = null) => {
    const definition = type === null ? null : await loadWorkflow(type);
    const summary = CalculationSummary.parse({
      uuid: 'c',
      workflow_uuid: item.uuid,
      provenance: engine && { requested: { method: 'm' }, ran: { method: 'm', engine } },
    });
    const root = createRoot(box);
    const object_data = { ...definition?.defaults(), ...data };
    root.render(
      <InfoTab
        item={WorkflowItem.parse({ ...item, object_type: type ?? 'unknown', object_data })}
        definition={definition}
        summary={engine === null ? null : summary}
        logAddress={null}
        platform={null}
      />,
    );
    // What is there until the list has come is drawn a moment after the rest.
    await aTimeout(0);
    await waitUntil(() => box.querySelector('dd') && !box.querySelector('.cv-skeleton'));
    const groups = [...box.querySelectorAll('h4')].map((heading) => {
      const works = [...(heading.nextElementSibling?.querySelectorAll('li') ?? [])];
      const links = works.flatMap((work) => [...work.querySelectorAll('a')]);
      return {
        heading: heading.textContent ?? '',
        section: heading.closest('section')?.querySelector('h3')?.textContent ?? '',
        works: works.map(({ textContent }) => textContent?.trim() ?? ''),
        links,
      };
    });
    root.unmount();
    return groups;
  };
  const texts = (works: Citation[]) => works.map(({ text, doi }) => [text, doi].filter(Boolean).join(' '));
  const under = (groups: { heading: string; works: string[] }[], heading: string) =>
    groups.filter((group) => group.heading === heading).flatMap(({ works }) => works);

  // Engines that results of other servers name, and the heading under which each is cited.
  const enginesOfLevels = {
    aimnet2: 'AIMNet2',
    mace: 'MACE',
    omat24: 'OMat24',
    fairchem: 'fairchem',
    orb: 'Orb',
    psi4: 'Psi4',
    pyscf: 'PySCF',
    xtb: 'xTB',
    terachem: 'TeraChem',
    openmm: 'OpenMM',
  };
  it('shows the works of each engine that ran under its name, and opens their DOIs without handing this page over', async () => {
    for (const [engine, title] of Object.entries(enginesOfLevels)) {
      const groups = await cited(null, {}, engine);
      expect(under(groups, `Engine: ${title}`), engine).to.deep.equal(texts(citeEngine(engine)));
      expect(groups[0]?.section).to.equal('Please cite');
      for (const link of groups.flatMap(({ links }) => links)) {
        expect(link.href).to.match(/^https:\/\/doi\.org\/10\./);
        expect(link.target).to.equal('_blank');
        expect(link.rel).to.contain('noreferrer');
      }
    }
  });

  it('shows the works of programs and models that are a type’s own under their names', async () => {
    const rows: [type: string, data: object, title: string, work: string][] = [
      ['pose_analysis_md', {}, 'OpenMM', 'openmm'],
      ['descriptors', {}, 'Mordred', 'mordred'],
      ['macropka', {}, 'Starling', 'starling'],
      ['protein_cofolding', { model: 'boltz_2' }, 'Boltz', 'boltz_2'],
      ['protein_cofolding', { model: 'boltz_1' }, 'Boltz', 'boltz_1'],
      ['protein_cofolding', { model: 'chai_1r' }, 'Chai', 'chai_1'],
    ];
    for (const [type, data, title, work] of rows) {
      const groups = await cited(type, data);
      expect(under(groups, `Engine: ${title}`), `${type} ${work}`).to.deep.equal(texts(cite(work)));
    }
  });

  it('shows the works of each method under its title, and background apart from what must be cited', async () => {
    for (const [method, { title }] of methods) {
      const groups = await cited('basic_calculation', { settings: { method, tasks: ['energy', 'optimize'] } });
      expect(under(groups, `Method: ${title}`), method).to.deep.equal(texts(cite(method)));
      expect(groups.map(({ heading }) => heading)).to.include('Engine: geomeTRIC');
    }
    const groups = await cited('basic_calculation', { settings: { method: 'hf', tasks: ['frequencies'] } }, 'psi4');
    expect(groups.map(({ heading, section }) => `${section} / ${heading}`)).to.deep.equal([
      'Please cite / Engine: Psi4',
      'Please cite / Procedures',
      'Background / Method: Hartree–Fock',
    ]);
  });

  it('offers the works as BibTeX, each once', async () => {
    const made: Blob[] = [];
    const names: string[] = [];
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    URL.createObjectURL = (blob: Blob) => {
      made.push(blob);
      return createObjectURL(blob);
    };
    HTMLAnchorElement.prototype.click = function () {
      names.push(this.download);
    };
    const root = createRoot(box);
    try {
      root.render(
        <InfoTab
          item={WorkflowItem.parse({ ...item, object_type: 'basic_calculation', object_data: { settings } })}
          definition={await loadWorkflow('basic_calculation')}
          summary={null}
          logAddress={null}
          platform={null}
        />,
      );
      const button = () =>
        [...box.querySelectorAll('button')].find((each) => each.textContent === 'Download as BibTeX');
      await waitUntil(button);
      button()?.click();
    } finally {
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
      root.unmount();
    }
    expect(names).to.deep.equal(['benzene-references.bib']);
    const written = await (made[0] as Blob).text();
    expect(written.match(/^@article\{aimnet2,$/gm)).to.have.length(1);
    expect(written).to.contain('doi = {10.1039/D4SC08572H}');
    expect(written).to.match(/^@\w+\{quasi_harmonic,$/m);
  });
});

/** AIMNet2 is the method's work and the engine's. */
const settings = { method: 'aimnet2_wb97md3', engine: 'aimnet2', tasks: ['frequencies'] };
