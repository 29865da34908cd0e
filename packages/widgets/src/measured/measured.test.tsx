import { expect } from '@open-wc/testing';
import type { Host } from '../results/test-helpers.ts';
import { $, $$, basic, changed, show, text, until } from '../results/test-helpers.ts';

/** A measured water spectrum that the harmonic one was made of: bands at 0.95 of the computed lines, in per cent transmittance. */
function measuredOf(frequencies: readonly { position: number; intensity: number }[], factor: number): string {
  const rows = Array.from({ length: 1801 }, (_, at) => {
    const x = 4000 - 2 * at;
    const absorbance = frequencies.reduce(
      (sum, { position, intensity }) => sum + intensity / 150 / (1 + ((x - factor * position) / 15) ** 2),
      0,
    );
    return `${x} ${(100 * 10 ** -absorbance).toFixed(4)}`;
  });
  return rows.join('\n');
}

const button = (host: Host, label: string) =>
  until(() =>
    $$<HTMLButtonElement>(host, 'button').find(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === label && !each.disabled,
    ),
  );
const press = async (host: Host, label: string) => (await button(host, label)).click();

function choose(host: Host, label: string, value: string): void {
  const field = $$(host, '.cv-field').find((each) => each.querySelector('label')?.textContent === label);
  const select = field?.querySelector('select');
  if (!select) throw new Error(`no choice "${label}"`);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The real modes of the example with their intensities. */
function computedLines() {
  const [calculation] = Object.values(basic().calculations);
  return (calculation?.molecules.at(-1)?.vibrational_modes ?? []).flatMap(({ frequency, ir_intensity }) =>
    frequency > 0 && ir_intensity !== null ? [{ position: frequency, intensity: ir_intensity }] : [],
  );
}

/** Puts a file on the spectrum as a person drops it. */
function drop(host: Host, name: string, content: string): void {
  const transfer = new DataTransfer();
  transfer.items.add(new File([content], name, { type: 'text/plain' }));
  const place = $(host, '.cv-measured');
  place?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
}

describe('measured spectra', () => {
  it('a dropped file is drawn over the infrared spectrum, fitted, assigned and judged', async () => {
    const host = await show(changed(basic(), {}), 'ir');
    await until(() => $(host, '.cv-plot svg'));
    const lines = computedLines();
    const before = $$(host, '.cv-plot svg [aria-label="line"]').length;
    drop(host, 'water.txt', measuredOf(lines, 0.95));
    await until(() => $$(host, '.cv-plot svg [aria-label="line"]').length === before + 1);
    expect(text(host)).to.contain('Transmittance (%)').and.to.contain('1801 points from 400 to 4000 cm⁻¹');
    // A bundle has nobody who could keep it.
    expect(text(host)).to.contain('Shown here only');

    choose(host, 'Fit positions', 'scale');
    await press(host, 'Fit to the curve');
    await until(() => /Computed positions × 0\.9[45]\d\d/.test(text(host)));
    const factor = Number(/Computed positions × (\d\.\d+)/.exec(text(host))?.[1]);
    expect(factor).to.be.closeTo(0.95, 0.001);
    expect(Number(/Similarity of the curves (\d\.\d+)/.exec(text(host))?.[1])).to.be.greaterThan(0.9);
    choose(host, 'Fit heights', 'scale_and_offset');

    await press(host, 'Find peaks');
    await until(() => $(host, '.cv-measured-peaks tbody tr'));
    await press(host, 'Assign in the best order');
    await until(() => /assigned: mean absolute error/.test(text(host)));
    const [, count, mae] = /(\d+) assigned: mean absolute error (\d+)/.exec(text(host)) ?? [];
    expect(Number(count)).to.be.greaterThan(1);
    expect(Number(mae)).to.be.lessThan(4);
    // By hand, as the keyboard does it: the choice of another line changes the errors.
    const [select] = $$<HTMLSelectElement>(host, '.cv-measured-peaks select');
    if (!select) throw new Error('no peak');
    select.value = '';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => text(host).includes(`${Number(count) - 1} assigned`));
  });

  it('pasted numbers are added; what is no spectrum is refused with the reason; removing can be undone', async () => {
    const host = await show(changed(basic(), {}), 'ir');
    await press(host, 'Compare with a measured spectrum');
    const paste = async (content: string) => {
      await press(host, 'Paste numbers');
      const area = await until(() => $<HTMLTextAreaElement>(host, 'textarea'));
      area.value = content;
      area.dispatchEvent(new Event('input', { bubbles: true }));
      await press(host, 'Add');
    };
    await paste('a letter');
    await until(() => text(host).includes('neither JCAMP-DX nor two columns'));
    await paste('1000 0.1\n1500 0.9\n2000 0.1\n2500 0.5\n3000 0.1');
    await until(() => $(host, '.cv-measured-line'));
    await press(host, 'Remove Measured');
    await until(() => !$(host, '.cv-measured-line'));
    await press(host, 'Undo');
    await until(() => $(host, '.cv-measured-line'));
  });

  it('a bundle that holds one shows it', async () => {
    const bundle = basic();
    const uuid = bundle.items[0]?.uuid ?? '';
    const jdx =
      '##TITLE=Kept\n##DATA TYPE=INFRARED SPECTRUM\n##XUNITS=1/CM\n##YUNITS=ABSORBANCE\n##XYPOINTS=(XY..XY)\n1000, 0.1\n1500, 0.9\n2000, 0.1\n##END=\n';
    bundle.files['spectra/kept.jdx'] = {
      media_type: 'chemical/x-jcamp-dx',
      workflow_uuid: uuid,
      name: 'spectra/kept.jdx',
      kind: 'spectrum',
      bytes: jdx.length,
      base64: btoa(jdx),
      details: {
        title: 'Kept',
        kind: 'infrared',
        x_unit: 'cm-1',
        y_unit: 'absorbance',
        points: 3,
        source: { filename: 'kept.jdx', form: 'AFFN' },
        peaks: [{ position: 1500, height: 0.9, line: 0 }],
      },
    };
    const host = await show(changed(bundle, {}), 'ir');
    await until(() => text(host).includes('1 assigned'));
    expect($$(host, '.cv-measured-line button').map((each) => each.textContent)).to.deep.equal(['Kept', 'JCAMP-DX']);
  });
});
