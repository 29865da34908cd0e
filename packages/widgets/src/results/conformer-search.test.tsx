import { createClient } from '@cuvette/core/client';
import { type Bundle } from '@cuvette/core/entities';
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  $,
  $$,
  caption,
  changed,
  conformerSrc,
  conformers,
  type Host,
  openTab,
  show,
  stage,
  tabs,
  text,
  until,
} from './test-helpers.ts';

beforeEach(() => localStorage.clear());

describe('conformer search', () => {
  it('shows energies and weights of a stored result, with what ran and the temperature beside the weights', async () => {
    const host = await fixture<Host>(html`<cuvette-conformer-search src=${conformerSrc}></cuvette-conformer-search>`);
    await until(() => $$(host, 'tbody tr').length === 9);
    await until(() => text(host).includes('GFN2-xTB'));
    expect(tabs(host)).to.deep.equal(['Conformer Search', 'Info']);
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

  it('chosen rows of a table stand side by side with differences to the first, and lie over one another in the viewer', async () => {
    const host = await fixture<Host>(html`<cuvette-conformer-search src=${conformerSrc}></cuvette-conformer-search>`);
    await until(() => $$(host, 'tbody tr[data-row]').length === 9);
    const choose = () => $$<HTMLButtonElement>(host, 'button').find((each) => each.title === 'Compare rows');
    choose()?.click();
    await until(() => text(host).includes('Press two or more rows'));
    for (const row of [0, 1])
      $$(host, 'tbody tr[data-row]')
        [row]?.querySelector('td')
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: row > 0 }));
    const side = await until(() => $(host, '.cv-comparison table'));
    expect([...side.querySelectorAll('thead th')]).to.have.length(2);
    const line = (name: string) =>
      [...side.querySelectorAll('tbody tr')]
        .find((each) => each.querySelector('th')?.textContent?.includes(name))
        ?.textContent?.replace(/\s+/g, ' ');
    // E(2) − E(1) = 0.107 kcal/mol in the stored item.
    expect(line('Relative energy')).to.match(/0\.00.*0\.11 \(\+0\.11\)/);
    await until(() => $$(host, '.cv-overlay-legend li').length > 0);
    await expect(host).to.be.accessible();
    choose()?.click();
    await until(() => $(host, '.cv-comparison') === null && $$(host, '.cv-overlay-legend li').length === 0);
  });

  it('offers what the page can do with a structure at the end of its row, and says which structure was meant', async () => {
    const host = await fixture<Host>(
      html`<cuvette-conformer-search
        src=${conformerSrc}
        .actions=${[{ id: 'input', label: 'Use as input' }]}
      ></cuvette-conformer-search>`,
    );
    const buttons = () => $$<HTMLButtonElement>(host, '.cv-row-actions button');
    await until(() => buttons().length === 9);
    const heard: unknown[] = [];
    host.addEventListener('cuvette-action', (event) => heard.push(event.detail));
    buttons()[4]?.click();
    const lists = (conformers().items[0]?.object_data?.conformer_uuids ?? []) as string[][];
    const structure = lists[4]?.[0];
    expect(heard).to.deep.equal([{ action: 'input', row: 4, structure }]);
  });

  it('logs a conformer whose identifier is no UUID, and molecules that could not be read', async () => {
    const logged: string[] = [];
    const { error } = console;
    console.error = (...words: unknown[]) => logged.push(String(words[0]));
    try {
      const bundle = conformers();
      const lists = (bundle.items[0]?.object_data?.conformer_uuids ?? []) as string[][];
      const conformer_uuids = [...lists.slice(0, 1), ['not-a-uuid'], ...lists.slice(2)];
      const { item } = changed(bundle, {}, { conformer_uuids });
      // A server that knows none of its calculations.
      await show({ item, client: createClient({ origin: location.origin, source: 'shared' }) });
      await until(() => logged.some((line) => line.startsWith('"not-a-uuid" is not a UUID')));
      await until(() => logged.includes("Couldn't read workflow's molecules."), 12000);
    } finally {
      console.error = error;
    }
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
    openTab(host, 'Info');
    await until(() => text(host).includes('Method replaced'));
    expect(text(host)).to.contain('AIMNet2 is not installed on this worker.');
  });
});
