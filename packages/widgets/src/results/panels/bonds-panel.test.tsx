import { sharedSession } from '@cuvette/core/session';
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { still } from '../../ui/test-helpers.ts';
import { $, $$, changed, type Host, show, text, until } from '../test-helpers.ts';
import { bundleOf, fixtureAddress } from './test-bundles.ts';

beforeEach(() => localStorage.clear());

const rows = (host: Host) => $$(host, '.cv-bond');
const buttons = (row: Element) => [...row.querySelectorAll('button')];
const shades = (host: Host) =>
  $$(host, '.cv-marked-drawing > line[stroke^="rgb(22"], .cv-marked-drawing > line[stroke^="rgb(220"]');

describe('bonds with their dissociation energies', () => {
  it('lists bonds in the colours of the scale, shows one or all in drawing and viewer, and passes axe', async () => {
    const { session, release } = sharedSession('bonds');
    const host = await fixture<Host>(
      html`<cuvette-workflow theme="dark" src=${fixtureAddress('bde')} session="bonds"></cuvette-workflow>`,
    );
    await until(() => rows(host).length === 5);
    const [first, , , fourth] = rows(host);
    expect(first?.textContent).to.contain('C1–H4').and.contain('106.55 kcal/mol');
    // Pale for the strongest, green for the weakest bond, each over white with the opacity of the row.
    const colour = (row: Element | undefined) => row && getComputedStyle(row).getPropertyValue('--cv-bond');
    expect([colour(first), colour(fourth)]).to.deep.equal(['rgb(220 246 228)', 'rgb(22 128 61)']);
    // What is seen: 22 of 255 at 0.65 over white is 0.406, and at 0.9, under the pointer or with the keyboard in it, 0.178.
    const red = (row: Element | undefined) =>
      Number(/^color\(srgb ([\d.]+)/.exec(row ? getComputedStyle(row).backgroundColor : '')?.[1]);
    expect(red(fourth)).to.be.closeTo(0.65 * (22 / 255) + 0.35, 0.002);
    await until(() => shades(host).length === 5);
    expect(fourth && buttons(fourth).map(({ textContent }) => textContent)).to.deep.equal(['View', 'View all']);
    (fourth && buttons(fourth)[0])?.focus();
    expect(red(fourth)).to.be.closeTo(0.9 * (22 / 255) + 0.1, 0.002);
    await sendKeys({ press: 'Enter' });
    await until(() => shades(host).length === 1);
    expect(session.getState().viewer.marked).to.equal('bond 7');
    expect(fourth?.hasAttribute('data-shown')).to.equal(true);
    await still();
    await expect(host).to.be.accessible();
    (first && buttons(first)[1])?.click();
    await until(() => shades(host).length === 5);
    expect(session.getState().viewer.marked).to.equal(null);
    release();
  });

  it('has the energies in the unit of the person, who is not asked again', async () => {
    const host = await fixture<Host>(html`<cuvette-workflow src=${fixtureAddress('bde')}></cuvette-workflow>`);
    const choice = await until(() => $<HTMLSelectElement>(host, '.cv-energy-unit select'));
    choice.value = 'kJ/mol';
    choice.dispatchEvent(new Event('change', { bubbles: true }));
    // 0.1697987 Hartree
    await until(() => rows(host)[0]?.textContent?.includes('445.81 kJ/mol'));
    expect($$(host, 'thead th').map((head) => head.textContent)).to.include('ΔE kJ/mol');
    const again = await fixture<Host>(html`<cuvette-workflow src=${fixtureAddress('bde')}></cuvette-workflow>`);
    await until(() => rows(again)[0]?.textContent?.includes('445.81 kJ/mol'));
  });

  it('links fragments and the underlying calculation, names a failed bond, and says when there is none', async () => {
    const bundle = await bundleOf('bde');
    const { item } = changed(bundle, {});
    const bdes = ((item.object_data?.bdes ?? []) as object[]).map((each, index) =>
      index === 0 ? { ...each, energy: null } : each,
    );
    const failed = changed(bundle, {}, { bdes });
    const client = { ...failed.client, kind: 'owner' as const, origin: 'http://server' };
    const host = await show({ item: failed.item, client });
    await until(() => rows(host).length === 5);
    expect(rows(host)[0]?.textContent).to.contain('Failed');
    expect(rows(host)[0]?.querySelector('button')?.disabled).to.equal(true);
    const links = [...(rows(host)[3]?.querySelectorAll('a') ?? [])];
    expect(links.map(({ textContent }) => textContent)).to.deep.equal([
      'View Fragment 1',
      'View Fragment 2',
      'View Underlying Calculation',
    ]);
    for (const { href } of links) expect(href).to.match(/^http:\/\/server\/sub_calculation\/[0-9a-f-]{36}$/);
    const none = await show(changed(bundle, {}, { bdes: [] }));
    await until(() => text(none).includes('No BDEs found for this structure.'));
  });
});
