import { createClient } from '@cuvette/core/client';
import { Bundle, WorkflowItem } from '@cuvette/core/entities';
import { aTimeout, expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { itInFull } from '../testing/full-run.ts';
import { still } from '../ui/test-helpers.ts';
import { $, $$, openTab, show, tabs, text, until } from './test-helpers.ts';

const src = new URL('./fixtures/macropka.cuvette.json', import.meta.url).href.replace(/\?.*/, '');
let bundle: Bundle;
before(async () => {
  await setViewport({ width: 1280, height: 900 });
  bundle = Bundle.parse(await (await fetch(src)).json());
});
beforeEach(() => localStorage.clear());

/** Glycine as it is stored, with other fields and data. */
function glycine(change: Record<string, unknown> = {}, data: Record<string, unknown> = {}) {
  const item = bundle.items[0] as WorkflowItem;
  const made = WorkflowItem.parse({ ...item, ...change, object_data: { ...item.object_data, ...data } });
  return { item: made, client: createClient({ bundle: { ...bundle, items: [made] } }) };
}

/** A stored value at a pH of the grid. */
const stored = (id: string, pH: number) =>
  (Object(glycine().item.object_data)[id] as [number, number][]).find(([each]) => each === pH)?.[1] as number;

function slide(input: HTMLInputElement, pH: number) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, String(pH));
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('macroscopic pKa', () => {
  it('has the tabs of what was computed', async () => {
    expect(tabs(await show(glycine()))).to.deep.equal(['Macroscopic pKa', 'logD', 'BBB', 'Aqueous solubility', 'Info']);
    const less = { solvation_energy: null, kpuu_probability: null, aqueous_solubility_by_pH: [] };
    expect(tabs(await show(glycine({}, less)))).to.deep.equal(['Macroscopic pKa', 'logD', 'Info']);
  });

  it('shows microstates, pKa values, the isoelectric point and what gave them; the microstate shown is the dominant one', async () => {
    const host = await show(glycine());
    await until(() => $$(host, '.cv-microstate').length === 4);
    expect(text(host)).to.contain('Predicted with Starling.');
    const rows = $$(host, 'tbody tr').map((row) => row.textContent?.replace(/\s+/g, ' '));
    expect(rows.some((row) => row?.includes('+1') && row.includes('2.34'))).to.equal(true);
    expect(rows.some((row) => row?.includes('−1') && row.includes('9.60'))).to.equal(true);
    expect(text(host)).to.contain('Isoelectric point at pH 5.97.');
    expect(text(await show(glycine({}, { isoelectric_point: null })))).to.contain('There is no isoelectric point');
    const caption = () => $(host, '.cv-result-formula .cv-viewer-caption')?.textContent;
    await until(() => caption() === 'Microstate 2 of 4, 99.4\u00a0% at pH 7.4');
    slide($(host, 'input[type=range]') as HTMLInputElement, 1);
    await until(() => caption() === 'Microstate 1 of 4, 95.6\u00a0% at pH 1.0');
    expect(Object($(host, '.cv-result-formula cuvette-structure')).smiles).to.equal('[NH3+]CC(=O)O');
    // The table, logD and log S are at the slider's pH.
    await until(() => text(host).includes('Weight at pH 1'));
    const [logD, logS] = ['logD_by_pH', 'aqueous_solubility_by_pH'].map((id) =>
      stored(id, 1).toFixed(2).replace('-', '−'),
    );
    expect($(host, '.cv-at-ph')?.textContent).to.equal(`At pH 1.0: logD ${logD}, log S ${logS}.`);
    $$(host, '.cv-microstate')[3]?.click();
    await until(() => caption()?.startsWith('Microstate 4 of 4'));
    expect($(host, 'tr[aria-selected=true]')?.textContent).to.contain('Microstate 4');
  });

  it('logD and solubility are at the same pH as the microstates, and say their value there', async () => {
    const host = await show(glycine());
    slide(await until(() => $<HTMLInputElement>(host, 'input[type=range]')), 3);
    openTab(host, 'logD');
    await until(() => $(host, '.cv-ph-plot svg'));
    const told = () => $(host, '.cv-ph-now [role=status]')?.textContent;
    const written = (value: number) => value.toFixed(2).replace('-', '−');
    await until(() => told() === `logD ${written(stored('logD_by_pH', 3))}`);
    expect($(host, '[role=img]')?.getAttribute('aria-label')).to.match(/^logD against pH, between −?\d/);
    // Glycine's logD stays within 0.002 of −4: the axis does not make more of it.
    const ticks = $$(host, '.cv-ph-tick text').map((tick) => tick.textContent);
    expect([ticks[0], ticks.at(-1)]).to.deep.equal(['−5.0', '−3.0']);
    slide($(host, 'input[type=range]') as HTMLInputElement, 9);
    openTab(host, 'Aqueous solubility');
    await until(() => told() === `log S ${written(stored('aqueous_solubility_by_pH', 9))}`);
    expect($(host, 'output')?.textContent).to.equal('pH 9.0');
    expect($$(host, 'tbody tr').length).to.be.greaterThan(10);
    openTab(host, 'BBB');
    await until(() => text(host).includes('BBB penetrance'));
    expect(text(host)).to.contain('0.21');
    const scored = await show(glycine({}, { kpuu_probability: null, bbb_score: 4.49, bbb_method: 'bbb_score' }));
    openTab(scored, 'BBB');
    await until(() => text(scored).includes('4.49'));
    expect($(scored, '.cv-rating')?.dataset.bucket).to.equal('good');
  });

  it('draws no line beyond the concentration of the pure compound, and gives log S with its ±', async () => {
    const aqueous_solubility_by_pH = [4, 5, 6, 7, 8].map((pH) => [pH, Math.min(pH - 4.25, 1.26)]);
    const limits = { aqueous_solubility_limit: 1.26, aqueous_solubility_uncertainty: 1.01 };
    const host = await show(glycine({}, { aqueous_solubility_by_pH, ...limits }));
    slide(await until(() => $<HTMLInputElement>(host, 'input[type=range]')), 5);
    await until(() => $(host, '.cv-at-ph')?.textContent?.includes('log S 0.75 ± 1.01'));
    openTab(host, 'Aqueous solubility');
    await until(() => $(host, '.cv-ph-curve'));
    // Two points lie below the limit: one move and one line.
    expect($(host, '.cv-ph-curve')?.getAttribute('d')?.match(/[ML]/g)?.length).to.equal(2);
    const told = () => $(host, '.cv-ph-now [role=status]')?.textContent;
    await until(() => told() === 'log S 0.75 ± 1.01');
    slide($(host, 'input[type=range]') as HTMLInputElement, 8);
    await until(() => told() === 'log S ≥ 1.26');
  });

  it('names a method of our own by its title, and says how far an item that is not finished is', async () => {
    const own = await show(glycine({}, { macropka_method: 'gfn2_alpb_linear' }));
    expect(text(own)).to.contain('Predicted with GFN2-xTB/ALPB, calibrated by site.');
    expect(text(own)).not.to.contain('Starling');
    const bare = {
      microstates: [],
      pKa_values: [],
      microstate_weights_by_pH: [],
      logD_by_pH: [],
      isoelectric_point: null,
    };
    const waiting = await show(glycine({ object_status: 0 }, bare));
    expect(text(waiting)).to.contain('macropka queued');
    expect($(waiting, '.cv-microstate')).to.equal(null);
  });

  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 420],
  ] as const) {
    (theme === 'light' ? itInFull : it)(`passes axe in every tab, ${theme}, ${width} px wide`, async () => {
      await setViewport({ width, height: 900 });
      const host = await show(glycine());
      host.setAttribute('theme', theme);
      // Buttons take their colours over 120 ms.
      await aTimeout(250);
      for (const name of ['Macroscopic pKa', 'logD', 'BBB', 'Aqueous solubility', 'Info']) {
        openTab(host, name);
        await until(() => $(host, '[role=tab][aria-selected=true]')?.textContent === name);
        await still();
        await expect(host).to.be.accessible();
        expect(document.documentElement.scrollWidth).to.be.at.most(width);
      }
      await setViewport({ width: 1280, height: 900 });
    });
  }
});
