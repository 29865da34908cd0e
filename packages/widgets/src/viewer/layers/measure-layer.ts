import type { Vector3 } from '@cuvette/core/chemistry';
import type { GLShape } from '3dmol';
import { stickRadius } from '../drawing/drawing-style.ts';
import type { Point } from '../engine-inside.ts';
import type { Layer, Scene } from '../layer.ts';
import { measured } from '../measurements/measure.ts';
import { writings } from './engine-labels.ts';

export interface MeasureLayer extends Layer {
  /** Draws these measurements (two, three or four atoms each); `write` makes the text from the value. */
  set: (measurements: readonly (readonly number[])[], write: (value: number, atoms: number) => string) => void;
}

/** Between the accents of both themes. */
const lineColour = '#1f9e8f';
const lineRadius = 0.035;
/** Along a bond the line would be hidden in it: there it is thicker than the bond, as bands around it. */
const bandRadius = 1.3 * stickRadius;
const dash = 0.14;

/** Kept measurements: dashed lines along their atoms and the value beside them, both following the moving atoms. */
export function measureLayer(scene: Scene): MeasureLayer {
  const { viewer } = scene;
  const written = writings(viewer, 'center');
  let measurements: readonly (readonly number[])[] = [];
  let write = (value: number, _atoms: number) => String(value);
  let shape: GLShape | null = null;
  /** For each drawn measurement: whether the line from each atom but the first runs along a bond. */
  let banded: readonly (readonly boolean[])[] = [];

  /** Keeps the measurements whose atoms are all there. */
  const present = () => {
    const count = scene.positions().length / 3;
    return measurements.filter((atoms) => atoms.every((atom) => atom < count));
  };
  const drawn = () => {
    const positions = scene.positions();
    return present().map((atoms) => atoms.map((atom) => [...positions.subarray(3 * atom, 3 * atom + 3)] as Vector3));
  };
  const findBonds = () => {
    const all = present();
    const bonds = all.length === 0 || scene.look().drawing === 'line' ? [] : scene.bonds();
    const isBond = (first: number | undefined, second: number) =>
      bonds.some(([a, b]) => (a === first && b === second) || (a === second && b === first));
    banded = all.map((atoms) => atoms.slice(1).map((atom, index) => isBond(atoms[index], atom)));
  };
  const lines = (all: readonly Vector3[][]) => {
    if (shape) viewer.removeShape(shape);
    shape = null;
    if (all.length === 0) return;
    shape = viewer.addShape({ color: lineColour });
    for (const [place, points] of all.entries()) {
      for (const [index, end] of points.slice(1).entries()) {
        shape.addDashedCylinder({
          start: pointOf(points[index] as Vector3),
          end: pointOf(end),
          radius: banded[place]?.[index] ? bandRadius : lineRadius,
          dashLength: dash,
          gapLength: dash,
        });
      }
    }
  };
  const draw = () => {
    written.clear();
    findBonds();
    const all = drawn();
    lines(all);
    for (const points of all) written.add(write(measured(points), points.length), middle(points));
  };
  return {
    set(next, writer) {
      measurements = next;
      write = writer;
      draw();
      scene.render();
    },
    changed: draw,
    styled() {
      findBonds();
      lines(drawn());
    },
    moved() {
      const all = drawn();
      if (all.length === 0) return;
      lines(all);
      for (const [index, points] of all.entries()) {
        written.write(index, write(measured(points), points.length));
        written.move(index, middle(points));
      }
    },
    dispose() {
      written.clear();
      if (shape) viewer.removeShape(shape);
    },
  };
}

const pointOf = ([x, y, z]: Vector3): Point => ({ x, y, z });

/** Place of the value: the middle of the bond that a dihedral turns about, of an angle's corners, of a distance. */
function middle(points: readonly Vector3[]): Point {
  const about = points.length === 4 ? points.slice(1, 3) : points;
  const mean = (axis: number) => about.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / about.length;
  return { x: mean(0), y: mean(1), z: mean(2) };
}
