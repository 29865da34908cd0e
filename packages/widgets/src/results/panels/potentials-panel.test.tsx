import { createClient } from '@cuvette/core/client';
import { Bundle } from '@cuvette/core/entities';
import { expect, fixture, html } from '@open-wc/testing';
import { $, $$, type Host, until } from '../test-helpers.ts';

const examples = import.meta.glob('../../../../../examples/results/redox_potential.cuvette.json', {
  import: 'default',
});

beforeEach(() => localStorage.clear());

describe('redox potentials', () => {
  it('the electrode changes the headline and the table alike', async () => {
    const [load] = Object.values(examples);
    const example = await load?.();
    const host = await fixture<Host>(
      html`<cuvette-workflow .client=${createClient({ bundle: Bundle.parse(example) })}></cuvette-workflow>`,
    );
    const heading = () => $$(host, '.cv-fact-list th').map(({ textContent }) => textContent);
    const inTable = () => $(host, 'tbody [data-column="1"]')?.textContent ?? '';
    await until(() => inTable() !== '');
    expect(heading().join()).to.contain('V vs. SHE');
    const before = Number(inTable().replace('−', '-'));
    const select = await until(() => $$<HTMLSelectElement>(host, 'select').find((each) => each.value === 'SHE'));
    select.value = 'Fc⁺/Fc';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => heading().join().includes('V vs. Fc⁺/Fc'));
    expect(Number(inTable().replace('−', '-'))).to.be.closeTo(before - 0.63, 0.011);
    expect($(host, '[data-headline]')?.textContent).to.contain('V vs. Fc⁺/Fc');
  });
});
