/** The page's side of `npm run bench:isosurface`: draws both lobes of an orbital from the bytes of its grid, by our way and by the engine's own. */
import { fieldOfGrid } from '@cuvette/core/chemistry/isosurface';
import { decodeGrid, encodeGrid, type Grid } from '@cuvette/core/entities';
import { loadEngine } from '../../engine.ts';
import type { Scene } from '../../layer.ts';
import { surfaceLayer } from '../../layers/surface-layer.ts';
import { createRenderer, type Renderer } from '../../renderer.ts';
import { surfaceMaker } from '../surface-maker.ts';

const isovalue = 0.02;

/** Milliseconds of one run. */
export interface Figures {
  /** From the bytes to the picture. */
  total: number;
  /** Of it: until the triangles are here, until the engine has them, and until they are drawn. */
  made: number;
  handed: number;
  drawn: number;
  /** Longest time that the page could not answer, and of it before the triangles were handed to the engine. */
  blocked: number;
  blockedBefore: number;
  vertices: number;
}

const places = [
  [-1.2, 0.2, 0],
  [0, 0.9, 0.3],
  [1.2, 0, -0.2],
] as const;

/** A made-up orbital of three p functions on a grid of n points an axis, 20 Bohr wide. */
function orbitalGrid(n: number): Grid {
  const step = 20 / (n - 1);
  const values = new Float32Array(n ** 3);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      for (let k = 0; k < n; k++) {
        const [x, y, z] = [i * step - 10, j * step - 10, k * step - 10];
        let sum = 0;
        for (const [index, [px, py, pz]] of places.entries()) {
          const [dx, dy, dz] = [x - 2 * px, y - 2 * py, z - 2 * pz];
          sum += (index === 1 ? -0.5 : 0.35) * dz * Math.exp(-0.8 * Math.hypot(dx, dy, dz));
        }
        values[(i * n + j) * n + k] = sum;
      }
  return {
    header: {
      name: 'molecular_orbitals.12',
      quantity: 'orbital',
      orbital: { index: 12, spin: null, occupation: 2, energy: -0.3 },
      shape: [n, n, n],
      origin: [-10, -10, -10],
      axes: [
        [step, 0, 0],
        [0, step, 0],
        [0, 0, step],
      ],
      length_unit: 'Bohr',
      value_unit: 'Bohr^(-3/2)',
      minimum: -1,
      maximum: 1,
    },
    values,
  };
}

async function opened(): Promise<Renderer> {
  const box = document.createElement('div');
  Object.assign(box.style, { position: 'relative', width: '600px', height: '460px' });
  document.body.append(box);
  const renderer = await createRenderer(box, { carbon: '#777777', antialias: false }, () => {});
  const atoms = places.map((position) => ({ atomic_number: 6, position: [...position] as [number, number, number] }));
  renderer.show(atoms, { frame: true });
  return renderer;
}

/** Watches how long the page cannot answer: the longest gap between turns of its loop. */
function watched() {
  const seen = { longest: 0, running: true };
  const channel = new MessageChannel();
  let last = performance.now();
  channel.port1.onmessage = () => {
    const now = performance.now();
    seen.longest = Math.max(seen.longest, now - last);
    last = now;
    if (seen.running) channel.port2.postMessage(null);
    else channel.port1.close();
  };
  channel.port2.postMessage(null);
  return seen;
}

/** Waits until the picture is really there: reading a pixel of it back waits for the graphics. */
function finished(renderer: Renderer) {
  const copy = document.createElement('canvas');
  const context = copy.getContext('2d', { willReadFrequently: true });
  context?.drawImage(renderer.canvas, 0, 0, 1, 1);
  context?.getImageData(0, 0, 1, 1);
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Both lobes by our way, from the bytes of the grid. @param warm the worker has started */
async function runOurs(bytes: ArrayBuffer, warm: boolean): Promise<Figures> {
  const renderer = await opened();
  let rendering = 0;
  const layer = renderer.add((each) => {
    const render = () => {
      rendering = performance.now();
      performance.mark('drawing');
      each.viewer.render();
    };
    return surfaceLayer({ ...each, render });
  });
  const maker = surfaceMaker();
  if (warm) {
    // As when the grid is read from a server meanwhile: the worker has started, and has made its code warm.
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  await turn();

  const watch = watched();
  await turn();
  watch.longest = 0;
  performance.mark('begin');
  const begin = performance.now();
  maker.keep('a', fieldOfGrid(decodeGrid(bytes)));
  const lobes = await maker.make({ field: 'a', colouredBy: null, isovalue, bothSigns: true });
  const made = performance.now();
  await turn();
  const blockedBefore = watch.longest;
  const drawing = performance.now();
  layer.set({ lobes, range: null, opacity: 0.75, wireframe: false, stays: false });
  finished(renderer);
  const end = performance.now();
  performance.mark('end');
  await turn();
  await turn();
  watch.running = false;
  const vertices = lobes.reduce(
    (sum, { parts }) => sum + parts.reduce((part, { positions }) => part + positions.length / 3, 0),
    0,
  );
  const ours: Figures = {
    total: end - drawing + (made - begin),
    made: made - begin,
    handed: rendering - drawing,
    drawn: end - rendering,
    blocked: watch.longest,
    blockedBefore,
    vertices,
  };
  layer.dispose();
  maker.dispose();
  renderer.dispose();
  return ours;
}

/** The same values by the engine's own `addIsosurface`. */
async function runEngine(n: number, bytes: ArrayBuffer): Promise<Figures> {
  let scene: Scene | null = null;
  const module = await loadEngine();
  const second = await opened();
  second.add((each) => {
    scene = each;
    return surfaceLayer(each);
  });
  const { viewer } = scene as unknown as Scene;
  await turn();
  const other = watched();
  await turn();
  other.longest = 0;
  const start = performance.now();
  const field = fieldOfGrid(decodeGrid(bytes));
  const data = Object.assign(Object.create(module.VolumeData.prototype) as object, {
    size: { x: n, y: n, z: n },
    unit: { x: field.axes[0][0], y: field.axes[1][1], z: field.axes[2][2] },
    origin: { x: field.origin[0], y: field.origin[1], z: field.origin[2] },
    matrix: null,
    data: field.values,
  });
  for (const [isoval, color] of [
    [isovalue, 'blue'],
    [-isovalue, 'orange'],
  ] as const) {
    viewer.addIsosurface(data as never, { isoval, color, opacity: 0.75 } as never);
  }
  const theirs = performance.now();
  viewer.render();
  finished(second);
  const done = performance.now();
  await turn();
  await turn();
  other.running = false;
  const engine: Figures = {
    total: done - start,
    made: theirs - start,
    handed: 0,
    drawn: done - theirs,
    blocked: other.longest,
    blockedBefore: theirs - start,
    vertices: Number.NaN,
  };
  second.dispose();
  return engine;
}

/**
 * One run each, in viewers of their own: a second surface in the same viewer would find all programs of the graphics made. Who is first pays for what the
 * graphics keep for all viewers: turn by turn.
 */
async function run(n: number, warm: boolean, oursFirst: boolean): Promise<{ ours: Figures; engine: Figures }> {
  const bytes = encodeGrid(orbitalGrid(n)).buffer as ArrayBuffer;
  if (oursFirst) return { ours: await runOurs(bytes, warm), engine: await runEngine(n, bytes) };
  const engine = await runEngine(n, bytes);
  return { ours: await runOurs(bytes, warm), engine };
}

Object.assign(globalThis, { runIsosurface: run });
