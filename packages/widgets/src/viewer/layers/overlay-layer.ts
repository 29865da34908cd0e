import { bondsOf, symbolOf, type Transform } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import type { AtomSpec, GLModel } from '3dmol';
import { carbonHydrogens } from '../drawing/carbon-hydrogens.ts';
import { elementColours } from '../drawing/drawing-style.ts';
import type { Layer, Scene } from '../layer.ts';
import { flatPositions, moved } from '../overlay/align.ts';

/** A structure beside the one that is looked at. */
export interface OverlaidStructure {
  atoms: readonly Atom[];
  /** From its own coordinates to those of the structure that is looked at. */
  motion: Transform;
  /** CSS colour of its carbon; null for a ghost, which is thin and of one colour. */
  colour: string | null;
}

export interface OverlayLayer extends Layer {
  /** Draws these beside the structure that is shown now. */
  set: (structures: readonly OverlaidStructure[]) => void;
}

/** From this many atoms in all they are lines. */
const mostSticks = 3000;
const radii = { ghost: 0.035, overlaid: 0.09 };

/** Other structures in the same picture: thin ghosts behind the one that is looked at, or each with carbon of its own colour. */
export function overlayLayer(scene: Scene): OverlayLayer {
  const { viewer } = scene;
  let structures: readonly OverlaidStructure[] = [];
  let drawnFor: readonly Atom[] | null = null;
  let model: GLModel | null = null;

  const clear = () => {
    if (model) viewer.removeModel(model);
    model = null;
  };

  const draw = () => {
    clear();
    drawnFor = scene.atoms();
    if (structures.length === 0 || drawnFor.length === 0) return;
    const { carbon, carbonHydrogen } = scene.look();
    const motion = scene.motion();
    const elements = elementColours(scene.engine, carbon).map as Record<string, string>;
    const specs: AtomSpec[] = [];
    const colours: Record<number, string> = {};
    for (const { atoms, motion: own, colour } of structures) {
      const positions = moved(moved(flatPositions(atoms), own), motion);
      const bonds = bondsOf(atoms);
      const hidden = carbonHydrogen ? new Set<number>() : carbonHydrogens(atoms, bonds);
      const place = new Map<number, number>();
      for (const index of atoms.keys()) if (!hidden.has(index)) place.set(index, specs.length + place.size);
      const neighbours = new Map<number, number[]>();
      for (const [a, b] of bonds) {
        const [p, q] = [place.get(a), place.get(b)];
        if (p === undefined || q === undefined) continue;
        neighbours.set(p, [...(neighbours.get(p) ?? []), q]);
        neighbours.set(q, [...(neighbours.get(q) ?? []), p]);
      }
      for (const [index, at] of place) {
        const elem = symbolOf(atoms[index]?.atomic_number ?? 0);
        const bonded = neighbours.get(at) ?? [];
        specs.push({
          elem,
          x: positions[3 * index],
          y: positions[3 * index + 1],
          z: positions[3 * index + 2],
          index: at,
          serial: at,
          bonds: bonded,
          bondOrder: bonded.map(() => 1),
          properties: { overlaid: true },
        });
        colours[at] = colour === null ? carbon : elem === 'C' ? colour : (elements[elem] ?? carbon);
      }
    }
    model = viewer.addModel();
    model.addAtoms(specs);
    const ghosts = structures.every(({ colour }) => colour === null);
    const colorscheme = { prop: 'index', map: colours };
    const radius = ghosts ? radii.ghost : radii.overlaid;
    model.setStyle({}, specs.length > mostSticks ? { line: { colorscheme } } : { stick: { radius, colorscheme } });
  };

  return {
    set(next) {
      structures = next;
      draw();
      scene.render();
    },
    changed() {
      // They were laid on the structure before: what lies on this one comes with `set`.
      if (scene.atoms() !== drawnFor) structures = [];
      draw();
    },
    styled: draw,
    dispose: clear,
  };
}
