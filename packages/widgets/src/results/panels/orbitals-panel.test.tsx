import { sharedSession } from '@cuvette/core/session';
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { still } from '../../ui/test-helpers.ts';
import { $, $$, type Host, openTab, text, until } from '../test-helpers.ts';
import { placedLevels } from './ladder.ts';
import { fixtureAddress } from './test-bundles.ts';

beforeEach(() => localStorage.clear());

describe('orbitals', () => {
  it('are drawn as a ladder with HOMO, LUMO and gap; a level with a grid draws its isosurface; and they pass axe', async () => {
    const { session, release } = sharedSession('orbitals');
    const host = await fixture<Host>(
      html`<cuvette-workflow theme="dark" style="width:420px" src=${fixtureAddress('orbitals')} session="orbitals"></cuvette-workflow>`,
    );
    const level = await until(() => $$<HTMLButtonElement>(host, '.cv-level:not(:disabled)')[0]);
    expect(level.textContent).to.contain('LUMO').and.contain('−2.44');
    expect($(host, '.cv-ladder-gap')?.textContent).to.equal('gap 3.80 eV');
    expect($$(host, '.cv-level').filter(({ textContent }) => textContent?.includes('HOMO')).length).to.equal(5);
    expect(text(host)).to.contain('3 levels are too far from the gap to be drawn');
    level.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => session.getState().viewer.surface === 'molecular_orbitals.8');
    await still();
    await expect(host).to.be.accessible();
    openTab(host, 'Isosurfaces');
    const chosen = await until(() => $<HTMLButtonElement>(host, '.cv-choices button[aria-pressed="true"]'));
    expect(chosen.textContent).to.contain('LUMO');
    chosen.click();
    await until(() => session.getState().viewer.surface === null);
    release();
  });

  it('of nearly one energy are side by side', () => {
    const level = (name: string, energy: number, occupation: number, index: number) => ({
      ...{ name, energy, occupation, index },
      spin: null,
    });
    const levels = [
      level('HOMO−1', -9, 2, 0),
      level('HOMO', -8.99, 2, 1),
      level('LUMO', 0, 0, 2),
      level('core', -300, 2, 3),
    ];
    const { placed, left } = placedLevels(levels, 300);
    expect(left).to.equal(1);
    expect(placed.map(({ name, column }) => [name, column])).to.deep.equal([
      ['LUMO', 0],
      ['HOMO', 0],
      ['HOMO−1', 1],
    ]);
    expect(placed[0]?.y).to.equal(0);
  });
});
