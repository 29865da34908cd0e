import type { Point } from '../engine-inside.ts';
import type { Layer, Scene } from '../layer.ts';
import { writings } from './engine-labels.ts';

export interface LabelLayer extends Layer {
  /** Writes a text beside each atom, in their order; null leaves an atom without one. */
  set: (texts: readonly (string | null)[] | null) => void;
}

/** Texts on atoms: they follow the moving atoms, and go with the hydrogens that are hidden. */
export function labelLayer(scene: Scene): LabelLayer {
  const written = writings(scene.viewer, 'bottomLeft');
  let texts: readonly (string | null)[] | null = null;
  let atoms: number[] = [];

  const pointOf = (positions: Float64Array, atom: number): Point => ({
    x: positions[3 * atom] ?? 0,
    y: positions[3 * atom + 1] ?? 0,
    z: positions[3 * atom + 2] ?? 0,
  });
  const draw = () => {
    written.clear();
    const hidden = scene.hidden();
    const count = scene.atoms().length;
    atoms = [...(texts ?? []).keys()].filter((atom) => atom < count && texts?.[atom] && !hidden.has(atom));
    const positions = scene.positions();
    for (const atom of atoms) written.add(texts?.[atom] ?? '', pointOf(positions, atom));
  };
  return {
    set(next) {
      texts = next;
      draw();
      scene.render();
    },
    changed: draw,
    styled: draw,
    moved() {
      if (atoms.length === 0) return;
      const positions = scene.positions();
      for (const [index, atom] of atoms.entries()) written.move(index, pointOf(positions, atom));
    },
    dispose: () => written.clear(),
  };
}
