import type { GLShape } from '3dmol';
import type { Layer, Scene } from '../layer.ts';
import { flatPositions, moved } from '../overlay/align.ts';

export interface ArrowLayer extends Layer {
  /** Draws an arrow from each atom's own place along its displacement (x, y, z per atom, Å); short ones are left out. Null takes them away. */
  set: (displacements: ArrayLike<number> | null) => void;
}

/** Between the accents of both themes. */
const colour = '#1f9e8f';
/** Shorter arrows (Å) would be hidden in their atoms. */
const shortest = 0.08;
/** Arrows begin in their atom's middle: this much (Å) is added so that they come out of its ball. */
const beyondBall = 0.35;

/** Arrows on atoms: where a vibration takes them. They stay at the structure's rest while the atoms move. */
export function arrowLayer(scene: Scene): ArrowLayer {
  const { viewer } = scene;
  let displacements: ArrayLike<number> | null = null;
  let shape: GLShape | null = null;

  const clear = () => {
    if (shape) viewer.removeShape(shape);
    shape = null;
  };
  const draw = () => {
    clear();
    const atoms = scene.atoms();
    if (!displacements || displacements.length !== 3 * atoms.length) return;
    const hidden = scene.hidden();
    const motion = scene.motion();
    const places = moved(flatPositions(atoms), motion);
    const turned = moved(displacements, { rotation: motion.rotation, translation: [0, 0, 0] });
    shape = viewer.addShape({ color: colour });
    for (let atom = 0; atom < atoms.length; atom++) {
      const [x = 0, y = 0, z = 0] = turned.subarray(3 * atom, 3 * atom + 3);
      const length = Math.hypot(x, y, z);
      if (length < shortest || hidden.has(atom)) continue;
      const [px = 0, py = 0, pz = 0] = places.subarray(3 * atom, 3 * atom + 3);
      const stretch = (length + beyondBall) / length;
      shape.addArrow({
        start: { x: px, y: py, z: pz },
        end: { x: px + stretch * x, y: py + stretch * y, z: pz + stretch * z },
        radius: 0.05,
        radiusRatio: 2.2,
        mid: Math.max(0.4, 1 - 0.25 / (length + beyondBall)),
      });
    }
  };
  return {
    set(next) {
      displacements = next;
      draw();
      scene.render();
    },
    changed: draw,
    styled: draw,
    dispose: clear,
  };
}
