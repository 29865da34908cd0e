import { identityTransform, type Transform } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { createSession, initialViewerState, type Session } from '@cuvette/core/session';
import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { useSyncExternalStore } from 'react';
import { defineElement } from '../../elements/define.tsx';
import { engineOf } from '../../testing/engine-of.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { still } from '../../ui/test-helpers.ts';
import { createRenderer } from '../renderer.ts';
import { Viewer } from '../viewer.tsx';
import { cameraOf, engineView } from './camera.ts';

/** A bent, unsymmetric chain. */
const chain = [
  [0, 0, 0],
  [1.5, 0, 0],
  [2, 1.4, 0],
  [3.4, 1.6, 0.5],
  [3.6, 2.9, 1.2],
].map((position, index) => ({
  atomic_number: [6, 6, 7, 6, 8][index] ?? 6,
  position: position as [number, number, number],
}));
const molecule = { atoms: chain } as Molecule;
/** The same chain, turned about z by 90° and shifted. */
const turned = {
  atoms: chain.map(({ atomic_number, position: [x, y, z] }) => ({
    atomic_number,
    position: [-y + 5, x - 3, z] as [number, number, number],
  })),
} as Molecule;
const other = { atoms: [...chain, { atomic_number: 9, position: [5, 3, 1] as [number, number, number] }] } as Molecule;

interface ProbeProps {
  session?: Session;
  molecule?: Molecule;
}
const nobody = createSession();
function Probe({ session = nobody, molecule: shown }: ProbeProps) {
  const { viewer } = useSyncExternalStore(session.subscribe, session.getState);
  return <Viewer molecule={shown ?? null} title="Chain" antialias={false} view={viewer} onView={session.setViewer} />;
}
defineElement<ProbeProps>({
  tag: 'cuvette-camera-probe',
  view: Probe,
  attributes: {},
  properties: ['session', 'molecule'],
});
type Element = HTMLElement & ProbeProps & { shadowRoot: ShadowRoot };

async function probe(session: Session, size = 'width:300px;height:280px'): Promise<Element> {
  const element = await fixture<Element>(
    html`<cuvette-camera-probe .session=${session} .molecule=${molecule} style=${size}></cuvette-camera-probe>`,
  );
  await oneEvent(element, 'cuvette-ready');
  return element;
}
interface Inside {
  getView: () => number[];
  getCanvas: () => HTMLCanvasElement;
  selectedAtoms: (what: object) => object[];
  modelToScreen: (point: object) => { x: number };
}
const insideOf = (element: Element) => engineOf<Inside>(element.shadowRoot.querySelector('canvas'));
const stageOf = (element: Element) => element.shadowRoot.querySelector('.cv-viewer-stage') as HTMLElement;
/** Views as numbers that one can compare: a rotation and its negative are the same. */
const viewOf = (element: Element) => {
  const view = insideOf(element).getView();
  const sign = (view[7] ?? 1) < 0 ? -1 : 1;
  return view.map((value, index) => (index > 3 ? sign * value : value));
};
const near = (a: readonly number[], b: readonly number[], tolerance: number) =>
  a.every((value, index) => Math.abs(value - (b[index] ?? 0)) < tolerance);

describe('from where a structure is looked at', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('is reported in the structure’s own coordinates, and back', () => {
    const motion: Transform = {
      rotation: [
        [0, -1, 0],
        [0.6, 0, -0.8],
        [0.8, 0, 0.6],
      ],
      translation: [1, -2, 3],
    };
    const view = [0.3, -0.2, 0.9, 80, 0.5, -0.5, 0.1, Math.sqrt(1 - 0.51)];
    for (const each of [identityTransform, motion]) {
      const camera = cameraOf(view, each, 1.1);
      const back = engineView(camera, each, 1.1);
      expect(near(back, view, 2e-3), `${back}`).to.equal(true);
    }
    expect(cameraOf(view, identityTransform, 1).centre).to.deep.equal([-0.3, 0.2, -0.9]);
    expect(cameraOf(view, identityTransform, 1).distance).to.equal(70);
  });

  it('is kept when somebody turned or zoomed, not when somebody clicked, and forgotten by a reset', async () => {
    const session = createSession();
    const element = await probe(session);
    const start = viewOf(element);
    const box = stageOf(element).getBoundingClientRect();
    const at = (x: number, y: number): [number, number] => [Math.round(box.left + x), Math.round(box.top + y)];
    await sendMouse({ type: 'click', position: at(5, 5) });
    await aTimeout(400);
    expect(session.getState().viewer.camera).to.equal(null);
    await sendMouse({ type: 'move', position: at(100, 100) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: at(140, 120) });
    await sendMouse({ type: 'up' });
    await waitUntil(() => session.getState().viewer.camera !== null);
    const dragged = session.getState().viewer.camera;
    stageOf(element).focus();
    await sendKeys({ press: '+' });
    await waitUntil(() => session.getState().viewer.camera !== dragged);
    expect(session.getState().viewer.camera?.distance).to.be.lessThan(dragged?.distance ?? 0);
    await sendKeys({ press: 'r' });
    await waitUntil(() => session.getState().viewer.camera === null);
    await aTimeout(400);
    expect(session.getState().viewer.camera).to.equal(null);
    expect(near(viewOf(element), start, 1e-6)).to.equal(true);
  });

  it('fits the structure anew when the box changes its size, unless somebody turned or zoomed', async () => {
    const session = createSession();
    const element = await probe(session, 'width:600px;height:240px');
    const narrow = 90;
    /** How far the atoms reach beyond the box at its sides, in pixels. */
    const beyond = () => {
      const { left, right } = stageOf(element).getBoundingClientRect();
      const inside = insideOf(element);
      const places = inside.selectedAtoms({}).map((atom) => inside.modelToScreen(atom).x);
      return Math.max(left - Math.min(...places), Math.max(...places) - right);
    };
    element.style.width = `${narrow}px`;
    await waitUntil(() => stageOf(element).clientWidth < 100 && beyond() < 0, 'all atoms are inside');
    element.style.width = '600px';
    await waitUntil(() => insideOf(element).getCanvas().clientWidth > 500);
    stageOf(element).focus();
    await sendKeys({ press: '+' });
    await waitUntil(() => session.getState().viewer.camera !== null);
    const chosen = viewOf(element);
    element.style.width = `${narrow}px`;
    await waitUntil(() => insideOf(element).getCanvas().clientWidth < 100);
    await still();
    expect(near(viewOf(element), chosen, 1e-6)).to.equal(true);
    expect(session.getState().viewer.camera).not.to.equal(null);
  });

  it('opens as it was, also where another structure of the item was shown first, and in a box of another size', async () => {
    const session = createSession();
    const first = await probe(session);
    stageOf(first).focus();
    for (const press of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', '+']) await sendKeys({ press });
    await waitUntil(() => session.getState().viewer.camera !== null);
    const { camera } = session.getState().viewer;
    const again = createSession({ viewer: { ...initialViewerState, camera } });
    const second = await probe(again);
    await aTimeout(50);
    expect(near(viewOf(second), viewOf(first), 5e-3), `${viewOf(second)} ${viewOf(first)}`).to.equal(true);
    expect(again.getState().viewer.camera).to.equal(camera);
    // The other structure is laid on the first one: the picture stays, and what is kept is in its own coordinates.
    first.molecule = turned;
    await waitUntil(() => session.getState().viewer.camera !== camera);
    expect(near(viewOf(second), viewOf(first), 5e-3)).to.equal(true);
    const third = createSession({ viewer: session.getState().viewer });
    const alone = await probe(third, 'width:200px;height:380px');
    alone.molecule = turned;
    const fresh = createSession({ viewer: session.getState().viewer });
    const element = await fixture<Element>(
      html`<cuvette-camera-probe .session=${fresh} .molecule=${turned} style="width:300px;height:280px"></cuvette-camera-probe>`,
    );
    await oneEvent(element, 'cuvette-ready');
    await aTimeout(50);
    const seen = (each: Element) => cameraOf(insideOf(each).getView(), identityTransform, 1).distance;
    expect(seen(element)).to.be.closeTo(seen(first), 0.05);
    expect(fresh.getState().viewer.camera).to.deep.equal(session.getState().viewer.camera);
    // Another substance fills the picture.
    first.molecule = other;
    await waitUntil(() => session.getState().viewer.camera === null);
  });

  it('moves all viewers of a session', async () => {
    const session = createSession();
    const [first, second] = [await probe(session), await probe(session)];
    const before = viewOf(second);
    stageOf(first).focus();
    await sendKeys({ press: 'ArrowLeft' });
    await waitUntil(() => !near(viewOf(second), before, 1e-3));
    await waitUntil(() => near(viewOf(second), viewOf(first), 5e-3));
    session.setViewer({ camera: null });
    await waitUntil(() => near(viewOf(second), before, 1e-6) && near(viewOf(first), before, 1e-6));
  });

  it('is where the eye is in the picture itself: the same pixels', async () => {
    const shot = async (camera: boolean) => {
      const box = await fixture<HTMLElement>(html`<div style="position:relative;width:200px;height:160px"></div>`);
      const renderer = await createRenderer(box, { carbon: '#777777', antialias: false }, () => {});
      renderer.show(chain, { frame: true });
      if (camera) renderer.setCamera(kept);
      else {
        renderer.rotate(40, 25);
        renderer.zoom(1.3);
      }
      const places = chain.map((_, index) => renderer.screenPosition(index) ?? { x: 0, y: 0 });
      const { left, top } = box.getBoundingClientRect();
      const now = renderer.camera();
      renderer.dispose();
      return { now, places: places.flatMap(({ x, y }) => [x - left, y - top]) };
    };
    const first = await shot(false);
    const kept = first.now;
    const second = await shot(true);
    expect(near(first.places, second.places, 0.2), `${first.places} ${second.places}`).to.equal(true);
  });
});
