import type { Macromolecule } from '@cuvette/core/chemistry';
import type { ProteinView } from '@cuvette/core/session';
import type { AtomSpec, GLShape } from '3dmol';
import type { Layer, Scene } from '../layer.ts';
import { proteinSurface, type SurfaceProgress } from './protein-surface.ts';

export interface ProteinLayer extends Layer {
  /** The structure that the renderer shows as a macromolecule, and how; null for none. */
  set: (structure: Macromolecule | null, view: ProteinView | null) => void;
  /** Marks the residues of these atoms. */
  select: (atoms: readonly number[]) => void;
  /** Fills the picture with these atoms. */
  focus: (atoms: readonly number[]) => void;
}

export interface ProteinLayerOptions {
  onSurface: (state: SurfaceProgress) => void;
}

const selectionColour = '#f2b705';
/** A surface follows moving atoms when they have rested for so long, in ms. */
const restAfter = 400;

/** Draws what belongs to a macromolecule beside its atoms: its surface, and the mark on selected residues. */
export function proteinLayer(scene: Scene, { onSurface }: ProteinLayerOptions): ProteinLayer {
  const { viewer } = scene;
  let structure: Macromolecule | null = null;
  let view: ProteinView | null = null;
  let selected: readonly number[] = [];
  let marks: GLShape[] = [];
  let resting: ReturnType<typeof setTimeout> | undefined;

  const shown = () => (structure?.atoms === scene.atoms() ? structure : null);
  const surface = proteinSurface(
    scene,
    () => {
      const known = shown();
      return known && view && { structure: known, view };
    },
    onSurface,
  );

  const mark = () => {
    for (const shape of marks) viewer.removeShape(shape);
    marks = [];
    const known = shown();
    if (!known || selected.length === 0) return;
    const positions = scene.positions();
    const at = (atom: number) => ({
      x: positions[3 * atom] ?? 0,
      y: positions[3 * atom + 1] ?? 0,
      z: positions[3 * atom + 2] ?? 0,
    });
    const chosen = new Set(selected.map((atom) => known.residueOf[atom]));
    const drawn = (atom: number) => chosen.has(known.residueOf[atom]) && known.atoms[atom]?.atomic_number !== 1;
    const shape = viewer.addShape({ color: selectionColour });
    for (const [a, b] of known.bonds) {
      if (!drawn(a) || !drawn(b)) continue;
      const ends = { start: at(a), end: at(b), fromCap: 2, toCap: 2 };
      shape.addCylinder({ ...ends, radius: 0.17, color: selectionColour });
    }
    for (const atom of selected) shape.addSphere({ center: at(atom), radius: 0.45, color: selectionColour });
    marks.push(shape);
  };

  return {
    set(nextStructure, nextView) {
      structure = nextStructure;
      view = nextView;
      mark();
      void surface.follow();
    },
    select(atoms) {
      if (atoms.length === 0 && selected.length === 0) return;
      selected = atoms;
      mark();
      scene.render();
    },
    focus(atoms) {
      const chosen = new Set(atoms);
      // Layers draw models of their own, whose atoms have places too: those of a macromolecule know their residue.
      const where = { predicate: (spec: AtomSpec) => spec.resn !== undefined && chosen.has(spec.serial ?? -1) };
      viewer.zoomTo(where);
      viewer.zoom(1.1);
      scene.render();
    },
    changed() {
      // What is drawn of the next structure comes with `set`: the same protein keeps its surface.
      mark();
    },
    styled: surface.paint,
    moved() {
      mark();
      if (!shown() || !view || view.surface === 'none') return;
      surface.clear();
      clearTimeout(resting);
      resting = setTimeout(() => void surface.follow(), restAfter);
    },
    dispose() {
      clearTimeout(resting);
      structure = null;
      surface.clear();
      mark();
    },
  };
}
