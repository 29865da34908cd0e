import type { Molecule } from '@cuvette/core/entities';
import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { AtomSpec, GLModel } from '3dmol';
import { engineOf } from '../../testing/engine-of.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import '../../embed.ts';
import { still } from '../../ui/test-helpers.ts';
import { ethanol } from '../test-helpers.ts';
import { laidOn, mostOverlaid } from './overlay.ts';

/** Turned about z by 90° and moved. */
const turned = (molecule: Pick<Molecule, 'atoms'>) => ({
  ...molecule,
  atoms: molecule.atoms.map(({ atomic_number, position: [x, y, z] }) => ({
    atomic_number,
    position: [-y + 7, x - 3, z + 1] as [number, number, number],
  })),
});
/** Without the hydroxyl's hydrogen, and its atoms in another order. */
const fragment = { atoms: ethanol.atoms.slice(0, 8).toReversed() };

const conformers = new URL('../../results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;
type Element = HTMLElement & { shadowRoot: ShadowRoot; molecule?: unknown; overlay?: unknown; state: string };
interface Inside {
  models: (GLModel | undefined)[];
}
const atomsOf = (element: Element): AtomSpec[] =>
  (engineOf<Inside | undefined>(element.shadowRoot.querySelector('canvas'))?.models ?? []).flatMap(
    (model) => model?.selectedAtoms({}) ?? [],
  );
const overlaid = (element: Element) => atomsOf(element).filter(({ properties }) => properties?.overlaid);
const own = (element: Element) => atomsOf(element).filter(({ properties }) => !properties?.overlaid);
const legend = (element: Element) =>
  [...element.shadowRoot.querySelectorAll('.cv-overlay-legend li')].map((line) => line.textContent);
const items = (element: Element) => [...element.shadowRoot.querySelectorAll<HTMLElement>('[role^=menuitem]')];
async function choose(element: Element, text: string) {
  (element.shadowRoot.querySelector('[aria-haspopup=menu]') as HTMLElement).click();
  await waitUntil(() => items(element).length > 0);
  (items(element).find((each) => each.textContent?.includes(text)) as HTMLElement).click();
  await waitUntil(() => items(element).length === 0);
}
const ready = { timeout: 10000 };

describe('structures laid on one another', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('atom by atom, by the common substructure, or as they are', () => {
    const same = laidOn(turned(ethanol).atoms, ethanol.atoms, 'default');
    expect(same.rmsd).to.be.lessThan(1e-6);
    expect(laidOn(turned(fragment).atoms, ethanol.atoms, 'default').rmsd).to.equal(null);
    expect(laidOn(turned(fragment).atoms, ethanol.atoms, 'mcs').rmsd).to.be.lessThan(1e-6);
  });

  it('are shown with carbon of their own colour and a legend; a property gives them', async () => {
    const element = document.createElement('cuvette-viewer') as Element;
    element.style.cssText = 'width:360px;height:300px';
    element.setAttribute('antialias', 'off');
    element.molecule = ethanol;
    element.overlay = [{ ...turned(ethanol), name: 'turned' }, turned(fragment)];
    document.body.append(element);
    await oneEvent(element, 'cuvette-ready');
    await waitUntil(() => overlaid(element).length === 17, '9 + 8 atoms', ready);
    await waitUntil(() => legend(element).length === 3);
    expect(legend(element)[0]).to.contain('C2H6O (shown)');
    expect(legend(element)[1]).to.equal('turned0.00 Å');
    expect(legend(element)[2]).to.equal('3: C2H5Oother atoms, not aligned');
    // The turned copy lies where the structure lies.
    const [copy, shown] = [overlaid(element)[0], own(element)[0]];
    for (const axis of ['x', 'y', 'z'] as const) expect(copy?.[axis]).to.be.closeTo(shown?.[axis] ?? 0, 1e-6);
    // Hydrogens of C-H bonds go with those of the structure.
    await choose(element, 'Hide C-H bonds');
    await waitUntil(() => overlaid(element).length === 7);
    await choose(element, 'Alignment: MCS');
    await waitUntil(() => legend(element)[2] === '3: C2H5O0.00 Å');
    await still();
    await expect(element).to.be.accessible();
    await choose(element, 'Overlay all structures');
    await waitUntil(() => overlaid(element).length === 0);
    expect(legend(element)).to.deep.equal([]);
    element.remove();
  });

  it('the search for the common substructure ends after 10000 steps: the best so far is laid on, and the legend says so', async () => {
    // Carbons on square nets: everything looks alike, so that the search has no end.
    const net = (width: number, height: number) => ({
      charge: 0,
      multiplicity: 1,
      atoms: Array.from({ length: width * height }, (_, index) => ({
        atomic_number: 6,
        position: [(index % width) * 1.5, Math.floor(index / width) * 1.5, 0] as [number, number, number],
      })),
    });
    const laid = laidOn(net(12, 5).atoms, net(7, 7).atoms, 'mcs');
    expect(laid.stopped).to.equal(true);
    expect(laid.part).to.be.greaterThan(29);
    expect(laidOn(turned(fragment).atoms, ethanol.atoms, 'mcs').stopped).to.equal(false);

    const element = document.createElement('cuvette-viewer') as Element;
    element.style.cssText = 'width:360px;height:300px';
    element.setAttribute('antialias', 'off');
    element.molecule = net(7, 7);
    element.overlay = [{ ...net(12, 5), name: 'other net' }];
    document.body.append(element);
    await oneEvent(element, 'cuvette-ready');
    await waitUntil(() => legend(element)[1] === 'other netother atoms, not aligned', 'laid as it is', ready);
    const told = () => element.shadowRoot.querySelector('.cv-overlay-legend [role=status]')?.textContent;
    expect(told()).to.equal('');
    await choose(element, 'Alignment: MCS');
    await waitUntil(
      () =>
        told() === 'The search for common atoms stopped after 10000 steps: there may be a larger common substructure.',
      'the limit',
      ready,
    );
    expect(legend(element)[1]).to.match(/Å of \d\d atoms$/);
    element.remove();
  });

  it('of an item: ghosts of the other conformers, all in colours, or the chosen ones', async () => {
    const element = await fixture<Element>(
      html`<cuvette-viewer src=${conformers} session="overlay" antialias="off" style="width:400px;height:340px"></cuvette-viewer>`,
    );
    await waitUntil(() => own(element).length > 0, 'drawn', ready);
    const atoms = own(element).length;
    await choose(element, 'Show other structures as ghosts');
    await waitUntil(() => overlaid(element).length === 8 * atoms, 'eight ghosts', ready);
    // Ghosts stay behind the structure that is looked at: the next one is no ghost any more.
    (element.shadowRoot.querySelector('[aria-label="Next structure"]') as HTMLElement).click();
    await waitUntil(() => element.shadowRoot.querySelector('.cv-viewer-caption')?.textContent?.includes('2 of 9'));
    await waitUntil(() => overlaid(element).length === 8 * atoms, 'eight others', ready);
    await choose(element, 'Overlay chosen structures');
    await waitUntil(() => element.shadowRoot.querySelector('dialog'));
    const press = (name: string) =>
      [...element.shadowRoot.querySelectorAll<HTMLElement>('dialog button')]
        .find((button) => button.textContent === name)
        ?.click();
    press('None');
    const ticks = () => [...element.shadowRoot.querySelectorAll<HTMLInputElement>('dialog input')];
    await waitUntil(() => ticks().every(({ checked }) => !checked));
    expect(ticks().length).to.equal(8);
    ticks()[2]?.click();
    await still();
    await expect(element).to.be.accessible();
    press('Done');
    await waitUntil(() => overlaid(element).length === atoms, 'one chosen', ready);
    expect(legend(element)[1]).to.match(/^Conformer 4\d+\.\d\d Å$/);
    // It is a part of the session: another viewer opens with it.
    const again = await fixture<Element>(
      html`<cuvette-viewer src=${conformers} session="again" state=${element.state} antialias="off" style="width:400px;height:340px"></cuvette-viewer>`,
    );
    await waitUntil(() => overlaid(again).length === atoms, 'as it was', ready);
  });

  it('fill the picture with the one that is looked at, also where they are larger; alone it fills it again', async () => {
    const chain = {
      atoms: Array.from({ length: 24 }, (_, index) => ({
        atomic_number: 6,
        position: [1.25 * index, index % 2 === 0 ? 0 : 0.8, 0] as [number, number, number],
      })),
    };
    const element = document.createElement('cuvette-viewer') as Element;
    element.style.cssText = 'width:400px;height:340px';
    element.setAttribute('antialias', 'off');
    element.molecule = ethanol;
    element.overlay = [chain];
    document.body.append(element);
    await oneEvent(element, 'cuvette-ready');
    await waitUntil(() => overlaid(element).length === 24, 'the chain', ready);
    /** How much of the picture's width these atoms take, and whether all lie in it. */
    const spread = (atoms: AtomSpec[]) => {
      const canvas = element.shadowRoot.querySelector('canvas') as HTMLCanvasElement;
      const { left, width } = canvas.getBoundingClientRect();
      const viewer = engineOf<{ modelToScreen: (atoms: AtomSpec[]) => { x: number }[] }>(canvas);
      const places = viewer.modelToScreen(atoms).map(({ x }) => (x - left) / width);
      return { first: Math.min(...places), last: Math.max(...places) };
    };
    const inside = ({ first, last }: { first: number; last: number }) => first > 0 && last < 1;
    await waitUntil(() => inside(spread(overlaid(element))), 'the whole chain', ready);
    const beside = spread(own(element));
    await choose(element, 'Overlay all structures');
    await waitUntil(() => overlaid(element).length === 0, 'alone', ready);
    await waitUntil(() => spread(own(element)).last - spread(own(element)).first > 2 * (beside.last - beside.first));
    element.remove();
  });

  it('are 50 at most, reported in words', async () => {
    const element = document.createElement('cuvette-viewer') as Element;
    element.style.cssText = 'width:360px;height:300px';
    element.setAttribute('antialias', 'off');
    element.molecule = ethanol;
    element.overlay = Array.from({ length: 60 }, () => turned(ethanol));
    document.body.append(element);
    await oneEvent(element, 'cuvette-ready');
    await waitUntil(() => overlaid(element).length === 9 * mostOverlaid, 'fifty', ready);
    expect(element.shadowRoot.querySelector('.cv-overlay-legend [role=status]')?.textContent).to.equal(
      '50 of 60 other structures are shown.',
    );
    expect(legend(element).at(-1)).to.equal('and 41 more');
    element.remove();
  });
});
