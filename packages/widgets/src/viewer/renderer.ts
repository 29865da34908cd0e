import type { Atom } from '@cuvette/core/entities';
import type { Camera, Drawing } from '@cuvette/core/session';
import type { GLViewer } from '3dmol';
import { turningOf } from './camera/auto-rotation.ts';
import { cameraOf, engineView } from './camera/camera.ts';
import { fillPicture, fitScale, onCanvas } from './camera/fit.ts';
import { drawingStyle, elementColours, stickRadius } from './drawing/drawing-style.ts';
import { type DrawnModels, drawnModels } from './drawing/drawn-models.ts';
import {
  type DrawnState,
  emptyState,
  hiddenAtoms,
  painterOf,
  type ShowOptions,
  showing,
  stepsBetween,
} from './drawn-state.ts';
import { loadEngine } from './engine.ts';
import type { Layer, Painter, Scene } from './layer.ts';
import { type LayerSet, layerSet } from './layer-set.ts';
import { type Engine, type OpenOptions, openViewer } from './open-viewer.ts';
import { moved } from './overlay/align.ts';

export interface RendererOptions extends OpenOptions {
  /** CSS colour of carbon; it follows the theme. */
  carbon: string;
}

/** Draws structures into one box. Knows atoms and pixels; nothing of React, items or sessions. */
export interface Renderer {
  /**
   * Shows other atoms in place, laid over the ones that were framed last (another conformer takes the place of the first). The
   * direction of view and the zoom stay, unless `frame` asks to fit the structure. Bonds (pairs of atoms, 0-based) are perceived where none are given.
   */
  show(atoms: readonly Atom[], options: ShowOptions): void;
  /** Moves the shown atoms: x, y, z per atom in Å. Bonds stay as they were perceived when shown. */
  setPositions(positions: ArrayLike<number>): void;
  setDrawing(drawing: Drawing): void;
  setCarbonColour(colour: string): void;
  /** Colours atoms one by one (`#rrggbb` each); null colours them by element. */
  setColours(colours: readonly string[] | null): void;
  setCarbonHydrogenShown(shown: boolean): void;
  /** Leaves forms and colours to another, which also marks what is selected; null takes them back. */
  setPainter(painter: Painter | null): void;
  select(atoms: readonly number[]): void;
  setSpin(spinning: boolean): void;
  /** Turns the view by degrees about the screen's vertical and horizontal axes. */
  rotate(horizontal: number, vertical: number): void;
  zoom(factor: number): void;
  /** From where the structure is looked at, in its own coordinates. */
  camera(): Camera;
  setCamera(camera: Camera): void;
  /** Fills the picture with all that is drawn, seen from where one looks now. */
  fit(): void;
  /** Back to the first view of the structure, unspun. */
  reset(): void;
  /** Adds something to the picture; `dispose` of the layer takes it out again. */
  add<L extends Layer>(make: (scene: Scene) => L): L;
  /** Where each atom is drawn: x and y in pixels from the canvas's upper left corner, NaN for atoms that are not drawn. */
  projections(): Float64Array;
  /** Where an atom is drawn, in page coordinates; for tests and labels. */
  screenPosition(atom: number): { x: number; y: number } | null;
  readonly canvas: HTMLCanvasElement;
  /** Frees everything, also what the engine itself would leave behind on `window` and `body`. */
  dispose(): void;
}

/** From this many atoms on, atoms in motion cannot be clicked; `restAfter` is the pause in ms after which they can. */
const stillPickedAtoms = 300;
const restAfter = 300;
const selectionColour = '#f2b705';

/** Opens a renderer in a positioned box of non-zero size. `onPick` gets the index (0-based) of a clicked atom. */
export async function createRenderer(
  box: HTMLElement,
  options: RendererOptions,
  onPick: (atom: number) => void,
): Promise<Renderer> {
  const engine = await loadEngine();
  const { viewer, close } = openViewer(engine, box, options, () => {
    layers.changed();
    redraw();
  });
  const turning = turningOf(viewer);
  const models = drawnModels(viewer, onPick);
  const { ask, draw } = pictures(viewer, () => !disposed);
  const layers = layerSet(ask);
  let state = emptyState(options.carbon);
  let disposed = false;

  const fill = () => fillPicture(viewer, state.whole ? null : (painterOf(state)?.focus ?? null));
  const redraw = () => {
    if (disposed || models.specs.length === 0) return;
    models.renew();
    viewer.render();
  };
  const picking = picksAtRest(models, redraw);
  /** Goes on to another state and brings the picture there. */
  const become = (next: DrawnState) => {
    if (disposed) return;
    const steps = stepsBetween(state, next);
    const frames = steps.enters && next.framing;
    state = steps.enters ? { ...next, framing: false } : next;
    reconcile({ engine, models, layers }, state, steps);
    if (frames) fill();
    // A listener may look at the picture of a new structure at once.
    if (frames) draw();
    else if (steps.styles || steps.restyles) ask();
    if (steps.enters) state.structure.onDrawn?.();
  };
  const change = (part: Partial<DrawnState>) => become({ ...state, ...part });
  const place = (positions: ArrayLike<number>) => {
    const { atoms, places } = state.structure;
    if (disposed || atoms.length === 0) return;
    for (let at = 0; at < places.length; at++) places[at] = positions[at] ?? (places[at] as number);
    if (!state.entered) return;
    if (atoms.length > stillPickedAtoms) picking.pause();
    models.place(places);
    layers.moved();
    viewer.render();
  };
  const scene: Scene = {
    engine,
    viewer,
    atoms: () => state.structure.atoms,
    bonds: () => state.structure.bonds,
    hidden: () => hiddenAtoms(state),
    positions: () => state.structure.places.slice(),
    motion: () => state.structure.motion,
    look: () => state,
    render: ask,
  };

  return {
    show: (next, how) => become(showing(state, next, how)),
    setPositions: (positions) => place(moved(positions, state.structure.motion)),
    setDrawing: (drawing) => change({ drawing }),
    setCarbonColour: (carbon) => change({ carbon }),
    setColours: (colours) => change({ colours }),
    setCarbonHydrogenShown: (carbonHydrogen) => change({ carbonHydrogen }),
    setPainter(painter) {
      // What waits is drawn when its own painter comes, or none will.
      const entered = state.entered || !painter || painterOf({ ...state, painter }) !== null;
      change({ painter, entered });
    },
    select: (selected) => change({ selected: [...selected] }),
    camera: () => cameraOf(viewer.getView(), state.structure.motion, fitScale(viewer)),
    add: (make) => layers.add(make(scene)),
    ...movements(viewer, turning, () => disposed),
    setCamera(camera) {
      if (disposed) return;
      state = { ...state, framing: false };
      viewer.setView(engineView(camera, state.structure.motion, fitScale(viewer)));
      viewer.render();
    },
    fit() {
      if (disposed) return;
      fill();
      viewer.render();
    },
    reset() {
      if (disposed) return;
      turning.stop();
      viewer.setView([0, 0, 0, 0, 0, 0, 0, 1]);
      state = { ...state, whole: true };
      fill();
      viewer.render();
    },
    projections() {
      const isEmpty = disposed || state.structure.atoms.length === 0;
      return projectionsOf(viewer, models.specs, isEmpty ? null : hiddenAtoms(state));
    },
    screenPosition(index) {
      const { x, y, z } = models.specs[index] ?? {};
      if (x === undefined) return null;
      const [point] = viewer.modelToScreen([{ x, y, z }]);
      return { x: point.x, y: point.y };
    },
    get canvas() {
      return viewer.getCanvas();
    },
    dispose() {
      if (disposed) return;
      disposed = true;
      turning.stop();
      picking.end();
      layers.dispose();
      models.clear();
      close();
      state = emptyState(state.carbon);
    },
  };
}

interface Picture {
  engine: Engine;
  models: DrawnModels;
  layers: LayerSet;
}

/** Brings models and layers to a state. */
function reconcile(
  { engine, models, layers }: Picture,
  state: DrawnState,
  steps: ReturnType<typeof stepsBetween>,
): void {
  const { atoms, bonds, places } = state.structure;
  if (steps.isNew) layers.changed();
  if (steps.builds) {
    models.build({ atoms, bonds, places, painter: painterOf(state), hidden: hiddenAtoms(state) });
  }
  if (steps.styles) paint(engine, models, state);
  if (steps.restyles) layers.styled();
}

/** Pictures of a viewer: one for all that is asked for at once, since each costs the whole of it. */
function pictures(viewer: GLViewer, isOpen: () => boolean) {
  let asked = false;
  const draw = () => {
    asked = false;
    if (isOpen()) viewer.render();
  };
  const ask = () => {
    if (asked) return;
    asked = true;
    queueMicrotask(() => {
      if (asked) draw();
    });
  };
  return { ask, draw };
}

/** Where each atom is on the canvas, x and y in pixels; NaN for those that are hidden (null: all). */
function projectionsOf(viewer: GLViewer, specs: DrawnModels['specs'], hidden: ReadonlySet<number> | null) {
  const places = new Float64Array(2 * specs.length).fill(Number.NaN);
  if (!hidden) return places;
  for (const [index, { x, y }] of onCanvas(viewer, specs).entries())
    if (!hidden.has(index)) places.set([x, y], 2 * index);
  return places;
}

/**
 * Lets atoms be clicked while they rest: shapes to be clicked are made anew with every picture, which costs many atoms their pace.
 * @param redraw draws them all anew
 */
function picksAtRest(models: DrawnModels, redraw: () => void) {
  let resting: ReturnType<typeof setTimeout> | undefined;
  return {
    end: () => clearTimeout(resting),
    pause() {
      clearTimeout(resting);
      models.setPickable(false);
      resting = setTimeout(() => {
        models.setPickable(true);
        redraw();
      }, restAfter);
    },
  };
}

/** Turning and zooming, which leave what is drawn as it is. */
function movements(viewer: GLViewer, turning: ReturnType<typeof turningOf>, isClosed: () => boolean) {
  return {
    setSpin(spinning: boolean) {
      if (isClosed()) return;
      if (spinning) turning.start();
      else turning.stop();
    },
    rotate(horizontal: number, vertical: number) {
      if (isClosed()) return;
      if (horizontal !== 0) viewer.rotate(horizontal, 'vy');
      if (vertical !== 0) viewer.rotate(vertical, 'vx');
    },
    zoom(factor: number) {
      if (!isClosed()) viewer.zoom(factor);
    },
  };
}

/** Gives the atoms their forms and colours; what is selected is marked unless a painter does that. */
function paint(engine: Engine, models: DrawnModels, state: DrawnState): void {
  const { carbon, carbonHydrogen, colours: own, drawing, selected } = state;
  const colours = own ? { prop: 'index' as const, map: own } : elementColours(engine, carbon);
  const hidden = hiddenAtoms(state);
  const key = `${carbon} ${carbonHydrogen} ${own ? own.join() : ''}`;
  if (models.paint({ colours, key, hidden })) return;
  models.style(drawingStyle(drawing, colours));
  const marked = {
    stick: { radius: stickRadius, colorscheme: colours },
    sphere: { scale: 0.34, color: selectionColour },
  };
  models.style(marked, selected);
  models.style({}, hidden);
}
