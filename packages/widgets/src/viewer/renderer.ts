import { type AlignmentMode, bondsOf, identityTransform } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import type { Camera, Drawing } from '@cuvette/core/session';
import type { AtomSpec, GLViewer } from '3dmol';
import { turningOf } from './camera/auto-rotation.ts';
import { cameraOf, engineView } from './camera/camera.ts';
import { drawingStyle, elementColours, stickRadius } from './drawing/drawing-style.ts';
import { drawnModels } from './drawing/drawn-models.ts';
import { loadEngine } from './engine.ts';
import type { Bond, Layer, Painter, Scene } from './layer.ts';
import { type OpenOptions, openViewer } from './open-viewer.ts';
import { alignment, facing, flatPositions, moved, movedAtoms } from './overlay/align.ts';

export interface RendererOptions extends OpenOptions {
  /** CSS colour of carbon; it follows the theme. */
  carbon: string;
}

export interface ShowOptions {
  frame: boolean;
  bonds?: readonly Bond[] | null;
  alignment?: AlignmentMode;
  /** What a painter will draw the atoms in (`Painter.host`): nothing is drawn before `setPainter`. What has the same host as before stands where it stood. */
  host?: object | null;
  /** Called once, when the structure is in the picture. */
  onDrawn?: () => void;
}

/** Draws structures into one box. Knows atoms and pixels; nothing of React, items or sessions. */
export interface Renderer {
  /**
   * Shows other atoms in place, laid over the ones that were framed last (another conformer stands where the first stood). The
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

/** Opens a renderer in a positioned box of non-zero size. `onPick` hears the index (0-based) of a clicked atom. */
export async function createRenderer(
  box: HTMLElement,
  options: RendererOptions,
  onPick: (atom: number) => void,
): Promise<Renderer> {
  const engine = await loadEngine();
  const { viewer, close } = openViewer(engine, box, options, () => restored());
  const layers = new Set<Layer>();
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  const turning = turningOf(viewer, () => reduced.matches);
  const models = drawnModels(viewer, onPick);
  let atoms: readonly Atom[] = [];
  let carbon = options.carbon;
  let carbonHydrogen = true;
  let ownColours: readonly string[] | null = null;
  let selected: readonly number[] = [];
  let bonds: readonly Bond[] = [];
  let drawing: Drawing = 'ball-and-stick';
  let reference: readonly Atom[] = [];
  let motion = identityTransform;
  /** Where the atoms are drawn: x, y, z each, Å. */
  let places: Float64Array = new Float64Array(0);
  let host: object | null = null;
  let disposed = false;
  let given: Painter | null = null;
  /** The structure is to fill the picture when it is drawn. */
  let framing = false;
  /** All was asked for, not only what a painter looks at. */
  let whole = false;
  /** A structure whose painter has not come yet. */
  let awaited: Pick<ShowOptions, 'onDrawn'> | null = null;
  const painter = () => (given?.atoms === atoms ? given : null);

  let asked = false;
  const draw = () => {
    asked = false;
    if (!disposed) viewer.render();
  };
  /** One picture for all that is asked for at once: each costs the whole of it. */
  const ask = () => {
    if (asked) return;
    asked = true;
    queueMicrotask(() => {
      if (asked) draw();
    });
  };

  const fill = () => {
    const focus = whole ? null : painter()?.focus;
    withoutPictures(viewer, () => {
      if (focus) {
        const chosen = new Set(focus);
        // Layers draw models of their own, whose atoms have places too: those that a painter knows have a residue.
        const where = ({ resn, serial = -1 }: AtomSpec) => resn !== undefined && chosen.has(serial);
        viewer.zoomTo({ predicate: where } as never);
      } else viewer.zoomTo();
      viewer.zoom(fitScale(viewer));
    });
  };

  const hiddenAtoms = () => new Set(carbonHydrogen ? [] : carbonHydrogens(atoms, bonds));

  const style = () => {
    if (awaited) return;
    const colours = ownColours ? { prop: 'index' as const, map: ownColours } : elementColours(engine, carbon);
    const hidden = hiddenAtoms();
    const key = `${carbon} ${carbonHydrogen} ${ownColours ? ownColours.join() : ''}`;
    if (models.paint({ colours, key, hidden })) return;
    models.style(drawingStyle(drawing, colours));
    const marked = {
      stick: { radius: stickRadius, colorscheme: colours },
      sphere: { scale: 0.34, color: selectionColour },
    };
    models.style(marked, selected);
    models.style({}, hidden);
  };

  const styled = () => {
    style();
    for (const layer of layers) layer.styled?.();
    ask();
  };

  const build = () => {
    models.build({ atoms, bonds, places, painter: painter(), hidden: hiddenAtoms() });
    style();
  };

  const scene: Scene = {
    engine,
    viewer,
    atoms: () => atoms,
    bonds: () => bonds,
    hidden: hiddenAtoms,
    positions: () => places.slice(),
    motion: () => motion,
    look: () => ({ drawing, carbon, carbonHydrogen }),
    render: ask,
  };

  let resting: ReturnType<typeof setTimeout> | undefined;
  const redraw = () => {
    if (disposed || models.specs.length === 0) return;
    models.renew();
    viewer.render();
  };

  const restored = () => {
    for (const layer of layers) layer.changed?.();
    redraw();
  };

  const place = (positions: ArrayLike<number>) => {
    if (disposed || atoms.length === 0) return;
    for (let at = 0; at < places.length; at++) places[at] = positions[at] ?? (places[at] as number);
    if (awaited) return;
    if (atoms.length > stillPickedAtoms) {
      // Shapes to be clicked are made anew with every picture, which costs many atoms their pace: they come when the motion rests.
      clearTimeout(resting);
      models.setPickable(false);
      resting = setTimeout(() => {
        models.setPickable(true);
        redraw();
      }, restAfter);
    }
    models.place(places);
    for (const layer of layers) layer.moved?.();
    viewer.render();
  };

  /** The structure comes into the picture. */
  const enter = ({ onDrawn }: Pick<ShowOptions, 'onDrawn'>) => {
    awaited = null;
    build();
    // Who hears of a new structure may look at its picture at once.
    if (framing) {
      fill();
      draw();
    } else ask();
    framing = false;
    onDrawn?.();
  };

  return {
    show(next, { frame, bonds: given, alignment: mode, host: nextHost = null, onDrawn }) {
      if (disposed) return;
      const first = atoms.length === 0;
      const stays = nextHost !== null && nextHost === host;
      atoms = next;
      host = nextHost;
      bonds = given ?? bondsOf(next);
      selected = selected.filter((index) => index < next.length);
      if (frame || first) {
        motion = facing(next);
        reference = movedAtoms(next, motion);
      } else if (!stays) {
        motion = alignment(next, reference, mode);
      }
      places = moved(flatPositions(next), motion);
      framing = frame || first;
      if (framing) whole = false;
      const waits = host !== null && painter() === null;
      if (waits) awaited = { ...(onDrawn && { onDrawn }) };
      for (const layer of layers) layer.changed?.();
      if (!waits) enter({ ...(onDrawn && { onDrawn }) });
    },
    setPositions: (positions) => place(moved(positions, motion)),
    setDrawing(next) {
      if (disposed || next === drawing) return;
      drawing = next;
      styled();
    },
    setCarbonColour(colour) {
      if (disposed || colour === carbon) return;
      carbon = colour;
      styled();
    },
    setColours(next) {
      if (disposed || next === ownColours) return;
      ownColours = next;
      style();
      ask();
    },
    setCarbonHydrogenShown(shown) {
      if (disposed || shown === carbonHydrogen) return;
      carbonHydrogen = shown;
      if (!awaited) build();
      for (const layer of layers) layer.styled?.();
      ask();
    },
    setPainter(next) {
      if (disposed) return;
      const before = painter();
      given = next;
      // What waits is drawn when its own painter comes, or none will.
      if (awaited) {
        if (!next || painter()) enter(awaited);
      } else if (before !== painter()) {
        build();
        for (const layer of layers) layer.styled?.();
        ask();
      }
    },
    select(next) {
      if (disposed || sameList(next, selected)) return;
      selected = [...next];
      if (painter() || awaited) return;
      style();
      ask();
    },
    setSpin(spinning) {
      if (disposed) return;
      if (spinning) turning.start();
      else turning.stop();
    },
    rotate(horizontal, vertical) {
      if (disposed) return;
      if (horizontal !== 0) viewer.rotate(horizontal, 'vy');
      if (vertical !== 0) viewer.rotate(vertical, 'vx');
    },
    zoom(factor) {
      if (!disposed) viewer.zoom(factor);
    },
    camera: () => cameraOf(viewer.getView() as number[], motion, fitScale(viewer)),
    setCamera(camera) {
      if (disposed) return;
      framing = false;
      viewer.setView(engineView(camera, motion, fitScale(viewer)));
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
      whole = true;
      fill();
      viewer.render();
    },
    add(make) {
      const layer = make(scene);
      const dispose = layer.dispose;
      layer.dispose = () => {
        if (!layers.delete(layer)) return;
        dispose();
        ask();
      };
      layers.add(layer);
      ask();
      return layer;
    },
    projections() {
      const places = new Float64Array(2 * models.specs.length).fill(Number.NaN);
      if (disposed || atoms.length === 0) return places;
      const hidden = hiddenAtoms();
      const { left, top } = viewer.getCanvas().getBoundingClientRect();
      const { clientLeft, clientTop } = document.documentElement;
      const points = viewer.modelToScreen(models.specs as never) as unknown as { x: number; y: number }[];
      points.forEach(({ x, y }, index) => {
        if (hidden.has(index)) return;
        places[2 * index] = x - left - window.scrollX + clientLeft;
        places[2 * index + 1] = y - top - window.scrollY + clientTop;
      });
      return places;
    },
    screenPosition(index) {
      const atom = models.specs[index];
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
      turning.stop();
      clearTimeout(resting);
      for (const layer of layers) layer.dispose();
      models.clear();
      close();
      atoms = [];
    },
  };
}

/** Moves the view without the picture that the engine makes of each step. */
function withoutPictures(viewer: GLViewer, work: () => void): void {
  (viewer as unknown as { show: () => void }).show = () => {};
  try {
    work();
  } finally {
    Reflect.deleteProperty(viewer, 'show');
  }
}

/** 3Dmol fits the height only: in a box that is not much wider than high a long molecule would be cut off at the sides. */
function fitScale(viewer: GLViewer): number {
  const { clientWidth, clientHeight } = viewer.getCanvas();
  const ratio = clientHeight > 0 ? clientWidth / clientHeight : 1;
  return Math.min(1.25, Math.max(0.3, 0.88 * ratio));
}

function carbonHydrogens(atoms: readonly Atom[], bonds: readonly Bond[]): number[] {
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
