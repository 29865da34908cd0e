import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../../testing/wait-until.ts';
import '../../elements/viewer.tsx';
import { still } from '../../ui/test-helpers.ts';
import {
  captionOf,
  choose,
  control,
  drawnIn,
  ethanol,
  named,
  one,
  type ViewerElement,
  viewerWith,
} from '../test-helpers.ts';

async function selectAtoms(element: ViewerElement, atoms: string) {
  if (!control(element, 'Atoms')) await choose(element, 'Select atoms by number');
  control(element, 'Atoms').focus();
  await sendKeys({ press: 'Control+a' });
  await sendKeys({ type: atoms });
  await sendKeys({ press: 'Enter' });
  await still();
}
const texts = (element: ViewerElement) => drawnIn(element).labels.map(({ text }) => text);
const listed = (element: ViewerElement) =>
  [...element.shadowRoot.querySelectorAll('[aria-label=Measurements] li')].map((each) => each.textContent);

describe('measurements in the viewer', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('keeps distances, angles and dihedrals, for eyes and for screen readers', async () => {
    const element = await viewerWith({});
    named(element, 'View').click();
    await still();
    expect(named(element, 'Keep measurement').getAttribute('aria-disabled')).to.equal('true');
    expect(named(element, 'Keep measurement').textContent).to.contain('Select two, three or four atoms first.');
    await sendKeys({ press: 'Escape' });
    for (const atoms of ['1, 2', '1-3', '1-3, 9']) {
      await selectAtoms(element, atoms);
      await choose(element, 'Keep measurement');
    }
    await waitUntil(() => texts(element).length === 3);
    const [distance, angle, dihedral] = texts(element);
    expect(distance).to.match(/^1\.51\d Å$/);
    expect(angle).to.match(/^1(0|1)\d\.\d°$/);
    expect(dihedral).to.match(/^−?\d+\.\d°$/);
    expect(listed(element)).to.deep.equal([
      `Distance C1–C2: ${distance}`,
      `Angle C1–C2–O3: ${angle}`,
      `Dihedral C1–C2–O3–H9: ${dihedral}`,
    ]);
    expect(captionOf(element)).to.equal(listed(element)[2]);
    expect(drawnIn(element).shapes.filter(Boolean)).to.have.length(1);
    await expect(element).to.be.accessible();
    await choose(element, 'Remove measurements');
    await waitUntil(() => texts(element).length === 0);
    expect(drawnIn(element).shapes.filter(Boolean)).to.have.length(0);
    expect(one(element, '[aria-label=Measurements]')).to.equal(null);
  });

  it('writes a dihedral that turns to the left with a true minus sign', async () => {
    const element = await viewerWith({});
    const said: (string | null)[] = [];
    for (const atoms of ['4, 1, 2, 7', '4, 1, 2, 8']) {
      await selectAtoms(element, atoms);
      await waitUntil(() => captionOf(element)?.startsWith('Dihedral') && !said.includes(captionOf(element)));
      said.push(captionOf(element));
    }
    expect(said.join(' ')).to.match(/: −\d+\.\d°/);
    expect(said.join(' ')).not.to.contain('-');
  });

  it('the value follows the moving atoms', async () => {
    const element = await viewerWith({});
    await selectAtoms(element, '1, 2');
    await choose(element, 'Keep measurement');
    await waitUntil(() => texts(element).length === 1);
    const [, , , ...rest] = ethanol.atoms.flatMap(({ position }) => position);
    const [ax, ay, az] = ethanol.atoms[0]?.position ?? [0, 0, 0];
    const [bx, by, bz] = ethanol.atoms[1]?.position ?? [0, 0, 0];
    const stretched = 2 / Math.hypot(ax - bx, ay - by, az - bz);
    const place = [bx + stretched * (ax - bx), by + stretched * (ay - by), bz + stretched * (az - bz)];
    element.positions = Float64Array.from([...place, ...rest]);
    await waitUntil(() => texts(element)[0] === '2.000 Å');
    // The values of the selection, and of kept measurements for a screen reader, are of the same frame.
    await waitUntil(() => (element.shadowRoot?.textContent ?? '').split('2.000 Å').length >= 3, 'the words follow');
  });

  it('keeping the same again does not double it', async () => {
    const element = await viewerWith({});
    await selectAtoms(element, '2, 3');
    await choose(element, 'Keep measurement');
    await choose(element, 'Keep measurement');
    await waitUntil(() => texts(element).length === 1);
    expect(listed(element)).to.have.length(1);
  });
});
