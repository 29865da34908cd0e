import type { ValueRange } from '@cuvette/core/tables';
import { scaleAt } from '@cuvette/core/tables';
import type { GLShape } from '3dmol';
import { addMeshShape, removeMeshShape } from '../drawing/mesh-shape.ts';
import type { Layer, Scene } from '../layer.ts';
import { flatPositions, moved } from '../overlay/align.ts';
import type { Lobe, SurfacePart } from '../surfaces/surface-work.ts';

interface DrawnSurface {
  lobes: readonly Lobe[];
  /** Range of the values that colour the surface; null for one colour a sign. */
  range: ValueRange | null;
  /** 0 to 1. */
  opacity: number;
  wireframe: boolean;
  /** It stays while the atoms move: they swing about the structure that it belongs to. */
  stays: boolean;
  /** Hears whether atoms have left the structure that the surface belongs to, and the surface with them. */
  onAway?: (away: boolean) => void;
}

export interface SurfaceLayer extends Layer {
  /** Draws a surface of the structure that is shown now, in place of the one before; null takes it away. */
  set: (surface: DrawnSurface | null) => void;
}

/** How far (Å) an atom may be from where the grid had it. */
const farthest = 0.05;

/** Blue and orange are told apart by every common kind of colour blindness, and stand out from light and dark pages. */
const lobeColours = { positive: [47, 111, 208], negative: [224, 123, 26] } as const;

/** An isosurface beside the structure, turned with it. */
export function surfaceLayer(scene: Scene): SurfaceLayer {
  const { viewer } = scene;
  let surface: DrawnSurface | null = null;
  let drawnFor: unknown = null;
  let shapes: GLShape[] = [];
  let home: ArrayLike<number> = [];
  let away = false;

  const isAway = () => {
    if (!surface || surface.stays) return false;
    const now = scene.positions();
    return now.some((value, at) => Math.abs(value - (home[at] ?? value)) > farthest);
  };
  const look = () => {
    away = isAway();
    surface?.onAway?.(away);
  };

  const clear = () => {
    for (const shape of shapes) removeMeshShape(viewer, shape);
    shapes = [];
  };
  const draw = () => {
    clear();
    drawnFor = scene.atoms();
    if (!surface || away) return;
    const { lobes, range, opacity, wireframe } = surface;
    const { rotation, translation } = scene.motion();
    for (const { sign, parts } of lobes) {
      if (parts.length === 0) continue;
      const meshes = parts.map((part) => ({
        positions: new Float32Array(moved(part.positions, { rotation, translation })),
        normals: new Float32Array(moved(part.normals, { rotation, translation: [0, 0, 0] })),
        colours: coloursOf(part, sign, range),
        indices: part.indices,
      }));
      // The engine multiplies by the opacity twice.
      shapes.push(addMeshShape(viewer, { opacity: Math.sqrt(opacity), wireframe }, meshes));
    }
  };
  const settle = () => {
    home = moved(flatPositions(scene.atoms()), scene.motion());
    look();
    draw();
  };
  return {
    set(next) {
      surface = next;
      settle();
      scene.render();
    },
    changed() {
      // Another structure has other surfaces: its own come with `set`.
      if (scene.atoms() !== drawnFor) surface = null;
      settle();
    },
    moved() {
      const before = away;
      look();
      if (away !== before) draw();
    },
    dispose: clear,
  };
}

/** Colours of the vertices, 0 to 1 each for red, green and blue. */
function coloursOf({ positions, values }: SurfacePart, sign: 1 | -1, range: ValueRange | null): Float32Array {
  const colours = new Float32Array(positions.length);
  if (values && range) {
    const [low, high] = range;
    const scale = Array.from({ length: 256 }, (_, step) => scaleAt('signed', step / 255).map((each) => each / 255));
    for (let vertex = 0; vertex < values.length; vertex++) {
      const place = high > low ? ((values[vertex] as number) - low) / (high - low) : 0.5;
      const step = Number.isNaN(place) ? 128 : Math.round(255 * Math.min(1, Math.max(0, place)));
      colours.set(scale[step] as number[], 3 * vertex);
    }
    return colours;
  }
  const own = (sign === 1 ? lobeColours.positive : lobeColours.negative).map((each) => each / 255);
  for (let at = 0; at < colours.length; at++) colours[at] = own[at % 3] as number;
  return colours;
}
