import type { Molecule } from '@cuvette/core/entities';
import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { GLModel } from '3dmol';
import { defineElement } from '../elements/define.tsx';
import { engineOf, moleculeOf } from '../testing/engine-of.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { still } from '../ui/test-helpers.ts';
import { cellLayer } from './layers/cell-layer.ts';
import { flatPositions } from './overlay/align.ts';
import { createRenderer, type Renderer } from './renderer.ts';
import { Viewer, type ViewerProps } from './viewer.tsx';

/** Aluminium, face-centred cubic: the primitive cell with one atom in its corner. */
const aluminium = moleculeOf(`1
Lattice="0.0 2.0230 2.0230 2.0230 0.0 2.0230 2.0230 2.0230 0.0" Properties=species:S:1:pos:R:3
Al   0.00000000   0.00000000   0.00000000
`);

/** A layer of carbon (graphene) that repeats along a and b only, with the cell's two atoms, one of them beside the cell. */
const graphene = moleculeOf(`2
Lattice="2.461 0 0 -1.2305 2.1313 0 0 0 20" pbc="T T F"
C 0.0 0.0 10.0
C 0.0 1.4209 10.0
`);

/** Methane in a box: bonds to hydrogen across the cell's border. */
const methane = moleculeOf(`5
Lattice="4 0 0 0 4 0 0 0 4"
C 0.1 2.0 2.0
H 1.19 2.0 2.0
H -0.263 3.027 2.0
H -0.263 1.486 2.89
H -0.263 1.486 1.11
`);

type Cell = NonNullable<Molecule['cell']>;
const cellOf = (molecule: Molecule) => molecule.cell as Cell;

interface Inside {
  models: (GLModel | undefined)[];
  shapes: unknown[];
  labels: unknown[];
}
const insideOf = (canvas: HTMLCanvasElement) => engineOf<Inside>(canvas);

async function opened(): Promise<Renderer> {
  const box = await fixture<HTMLElement>(html`<div style="position:relative;width:200px;height:160px"></div>`);
  return createRenderer(box, { carbon: '#777777', antialias: false }, () => {});
}

/** Atoms of the copies' model: own ones carry bonds only. */
function copiesIn(renderer: Renderer) {
  const model = insideOf(renderer.canvas).models.findLast(
    (each) => each?.selectedAtoms({})[0]?.properties?.own !== undefined,
  );
  const atoms = model?.selectedAtoms({}) ?? [];
  return {
    copies: atoms.filter(({ properties }) => properties?.own === false),
    bonds: atoms.flatMap(({ bonds = [], index = 0, x = 0, y = 0, z = 0 }) =>
      bonds
        .filter((other) => other > index)
        .map((other) => {
          const far = atoms[other];
          return Math.hypot(x - (far?.x ?? 0), y - (far?.y ?? 0), z - (far?.z ?? 0));
        }),
    ),
    styles: atoms.map(({ style }) => style as { sphere?: unknown; stick?: { hidden?: boolean } }),
  };
}

describe('a periodic structure', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('has its box with a, b and c, and copies only where they are asked for', async () => {
    const renderer = await opened();
    renderer.show(aluminium.atoms, { frame: true });
    const layer = renderer.add(cellLayer);
    const cell = cellOf(aluminium);
    layer.set({ cell, adjacent: false, closest: false });
    const inside = insideOf(renderer.canvas);
    expect(inside.shapes.length).to.equal(12);
    expect(inside.labels.length).to.equal(3);
    expect(copiesIn(renderer).copies.length).to.equal(0);
    layer.set({ cell, adjacent: false, closest: true });
    // The atom in the corner is in all eight corners.
    expect(copiesIn(renderer).copies.length).to.equal(7);
    layer.set({ cell, adjacent: true, closest: true });
    // Copies that both would draw are drawn once.
    expect(copiesIn(renderer).copies.length).to.equal(26);
    for (const length of copiesIn(renderer).bonds) expect(length).to.be.closeTo(2.861, 0.001);
    expect(copiesIn(renderer).bonds.length).to.be.greaterThan(26);
    layer.dispose();
    expect(inside.models.length).to.equal(1);
    expect(inside.shapes.length).to.equal(0);
    expect(inside.labels.length).to.equal(0);
    renderer.dispose();
  });

  it('repeats along its periodic directions only', async () => {
    const renderer = await opened();
    renderer.show(graphene.atoms, { frame: true });
    const layer = renderer.add(cellLayer);
    layer.set({ cell: cellOf(graphene), adjacent: true, closest: false });
    const { copies, bonds } = copiesIn(renderer);
    expect(copies.length).to.equal(16);
    // Every bond of the lattice has the length of one, also across the cells' borders.
    for (const length of bonds) expect(length).to.be.closeTo(1.421, 0.002);
    renderer.dispose();
  });

  it('bonds copies as the structure is bonded, leaves out the same hydrogens, and follows its atoms', async () => {
    const renderer = await opened();
    renderer.show(methane.atoms, { frame: true });
    const layer = renderer.add(cellLayer);
    layer.set({ cell: cellOf(methane), adjacent: false, closest: true });
    // Three hydrogens are outside and have a copy at the other side; the carbon is inside.
    expect(copiesIn(renderer).copies.length).to.equal(3);
    layer.set({ cell: cellOf(methane), adjacent: true, closest: false });
    expect(copiesIn(renderer).copies.length).to.equal(130);
    expect(copiesIn(renderer).bonds.filter((length) => length > 1.2)).to.deep.equal([]);
    renderer.setCarbonHydrogenShown(false);
    expect(copiesIn(renderer).copies.length).to.equal(26);
    renderer.setCarbonHydrogenShown(true);
    const before = copiesIn(renderer).copies.map(({ x = 0 }) => x);
    const positions = flatPositions(methane.atoms).map((value) => value + 0.5);
    renderer.setPositions(positions);
    const after = copiesIn(renderer).copies;
    const moved = after.map(({ x = 0 }, index) => Math.abs(x - (before[index] ?? 0)));
    expect(Math.max(...moved)).to.be.greaterThan(0.1);
    renderer.setPositions(flatPositions(methane.atoms));
    expect(copiesIn(renderer).copies.map(({ x = 0 }) => x)).to.deep.equal(before);
    renderer.dispose();
  });

  it('takes its box away when another structure is shown', async () => {
    const renderer = await opened();
    renderer.show(aluminium.atoms, { frame: true });
    const layer = renderer.add(cellLayer);
    layer.set({ cell: cellOf(aluminium), adjacent: true, closest: true });
    renderer.show(methane.atoms, { frame: true });
    expect(insideOf(renderer.canvas).shapes.length).to.equal(0);
    expect(insideOf(renderer.canvas).models.filter(Boolean).length).to.equal(1);
    renderer.dispose();
  });
});

defineElement<ViewerProps>({
  tag: 'cuvette-cell-probe',
  view: (props) => <Viewer {...props} molecule={props.molecule ?? null} title="Crystal" antialias={false} />,
  attributes: {},
  properties: ['molecule'],
});
type Probe = HTMLElement & ViewerProps & { shadowRoot: ShadowRoot };

async function probe(molecule: Molecule): Promise<Probe> {
  const element = await fixture<Probe>(
    html`<cuvette-cell-probe .molecule=${molecule} style="width:320px;height:280px"></cuvette-cell-probe>`,
  );
  await oneEvent(element, 'cuvette-ready');
  return element;
}

/** Copies in the picture, without atoms that are there for their bonds. */
const copiesOf = (canvas: HTMLCanvasElement) =>
  insideOf(canvas)
    .models.flatMap((model) => model?.selectedAtoms({}) ?? [])
    .filter(({ properties }) => properties?.own === false).length;
const lines = (element: Probe) => [...element.shadowRoot.querySelectorAll<HTMLElement>('[role^=menuitem]')];
const line = (element: Probe, text: string) =>
  lines(element).find((each) => each.textContent?.includes(text)) as HTMLElement;
const menuButton = (element: Probe, name: string) =>
  [...element.shadowRoot.querySelectorAll<HTMLElement>('[aria-haspopup=menu]')].find(
    (each) => each.textContent === name,
  );
async function openMenu(element: Probe, name = 'Cell') {
  menuButton(element, name)?.click();
  await waitUntil(() => lines(element).length > 0);
}

describe('the cell menu', () => {
  it('is a menu of its own; adjacent cells and the whole cell are shown from the beginning, and both are shown and hidden in these words', async () => {
    const element = await probe(aluminium);
    const canvas = element.shadowRoot.querySelector('canvas') as HTMLCanvasElement;
    await waitUntil(() => copiesOf(canvas) === 26);
    await openMenu(element);
    expect(lines(element).map(({ textContent }) => textContent)).to.deep.equal([
      'Hide adjacent cells',
      'Hide closest cell',
    ]);
    await still();
    await expect(element).to.be.accessible();
    line(element, 'Hide adjacent cells').click();
    await waitUntil(() => copiesOf(canvas) === 7);
    await openMenu(element);
    line(element, 'Hide closest cell').click();
    await waitUntil(() => copiesOf(canvas) === 0);
    await openMenu(element);
    expect(line(element, 'Show closest cell')).not.to.equal(undefined);
    line(element, 'Show adjacent cells').click();
    await waitUntil(() => copiesOf(canvas) === 26);
    await openMenu(element, 'View');
    expect(line(element, 'adjacent cells')).to.equal(undefined);
    expect(line(element, 'closest cell')).to.equal(undefined);
  });

  it('says from 100 atoms on why adjacent cells are not shown', async () => {
    const many = {
      ...aluminium,
      cell: {
        ...cellOf(aluminium),
        lattice_vectors: [
          [400, 0, 0],
          [0, 4, 0],
          [0, 0, 4],
        ] as Cell['lattice_vectors'],
      },
      atoms: Array.from({ length: 100 }, (_, index) => ({
        atomic_number: 13,
        position: [4 * index, 1, 1] as [number, number, number],
      })),
    };
    const element = await probe(many);
    const canvas = element.shadowRoot.querySelector('canvas') as HTMLCanvasElement;
    await waitUntil(() => insideOf(canvas).shapes.length === 12);
    // The atom on the border of the cell is drawn on the other side too.
    await waitUntil(() => copiesOf(canvas) === 1);
    await openMenu(element);
    const refused = line(element, 'Show adjacent cells');
    expect(refused.getAttribute('aria-disabled')).to.equal('true');
    expect(refused.textContent).to.contain('Only for fewer than 100 atoms; this cell has 100.');
    const fewer = { ...many, atoms: many.atoms.slice(1) };
    element.molecule = fewer;
    await waitUntil(() => line(element, 'Hide adjacent cells')?.getAttribute('aria-disabled') === null);
    await waitUntil(() => copiesOf(canvas) > 0);
  });

  it('is not there for a structure that does not repeat', async () => {
    const element = await probe({ ...methane, cell: null });
    expect(menuButton(element, 'View')).not.to.equal(undefined);
    expect(menuButton(element, 'Cell')).to.equal(undefined);
  });
});
