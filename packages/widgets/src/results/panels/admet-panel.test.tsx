import { expect, fixture, html } from '@open-wc/testing';
import { still } from '../../ui/test-helpers.ts';
import { $, $$, type Host, openTab, tabs, text, until } from '../test-helpers.ts';
import { fixtureAddress } from './test-bundles.ts';

beforeEach(() => localStorage.clear());

describe('ADMET', () => {
  it('has ratings, percentiles and flags in each of the six tabs, a radar that opens its groups, the warning, and passes axe', async () => {
    const host = await fixture<Host>(
      html`<cuvette-workflow theme="dark" style="width:420px" src=${fixtureAddress('admet')}></cuvette-workflow>`,
    );
    await until(() => $(host, '.cv-radar svg'));
    expect($(host, '.cv-radar svg')?.getAttribute('aria-label')).to.contain('absorption: 4 good, 0 okay, 1 bad');
    await still();
    await expect(host).to.be.accessible();
    for (const name of tabs(host).filter((tab) => tab !== 'Info')) {
      openTab(host, name ?? '');
      await until(() => $$(host, '[role="tabpanel"] .cv-percentile').length > 0);
      expect($$(host, '[role="tabpanel"] .cv-rating').length, `ratings in ${name}`).to.be.greaterThan(0);
      expect(text(host)).to.contain('Global Models of ADME-Tox Are Not Substitutes for Experimental Measurements');
    }
    openTab(host, 'Distribution');
    await until(() => text(host).includes('(unreliable)'));
    openTab(host, 'Physicochemical');
    const group = await until(() => $$(host, '.cv-radar button').find(({ textContent }) => textContent === 'toxicity'));
    group.click();
    await until(() => $(host, '[role="tab"][aria-selected="true"]')?.textContent === 'Toxicity');
  });
});
