import {
  absorptionHeight,
  broadenGaussian,
  dichroismHeight,
} from '@cuvette/core/workflows/curves/electronic-broadening';
import { expect } from '@open-wc/testing';
import { $, $$, basic, changed, show, tabs, text, until } from './test-helpers.ts';

const states = (rotatory: number[], data: Record<string, unknown> = {}) => {
  const bundle = basic();
  for (const { molecules } of Object.values(bundle.calculations)) {
    const last = molecules.at(-1);
    if (!last) continue;
    Object.assign(last, {
      excited_state_energies: [-10, -9.85, -9.75],
      oscillator_strengths: [0, 0.001, 0.3],
      rotatory_strengths: rotatory,
      excited_state_transitions: [[], [[0, 0, 0.99]], [[1, 0, 0.8]]],
    });
  }
  return changed(bundle, {}, data);
};

describe('excited states', () => {
  it('draws absorption, and circular dichroism of a chiral molecule, with the chosen width of the bands', async () => {
    const host = await show(states([0, 2, -5]), 'excited_states');
    expect(tabs(host)).to.include('Excited states');
    await until(() => $$(host, '.cv-plot svg').length === 2);
    expect($$(host, 'tbody tr').length).to.equal(2);
    expect(text(host)).to.contain('HOMO−1 → LUMO (80 %)');
    const heights = () =>
      $$(host, '.cv-plot [aria-label]')
        .map((each) => each.getAttribute('aria-label'))
        .join();
    const before = $(host, '.cv-plot')?.outerHTML;
    const width = $<HTMLInputElement>(host, '.cv-field input[type="number"]');
    if (!width) throw new Error(heights());
    width.value = '0.8';
    width.dispatchEvent(new Event('input', { bubbles: true }));
    await until(() => $(host, '.cv-plot')?.outerHTML !== before);
  });

  it('draws no dichroism of an achiral one, and says why', async () => {
    const host = await show(states([0, 0, 0.001]), 'excited_states');
    await until(() => $$(host, '.cv-plot svg').length === 1);
    expect(text(host)).to.contain('The molecule is achiral');
  });

  it('offers hole and particle of the chosen state to the viewer', async () => {
    const orbital = (weight: number) => ({
      weight,
      origin: [-1, -1, -1],
      spacing: 1,
      shape: [3, 3, 3],
      value_step: 0.01,
      values: Array.from({ length: 27 }, (_, index) => index - 13),
    });
    const settings = { method: 'b3lyp', excited_state_settings: { num_excitations: 3 } };
    const orbitals = { '1-hole-1': orbital(0.988), '1-particle-1': orbital(0.988), '2-hole-1': orbital(0.51) };
    const host = await show(states([0, 2, -5], { settings, natural_transition_orbitals: orbitals }), 'excited_states');
    const buttons = () => $$<HTMLButtonElement>(host, '.cv-choices button');
    const labels = () => buttons().map(({ textContent }) => textContent);
    await until(() => buttons().length === 2);
    expect(labels()).to.deep.equal(['State 1, hole (99 %)', 'State 1, particle (99 %)']);
    buttons()[1]?.click();
    await until(() => buttons()[1]?.getAttribute('aria-pressed') === 'true');
    $$(host, 'tbody tr')[1]?.click();
    await until(() => labels().join() === 'State 2, hole (51 %)');
  });

  it('bands have the areas of their strengths', () => {
    const band = { energy: 5, oscillator: 0.5, rotatory: 10 };
    const points = 20_000;
    // Integrated over energy in eV by the wavelengths; 1 eV is 8065.544 cm⁻¹.
    const curve = (height: number) => broadenGaussian([band], [height], { from: 150, to: 500, points, fullWidth: 0.4 });
    const area = (height: number, divided: boolean) =>
      curve(height).reduce((sum, { wavelength, intensity }, index, all) => {
        const next = all[index + 1];
        if (!next) return sum;
        const step = 1e7 / wavelength - 1e7 / next.wavelength;
        return sum + (intensity * step) / (divided ? 1e7 / wavelength : 1);
      }, 0);
    expect(4.319e-9 * area(absorptionHeight(band, 0.4), false)).to.be.closeTo(0.5, 0.002);
    expect(22.96 * area(dichroismHeight(band, 0.4), true)).to.be.closeTo(10, 0.1);
  });
});
