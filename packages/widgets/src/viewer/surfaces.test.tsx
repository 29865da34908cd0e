import type { Grid, GridHeader } from '@cuvette/core/entities';
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../elements/viewer.tsx';
import { still } from '../ui/test-helpers.ts';
import { isovalueAt, isovalueRange, isovalueText, stepOf } from './surfaces/isovalue.ts';
import { surfaceMaker } from './surfaces/surface-maker.ts';
import {
  choose,
  control,
  count,
  drawnIn,
  ethanol,
  one,
  pixelsOf,
  type ViewerElement,
  viewerWith,
} from './test-helpers.ts';

/** A grid of n points an axis about the origin, in Bohr, with the values of a function. */
function gridOf(
  more: Pick<GridHeader, 'name' | 'quantity' | 'value_unit'> & Partial<GridHeader>,
  value: (x: number, y: number, z: number) => number,
  n = 41,
): Grid {
  const step = 16 / (n - 1);
  const at = (index: number) => index * step - 8;
  const values = new Float32Array(n ** 3);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) values[(i * n + j) * n + k] = value(at(i), at(j), at(k));
  return {
    header: {
      orbital: null,
      shape: [n, n, n],
      origin: [-8, -8, -8],
      axes: [
        [step, 0, 0],
        [0, step, 0],
        [0, 0, step],
      ],
      length_unit: 'Bohr',
      minimum: Math.min(...values.slice(0, 1), ...[...values].filter((_, index) => index % 97 === 0)),
      maximum: values.reduce((most, each) => Math.max(most, each), 0),
      ...more,
    },
    values,
  };
}
const spread = (x: number, y: number, z: number) => Math.exp(-Math.hypot(x, y, z));
const orbital = gridOf(
  {
    name: 'molecular_orbitals.12',
    quantity: 'orbital',
    value_unit: 'Bohr^(-3/2)',
    orbital: { index: 12, spin: null, occupation: 2, energy: -0.36 },
  },
  (x, y, z) => 0.4 * y * spread(x, y, z),
);
const density = gridOf({ name: 'density_cube', quantity: 'density', value_unit: 'e/Bohr³' }, spread);
const potential = gridOf(
  { name: 'electrostatic_potential_cube', quantity: 'electrostatic_potential', value_unit: 'Hartree/e' },
  (x) => 0.01 * x,
);

const isBlue = (red: number, green: number, blue: number) => blue > 1.35 * red && blue > green && blue > 70;
const isOrange = (red: number, green: number, blue: number) => red > 1.4 * blue && red > 1.1 * green && red > 70;

async function pick(element: ViewerElement, title: string) {
  const select = control<HTMLSelectElement>(element, 'Surface');
  select.value = [...select.options].find(({ text }) => text.startsWith(title))?.value ?? '';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await still();
}
const legend = (element: ViewerElement) => one(element, '.cv-viewer-legends')?.textContent?.trim() ?? null;
const surfaces = (element: ViewerElement) => drawnIn(element).shapes.filter(Boolean);

async function slide(element: ViewerElement, label: string, step: number) {
  const slider = control(element, label);
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(slider, String(step));
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  await still();
}

describe('isosurfaces in the viewer', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('has no such line in the menu without grids', async () => {
    const element = await viewerWith({});
    expect([...element.shadowRoot.querySelectorAll('button')].map((each) => each.textContent)).to.not.include(
      'Isosurfaces',
    );
  });

  it('draws both lobes of an orbital in two colours, and says in words which is which', async () => {
    const element = await viewerWith({ surfaces: [orbital, density] });
    const [blue, orange] = [count(element, isBlue), count(element, isOrange)];
    await choose(element, 'Isosurfaces');
    await pick(element, 'HOMO');
    await waitUntil(() => surfaces(element).length === 2);
    expect(legend(element)).to.equal('HOMO (−9.80 eV) at ±0.02 Bohr^(−3/2). Blue is positive, orange is negative.');
    expect(count(element, isBlue)).to.be.greaterThan(blue + 1000);
    expect(count(element, isOrange)).to.be.greaterThan(orange + 1000);
    await pick(element, 'None');
    await waitUntil(() => surfaces(element).length === 0);
    expect(count(element, isBlue)).to.equal(blue);
    expect(legend(element)).to.equal(null);
  });

  it('a higher isovalue makes the surface smaller; the usual one is a press away', async () => {
    const element = await viewerWith({ surfaces: [density] });
    await choose(element, 'Isosurfaces');
    await pick(element, 'Electron density');
    await waitUntil(() => legend(element)?.includes('at 0.002 e/Bohr³. The surface is blue.'));
    await waitUntil(() => surfaces(element).length === 1);
    const usual = count(element, isBlue);
    await slide(element, 'Isovalue', 100);
    await waitUntil(() => legend(element)?.includes('at 0.04 e/Bohr³.'));
    await waitUntil(() => count(element, isBlue) < 0.7 * usual);
    expect(control(element, 'Isovalue').getAttribute('aria-valuetext')).to.equal('0.04 e/Bohr³');
    (
      [...element.shadowRoot.querySelectorAll('button')].find(
        (each) => each.textContent === 'Usual isovalue',
      ) as HTMLElement
    ).click();
    await waitUntil(() => count(element, isBlue) === usual);
  });

  it('colours the density by the potential, with a scale in numbers', async () => {
    const element = await viewerWith({ surfaces: [density, potential] });
    await choose(element, 'Isosurfaces');
    await pick(element, 'Electrostatic potential on the density');
    await waitUntil(() => one(element, '.cv-viewer-legends .cv-viewer-ends'));
    const [low, zero, high] = [...one(element, '.cv-viewer-legends .cv-viewer-ends').children].map((each) =>
      Number(each.textContent?.replace('−', '-')),
    );
    // The density falls to 0.002 at 6.2 Bohr, where the potential is ±0.062.
    expect([low, zero, high]).to.deep.equal([-0.062, 0, 0.062]);
    await waitUntil(() => count(element, isBlue) > 500);
    await waitUntil(() => count(element, isOrange) > 500);
  });

  it('opacity and wireframe', async () => {
    const element = await viewerWith({ surfaces: [density] });
    await choose(element, 'Isosurfaces');
    await pick(element, 'Electron density');
    await waitUntil(() => surfaces(element).length === 1);
    await slide(element, 'Opacity', 100);
    await still();
    const solid = pixelsOf(element).slice();
    control(element, 'Wireframe').click();
    await waitUntil(() => (surfaces(element)[0] as unknown as { wireframe: boolean } | undefined)?.wireframe === true);
    await waitUntil(() => pixelsOf(element).some((value, at) => value !== solid[at]));
    control(element, 'Wireframe').click();
    await slide(element, 'Opacity', 30);
    await waitUntil(() => (surfaces(element)[0] as unknown as { opacity: number }).opacity < 0.6);
  });

  it('stays with the structure when it is turned, and goes when another is shown', async () => {
    const element = await viewerWith({ surfaces: [density] });
    await choose(element, 'Isosurfaces');
    await pick(element, 'Electron density');
    await waitUntil(() => surfaces(element).length === 1);
    element.surfaces = [];
    await waitUntil(() => surfaces(element).length === 0);
    expect(legend(element)).to.equal(null);
  });

  it('goes with a word while a frame has the atoms elsewhere, and comes back with them; a vibration keeps it', async () => {
    const element = await viewerWith({ surfaces: [orbital] });
    await choose(element, 'Isosurfaces');
    await pick(element, 'HOMO');
    await waitUntil(() => surfaces(element).length === 2);
    const shown = count(element, isOrange);
    const home = ethanol.atoms.flatMap(({ position }) => position);
    // Less than what no eye sees: the surface stays.
    element.positions = home.with(25, (home[25] ?? 0) + 0.02);
    await still();
    expect(surfaces(element).length).to.equal(2);
    element.positions = home.with(25, (home[25] ?? 0) + 0.3);
    await waitUntil(() => surfaces(element).length === 0);
    await waitUntil(() => legend(element)?.startsWith('The surface is hidden, because the atoms have moved'));
    expect(count(element, isOrange)).to.be.lessThan(shown - 1000);
    // Made anew while it is hidden, it stays hidden.
    await slide(element, 'Isovalue', 60);
    await still();
    expect(surfaces(element).length).to.equal(0);
    element.positions = home;
    await waitUntil(() => surfaces(element).length === 2);
    await waitUntil(() => legend(element)?.startsWith('HOMO'));
    element.vibration = {
      displacements: ethanol.atoms.map((_, index) => [0, index === 8 ? 1 : 0, 0] as [number, number, number]),
      frequency: 3612,
    };
    await waitUntil(() => one(element, '.cv-viewer-caption').textContent?.includes('3612'));
    await still();
    expect(surfaces(element).length).to.equal(2);
  });

  it('passes axe in light and dark', async () => {
    const element = await viewerWith({ surfaces: [orbital, density, potential] });
    await choose(element, 'Isosurfaces');
    await pick(element, 'HOMO');
    await waitUntil(() => surfaces(element).length === 2);
    for (const theme of ['light', 'dark']) {
      element.setAttribute('theme', theme);
      await still();
      await expect(element).to.be.accessible();
    }
  });
});

describe('making surfaces', () => {
  const field = {
    shape: orbital.header.shape,
    origin: orbital.header.origin,
    axes: orbital.header.axes,
    values: orbital.values,
  };
  const request = { field: 'a', colouredBy: null, isovalue: 0.02, bothSigns: true };

  it('happens in a worker, and on the same thread with the same result where a page has none', async () => {
    const beside = surfaceMaker();
    beside.keep('a', field);
    const there = await beside.make(request);
    expect(beside.thread()).to.equal('worker');
    beside.dispose();
    const alone = surfaceMaker(() => {
      throw new Error('refused');
    });
    alone.keep('a', field);
    const here = await alone.make(request);
    expect(alone.thread()).to.equal('main');
    expect(there.map(({ sign }) => sign)).to.deep.equal([1, -1]);
    expect(here[0]?.parts[0]?.indices).to.deep.equal(there[0]?.parts[0]?.indices);
    expect(here[1]?.parts[0]?.positions).to.deep.equal(there[1]?.parts[0]?.positions);
  });

  it('a worker whose script does not come leaves the work to this thread', async () => {
    const maker = surfaceMaker(() => new Worker('data:text/javascript,throw new Error("no")', { type: 'module' }));
    maker.keep('a', field);
    expect(await maker.make(request)).to.have.length(2);
    expect(maker.thread()).to.equal('main');
  });

  it('says what is wrong', async () => {
    const maker = surfaceMaker();
    let message = '';
    await maker.make({ ...request, field: 'b' }).catch((error: Error) => {
      message = error.message;
    });
    expect(message).to.contain('no grid b');
    maker.dispose();
  });
});

describe('isovalues', () => {
  it('run in even ratios about the usual one, and not beyond what the grid has', () => {
    const range = isovalueRange({ ...density.header, minimum: 0, maximum: 1 });
    expect(range[0]).to.be.closeTo(0.0001, 1e-12);
    expect(range[1]).to.be.closeTo(0.04, 1e-12);
    expect(isovalueAt(50, range)).to.equal(0.002);
    expect(stepOf(0.002, range)).to.equal(50);
    expect(isovalueRange({ ...orbital.header, minimum: -0.1, maximum: 0.05 })[1]).to.be.closeTo(0.095, 1e-12);
  });

  it('are written with their signs and unit', () => {
    expect(isovalueText(0.02, true, 'Bohr^(-3/2)')).to.equal('±0.02 Bohr^(−3/2)');
    expect(isovalueText(0.00123456, false, 'e/Bohr³')).to.equal('0.00123 e/Bohr³');
  });
});
