import { type Transform, transformed } from '@cuvette/core/chemistry';
import type { Camera } from '@cuvette/core/session';

type Quaternion = [number, number, number, number];

/** How the engine keeps a view: a shift of the model, the depth at which it turns, the rotation (x, y, z, w). */
export type EngineView = readonly number[];

/** Position of the engine's camera on the axis of view (3Dmol 2.5.5, pinned). */
const engineDepth = 150;

/**
 * A view of the engine in the structure's own coordinates.
 * @param motion what brings the structure to where it is drawn
 * @param scale how much nearer the eye is than where the height of the picture alone would decide
 */
export function cameraOf(view: EngineView, motion: Transform, scale: number): Camera {
  const [x = 0, y = 0, z = 0, depth = 0, qx = 0, qy = 0, qz = 0, qw = 1] = view;
  const centre = transformed(inverse(motion), [-x, -y, -z]);
  return {
    centre: centre.map((value) => round(value, 3)) as Camera['centre'],
    rotation: product([qx, qy, qz, qw], quaternionOf(motion)).map((part) => round(part, 4)) as Camera['rotation'],
    distance: round((engineDepth - depth) * scale, 2),
  };
}

/** The engine's view for a camera; the inverse of `cameraOf`. */
export function engineView(camera: Camera, motion: Transform, scale: number): number[] {
  const [x, y, z] = transformed(motion, camera.centre);
  const [qx, qy, qz, qw] = quaternionOf(motion);
  const turn = product(camera.rotation, [-qx, -qy, -qz, qw]);
  const length = Math.hypot(...turn);
  return [-x, -y, -z, engineDepth - camera.distance / scale, ...turn.map((part) => part / length)];
}

/** The motion back. */
function inverse({ rotation, translation }: Transform): Transform {
  const turned = [0, 1, 2].map((column) => rotation.map((row) => row[column] as number)) as Transform['rotation'];
  const [x, y, z] = transformed({ rotation: turned, translation: [0, 0, 0] }, translation);
  return { rotation: turned, translation: [-x, -y, -z] };
}

/** The rotation of a motion as a unit quaternion x, y, z, w with w ≥ 0 (Shepperd, J. Guidance Control 1978, 1, 223: divided by the largest part). */
function quaternionOf({ rotation: [[a, b, c], [d, e, f], [g, h, i]] }: Transform): Quaternion {
  const squares = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i];
  const largest = squares.indexOf(Math.max(...squares));
  const root = 2 * Math.sqrt(squares[largest] as number);
  const parts: Quaternion[] = [
    [root / 4, (b + d) / root, (c + g) / root, (h - f) / root],
    [(b + d) / root, root / 4, (f + h) / root, (c - g) / root],
    [(c + g) / root, (f + h) / root, root / 4, (d - b) / root],
    [(h - f) / root, (c - g) / root, (d - b) / root, root / 4],
  ];
  return parts[largest] as Quaternion;
}

/** Two rotations after one another: the second one first. */
function product([a, b, c, d]: readonly [number, number, number, number], [x, y, z, w]: Quaternion): Quaternion {
  return [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits || 0;
}
