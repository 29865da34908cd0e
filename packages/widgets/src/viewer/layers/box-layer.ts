import { transformed, type Vector3 } from '@cuvette/core/chemistry';
import type { GLShape } from '3dmol';
import { onCanvas } from '../camera/fit.ts';
import type { Layer, Scene } from '../layer.ts';
import { afterEachPicture } from './drawn-views.ts';

/** A box along the axes of the structure's own coordinates: its centre and its edges, Å. */
type DrawnBox = readonly [Vector3, Vector3];

export interface BoxLayer extends Layer {
  /** Draws a box; null takes it away. */
  set: (box: DrawnBox | null) => void;
  /** Where points of the structure's own coordinates are in the picture, in pixels from the canvas's upper left corner. */
  project: (points: readonly Vector3[]) => { x: number; y: number }[];
}

const colour = '#d08700';
const radius = 0.12;
const signs = [-1, 1] as const;
const corners = signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Vector3 => [x, y, z])));
/** Pairs of corners that differ in one direction. */
const edges = corners.flatMap((from, index) =>
  corners
    .slice(index + 1)
    .filter((to) => from.filter((value, axis) => value !== to[axis]).length === 1)
    .map((to) => [from, to] as const),
);

/**
 * The twelve edges of a box that is laid over the structure. Calls `onView` whenever the picture was drawn from elsewhere.
 */
export function boxLayer(scene: Scene, onView: () => void): BoxLayer {
  const { viewer } = scene;
  let box: DrawnBox | null = null;
  let shape: GLShape | null = null;
  const place = (point: Vector3) => {
    const [x, y, z] = transformed(scene.motion(), point);
    return { x, y, z };
  };
  const cornerOf = ([centre, size]: DrawnBox, corner: Vector3) =>
    place(centre.map((value, axis) => value + ((corner[axis] ?? 0) * (size[axis] ?? 0)) / 2) as Vector3);
  const draw = () => {
    if (shape) viewer.removeShape(shape);
    shape = null;
    if (!box) return;
    shape = viewer.addShape({ color: colour });
    for (const [from, to] of edges) {
      shape.addCylinder({
        start: cornerOf(box, from),
        end: cornerOf(box, to),
        radius,
        fromCap: 2,
        toCap: 2,
      });
    }
  };
  const leave = afterEachPicture(viewer, onView);
  return {
    set(next) {
      box = next;
      draw();
      scene.render();
    },
    project: (points) => onCanvas(viewer, points.map(place)),
    changed: draw,
    dispose() {
      leave();
      if (shape) viewer.removeShape(shape);
    },
  };
}
