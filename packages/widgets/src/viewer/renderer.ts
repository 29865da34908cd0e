import { type AlignmentMode, bondsOf, identityTransform, symbolOf } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import type { Camera, Drawing } from '@cuvette/core/session';
import type { AtomSpec, GLModel, GLViewer } from '3dmol';
import { turningOf } from './camera/auto-rotation.ts';
import { cameraOf, engineView } from './camera/camera.ts';
import { drawingStyle, elementColours, stickRadius } from './drawing/drawing-style.ts';
import { loadEngine } from './engine.ts';
import type { Bond, Layer, Painter, Scene } from './layer.ts';
import { type OpenOptions, openViewer } from './open-viewer.ts';
import { alignment, facing, flatPositions, moved, movedAtoms } from './overlay/align.ts';

export interface RendererOptions extends OpenOptions {
  /** CSS colour of carbon; it follows the theme. */
  carbon: string;
}

/** Draws structures into one box. Knows atoms and pixels; nothing of React, items or sessions. */
export interface Renderer {
  /**
   * Shows other atoms in place, laid over the ones that were framed last (another conformer stands where the first stood). The
   * direction of view and the zoom stay, unless `frame` asks to fit the structure. Bonds (pairs of atoms, 0-based) are perceived where none are given.
   */
  show(
    atoms: readonly Atom[],
    options: { frame: boolean; bonds?: readonly Bond[] | null; alignment?: AlignmentMode },
  ): void;
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

/** What the engine keeps to itself but must be reached for drawing frames (3Dmol 2.5.5, pinned). */
interface OpenedModel {
  molObj: unknown;
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
  let model: GLModel | null = null;
  let drawn: AtomSpec[] = [];
  let atoms: readonly Atom[] = [];
  let carbon = options.carbon;
  let carbonHydrogen = true;
  let ownColours: readonly string[] | null = null;
  let selected: readonly number[] = [];
  let bonds: readonly Bond[] = [];
  let drawing: Drawing = 'ball-and-stick';
  let reference: readonly Atom[] = [];
  let motion = identityTransform;
  let disposed = false;
  let given: Painter | null = null;
  /** The structure came to fill the picture, and what draws it has not come yet. */
  let framing = false;
  /** All was asked for, not only what a painter looks at. */
  let whole = false;
  const painter = () => (given?.atoms === atoms ? given : null);

  const fill = () => {
    const focus = whole ? null : painter()?.focus;
    if (focus) {
      const chosen = new Set(focus);
      // Layers draw models of their own, whose atoms have places too: those that a painter knows have a residue.
      const where = ({ resn, index = -1 }: AtomSpec) => resn !== undefined && chosen.has(index);
      viewer.zoomTo({ predicate: where } as never);
    } else viewer.zoomTo();
    viewer.zoom(fitScale(viewer));
  };

  const hiddenAtoms = () => new Set(carbonHydrogen ? [] : carbonHydrogens(atoms, bonds));

  const style = () => {
    if (!model) return;
    const colours = ownColours ? { prop: 'index' as const, map: ownColours } : elementColours(engine, carbon);
    const own = painter();
    if (own) own.paint(model, colours);
    else model.setStyle({}, drawingStyle(drawing, colours) as never);
    if (selected.length > 0 && !own) {
      model.setStyle(
        { index: [...selected] } as never,
        {
          stick: { radius: stickRadius, colorscheme: colours },
          sphere: { scale: 0.34, color: selectionColour },
        } as never,
      );
    }
    const hidden = [...hiddenAtoms()];
    if (hidden.length > 0) model.setStyle({ index: hidden } as never, {});
  };

  const styled = () => {
    style();
    for (const layer of layers) layer.styled?.();
    viewer.render();
  };

  const build = () => {
    // Its own model only: layers draw models of theirs.
    if (model) viewer.removeModel(model);
    drawn = [];
    model = null;
    if (atoms.length === 0) return;
    const hidden = hiddenAtoms();
    const neighbours = atoms.map((): number[] => []);
    const orders = atoms.map((): number[] => []);
    for (const [a, b, order = 1] of bonds) {
      if (hidden.has(a) || hidden.has(b)) continue;
      neighbours[a]?.push(b);
      neighbours[b]?.push(a);
      orders[a]?.push(order);
      orders[b]?.push(order);
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
        bondOrder: orders[index] ?? [],
        properties: {},
        ...painter()?.spec(index),
      })),
    );
    drawn = model.selectedAtoms({});
    style();
    model.setClickable({}, true, ((atom: AtomSpec) => onPick(atom.index ?? 0)) as never);
  };

  const scene: Scene = {
    engine,
    viewer,
    atoms: () => atoms,
    bonds: () => bonds,
    hidden: hiddenAtoms,
    positions: () => Float64Array.from(drawn.flatMap(({ x = 0, y = 0, z = 0 }) => [x, y, z])),
    motion: () => motion,
    look: () => ({ drawing, carbon, carbonHydrogen }),
    render: () => {
      if (!disposed) viewer.render();
    },
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

  const restored = () => {
    for (const layer of layers) layer.changed?.();
    redraw();
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
    for (const layer of layers) layer.moved?.();
    redraw();
  };

  return {
    show(next, { frame, bonds: given, alignment: mode }) {
      if (disposed) return;
      const first = drawn.length === 0;
      atoms = next;
      bonds = given ?? bondsOf(next);
      selected = selected.filter((index) => index < next.length);
      if (frame || first) {
        motion = facing(next);
        reference = movedAtoms(next, motion);
      } else {
        motion = alignment(next, reference, mode);
      }
      build();
      for (const layer of layers) layer.changed?.();
      framing = frame || first;
      if (framing) {
        whole = false;
        fill();
      }
      viewer.render();
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
      viewer.render();
    },
    setCarbonHydrogenShown(shown) {
      if (disposed || shown === carbonHydrogen) return;
      carbonHydrogen = shown;
      const positions = scene.positions();
      build();
      for (const layer of layers) layer.styled?.();
      place(positions);
    },
    setPainter(next) {
      if (disposed || next === given) return;
      const rebuilt = given?.atoms !== next?.atoms;
      given = next;
      if (!rebuilt) return styled();
      const positions = scene.positions();
      build();
      if (framing && next?.focus) fill();
      framing = false;
      place(positions);
    },
    select(next) {
      if (disposed || sameList(next, selected)) return;
      selected = [...next];
      if (painter()) return;
      style();
      viewer.render();
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
        if (!disposed) viewer.render();
      };
      layers.add(layer);
      viewer.render();
      return layer;
    },
    projections() {
      const places = new Float64Array(2 * drawn.length).fill(Number.NaN);
      if (disposed || drawn.length === 0) return places;
      const hidden = hiddenAtoms();
      const { left, top } = viewer.getCanvas().getBoundingClientRect();
      const { clientLeft, clientTop } = document.documentElement;
      const points = viewer.modelToScreen(drawn as never) as unknown as { x: number; y: number }[];
      points.forEach(({ x, y }, index) => {
        if (hidden.has(index)) return;
        places[2 * index] = x - left - window.scrollX + clientLeft;
        places[2 * index + 1] = y - top - window.scrollY + clientTop;
      });
      return places;
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
      turning.stop();
      clearTimeout(resting);
      for (const layer of layers) layer.dispose();
      close();
      model = null;
      drawn = [];
      atoms = [];
    },
  };
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
