import { aTimeout, expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../elements/viewer.tsx';
import { canvasOf, choose, drawnIn, ethanol, named, stageOf, viewerWith } from './test-helpers.ts';

/** The picture as it is, through a copy. */
function picture(canvas: HTMLCanvasElement): string {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  return copy.toDataURL();
}

describe('the bar under the picture', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('Rotate structure turns the picture until it is chosen again', async () => {
    const element = await viewerWith({});
    const canvas = canvasOf(element);
    const first = picture(canvas);
    await aTimeout(150);
    expect(picture(canvas)).to.equal(first);
    await choose(element, 'Rotate structure');
    await waitUntil(() => picture(canvas) !== first);
    await choose(element, 'Rotate structure');
    await aTimeout(150);
    const rest = picture(canvas);
    await aTimeout(250);
    expect(picture(canvas)).to.equal(rest);
  });

  it('turns by the clock where drawing is slow, and leaves the page its turn in between', async () => {
    const element = await viewerWith({});
    const viewer = drawnIn(element) as unknown as { rotate: (degrees: number, axis: string) => void };
    const draw = viewer.rotate.bind(viewer);
    let turned = 0;
    const steps: number[] = [];
    const drawing = 80;
    viewer.rotate = (degrees, axis) => {
      draw(degrees, axis);
      turned += degrees;
      steps.push(degrees);
      const end = performance.now() + drawing;
      while (performance.now() < end);
    };
    let pictures = 0;
    const count = () => {
      pictures += 1;
      if (steps.length < 6) requestAnimationFrame(count);
    };
    await choose(element, 'Rotate structure');
    await waitUntil(() => turned > 0);
    requestAnimationFrame(count);
    await waitUntil(() => steps.length >= 6);
    // 24° in a second: each picture turns by what passed while the one before was drawn, and by no more than a quarter of a second's.
    for (const degrees of steps.slice(1)) expect(degrees).to.be.within((0.8 * 24 * drawing) / 1000, 6.01);
    expect(pictures).to.be.greaterThan(3);
    await choose(element, 'Rotate structure');
    await aTimeout(100);
    const rest = turned;
    await aTimeout(250);
    expect(turned).to.equal(rest);
  });

  it('the reset button brings the first view back and stops the turning', async () => {
    const element = await viewerWith({});
    const canvas = canvasOf(element);
    const first = picture(canvas);
    await choose(element, 'Rotate structure');
    await waitUntil(() => picture(canvas) !== first);
    named(element, 'Reset').click();
    await waitUntil(() => picture(canvas) === first);
    await aTimeout(250);
    expect(picture(canvas)).to.equal(first);
  });

  it('a structure without places for its atoms has no preview, and the next one has', async () => {
    const element = await viewerWith({});
    const lost = ethanol.atoms.map((atom, index) =>
      index === 3 ? { ...atom, position: [Number.NaN, 0, 0] as [number, number, number] } : atom,
    );
    for (const atoms of [lost, []]) {
      element.molecule = { ...ethanol, atoms };
      await waitUntil(
        () => stageOf(element).querySelector('.cv-viewer-cover')?.textContent === 'Preview not available',
      );
      element.molecule = ethanol;
      await waitUntil(() => !stageOf(element).querySelector('.cv-viewer-cover'));
    }
  });
});
