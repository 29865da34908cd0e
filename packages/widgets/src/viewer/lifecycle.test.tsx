import type { Molecule } from '@cuvette/core/entities';
import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { engineOf, moleculeOf } from '../testing/engine-of.ts';
import { fullRun } from '../testing/full-run.ts';
import { waitUntil } from '../testing/wait-until.ts';
import '../elements/viewer.tsx';
import { initialViewerState, saveSession } from '@cuvette/core/session';
import { cellLayer } from './layers/cell-layer.ts';
import { overlayLayer } from './layers/overlay-layer.ts';
import { createRenderer } from './renderer.ts';

/** Methane in a periodic box: with copies in the cells around it every layer has something to draw. */
const methane = moleculeOf(`5
Lattice="4 0 0 0 4 0 0 0 4"
C 0.1 2.0 2.0
H 1.19 2.0 2.0
H -0.263 3.027 2.0
H -0.263 1.486 2.89
H -0.263 1.486 1.11
`);
const state = saveSession({
  structure: null,
  tab: null,
  atoms: [0, 1],
  frame: null,
  mode: null,
  viewer: { ...initialViewerState, adjacentCells: true, closestCell: true, labels: 'name', measurements: [[0, 1]] },
});

type Element = HTMLElement & { shadowRoot: ShadowRoot; molecule?: unknown; overlay?: unknown; state: string };
interface Inside {
  getView: () => number[];
  shapes: unknown[];
  labels: unknown[];
  models: unknown[];
  getRenderer(): { getContext(): WebGL2RenderingContext };
}
const canvasOf = (element: Element) => element.shadowRoot.querySelector('canvas') as HTMLCanvasElement;
const insideOf = (canvas: HTMLCanvasElement) => engineOf<Inside>(canvas);

function painted(canvas: HTMLCanvasElement): number {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  let count = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) count++;
  return count;
}

function made(size = 'width:110px;height:160px'): Element {
  const element = document.createElement('cuvette-viewer') as Element;
  element.style.cssText = `display:inline-block;${size}`;
  element.setAttribute('antialias', 'off');
  element.molecule = methane;
  return element;
}
async function drawn(element: Element, into: HTMLElement): Promise<Element> {
  const ready = oneEvent(element, 'cuvette-ready');
  into.append(element);
  await ready;
  return element;
}
const page = () => fixture<HTMLElement>(html`<div></div>`);

/** How many of them are alive after the collector came by. */
async function alive(references: WeakRef<object>[], expected: number): Promise<number> {
  const gc = (globalThis as { gc?: () => void }).gc;
  expect(gc, 'Chromium must run with --js-flags=--expose-gc').to.be.a('function');
  let count = references.length;
  for (let attempt = 0; attempt < 250 && count > expected; attempt++) {
    await aTimeout(40);
    gc?.();
    count = references.filter((reference) => reference.deref() !== undefined).length;
  }
  return count;
}

/** More than a browser has graphics contexts. */
const many = fullRun ? 50 : 8;

describe('the life of viewers', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it(`${many} made and removed leave nothing behind, with all that was drawn in them, and shared one context`, async function () {
    this.timeout(180_000);
    const box = await page();
    const inside: WeakRef<object>[] = [];
    const elements: WeakRef<object>[] = [];
    const contexts = new Set<unknown>();
    const once = async () => {
      const element = made();
      element.state = state;
      element.overlay = [methane];
      await drawn(element, box);
      const viewer = insideOf(canvasOf(element));
      await waitUntil(() => viewer.shapes.length > 11 && viewer.models.filter(Boolean).length > 3);
      contexts.add(viewer.getRenderer().getContext());
      inside.push(new WeakRef(viewer));
      elements.push(new WeakRef(element));
      element.remove();
      await aTimeout(10);
      expect(element.shadowRoot.childElementCount).to.equal(0);
    };
    for (let index = 0; index < many; index++) await once();
    expect(contexts.size).to.equal(1);
    // The engine keeps the last one that drew in a variable of its module; it is replaced by the next.
    expect(await alive(inside, 1)).to.be.at.most(1);
    expect(await alive(elements, 1)).to.be.at.most(1);
  });

  it('30 on one page are all drawn through one context, and all come back when it was lost', async function () {
    this.timeout(180_000);
    const box = await page();
    const elements: Element[] = [];
    for (let index = 0; index < 30; index++) elements.push(await drawn(made('width:100px;height:110px'), box));
    await waitUntil(() => elements.every((element) => insideOf(canvasOf(element)).shapes.length === 12), 'all cells');
    const counts = elements.map((element) => painted(canvasOf(element)));
    expect(Math.min(...counts)).to.be.greaterThan(50);
    const contexts = new Set(elements.map((element) => insideOf(canvasOf(element)).getRenderer().getContext()));
    expect(contexts.size).to.equal(1);
    const [context] = contexts;
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    const fresh = () => elements.map((element) => insideOf(canvasOf(element)).getRenderer().getContext());
    await waitUntil(() => fresh().every((each) => !each.isContextLost()), 'a new context');
    expect(new Set(fresh()).size).to.equal(1);
    await waitUntil(
      () =>
        elements.every(
          (element, index) => Math.abs(painted(canvasOf(element)) - (counts[index] ?? 0)) < 0.3 * (counts[index] ?? 0),
        ),
      'all drawn again',
    );
  });

  it('moved in the page keep canvas, state and direction of view, by append and by moveBefore', async () => {
    const [first, second] = [await page(), await page()];
    const element = await drawn(made('width:300px;height:260px'), first);
    const canvas = canvasOf(element);
    element.state = state;
    await waitUntil(() => insideOf(canvas).shapes.length > 11);
    (element.shadowRoot.querySelector('.cv-viewer-stage') as HTMLElement).focus();
    const before = element.state;
    for (const press of ['ArrowLeft', 'ArrowUp', '+']) await sendKeys({ press });
    await waitUntil(() => element.state !== before);
    const view = insideOf(canvas).getView();
    const kept = element.state;
    const shapes = insideOf(canvas).shapes.filter(Boolean).length;
    const same = async () => {
      await aTimeout(60);
      // Not handed to the assertion itself, which would write out all that hangs on a canvas.
      expect(canvasOf(element) === canvas, 'the same canvas').to.equal(true);
      expect(insideOf(canvas).getView()).to.deep.equal(view);
      expect(element.state).to.equal(kept);
      expect(insideOf(canvas).shapes.filter(Boolean).length).to.equal(shapes);
      expect(painted(canvas)).to.be.greaterThan(300);
    };
    second.append(element);
    await same();
    const moving = first as HTMLElement & { moveBefore?: (node: Node, before: Node | null) => void };
    expect(moving.moveBefore, 'this Chromium knows moveBefore').to.be.a('function');
    moving.moveBefore?.(element, null);
    expect(element.parentNode === first).to.equal(true);
    await same();
  });

  it('layers take with them what they drew', async () => {
    const box = await fixture<HTMLElement>(html`<div style="position:relative;width:160px;height:120px"></div>`);
    const renderer = await createRenderer(box, { carbon: '#777777', antialias: false }, () => {});
    renderer.show(methane.atoms, { frame: true });
    const inside = insideOf(renderer.canvas);
    const counts = () => [inside.models, inside.shapes, inside.labels].map((list) => list.filter(Boolean).length);
    const before = counts();
    for (let index = 0; index < 10; index++) {
      const cell = renderer.add(cellLayer);
      cell.set({ cell: methane.cell as NonNullable<Molecule['cell']>, adjacent: true, closest: true });
      const others = renderer.add(overlayLayer);
      others.set([
        {
          atoms: methane.atoms,
          colour: '#e69f00',
          motion: {
            rotation: [
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
            ],
            translation: [1, 0, 0],
          },
        },
      ]);
      expect(counts()).not.to.deep.equal(before);
      cell.dispose();
      others.dispose();
      expect(counts()).to.deep.equal(before);
    }
    renderer.dispose();
  });
});
