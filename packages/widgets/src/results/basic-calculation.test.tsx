import { sharedSession } from '@cuvette/core/session';
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  $,
  $$,
  basic,
  basicSrc,
  butaneSrc,
  caption,
  changed,
  type Host,
  openTab,
  show,
  tabs,
  text,
  until,
  waterSrc,
} from './test-helpers.ts';

beforeEach(() => localStorage.clear());

describe('basic calculation', () => {
  it('has its tabs, IR only where a mode has an intensity', async () => {
    const host = await fixture<Host>(html`<cuvette-basic-calculation src=${basicSrc}></cuvette-basic-calculation>`);
    await until(() => tabs(host).includes('IR'));
    expect(tabs(host)).to.deep.equal([
      'Optimize',
      'Overview',
      'Charge',
      'Spin density',
      'Dipole',
      'Frequencies',
      'Thermochemistry',
      'IR',
      'Info',
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

  it('the optimization plot and the player under the picture move the frame in the viewer', async () => {
    const host = await fixture<Host>(html`<cuvette-workflow src=${basicSrc} tab="optimize"></cuvette-workflow>`);
    const slider = await until(() => $<HTMLInputElement>(host, '.cv-structure-frames input[type="range"]:enabled'));
    expect(slider.getAttribute('aria-valuetext')).to.equal('Frame 6 of 6');
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
    openTab(host, 'Thermochemistry');
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
    // 0.083352 Hartree are 52.30 kcal/mol and 218.84 kJ/mol; the unit is remembered.
    const inUnit = () =>
      $$(host, '.cv-sheet tbody tr')
        .find((row) => row.querySelector('th')?.textContent === 'Thermal correction to enthalpy')
        ?.querySelector('td:last-child')?.textContent;
    expect(inUnit()).to.equal('52.30');
    const choice = $$(host, '.cv-energy-unit select')[0] as HTMLSelectElement;
    choice.value = 'kJ/mol';
    choice.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => inUnit() === '218.84');
    expect(text(host)).to.contain('Energy (kJ/mol)');
    localStorage.removeItem('cuvette.energy-unit');
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
    openTab(host, 'Info');
    await until(() => text(host).includes('GFN2-xTB optimization, tblite 0.8.0, 2 → 2 structures'));
    expect(text(host)).to.contain('ETKDGv3 embedding');
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
    openTab(host, 'Thermochemistry');
    await until(() => text(host).includes('Quasi-harmonic (Cramer and Truhlar 2011)'));
    for (const part of ['−5.070544', '298 K', 'atm', 'Rotational symmetry number']) expect(text(host)).to.contain(part);
    openTab(host, 'Frequencies');
    await until(() => $$(host, 'tbody tr').length === 3);
    openTab(host, 'Charge');
    await until(() => text(host).includes('charges, one for each atom'));
  });
});
