import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../../testing/wait-until.ts';
import '../../elements/viewer.tsx';
import { itInFull } from '../../testing/full-run.ts';
import { still } from '../../ui/test-helpers.ts';
import { captionOf, control, count, drawnIn, ethanol, one, type ViewerElement, viewerWith } from '../test-helpers.ts';
import { vibrationDisplacements } from './vibration.ts';

const vibration = {
  displacements: ethanol.atoms.map((_, index) => (index === 8 ? [0, 0.2, 0] : [0, 0, 0]) as [number, number, number]),
  frequency: 3612.3,
};
const isTeal = (red: number, green: number, blue: number) => green > 2 * red && blue > 1.5 * red && green > 50;

async function slide(element: ViewerElement, value: number) {
  const slider = control(element, 'Amplitude');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(slider, String(value));
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  await still();
}

/** How far an atom gets from its own place while the mode plays for a while, Å. */
async function reach(element: ViewerElement, atom: number): Promise<number> {
  const place = () => {
    const {
      x = 0,
      y = 0,
      z = 0,
    } = drawnIn(element)
      .selectedAtoms({})
      .find(({ index }) => index === atom) ?? {};
    return [x, y, z] as const;
  };
  const places: (readonly [number, number, number])[] = [];
  const end = performance.now() + 1600;
  while (performance.now() < end) {
    places.push(place());
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  let longest = 0;
  for (const a of places)
    for (const b of places) longest = Math.max(longest, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
  return longest / 2;
}

describe('vibrations in the viewer', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('are named as the tables name them: imaginary ones with an i', async () => {
    const element = await viewerWith({ vibration: { ...vibration, frequency: -1595.34 } });
    await waitUntil(() => captionOf(element) === 'Vibration at 1595.3i cm⁻¹');
    element.setAttribute('lang', 'de');
    await waitUntil(() => captionOf(element) === 'Schwingung bei 1595,3i cm⁻¹', 'in German');
  });

  itInFull('move as far as the amplitude says, from 0.1 to 1 Å', async () => {
    const element = await viewerWith({ vibration });
    await waitUntil(() => control(element, 'Amplitude'));
    expect(control(element, 'Amplitude').min).to.equal('0.1');
    expect(control(element, 'Amplitude').max).to.equal('1');
    expect(control(element, 'Amplitude').getAttribute('aria-valuetext')).to.equal('0.35 Å');
    expect(await reach(element, 8)).to.be.within(0.28, 0.351);
    await slide(element, 0.9);
    expect(control(element, 'Amplitude').getAttribute('aria-valuetext')).to.equal('0.90 Å');
    expect(await reach(element, 8)).to.be.within(0.72, 0.901);
  });

  it('have arrows where one wants them, on the atoms that move', async () => {
    const element = await viewerWith({ vibration });
    await waitUntil(() => control(element, 'Arrows'));
    const shapes = () => drawnIn(element).shapes.filter(Boolean);
    expect(shapes()).to.have.length(0);
    await slide(element, 1);
    const before = count(element, isTeal);
    control(element, 'Arrows').click();
    await waitUntil(() => shapes().length === 1, 'an arrow');
    await waitUntil(() => count(element, isTeal) > before + 30, 'its colour');
    control(element, 'Arrows').click();
    await waitUntil(() => shapes().length === 0);
    element.vibration = null;
    await waitUntil(() => !one(element, '.cv-viewer-strip'), 'no strip');
  });

  it('passes axe with the amplitude, in light and dark', async () => {
    const element = await viewerWith({ vibration });
    await waitUntil(() => control(element, 'Amplitude'));
    for (const theme of ['light', 'dark']) {
      element.setAttribute('theme', theme);
      await still();
      await expect(element).to.be.accessible();
    }
  });

  it('displacements are scaled to the amplitude of the atom that moves most', () => {
    const two = {
      displacements: [
        [0, 0, 2],
        [0, -1, 0],
      ] as [number, number, number][],
      frequency: 1,
    };
    expect([...vibrationDisplacements(3, two, 0.5)]).to.deep.equal([0, 0, 0.5, 0, -0.25, 0, 0, 0, 0]);
  });
});
