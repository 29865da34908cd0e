import { bondsOf, identityTransform, symbolOf } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import type { AtomSpec, GLModel, GLViewer } from '3dmol';
import { alignment, facing, flatPositions, moved, movedAtoms } from './align.ts';
import { loadEngine } from './engine.ts';

export interface RendererOptions {
  /** CSS colour of carbon; it follows the theme. */
  carbon: string;
  /** Smooth edges by drawing twice as large. Off where drawing is slow. */
  antialias?: boolean;
  /** `shared`: all viewers of a page draw through one WebGL context (no limit of viewers). `own`: a context for this one (at most 16 a page). */
  renderMode?: 'shared' | 'own';
}

/** How atoms are drawn: balls and sticks, sticks alone, or lines, which thousands of atoms need to move fluently. */
export type Drawing = 'ball-and-stick' | 'stick' | 'line';

/** Draws structures into one box. Knows atoms and pixels; nothing of React, items or sessions. */
export interface Renderer {
  /**
   * Shows other atoms in place, laid over the ones that were framed last (another conformer stands where the first stood). The
   * direction of view and the zoom stay, unless `frame` asks to fit the structure. Bonds (pairs of atoms, 0-based) are perceived where none are given.
   */
  show(
    atoms: readonly Atom[],
    options: { frame: boolean; bonds?: readonly (readonly [number, number])[] | null },
  ): void;
  /** Moves the shown atoms: x, y, z per atom in Å. Bonds stay as they were perceived when shown. */
  setPositions(positions: ArrayLike<number>): void;
  setDrawing(drawing: Drawing): void;
  setCarbonColour(colour: string): void;
  setCarbonHydrogenShown(shown: boolean): void;
  select(atoms: readonly number[]): void;
  setSpin(spinning: boolean): void;
  /** Turns the view by degrees about the screen's vertical and horizontal axes. */
  rotate(horizontal: number, vertical: number): void;
  zoom(factor: number): void;
  /** Back to the first view of the structure, unspun. */
  reset(): void;
  /** Where an atom is drawn, in page coordinates; for tests and labels. */
  screenPosition(atom: number): { x: number; y: number } | null;
  readonly canvas: HTMLCanvasElement;
  /** Frees everything, also what the engine itself would leave behind on `window` and `body`. */
  dispose(): void;
}

/** What the engine keeps to itself but must be reached for drawing frames and for freeing (3Dmol 2.5.5, pinned). */
interface OpenedViewer {
  divwatcher?: ResizeObserver;
  intwatcher?: IntersectionObserver;
}
interface OpenedModel {
  molObj: unknown;
}

const live = new Set<GLViewer>();
const watchedContexts = new WeakSet<EventTarget>();
/** From this many atoms on, atoms in motion cannot be clicked; `restAfter` is the pause in ms after which they can. */
const stillPickedAtoms = 300;
const restAfter = 300;
const selectionColour = '#f2b705';

/** Opens a renderer in a positioned box of non-zero size. `onPick` hears the index (0-based) of a clicked atom. */
export async function createRenderer(
  box: HTMLElement,
  options: RendererOptions,
  onPick: (atom: number) => void,
): Promise<Renderer> {
  const engine = await loadEngine();
  const { viewer, listeners } = openViewer(engine, box, options);
  live.add(viewer);
  watchContext(viewer);
  viewer.setBackgroundColor(0xffffff, 0);

  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  let model: GLModel | null = null;
  let drawn: AtomSpec[] = [];
  let atoms: readonly Atom[] = [];
  let carbon = options.carbon;
  let carbonHydrogen = true;
  let selected: readonly number[] = [];
  let bonds: readonly (readonly [number, number])[] = [];
  let drawing: Drawing = 'ball-and-stick';
  let reference: readonly Atom[] = [];
  let motion = identityTransform;
  let disposed = false;

  const style = () => {
    if (!model) return;
    const colours = { prop: 'elem', map: { ...(engine.elementColors.Jmol as Record<string, unknown>), C: carbon } };
    const styles = {
      line: { line: { colorscheme: colours } },
      stick: { stick: { radius: 0.13, colorscheme: colours } },
      'ball-and-stick': {
        stick: { radius: 0.13, colorscheme: colours },
        sphere: { scale: 0.24, colorscheme: colours },
      },
    };
    model.setStyle({}, styles[drawing] as never);
    if (selected.length > 0) {
      model.setStyle(
        { index: [...selected] } as never,
        { stick: { radius: 0.13, colorscheme: colours }, sphere: { scale: 0.34, color: selectionColour } } as never,
      );
    }
    const hidden = carbonHydrogen ? [] : carbonHydrogens(atoms, bonds);
    if (hidden.length > 0) model.setStyle({ index: hidden } as never, {});
  };

  const build = () => {
    viewer.removeAllModels();
    drawn = [];
    model = null;
    if (atoms.length === 0) return;
    const hidden = new Set(carbonHydrogen ? [] : carbonHydrogens(atoms, bonds));
    const neighbours = atoms.map((): number[] => []);
    for (const [a, b] of bonds) {
      if (hidden.has(a) || hidden.has(b)) continue;
      neighbours[a]?.push(b);
      neighbours[b]?.push(a);
    }
    const positions = moved(flatPositions(atoms), motion);
    model = viewer.addModel();
    model.addAtoms(
      atoms.map((atom, index) => ({
        elem: symbolOf(atom.atomic_number),
        x: positions[3 * index] ?? 0,
        y: positions[3 * index + 1] ?? 0,
        z: positions[3 * index + 2] ?? 0,
        index,
        serial: index,
        bonds: neighbours[index] ?? [],
        bondOrder: (neighbours[index] ?? []).map(() => 1),
        properties: {},
      })),
    );
    drawn = model.selectedAtoms({});
    style();
    model.setClickable({}, true, ((atom: AtomSpec) => onPick(atom.index ?? 0)) as never);
  };

  let resting: ReturnType<typeof setTimeout> | undefined;
  const pickable = (clickable: boolean) => {
    for (const atom of drawn) atom.clickable = clickable;
  };
  const redraw = () => {
    if (disposed || !model) return;
    (model as unknown as OpenedModel).molObj = null;
    viewer.render();
  };

  const place = (positions: ArrayLike<number>) => {
    if (disposed || !model) return;
    if (drawn.length > stillPickedAtoms) {
      // Shapes to be clicked are made anew with every picture, which costs many atoms their pace: they come when the motion rests.
      clearTimeout(resting);
      pickable(false);
      resting = setTimeout(() => {
        pickable(true);
        redraw();
      }, restAfter);
    }
    drawn.forEach((atom, index) => {
      atom.x = positions[3 * index] ?? atom.x;
      atom.y = positions[3 * index + 1] ?? atom.y;
      atom.z = positions[3 * index + 2] ?? atom.z;
      // The engine adds to this list on every redraw and never empties it.
      atom.intersectionShape = { sphere: [], cylinder: [], line: [], triangle: [] };
    });
    redraw();
  };

  return {
    show(next, { frame, bonds: given }) {
      if (disposed) return;
      const first = drawn.length === 0;
      atoms = next;
      bonds = given ?? bondsOf(next);
      selected = selected.filter((index) => index < next.length);
      if (frame || first) {
        motion = facing(next);
        reference = movedAtoms(next, motion);
      } else {
        motion = alignment(next, reference);
      }
      build();
      if (frame || first) fit(viewer);
      viewer.render();
    },
    setPositions: (positions) => place(moved(positions, motion)),
    setDrawing(next) {
      if (disposed || next === drawing) return;
      drawing = next;
      style();
      viewer.render();
    },
    setCarbonColour(colour) {
      if (disposed || colour === carbon) return;
      carbon = colour;
      style();
      viewer.render();
    },
    setCarbonHydrogenShown(shown) {
      if (disposed || shown === carbonHydrogen) return;
      carbonHydrogen = shown;
      const positions = drawn.flatMap((atom) => [atom.x ?? 0, atom.y ?? 0, atom.z ?? 0]);
      build();
      place(positions);
    },
    select(next) {
      if (disposed || sameList(next, selected)) return;
      selected = [...next];
      style();
      viewer.render();
    },
    setSpin(spinning) {
      if (disposed) return;
      if (spinning) viewer.spin('vy', reduced.matches ? 0.3 : 0.6, true);
      else viewer.spin(false);
    },
    rotate(horizontal, vertical) {
      if (disposed) return;
      if (horizontal !== 0) viewer.rotate(horizontal, 'vy');
      if (vertical !== 0) viewer.rotate(vertical, 'vx');
    },
    zoom(factor) {
      if (!disposed) viewer.zoom(factor);
    },
    reset() {
      if (disposed) return;
      viewer.spin(false);
      viewer.setView([0, 0, 0, 0, 0, 0, 0, 1]);
      fit(viewer);
      viewer.render();
    },
    screenPosition(index) {
      const atom = drawn[index];
      if (!atom) return null;
      const point = viewer.modelToScreen({ x: atom.x, y: atom.y, z: atom.z }) as unknown as { x: number; y: number };
      return { x: point.x, y: point.y };
    },
    get canvas() {
      return viewer.getCanvas();
    },
    dispose() {
      if (disposed) return;
      disposed = true;
      clearTimeout(resting);
      live.delete(viewer);
      viewer.spin(false);
      viewer.stopAnimate();
      viewer.removeAllModels();
      viewer.removeAllShapes();
      viewer.removeAllLabels();
      const opened = viewer as unknown as OpenedViewer;
      opened.divwatcher?.disconnect();
      opened.intwatcher?.disconnect();
      listeners.abort();
      freeOwnContext(viewer, options);
      box.replaceChildren();
      model = null;
      drawn = [];
      atoms = [];
    },
  };
}

/**
 * Creates the engine's viewer while `window` and `body` hand it listeners that end with a signal: it binds them anonymously and
 * never takes them off, so each viewer would otherwise stay alive for as long as the page.
 */
function openViewer(engine: typeof import('3dmol'), box: HTMLElement, options: RendererOptions) {
  const listeners = new AbortController();
  const targets: EventTarget[] = [window, document.body];
  for (const target of targets) {
    const add = EventTarget.prototype.addEventListener;
    Object.defineProperty(target, 'addEventListener', {
      configurable: true,
      value(type: string, listener: EventListener, how?: boolean | AddEventListenerOptions) {
        add.call(target, type, listener, {
          ...(typeof how === 'object' ? how : { capture: how === true }),
          signal: listeners.signal,
        });
      },
    });
  }
  try {
    const viewer = engine.createViewer(box, {
      antialias: options.antialias ?? true,
      backgroundAlpha: 0,
      backgroundColor: 'white',
      disableFog: true,
      ...(options.renderMode === 'own' ? { rows: 1, cols: 1, row: 0, col: 0 } : {}),
    });
    quiet(viewer.getCanvas());
    return { viewer, listeners };
  } finally {
    for (const target of targets) Reflect.deleteProperty(target, 'addEventListener');
  }
}

/** Every canvas gets id="undefined", twice on a page with two viewers; and its text alternative stands on the box around it. */
function quiet(canvas: HTMLCanvasElement) {
  canvas.removeAttribute('id');
  canvas.setAttribute('aria-hidden', 'true');
}

/** A lost context takes every viewer that shares it with it; the engine listens on the wrong canvas. `resize` makes a new one. */
function watchContext(viewer: GLViewer) {
  const context = viewer.getRenderer().getContext() as WebGL2RenderingContext | null;
  const canvas = context?.canvas as EventTarget | undefined;
  if (!canvas || watchedContexts.has(canvas)) return;
  watchedContexts.add(canvas);
  canvas.addEventListener('webglcontextlost', () => {
    setTimeout(() => {
      for (const each of live) {
        each.resize();
        each.render();
        quiet(each.getCanvas());
        watchContext(each);
      }
    });
  });
}

function freeOwnContext(viewer: GLViewer, options: RendererOptions) {
  if (options.renderMode !== 'own') return;
  const context = viewer.getRenderer().getContext() as WebGL2RenderingContext | null;
  context?.getExtension('WEBGL_lose_context')?.loseContext();
}

/** Fills the picture. 3Dmol fits the height only: in a box that is not much wider than high a long molecule would be cut off at the sides. */
function fit(viewer: GLViewer) {
  const { clientWidth, clientHeight } = viewer.getCanvas();
  const ratio = clientHeight > 0 ? clientWidth / clientHeight : 1;
  viewer.zoomTo();
  viewer.zoom(Math.min(1.25, Math.max(0.3, 0.88 * ratio)));
}

function carbonHydrogens(atoms: readonly Atom[], bonds: readonly (readonly [number, number])[]): number[] {
  const found: number[] = [];
  for (const [a, b] of bonds) {
    const first = atoms[a]?.atomic_number;
    const second = atoms[b]?.atomic_number;
    if (first === 6 && second === 1) found.push(b);
    else if (first === 1 && second === 6) found.push(a);
  }
  return found;
}

function sameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
