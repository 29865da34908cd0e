import type { Molecule } from '@cuvette/core/entities';
import { initialProteinView, initialViewerState, type ViewerState } from '@cuvette/core/session';
import { readStructure } from '@cuvette/core/structures';
import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { defineElement } from '../../elements/define.tsx';
import { fullRun, itInFull } from '../../testing/full-run.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { drawnIn, ethanol, type ViewerElement } from '../test-helpers.ts';
import { Viewer, type ViewerProps } from '../viewer.tsx';
import { caught, decoded, pixelsOf, pixelsOfFrame } from './test-helpers.ts';

defineElement<ViewerProps>({
  tag: 'cuvette-layers-probe',
  view: (props) => <Viewer {...props} molecule={props.molecule ?? null} title="Ethanol" antialias={false} />,
  attributes: {},
  properties: ['molecule', 'view', 'surfaces', 'others', 'vibration', 'ensemble'],
});

const still = ethanol.atoms.flatMap(({ position }) => position);
/** Two pictures of the same: short films. */
const ensemble = { count: 2, positions: () => still };
const grid = (() => {
  const n = 21;
  const at = (index: number) => index * 0.8 - 8;
  const values = new Float32Array(n ** 3);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      for (let k = 0; k < n; k++) {
        values[(i * n + j) * n + k] = 0.4 * at(j) * Math.exp(-Math.hypot(at(i), at(j), at(k)));
      }
  return {
    header: {
      name: 'molecular_orbitals.12',
      quantity: 'orbital' as const,
      value_unit: 'Bohr^(-3/2)',
      orbital: { index: 12, spin: null, occupation: 2, energy: -0.36 },
      shape: [n, n, n] as [number, number, number],
      origin: [-8, -8, -8] as [number, number, number],
      axes: [
        [0.8, 0, 0],
        [0, 0.8, 0],
        [0, 0, 0.8],
      ] as [[number, number, number], [number, number, number], [number, number, number]],
      length_unit: 'Bohr' as const,
      minimum: -0.15,
      maximum: 0.15,
    },
    values,
  };
})();
const charged = { ...ethanol, mulliken_charges: [-0.11, 0.05, -0.62, 0.04, 0.05, 0.03, 0.06, 0.06, 0.44] };
const box: NonNullable<Molecule['cell']> = {
  lattice_vectors: [
    [9, 0, 0],
    [0, 9, 0],
    [0, 0, 9],
  ],
  is_periodic: [true, true, true],
};
const peptide = `ATOM      1  N   ALA A   1      -0.966   0.493   1.500  1.00  0.00           N
ATOM      2  CA  ALA A   1       0.257   0.418   0.692  1.00  0.00           C
ATOM      3  C   ALA A   1      -0.094   0.017  -0.716  1.00  0.00           C
ATOM      4  O   ALA A   1      -1.056  -0.682  -0.923  1.00  0.00           O
ATOM      5  CB  ALA A   1       1.204  -0.620   1.296  1.00  0.00           C
ATOM      6  N   ALA A   2       0.661   0.439  -1.742  1.00  0.00           N
ATOM      7  CA  ALA A   2       0.322   0.051  -3.110  1.00  0.00           C
ATOM      8  C   ALA A   2       1.426   0.481  -4.060  1.00  0.00           C
ATOM      9  O   ALA A   2       2.300   1.270  -3.690  1.00  0.00           O
ATOM     10  CB  ALA A   2      -1.010   0.680  -3.520  1.00  0.00           C
END
`;

type Is = (red: number, green: number, blue: number) => boolean;
/** Share of a picture's pixels with a colour. */
function share({ data }: ImageData, is: Is): number {
  let found = 0;
  for (let at = 0; at < data.length; at += 4) if (is(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) found++;
  return (4 * found) / data.length;
}
/** Share of pixels that are not what they are in another picture. */
function changed(one: ImageData, other: ImageData): number {
  let found = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > 50))
      found++;
  }
  return (4 * found) / one.data.length;
}

interface Case {
  kind: string;
  props?: Partial<ViewerProps>;
  state: Partial<ViewerState>;
  /** That it is drawn on the screen. */
  ready: (element: ViewerElement) => boolean;
  /** Share of the picture's pixels that tell of it, more than without it. */
  is?: Is;
  least: number;
  /** In `npm test` labels are tested in recording.test.ts, and a cell is lines, as a measurement is. */
  elsewhere?: boolean;
}
const shapes = (element: ViewerElement) => drawnIn(element).shapes.filter(Boolean).length;
const cases: Case[] = [
  {
    kind: 'labels',
    state: { labels: 'name' },
    ready: (element) => drawnIn(element).labels.length === 9,
    least: 0.004,
    elsewhere: true,
  },
  {
    kind: 'lines and the label of a measurement',
    state: { measurements: [[0, 2]] },
    ready: (element) => shapes(element) > 0,
    least: 0.0008,
  },
  {
    kind: 'ghosts of other structures',
    props: {
      others: [
        {
          id: 'b',
          name: 'B',
          atoms: ethanol.atoms.map(({ atomic_number, position: [x, y, z] }) => ({
            atomic_number,
            position: [x, y, -z] as [number, number, number],
          })),
        },
      ],
    },
    state: { overlay: 'ghosts' },
    ready: (element) => drawnIn(element).selectedAtoms({}).length === 18,
    least: 0.0001,
  },
  {
    kind: 'an isosurface',
    props: { surfaces: [grid] },
    state: { surface: 'molecular_orbitals.12' },
    ready: (element) => shapes(element) === 2,
    is: (red, green, blue) =>
      (blue > 1.35 * red && blue > green && blue > 70) ||
      (red > 1.4 * blue && red > 1.1 * green && red > 110 && green > 60),
    least: 0.04,
  },
  {
    kind: 'arrows of a vibration',
    props: {
      vibration: {
        displacements: ethanol.atoms.map((_, index) => [0, index % 2 === 0 ? 1 : -1, 0] as [number, number, number]),
        frequency: 3612,
      },
    },
    state: { arrows: true, amplitude: 1 },
    ready: (element) => shapes(element) > 0,
    is: (red, green, blue) => green > 2 * red && blue > 1.5 * red && green > 50,
    least: 0.0003,
  },
  {
    kind: 'the cell of a crystal',
    props: { molecule: { ...ethanol, cell: box } },
    state: {},
    ready: (element) => shapes(element) > 0,
    least: 0.002,
    elsewhere: true,
  },
];

async function shown(props: Partial<ViewerProps>, state: Partial<ViewerState>): Promise<ViewerElement> {
  const element = await fixture<ViewerElement>(
    html`<cuvette-layers-probe theme="light" style="width:480px;height:320px"></cuvette-layers-probe>`,
  );
  Object.assign(element, { molecule: ethanol, ensemble, view: { ...initialViewerState, ...state }, ...props });
  await oneEvent(element, 'cuvette-ready');
  return element;
}

const formats = ['Download PNG', 'Download GIF', 'Download WebM video'] as const;
/** Each kind in a picture; legends, and in `npm run test:full` all kinds, in a GIF and a video too: the same canvas is drawn. */
const formatsOfKinds = fullRun ? formats : formats.slice(0, 1);
/** The file that a line of the menu makes: its first picture. */
async function recorded(element: ViewerElement, format: (typeof formats)[number]): Promise<ImageData> {
  let picture: ImageData | null = null;
  await caught(async (file) => {
    const root = element.shadowRoot;
    const line = () =>
      [...root.querySelectorAll<HTMLElement>('[role^=menuitem]')].find((each) => each.textContent === format);
    // A crystal has a menu of its own before this one.
    const menu = () =>
      [...root.querySelectorAll<HTMLButtonElement>('[aria-haspopup]')].find((each) => each.textContent === 'View');
    await waitUntil(() => menu()?.disabled === false);
    menu()?.click();
    await waitUntil(() => line()?.ariaDisabled !== 'true' && line());
    line()?.click();
    const { blob } = await file();
    if (format !== 'Download WebM video') picture = await pixelsOf(blob);
    else {
      await decoded(blob, (frame) => {
        picture ??= pixelsOfFrame(frame);
      });
    }
  });
  await waitUntil(() => !element.shadowRoot.querySelector('.cv-viewer-recording'));
  return picture as unknown as ImageData;
}

describe('what is drawn beside the atoms', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  let known: { molecule: unknown; pictures: ImageData[] } | null = null;
  /** A structure alone in each format. */
  const bare = async (molecule: NonNullable<ViewerProps['molecule']>, wanted: readonly (typeof formats)[number][]) => {
    if (known?.molecule !== molecule || known.pictures.length < wanted.length) {
      const element = await shown({ molecule }, {});
      known = { molecule, pictures: [] };
      for (const format of wanted) known.pictures.push(await recorded(element, format));
    }
    return known.pictures;
  };

  for (const { kind, props = {}, state, ready, is, least, elsewhere } of cases) {
    (elsewhere ? itInFull : it)(
      `${kind}: in the picture${formatsOfKinds.length > 1 ? ', the GIF and the video' : ''}`,
      async function () {
        this.timeout(180_000);
        const plain = await bare(props.molecule ? { ...props.molecule, cell: null } : ethanol, formatsOfKinds);
        const element = await shown(props, state);
        await waitUntil(() => ready(element), kind, { timeout: 20_000 });
        for (const [index, format] of formatsOfKinds.entries()) {
          const picture = await recorded(element, format);
          const before = plain[index] as ImageData;
          const found = is ? share(picture, is) - share(before, is) : changed(picture, before);
          expect(found, format).to.be.greaterThan(least);
        }
      },
    );
  }

  itInFull('the surface of a protein: in the picture, the GIF and the video', async function () {
    this.timeout(180_000);
    const [structure] = (await readStructure(peptide)).structures;
    const view = (surface: 'none' | 'molecular') => ({ protein: { ...initialProteinView, surface } });
    const given = {
      molecule: { ...structure?.molecule, macromolecule: structure?.macromolecule } as never,
      ensemble: null,
    };
    const without = await shown(given, view('none'));
    const element = await shown(given, view('molecular'));
    await waitUntil(() => shapes(element) > 0, 'surface', { timeout: 20_000 });
    for (const format of formatsOfKinds) {
      expect(changed(await recorded(element, format), await recorded(without, format)), format).to.be.greaterThan(0.02);
    }
  });
});

/** The legend of a property's colours and of an isosurface, in the page and in its picture. */
describe('legends', () => {
  before(() => setViewport({ width: 900, height: 700 }));
  const near = (picture: ImageData, x: number, y: number, colour: readonly number[]) => {
    const at = 4 * (Math.round(y) * picture.width + Math.round(x));
    return [0, 1, 2].every((channel) => Math.abs((picture.data[at + channel] ?? 0) - (colour[channel] ?? 0)) < 24);
  };
  const red = [0xb2, 0x18, 0x2b];
  const blue = [0x21, 0x66, 0xac];

  it('are in the picture (in full the GIF and the video too) where they are over the structure, sharp at 3840 × 2160', async function () {
    this.timeout(180_000);
    const element = await shown({ molecule: charged as never }, { colouring: 'charge.value' });
    const root = element.shadowRoot;
    await waitUntil(() => root.querySelector('.cv-viewer-scale'));
    const stage = (root.querySelector('.cv-viewer-stage') as HTMLElement).getBoundingClientRect();
    const bar = (root.querySelector('.cv-viewer-scale') as Element).getBoundingClientRect();
    const legend = (root.querySelector('.cv-viewer-legend') as Element).getBoundingClientRect();
    for (const format of formatsOfKinds) {
      const picture = await recorded(element, format);
      const ratio = Math.max(0.85, Math.min(picture.width / stage.width, picture.height / stage.height));
      const y = (bar.top + bar.height / 2 - stage.top) * ratio;
      const [left, right] = [(bar.left - stage.left) * ratio, (bar.right - stage.left) * ratio];
      expect(near(picture, left + 2 * ratio, y, red), `${format}: the lowest end`).to.equal(true);
      expect(near(picture, right - 2 * ratio, y, blue), `${format}: the highest end`).to.equal(true);
      if (format !== 'Download PNG') continue;
      expect([picture.width, picture.height]).to.deep.equal([3840, 2160]);
      // The heading's letters: mostly ink or paper, little in between, as only letters that are drawn at this size are.
      const ink = { dark: 0, between: 0 };
      for (let row = Math.round((legend.top + 3 - stage.top) * ratio); row < y - bar.height * ratio; row++) {
        for (let column = Math.round(left); column < right; column++) {
          const green = picture.data[4 * (row * picture.width + column) + 1] ?? 0;
          if (green < 70) ink.dark++;
          else if (green < 225) ink.between++;
        }
      }
      expect(ink.dark, 'a heading').to.be.greaterThan(1000);
      expect(ink.between / ink.dark, 'sharp').to.be.lessThan(0.4);
    }
  });

  it('of an isosurface in words, at the foot of the picture; and none where there is none', async function () {
    this.timeout(180_000);
    const element = await shown({ surfaces: [grid] }, { surface: 'molecular_orbitals.12' });
    const text = () => element.shadowRoot.querySelector('.cv-viewer-legends')?.textContent ?? '';
    await waitUntil(() => text().includes('Blue is positive'));
    const stage = (element.shadowRoot.querySelector('.cv-viewer-stage') as HTMLElement).getBoundingClientRect();
    const place = (element.shadowRoot.querySelector('.cv-viewer-legend') as Element).getBoundingClientRect();
    const plain = await shown({}, {});
    /** Dark pixels where the words are: letters. */
    const letters = (picture: ImageData) => {
      const ratio = picture.height / stage.height;
      let found = 0;
      for (
        let y = picture.height - (stage.bottom - place.top) * ratio;
        y < picture.height - (stage.bottom - place.bottom) * ratio;
        y++
      ) {
        for (let x = (place.left - stage.left) * ratio; x < (place.right - stage.left) * ratio; x++) {
          const at = 4 * (Math.round(y) * picture.width + Math.round(x));
          if ([0, 1, 2].every((channel) => (picture.data[at + channel] ?? 0) < 80)) found++;
        }
      }
      return found;
    };
    expect(letters(await recorded(element, 'Download PNG'))).to.be.greaterThan(5000);
    expect(letters(await recorded(plain, 'Download PNG'))).to.equal(0);
  });
});
