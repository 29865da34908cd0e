import { expect, fixture, html } from '@open-wc/testing';
import { still } from '../../ui/test-helpers.ts';
import { $, $$, type Host, openTab, tabName, tabs, text, until } from '../test-helpers.ts';
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
      // The two clearances of excretion are unreliable, and the half-life of this molecule is predicted below zero.
      const rated = $$(host, '[role="tabpanel"] .cv-rating').length;
      if (name === 'Excretion') {
        expect(rated, 'ratings of unreliable values').to.equal(0);
        expect(text(host)).to.contain('no value: the model predicts less than 0');
      } else expect(rated, `ratings in ${name}`).to.be.greaterThan(0);
      expect(text(host)).to.contain('Global Models of ADME-Tox Are Not Substitutes for Experimental Measurements');
    }
    openTab(host, 'Distribution');
    await until(() => text(host).includes('(unreliable)'));
    openTab(host, 'Physicochemical');
    const group = await until(() => $$(host, '.cv-radar button').find(({ textContent }) => textContent === 'toxicity'));
    group.click();
    await until(() => $(host, '[role="tab"][aria-selected="true"]')?.textContent?.startsWith('Toxicity') ?? false);
  });

  it('each tab carries its worst rating, with how many properties are good, okay and bad as its text', async () => {
    const host = await fixture<Host>(
      html`<cuvette-workflow style="width:420px" src=${fixtureAddress('admet')}></cuvette-workflow>`,
    );
    await until(() => $(host, '.cv-radar svg'));
    const marked = $$(host, '[role="tab"]').map((tab) => [
      tabName(tab),
      tab.querySelector('.cv-rating')?.textContent,
      tab.querySelector('.cv-tab-rating')?.getAttribute('title'),
    ]);
    expect(marked.map(([name]) => name)).to.deep.equal([
      'Physicochemical',
      'Absorption',
      'Metabolism',
      'Distribution',
      'Excretion',
      'Toxicity',
      'Info',
    ]);
    expect(marked[1]).to.deep.equal(['Absorption', 'bad', '4 good, 0 okay, 1 bad']);
    // What has no rated value has no rating: the model's clearances are unreliable, and its half-life is below zero.
    expect(marked.slice(-3).map(([name, worst]) => [name, worst !== undefined])).to.deep.equal([
      ['Excretion', false],
      ['Toxicity', true],
      ['Info', false],
    ]);
    // Counted once more on the page: the marks beside the values of each tab.
    for (const [name, worst, counts] of marked.slice(0, -1)) {
      openTab(host, name ?? '');
      const marks = await until(() => {
        const found = $$(host, '[role="tabpanel"] .cv-rating').map(({ textContent }) => textContent);
        return $(host, '[role="tab"][aria-selected="true"]')?.textContent?.startsWith(name ?? '') && found;
      });
      const count = (word: string) => marks.filter((each) => each === word).length;
      if (worst === undefined) {
        expect(marks, name ?? '').to.deep.equal([]);
        continue;
      }
      expect(`${count('good')} good, ${count('okay')} okay, ${count('bad')} bad`, name ?? '').to.equal(counts);
      expect(
        ['bad', 'okay', 'good'].find((word) => count(word) > 0),
        name ?? '',
      ).to.equal(worst);
      expect($(host, '[role="tab"][aria-selected="true"]')?.textContent).to.equal(`${name} ${worst} (${counts})`);
    }
    await still();
    await expect(host).to.be.accessible();
  });
});
