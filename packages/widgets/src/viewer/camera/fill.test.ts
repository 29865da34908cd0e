import { expect } from '@open-wc/testing';
import '../../elements/viewer.tsx';
import { moleculeOf } from '../../testing/engine-of.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { canvasOf, ethanol, pixelsOf, type ViewerElement, viewerWith } from '../test-helpers.ts';

const oxygen = moleculeOf('2\n\nO 0 0 0\nO 0 0 1.2\n');
const water = moleculeOf('3\n\nO 0 0 0.12\nH 0 0.76 -0.48\nH 0 -0.76 -0.48\n');

/** The longer side of what is drawn, as a share of the picture's shorter side. */
function share(element: ViewerElement): number {
  const { width, height } = canvasOf(element);
  const data = pixelsOf(element);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let place = 0; place < width * height; place++) {
    if ((data[4 * place + 3] ?? 0) < 128) continue;
    const [x, y] = [place % width, Math.floor(place / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return Math.max(right - left, bottom - top) / Math.min(width, height);
}

for (const [name, molecule] of Object.entries({ oxygen, water, ethanol })) {
  it(`${name} fills 60 to 80 % of the shorter side of its picture`, async () => {
    const element = await viewerWith({ molecule });
    await waitUntil(() => share(element) > 0, 'the picture');
    expect(share(element)).to.be.within(0.6, 0.8);
  });
}
