import type { Vector3 } from '@cuvette/core/chemistry';
import type { Mark } from '@cuvette/core/workflows';
import type { GLShape } from '3dmol';
import { stickRadius } from '../drawing/drawing-style.ts';
import type { Point } from '../engine-inside.ts';
import type { Layer, Scene } from '../layer.ts';
import { writings } from '../layers/engine-labels.ts';
import { moved } from '../overlay/align.ts';
import { onWhite } from './on-white.ts';

export interface MarkLayer extends Layer {
  /** Draws these in place of what was drawn. */
  set: (marks: readonly Mark[]) => void;
}

/** A marked bond is thicker (Å) than one that is not, and so hides it. */
const bondRadius = 1.6 * stickRadius;
const lineRadius = 0.05;

/** Bonds, badges, lines and spheres of a result on the structure that is shown. Those of atoms follow the atoms. */
export function markLayer(scene: Scene): MarkLayer {
  const { viewer } = scene;
  let marks: readonly Mark[] = [];
  let shapes: GLShape[] = [];
  const texts = writings(viewer, 'center', scene.render);

  const clear = () => {
    for (const shape of shapes) viewer.removeShape(shape);
    shapes = [];
    texts.clear();
  };
  const draw = () => {
    clear();
    if (marks.length === 0) return;
    const positions = scene.positions();
    const hidden = scene.hidden();
    const at = (atom: number): Point | null =>
      3 * atom + 2 < positions.length && !hidden.has(atom)
        ? { x: positions[3 * atom] ?? 0, y: positions[3 * atom + 1] ?? 0, z: positions[3 * atom + 2] ?? 0 }
        : null;
    const motion = scene.motion();
    const placed = (point: Vector3): Point => {
      const [x = 0, y = 0, z = 0] = moved(point, motion);
      return { x, y, z };
    };
    const shape = (colour: string, opacity: number) => {
      // The engine knows no `rgb()` with spaces.
      const made = viewer.addShape({ color: onWhite(colour, 1), opacity });
      shapes.push(made);
      return made;
    };
    for (const mark of marks) {
      if (mark.kind === 'bond') {
        const [start, end] = mark.atoms.map(at);
        if (!start || !end) continue;
        shape(mark.colour, mark.opacity).addCylinder({ start, end, radius: bondRadius, fromCap: 2, toCap: 2 });
      } else if (mark.kind === 'badge') {
        const position = at(mark.atom);
        if (!position) continue;
        const ground = {
          backgroundColor: onWhite(mark.colour, mark.opacity),
          borderColor: onWhite(mark.colour, 1),
          borderThickness: 1,
        };
        texts.add(mark.text, position, { ...ground, fontColor: '#000000', alignment: 'bottomCenter', padding: 2 });
      } else if (mark.kind === 'line') {
        const [start, end] = [placed(mark.from), placed(mark.to)];
        shape(mark.colour, 1).addDashedCylinder({
          start,
          end,
          radius: lineRadius,
          dashLength: 0.22,
          gapLength: 0.18,
          fromCap: 1,
          toCap: 1,
        });
        const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, z: (start.z + end.z) / 2 };
        if (mark.text) texts.add(mark.text, middle);
      } else {
        const center = placed(mark.position);
        shape(mark.colour, mark.opacity).addSphere({ center, radius: mark.radius });
        // Over it, so that the sphere is seen below its text.
        if (mark.text) texts.add(mark.text, center, { alignment: 'bottomCenter' });
      }
    }
    texts.written();
  };
  const ofAtoms = () => marks.some(({ kind }) => kind === 'bond' || kind === 'badge');
  return {
    set(next) {
      marks = next;
      draw();
      scene.render();
    },
    changed: draw,
    styled: draw,
    moved() {
      if (ofAtoms()) draw();
    },
    dispose() {
      texts.leave();
      clear();
    },
  };
}
