import { aTimeout, expect, waitUntil } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../elements/viewer.tsx';
import { canvasOf, choose, ethanol, named, stageOf, viewerWith } from './test-helpers.ts';

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
