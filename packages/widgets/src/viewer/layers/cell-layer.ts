import {
  type AtomImage,
  adjacentImages,
  cellCorners,
  cellEdges,
  closestImages,
  type Lattice,
  latticePoint,
  type Vector3,
} from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import type { AtomSpec, GLModel, GLShape, Label } from '3dmol';
import { drawAnew } from '../drawing/draw-anew.ts';
import { drawingStyle, elementColours } from '../drawing/drawing-style.ts';
import type { Layer, Scene } from '../layer.ts';
import { type AtomCopy, copiesOf } from './cell-copies.ts';

/** What is drawn of a periodic structure beside its own atoms. */
export interface CellContent {
  cell: Lattice;
  /** Copies in the cells around. */
  adjacent: boolean;
  /** Copies that complete the one cell. */
  closest: boolean;
}

export interface CellLayer extends Layer {
  /** Draws a cell for the structure that is shown now; null takes it away. */
  set: (content: CellContent | null) => void;
}

/** Colours of a, b and c, which their letters name as well. */
const axisColours = ['#c93c3c', '#2f8f46', '#3565c4'] as const;
const axisNames = ['a', 'b', 'c'] as const;
/** Copies are drawn thinner than the structure's own atoms (by this, in Å), so that one sees which of them can be selected. */
const copyRadius = 0.07;
/** Distance of a letter beyond its axis, in Å. */
const letterDistance = 0.7;

/** How the engine writes them; `bold` is missing in its types. */
const letterLook = { alignment: 'center', showBackground: false, fontSize: 16, bold: true, inFront: true } as const;

/** The box of a periodic structure with its axes, and copies of its atoms, bonded to it and to each other across the cells' borders. */
export function cellLayer(scene: Scene): CellLayer {
  const { viewer } = scene;
  let content: CellContent | null = null;
  let drawnFor: readonly Atom[] | null = null;
  let box: ReturnType<typeof drawBox> | null = null;
  let model: GLModel | null = null;
  let copies: (AtomCopy & { spec: AtomSpec })[] = [];

  const clear = () => {
    for (const shape of box?.shapes ?? []) viewer.removeShape(shape);
    for (const label of box?.labels ?? []) viewer.removeLabel(label);
    for (const each of [model, box?.corners]) if (each) viewer.removeModel(each);
    [box, model, copies] = [null, null, []];
  };

  /** A place counted in lattice vectors as a step in the picture: turned with the structure, not moved. */
  const step = (place: Vector3): Vector3 => {
    const { rotation } = scene.motion();
    const [x, y, z] = latticePoint((content as CellContent).cell, place);
    return rotation.map((row) => row[0] * x + row[1] * y + row[2] * z) as Vector3;
  };

  const drawCopies = (images: readonly AtomImage[]) => {
    if (images.length === 0) return;
    const made = copiesOf(scene, images, step);
    model = viewer.addModel();
    model.addAtoms(made.specs);
    copies = model.selectedAtoms({}).map((spec, local) => ({ spec, ...(made.copies[local] as AtomCopy) }));
    paint();
  };

  /** Copies in the form and colours of the structure. Its own atoms are here for their bonds alone. */
  const paint = () => {
    if (!model) return;
    const { drawing, carbon } = scene.look();
    const style = drawingStyle(drawing, elementColours(scene.engine, carbon), { radius: copyRadius });
    model.setStyle({}, style);
    const { sphere: _balls, ...bondsOnly } = style;
    model.setStyle({ properties: { own: true } }, bondsOnly);
  };

  const draw = () => {
    clear();
    drawnFor = scene.atoms();
    if (!content || drawnFor.length === 0) return;
    const { cell, adjacent, closest } = content;
    box = drawBox(scene, cell, step);
    const chosen = new Map<string, AtomImage>();
    for (const image of [
      ...(closest ? closestImages(drawnFor, cell) : []),
      ...(adjacent ? adjacentImages(drawnFor, cell) : []),
    ]) {
      chosen.set(`${image.atom}:${image.shift.join()}`, image);
    }
    drawCopies([...chosen.values()]);
  };

  return {
    set(next) {
      content = next;
      draw();
      scene.render();
    },
    changed() {
      // Another structure has another cell: its own comes with `set`.
      if (scene.atoms() !== drawnFor) content = null;
      draw();
    },
    styled: draw,
    moved() {
      if (!model) return;
      const own = scene.positions();
      for (const { spec, atom, offset } of copies) {
        spec.x = offset[0] + (own[3 * atom] ?? 0);
        spec.y = offset[1] + (own[3 * atom + 1] ?? 0);
        spec.z = offset[2] + (own[3 * atom + 2] ?? 0);
      }
      drawAnew(model);
    },
    dispose: clear,
  };
}

/** Draws the box with its axes. @param step a place counted in lattice vectors as a step in the picture */
function drawBox(scene: Scene, cell: Lattice, step: (place: Vector3) => Vector3) {
  const { viewer } = scene;
  const shapes: GLShape[] = [];
  const labels: Label[] = [];
  const longest = Math.max(...cell.lattice_vectors.map((vector) => Math.hypot(...vector)));
  const radius = Math.min(0.05, Math.max(0.015, longest / 250));
  const { translation } = scene.motion();
  const place = (corner: Vector3) => {
    const [x, y, z] = step(corner);
    return { x: x + translation[0], y: y + translation[1], z: z + translation[2] };
  };
  // The engine fills the picture with atoms: these are in the box's corners and are not drawn.
  const corners = viewer.addModel();
  corners.addAtoms(
    cellCorners.map((corner) => ({ elem: 'X', ...place(corner), bonds: [], bondOrder: [], properties: {} })),
  );
  corners.setStyle({}, {});
  cellEdges.forEach(([from, to], index) => {
    const [start, end] = [place(from), place(to)];
    if (Math.hypot(end.x - start.x, end.y - start.y, end.z - start.z) < 1e-6) return;
    const color = axisColours[index] ?? scene.look().carbon;
    const thickness = axisColours[index] ? 1.6 * radius : radius;
    shapes.push(viewer.addCylinder({ start, end, radius: thickness, fromCap: 2, toCap: 2, color }));
    const name = axisNames[index];
    if (!name) return;
    const look = { ...letterLook, position: beyond(start, end), fontColor: color };
    labels.push(viewer.addLabel(name, look, undefined, true));
  });
  return { shapes, labels, corners };
}

interface Point {
  x: number;
  y: number;
  z: number;
}

/** A place a little further than the end of an edge, where no atom's ball covers it. */
function beyond(start: Point, end: Point): Point {
  const along = [end.x - start.x, end.y - start.y, end.z - start.z];
  const factor = 1 + letterDistance / Math.hypot(...along);
  const [x = 0, y = 0, z = 0] = along.map((value) => value * factor);
  return { x: start.x + x, y: start.y + y, z: start.z + z };
}
