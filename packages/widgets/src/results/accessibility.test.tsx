import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { itInFull } from '../testing/full-run.ts';
import { still } from '../ui/test-helpers.ts';
import { $$, conformerSrc, type Host, openTab, tabs, until, waterSrc } from './test-helpers.ts';

beforeEach(() => localStorage.clear());

describe('accessibility', () => {
  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 420],
  ] as const) {
    for (const names of [
      ['Optimize', 'Overview', 'Charge', 'Spin density', 'Dipole'],
      ['Frequencies', 'Thermochemistry', 'IR', 'Info'],
    ]) {
      (theme === 'light' ? itInFull : it)(
        `a calculation passes axe, ${theme}, ${width} px wide: ${names.join(', ')}`,
        async () => {
          await setViewport({ width, height: 900 });
          const host = await fixture<Host>(html`<cuvette-workflow theme=${theme} src=${waterSrc}></cuvette-workflow>`);
          await until(() => tabs(host).includes('IR'));
          for (const name of names) {
            openTab(host, name);
            await aTimeout(80);
            await still();
            await expect(host).to.be.accessible();
          }
          expect(document.documentElement.scrollWidth).to.be.at.most(width);
          await setViewport({ width: 800, height: 600 });
        },
      );
    }

    it(`a conformer search passes axe, ${theme}, ${width} px wide`, async () => {
      await setViewport({ width, height: 900 });
      const host = await fixture<Host>(
        html`<cuvette-workflow theme=${theme} src=${conformerSrc} tab="conformers"></cuvette-workflow>`,
      );
      await until(() => $$(host, 'tbody tr').length === 9);
      await still();
      await expect(host).to.be.accessible();
      expect(document.documentElement.scrollWidth).to.be.at.most(width);
      await setViewport({ width: 800, height: 600 });
    });
  }
});
