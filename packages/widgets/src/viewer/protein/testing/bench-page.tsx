/** The page's side of `npm run bench:complex`: a ligand in its protein, drawn by our element and by the engine's own calls, and changes of the pose. */
import { engineOf } from '../../../testing/engine-of.ts';
import '../../../elements/jsx.ts';
import { type Macromolecule, type Residue, withLigand } from '@cuvette/core/chemistry';
import { initialProteinView, initialViewerState } from '@cuvette/core/session';
import { readStructure } from '@cuvette/core/structures';
import type { GLModel, GLViewer } from '3dmol';
import { defineElement } from '../../../elements/define.tsx';
import { loadEngine } from '../../engine.ts';
import { Viewer, type ViewerProps } from '../../viewer.tsx';
import type { ViewedMolecule } from '../../viewer-tool.ts';

defineElement<ViewerProps>({
  tag: 'cuvette-complex-bench',
  view: (props) => <Viewer {...props} molecule={props.molecule ?? null} title="Complex" antialias={false} />,
  attributes: {},
  properties: ['molecule', 'view'],
});

/** Milliseconds of one run, and what was drawn. */
export interface ComplexFigures {
  atoms: number;
  /** Until the picture is there. */
  first: number;
  /** Of each change of the pose. */
  poses: number[];
  /** Geometries that the engine built for all changes together, their atoms, and its pictures. */
  built: number[];
  pictures: number;
}

const steps = 8;
const view = { ...initialViewerState, protein: { ...initialProteinView, pocket: true } };

async function complexText(): Promise<string> {
  const packed = await fetch(new URL('../../fixtures/tyk2-complex.pdb.gz', import.meta.url));
  return new Response(packed.body?.pipeThrough(new DecompressionStream('gzip'))).text();
}

/** The structure without its ligand's place being the only one: poses of the same ligand beside it. */
function posesOf(host: Macromolecule): ViewedMolecule[] {
  const { first, count } = host.residues.find(({ kind }) => kind === 'ligand') as Residue;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const shift = step % 2 === 0 ? step / 20 : -1 - step / 20;
    const atoms = host.atoms.slice(first, first + count).map(({ atomic_number, position: [x, y, z] }) => ({
      atomic_number,
      position: [x + shift, y, z] as [number, number, number],
    }));
    const macromolecule = withLigand(host, atoms, 'LIG');
    return { atoms: macromolecule.atoms, macromolecule } as ViewedMolecule;
  });
}

/** Reading a pixel of it back waits for the graphics. */
function finished(canvas: HTMLCanvasElement) {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  context?.drawImage(canvas, 0, 0, 1, 1);
  context?.getImageData(0, 0, 1, 1);
}

interface Inside {
  models: (object | undefined)[];
  getRenderer: () => { render: (...given: unknown[]) => void };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

async function ours(host: Macromolecule): Promise<ComplexFigures> {
  const poses = posesOf(host);
  const element = document.createElement('cuvette-complex-bench') as HTMLElement & Partial<ViewerProps>;
  element.setAttribute('style', 'display:block;width:800px;height:600px');
  const ready = new Promise((resolve) => {
    element.addEventListener('cuvette-ready', resolve, { once: true });
  });
  const begin = performance.now();
  Object.assign(element, { view, molecule: poses[0] });
  document.body.append(element);
  await ready;
  const canvas = element.shadowRoot?.querySelector('canvas') as HTMLCanvasElement;
  finished(canvas);
  const first = performance.now() - begin;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const inside = engineOf<Inside>(canvas);
  const model = Object.getPrototypeOf(inside.models.find((each) => each)) as {
    createMolObj: (atoms: object[], ...more: unknown[]) => unknown;
  };
  const { createMolObj } = model;
  const built: number[] = [];
  model.createMolObj = function build(atoms, ...more) {
    built.push(atoms.length);
    return createMolObj.call(this, atoms, ...more);
  };
  const renderer = inside.getRenderer();
  const { render } = renderer;
  let pictures = 0;
  let drawn = () => {};
  renderer.render = (...given) => {
    render.apply(renderer, given);
    pictures++;
    drawn();
  };
  const taken: number[] = [];
  for (const molecule of poses.slice(1)) {
    const start = performance.now();
    const picture = new Promise<void>((resolve) => {
      drawn = resolve;
    });
    Object.assign(element, { molecule });
    await picture;
    finished(canvas);
    taken.push(performance.now() - start);
    await turn();
    await turn();
  }
  model.createMolObj = createMolObj;
  element.remove();
  return { atoms: host.atoms.length, first, poses: taken, built, pictures };
}

/** The same with the engine's own calls: the protein as one model, the pose as another that is changed. */
async function engines(host: Macromolecule, text: string): Promise<{ first: number; poses: number[] }> {
  const poses = posesOf(host);
  const box = document.createElement('div');
  Object.assign(box.style, { position: 'relative', width: '800px', height: '600px' });
  document.body.append(box);
  const begin = performance.now();
  const engine = await loadEngine();
  const viewer = engine.createViewer(box, {
    antialias: false,
    disableFog: true,
    cartoonQuality: 5,
  } as never) as GLViewer;
  const protein = viewer.addModel(text, 'pdb');
  protein.setStyle({}, { cartoon: {} });
  const ligandModel = (molecule: ViewedMolecule): GLModel => {
    const count = molecule.atoms.length - host.atoms.length;
    const model = viewer.addModel();
    const bonds = molecule.macromolecule?.bonds.filter(([a, b]) => a < count && b < count) ?? [];
    model.addAtoms(
      molecule.atoms.slice(0, count).map(({ atomic_number, position: [x, y, z] }, index) => {
        const bonded = bonds.flatMap(([a, b]) => (a === index ? [b] : b === index ? [a] : []));
        const elem = ['', 'H', '', '', '', '', 'C', 'N', 'O'][atomic_number] || 'S';
        return { elem, x, y, z, index, serial: index, bonds: bonded, bondOrder: bonded.map(() => 1) };
      }) as never,
    );
    model.setStyle({}, { stick: {} });
    return model;
  };
  const pocket = (ligand: GLModel) => {
    const near = { model: protein, byres: true, within: { distance: 5, sel: { model: ligand } } };
    protein.setStyle({}, { cartoon: {} });
    viewer.addStyle(near as never, { stick: {} } as never);
  };
  let ligand = ligandModel(poses[0] as ViewedMolecule);
  pocket(ligand);
  viewer.zoomTo({ model: ligand } as never);
  viewer.render();
  finished(viewer.getCanvas());
  const first = performance.now() - begin;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const taken: number[] = [];
  for (const molecule of poses.slice(1)) {
    const start = performance.now();
    viewer.removeModel(ligand);
    ligand = ligandModel(molecule);
    pocket(ligand);
    viewer.render();
    finished(viewer.getCanvas());
    taken.push(performance.now() - start);
    await turn();
  }
  viewer.removeAllModels();
  box.remove();
  return { first, poses: taken };
}

async function run(): Promise<{ ours: ComplexFigures; engine: { first: number; poses: number[] } }> {
  const text = await complexText();
  const { structures } = await readStructure(text);
  const host = structures[0]?.macromolecule as Macromolecule;
  await turn();
  const own = await ours(host);
  await turn();
  return { ours: own, engine: await engines(host, text) };
}

Object.assign(globalThis, { runComplex: run });
