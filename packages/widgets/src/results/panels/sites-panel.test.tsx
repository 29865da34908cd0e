import { expect, fixture, html } from '@open-wc/testing';
import { still } from '../../ui/test-helpers.ts';
import { $, $$, caption, changed, type Host, show, text, until } from '../test-helpers.ts';
import { bundleOf, fixtureAddress } from './test-bundles.ts';

describe('sites of a microscopic pKa', () => {
  it('are drawn as badges in the formula, show both partners as structures, and pass axe', async () => {
    const host = await fixture<Host>(
      html`<cuvette-workflow theme="dark" style="width:420px" src=${fixtureAddress('pka')}></cuvette-workflow>`,
    );
    const badges = await until(() => {
      const found = $$(host, '.cv-marked-drawing g');
      return found.length === 2 && found;
    });
    expect(badges.map(({ textContent }) => textContent)).to.deep.equal(['4.92', '2.52']);
    // An acid of 4.92 has 0.85 · (12 − 4.92) / 10 of its colour, a base of 2.52 has 0.85 · (2.52 − 2) / 10: nearly white.
    const grounds = badges.map((badge) => badge.querySelector('rect')?.getAttribute('fill'));
    expect(grounds).to.deep.equal(['#e8916f', '#f5f8fd']);
    const buttons = $$(host, '.cv-sites button');
    expect(buttons.map(({ textContent }) => textContent)).to.deep.equal([
      'Show as given',
      'Show conjugate base',
      'Show as given',
      'Show conjugate acid',
    ]);
    buttons[1]?.click();
    await until(() => caption(host).includes('Structure 3'));
    expect(buttons[1]?.getAttribute('aria-pressed')).to.equal('true');
    await still();
    await expect(host).to.be.accessible();
  });

  it('says when there are none', async () => {
    const none = { conjugate_acids: [], conjugate_bases: [], strongest_acid: null, strongest_base: null };
    const host = await show(changed(await bundleOf('pka'), {}, none));
    await until(() => text(host).includes("No pKa's located in the requested range."));
    expect($(host, '.cv-sites')).to.equal(null);
  });

  it('are listed all the same where the SMILES cannot be drawn, which is only logged', async () => {
    const logged: unknown[] = [];
    const { error } = console;
    console.error = (...what: unknown[]) => logged.push(...what);
    try {
      const host = await show(changed(await bundleOf('pka'), { smiles: 'no SMILES at all' }));
      await until(() => $$(host, '.cv-sites li').length === 2);
      await until(() => logged.length > 0);
      expect($(host, '.cv-marked-drawing')).to.equal(null);
      expect($(host, '[role="alert"]')).to.equal(null);
    } finally {
      console.error = error;
    }
  });
});
