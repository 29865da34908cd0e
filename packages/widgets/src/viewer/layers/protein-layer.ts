import { type Macromolecule, type MolecularSurface, molecularSurfaceSteps } from '@cuvette/core/chemistry';
import type { ProteinView } from '@cuvette/core/session';
import type { AtomSpec, GLShape } from '3dmol';
import { removeMeshShape } from '../drawing/mesh-shape.ts';
import type { Layer, Scene } from '../layer.ts';
import { hiddenAtoms } from '../protein/protein-painter.ts';
import { atomColours } from '../protein/residue-colours.ts';
import { drawSurface, inSlices } from '../protein/surface-shape.ts';

export interface ProteinLayer extends Layer {
  /** The structure that the renderer shows as a macromolecule, and how; null for none. */
  set: (structure: Macromolecule | null, view: ProteinView | null) => void;
  /** Marks the residues of these atoms. */
  select: (atoms: readonly number[]) => void;
  /** Fills the picture with these atoms. */
  focus: (atoms: readonly number[]) => void;
}

export type SurfaceProgress = 'none' | 'computing' | 'ready' | 'failed';

export interface ProteinLayerOptions {
  onSurface: (state: SurfaceProgress) => void;
}

const selectionColour = '#f2b705';
/** A surface follows moving atoms when they have rested for so long, in ms. */
const restAfter = 400;

/** What belongs to a macromolecule beside its atoms: its surface, and the mark on selected residues. */
export function proteinLayer(scene: Scene, { onSurface }: ProteinLayerOptions): ProteinLayer {
  const { viewer, engine } = scene;
  let structure: Macromolecule | null = null;
  let view: ProteinView | null = null;
  let selected: readonly number[] = [];
  let marks: GLShape[] = [];
  let surface: { found: MolecularSurface; atoms: readonly number[]; shape: GLShape | null; key: string } | null = null;
  let computing: string | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const shown = () => (structure && (scene.atoms() as unknown) === structure.atoms ? structure : null);

  const clearSurface = () => {
    computing = null;
    if (surface?.shape) removeMeshShape(viewer, surface.shape);
    surface = null;
  };

  /** The surface that is there, in the colours and with the opacity of now. */
  const paintSurface = () => {
    const known = shown();
    if (!surface || !known || !view) return;
    if (surface.shape) removeMeshShape(viewer, surface.shape);
    const of = atomColours(known, view);
    const elements = engine.elementColors.Jmol as Record<string, number>;
    const cache = new Map<string | number, readonly [number, number, number]>();
    const rgb = (colour: string | number) => {
      const found = cache.get(colour);
      if (found) return found;
      const { r, g, b } = engine.CC.color(colour as never) as unknown as { r: number; g: number; b: number };
      const made = [r, g, b] as const;
      cache.set(colour, made);
      return made;
    };
    const { atoms } = surface;
    const symbols = viewer.selectedAtoms({}).reduce<string[]>((all, { index, elem, resn }) => {
      if (resn !== undefined && index !== undefined) all[index] = elem ?? '';
      return all;
    }, []);
    surface.shape = drawSurface(viewer, surface.found, view.surfaceOpacity, (place) => {
      const atom = atoms[place] as number;
      const element = symbols[atom] === 'C' ? scene.look().carbon : elements[symbols[atom] ?? ''];
      return rgb(of(atom) ?? element ?? scene.look().carbon);
    });
  };

  const followSurface = async () => {
    const known = shown();
    const kind = view?.surface ?? 'none';
    if (!known || !view || kind === 'none') {
      clearSurface();
      onSurface('none');
      return scene.render();
    }
    const key = JSON.stringify([kind, view.hiddenChains, view.hydrogens]);
    if (surface?.key === key) {
      paintSurface();
      onSurface('ready');
      return scene.render();
    }
    if (computing === key) return;
    clearSurface();
    const hidden = hiddenAtoms(known, view);
    const atoms = known.residues.flatMap(({ kind: what, first, count }) =>
      what === 'polymer' || what === 'modified'
        ? Array.from({ length: count }, (_, step) => first + step).filter((atom) => !hidden.has(atom))
        : [],
    );
    if (atoms.length === 0) {
      onSurface('none');
      return scene.render();
    }
    computing = key;
    onSurface('computing');
    scene.render();
    const places = scene.positions();
    const positions = Float64Array.from(atoms.flatMap((atom) => [...places.subarray(3 * atom, 3 * atom + 3)]));
    const atomicNumbers = atoms.map((atom) => known.atoms[atom]?.atomic_number ?? 0);
    const wanted = () => computing === key && shown() === known;
    try {
      const found = await inSlices(molecularSurfaceSteps({ positions, atomicNumbers }, kind), wanted);
      if (!found || !wanted()) return;
      surface = { found, atoms, shape: null, key };
      paintSurface();
      onSurface('ready');
    } catch (error) {
      console.error(error);
      if (!wanted()) return;
      onSurface('failed');
    }
    computing = null;
    scene.render();
  };

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
    const shape = viewer.addShape({ color: selectionColour } as never);
    for (const [a, b] of known.bonds) {
      if (!drawn(a) || !drawn(b)) continue;
      const ends = { start: at(a), end: at(b), fromCap: 2, toCap: 2 };
      shape.addCylinder({ ...ends, radius: 0.17, color: selectionColour } as never);
    }
    for (const atom of selected) shape.addSphere({ center: at(atom), radius: 0.45, color: selectionColour } as never);
    marks.push(shape);
  };

  return {
    set(nextStructure, nextView) {
      structure = nextStructure;
      view = nextView;
      mark();
      void followSurface();
    },
    select(atoms) {
      selected = atoms;
      mark();
      scene.render();
    },
    focus(atoms) {
      const chosen = new Set(atoms);
      // Layers draw models of their own, whose atoms have places too: those of a macromolecule know their residue.
      const where = { predicate: (spec: AtomSpec) => spec.resn !== undefined && chosen.has(spec.index ?? -1) };
      viewer.zoomTo(where as never);
      viewer.zoom(1.1);
      scene.render();
    },
    changed() {
      // What is drawn of the next structure comes with `set`.
      clearSurface();
      mark();
    },
    styled() {
      paintSurface();
    },
    moved() {
      mark();
      if (!shown() || !view || view.surface === 'none') return;
      clearSurface();
      clearTimeout(resting);
      resting = setTimeout(() => void followSurface(), restAfter);
    },
    dispose() {
      clearTimeout(resting);
      structure = null;
      clearSurface();
      mark();
    },
  };
}
