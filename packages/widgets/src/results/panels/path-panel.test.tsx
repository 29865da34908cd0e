import { sharedSession } from '@cuvette/core/session';
import { expect, fixture, html } from '@open-wc/testing';
import { still } from '../../ui/test-helpers.ts';
import { $$, caption, type Host, text, until } from '../test-helpers.ts';
import { fixtureAddress } from './test-bundles.ts';

beforeEach(() => localStorage.clear());

const buttons = (host: Host) => $$<HTMLButtonElement>(host, '.cv-choices button');

describe('reaction paths', () => {
  it('of an IRC have the saddle in the middle, the barrier both ways, what the ends are and the imaginary mode, and pass axe', async () => {
    const { session, release } = sharedSession('path');
    const host = await fixture<Host>(
      html`<cuvette-workflow theme="dark" style="width:420px" src=${fixtureAddress('irc')} session="path"></cuvette-workflow>`,
    );
    await until(() => buttons(host).length === 4);
    expect(caption(host)).to.contain('Transition State');
    await until(() => text(host).includes('Barrier from: Backward end'));
    expect($$(host, '.cv-headline dd').map(({ textContent }) => textContent?.trim())).to.deep.equal([
      '6 ± 11 kcal/mol± is the mean error of 69 published barriers.',
      '6 ± 11 kcal/mol',
      '0.00 kcal/mol',
    ]);
    expect($$(host, '.cv-facts dd').map(({ textContent }) => textContent?.trim())).to.deep.equal(['H3N', 'H3N']);
    buttons(host)[2]?.click();
    await until(() => caption(host).includes('IRC Forward Step 12'));
    const mode = buttons(host)[3];
    expect(mode?.textContent).to.match(/Show its mode at .*i cm⁻¹ with arrows/);
    mode?.click();
    await until(() => session.getState().mode === 0);
    expect(session.getState().viewer.arrows).to.equal(true);
    expect(caption(host)).to.contain('cm⁻¹');
    mode?.click();
    await until(() => session.getState().mode === null);
    await still();
    await expect(host).to.be.accessible();
    release();
  });

  it('of a double-ended search say what the ends are and show the optimized saddle', async () => {
    const host = await fixture<Host>(
      html`<cuvette-workflow style="width:1000px" src=${fixtureAddress('double-ended')}></cuvette-workflow>`,
    );
    await until(() => buttons(host).length === 4);
    await until(() => text(host).includes('CO + H2'));
    expect(text(host)).to.contain('CH2O');
    buttons(host)[1]?.click();
    await until(() => caption(host).includes('Transition State'));
  });
});
