import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../../testing/wait-until.ts';
import '../../elements/viewer.tsx';
import { still } from '../../ui/test-helpers.ts';
import { choose, control, count, drawnIn, ethanol, one, pixelsOf, viewerWith } from '../test-helpers.ts';
import { labelTexts } from './values.ts';

const charged = { ...ethanol, mulliken_charges: [-0.11, 0.05, -0.62, 0.04, 0.05, 0.03, 0.06, 0.06, 0.44] };
const shifts = {
  id: 'chemical_shifts.shift',
  title: 'Chemical shift',
  unit: 'ppm',
  precision: 2,
  kind: 'magnitude' as const,
  values: [18.1, 57.8, null, 1.2, 1.2, 1.2, 3.7, 3.7, null],
};
const isRed = (red: number, green: number, blue: number) => red > 110 && green < 0.5 * red && blue < 0.5 * red;
const isBlue = (red: number, _green: number, blue: number) => blue > 80 && red < 0.55 * blue;

async function pick(element: Parameters<typeof control>[0], label: string, value: string) {
  const select = control<HTMLSelectElement>(element, label);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await still();
}
const texts = (element: Parameters<typeof drawnIn>[0]) => drawnIn(element).labels.map(({ text }) => text);

describe('values of atoms in the viewer', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('colours atoms by their charge, with a legend in numbers and words', async () => {
    const element = await viewerWith({ molecule: charged });
    const blue = count(element, isBlue);
    await choose(element, 'Labels and colours');
    await pick(element, 'Colour atoms by', 'charge.value');
    await waitUntil(() => one(element, '.cv-viewer-legend'));
    expect(one(element, '.cv-viewer-legend').getAttribute('aria-label')).to.equal(
      'Colours by Charge (e): red is negative (−0.620), grey is zero, blue is positive (0.620)',
    );
    expect(one(element, '.cv-viewer-ends').textContent).to.equal('−0.62000.620');
    expect(count(element, isBlue)).to.be.greaterThan(blue + 50);
    expect(count(element, isRed)).to.be.greaterThan(50);
    await pick(element, 'Colour atoms by', '');
    expect(one(element, '.cv-viewer-legend')).to.equal(null);
    expect(count(element, isBlue)).to.equal(blue);
  });

  it('the range can be set, and goes back to the automatic one', async () => {
    const element = await viewerWith({ molecule: charged });
    await choose(element, 'Labels and colours');
    await pick(element, 'Colour atoms by', 'charge.value');
    const automatic = count(element, isRed);
    const highest = control(element, 'Highest colour');
    expect(highest.value).to.equal('0.62');
    control(element, 'Lowest colour').select();
    control(element, 'Lowest colour').focus();
    await sendKeys({ press: 'Control+a' });
    await sendKeys({ type: '-0.1' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => one(element, '.cv-viewer-ends').textContent?.startsWith('−0.100'));
    expect(count(element, isRed)).to.be.greaterThan(automatic);
    (
      [...element.shadowRoot.querySelectorAll('button')].find((each) =>
        each.textContent?.includes('Automatic'),
      ) as HTMLButtonElement
    ).click();
    await waitUntil(() => one(element, '.cv-viewer-ends').textContent?.startsWith('−0.620'));
    expect(count(element, isRed)).to.equal(automatic);
  });

  it('the range is shown whole in its fields', async () => {
    const mulliken_charges = charged.mulliken_charges.with(2, -0.564617);
    const element = await viewerWith({ molecule: { ...charged, mulliken_charges } });
    await choose(element, 'Labels and colours');
    await pick(element, 'Colour atoms by', 'charge.value');
    const lowest = control(element, 'Lowest colour');
    expect(lowest.value).to.equal('-0.56462');
    expect(lowest.scrollWidth).to.be.at.most(lowest.clientWidth);
    const short = lowest.offsetWidth;
    lowest.value = '-1234.567891';
    expect(lowest.scrollWidth).to.be.at.most(lowest.clientWidth);
    expect(lowest.offsetWidth, 'more digits take more room').to.be.greaterThan(short);
  });

  it('values that a page gives take their place; atoms without one are grey, and the legend says so', async () => {
    const element = await viewerWith({ values: [shifts] });
    await choose(element, 'Labels and colours');
    await pick(element, 'Colour atoms by', 'chemical_shifts.shift');
    await waitUntil(() => one(element, '.cv-viewer-legend'));
    expect(one(element, '.cv-viewer-legend').getAttribute('aria-label')).to.equal(
      'Colours by Chemical shift (ppm), from 1.20 to 57.80',
    );
    expect(one(element, '.cv-viewer-legend').textContent).to.contain('grey: no value');
    expect(count(element, isRed), 'the red of oxygen is gone').to.equal(0);
  });

  it('labels atoms; labels move with them and go with hidden hydrogens', async () => {
    const element = await viewerWith({ molecule: charged });
    const bare = pixelsOf(element).slice();
    await choose(element, 'Labels and colours');
    await pick(element, 'Label atoms with', 'name');
    await waitUntil(() => texts(element).length === 9);
    expect(texts(element)).to.deep.equal(['C1', 'C2', 'O3', 'H4', 'H5', 'H6', 'H7', 'H8', 'H9']);
    expect(pixelsOf(element).some((value, at) => value !== bare[at])).to.equal(true);
    await choose(element, 'Hide C-H bonds');
    await waitUntil(() => texts(element).length === 4);
    expect(texts(element)).to.deep.equal(['C1', 'C2', 'O3', 'H9']);
    const before = { ...drawnIn(element).labels[2]?.sprite.position };
    element.positions = Float64Array.from(
      ethanol.atoms.flatMap(({ position: [x, y, z] }, index) => (index === 2 ? [x + 1, y, z] : [x, y, z])),
    );
    await waitUntil(() => drawnIn(element).labels[2]?.sprite.position.x !== before.x);
    const { x = 0, y = 0, z = 0 } = drawnIn(element).labels[2]?.sprite.position ?? {};
    expect(Math.hypot(x - (before.x ?? 0), y - (before.y ?? 0), z - (before.z ?? 0))).to.be.closeTo(1, 1e-6);
    await pick(element, 'Label atoms with', 'charge.value');
    await waitUntil(() => texts(element)[0] === '−0.110');
    await pick(element, 'Label atoms with', '');
    await waitUntil(() => texts(element).length === 0);
  });

  it('other words: element, number', () => {
    expect(labelTexts(ethanol.atoms, 'element', [])?.slice(0, 3)).to.deep.equal(['C', 'C', 'O']);
    expect(labelTexts(ethanol.atoms, 'number', [])?.slice(0, 3)).to.deep.equal(['1', '2', '3']);
    expect(labelTexts(ethanol.atoms, 'chemical_shifts.shift', [shifts])?.slice(1, 3)).to.deep.equal(['57.80', null]);
    expect(labelTexts(ethanol.atoms, 'unknown', [shifts])).to.equal(null);
  });

  it('passes axe with labels, colours and their controls, in light and dark', async () => {
    const element = await viewerWith({ molecule: charged });
    await choose(element, 'Labels and colours');
    await pick(element, 'Colour atoms by', 'charge.value');
    await pick(element, 'Label atoms with', 'name');
    for (const theme of ['light', 'dark']) {
      element.setAttribute('theme', theme);
      await still();
      await expect(element).to.be.accessible();
    }
  });

  it('a label is white on dark, whatever the page and the structure behind it', async () => {
    const element = await viewerWith({});
    await choose(element, 'Labels and colours');
    await pick(element, 'Label atoms with', 'name');
    await waitUntil(() => texts(element).length === 9);
    const { canvas } = drawnIn(element).labels[0] as unknown as { canvas: HTMLCanvasElement };
    const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
      0,
      0,
      canvas.width,
      canvas.height,
    );
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => [...data.slice(4 * at, 4 * at + 4)]);
    const solid = pixels.filter(([, , , alpha = 0]) => alpha === 255);
    expect(solid.length).to.be.greaterThan(0.8 * pixels.length);
    expect(Math.max(...solid.map(([red = 0]) => red))).to.be.greaterThan(240);
    expect(Math.min(...solid.map(([red = 0]) => red))).to.be.lessThan(40);
  });
});
