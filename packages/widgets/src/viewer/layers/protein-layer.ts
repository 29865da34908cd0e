import type { Macromolecule } from '@cuvette/core/chemistry';
import type { ProteinSurface, ProteinView } from '@cuvette/core/session';
import type { AtomSpec, GLShape } from '3dmol';
import type { Layer, Scene } from '../layer.ts';
import { hiddenAtoms } from '../protein/protein-painter.ts';
import { atomColours } from '../protein/residue-colours.ts';

export interface ProteinLayer extends Layer {
  /** The structure that the renderer shows as a macromolecule, and how; null for none. */
  set: (structure: Macromolecule | null, view: ProteinView | null) => void;
  /** Marks the residues of these atoms. */
  select: (atoms: readonly number[]) => void;
  /** Fills the picture with these atoms. */
  focus: (atoms: readonly number[]) => void;
}

export interface ProteinLayerOptions {
  /** Hears whether a surface is being computed, and that it could not be. */
  onSurface: (state: 'none' | 'computing' | 'ready' | 'failed') => void;
}

/** The engine's numbers of kinds of surfaces (3Dmol 2.5.5, `SurfaceType`). */
const surfaceTypes: Record<Exclude<ProteinSurface, 'none'>, number> = { molecular: 2, 'solvent-accessible': 3 };
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
  let surface: { id: number; key: string } | null = null;
  let round = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const shown = () => (structure && (scene.atoms() as unknown) === structure.atoms ? structure : null);

  const removeSurface = () => {
    round += 1;
    if (surface) viewer.removeSurface(surface.id);
    surface = null;
  };

  const colours = () => {
    const of = structure && view ? atomColours(structure, view) : () => null;
    const carbon = scene.look().carbon;
    const elements = engine.elementColors.Jmol as Record<string, unknown>;
    return ({ index = 0, elem = '' }: AtomSpec) => of(index) ?? (elem === 'C' ? carbon : elements[elem]);
  };

  const drawSurface = async () => {
    const known = shown();
    if (!known || !view || view.surface === 'none') {
      if (surface || round > 0) removeSurface();
      onSurface('none');
      return;
    }
    const { surface: kind, surfaceOpacity: opacity, colouring, chainColours, hiddenChains, hydrogens } = view;
    const key = JSON.stringify([kind, colouring, chainColours, hiddenChains, hydrogens, scene.look().carbon]);
    if (surface?.key === key) {
      viewer.setSurfaceMaterialStyle(surface.id, { opacity } as never);
      scene.render();
      return;
    }
    removeSurface();
    const own = round;
    const hidden = hiddenAtoms(known, view);
    const within = new Set<number>();
    for (const { kind: what, first, count } of known.residues) {
      if (what !== 'polymer' && what !== 'modified') continue;
      for (let atom = first; atom < first + count; atom++) if (!hidden.has(atom)) within.add(atom);
    }
    if (within.size === 0) return onSurface('none');
    // Layers draw models of their own, whose atoms have places too: those of chains know their chain.
    const atoms = { predicate: (spec: AtomSpec) => spec.resn !== undefined && within.has(spec.index ?? -1) };
    const style = { opacity, colorfunc: colours() };
    onSurface('computing');
    try {
      // The words about it are drawn before the page's own thread is busy.
      await new Promise((resolve) => setTimeout(resolve, 30));
      if (own !== round) return;
      // The engine's worker would be made of a text, which a strict Content-Security-Policy forbids.
      engine.setSyncSurface(true);
      const work = viewer.addSurface(surfaceTypes[kind], style as never, atoms as never, atoms as never);
      surface = { id: (work as unknown as { surfid: number }).surfid, key };
      await work;
      if (own !== round) return;
      onSurface('ready');
      scene.render();
    } catch (error) {
      if (own !== round) return;
      console.error(error);
      removeSurface();
      onSurface('failed');
      scene.render();
    }
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
    const hydrogens = view?.hydrogens === 'all' ? 0 : 1;
    const drawn = (atom: number) => chosen.has(known.residueOf[atom]) && known.atoms[atom]?.atomic_number !== hydrogens;
    const shape = viewer.addShape({ color: selectionColour } as never);
    for (const [a, b] of known.bonds) {
      if (!drawn(a) || !drawn(b)) continue;
      shape.addCylinder({
        start: at(a),
        end: at(b),
        radius: 0.17,
        fromCap: 2,
        toCap: 2,
        color: selectionColour,
      } as never);
    }
    for (const atom of selected) shape.addSphere({ center: at(atom), radius: 0.45, color: selectionColour } as never);
    marks.push(shape);
  };

  return {
    set(nextStructure, nextView) {
      structure = nextStructure;
      view = nextView;
      mark();
      void drawSurface();
    },
    select(atoms) {
      selected = atoms;
      mark();
      scene.render();
    },
    focus(atoms) {
      const chosen = new Set(atoms);
      const where = { predicate: (spec: AtomSpec) => spec.resn !== undefined && chosen.has(spec.index ?? -1) };
      viewer.zoomTo(where as never);
      viewer.zoom(0.8);
      scene.render();
    },
    changed() {
      // What is set for the next structure comes with `set`.
      removeSurface();
      mark();
    },
    styled() {
      void drawSurface();
    },
    moved() {
      mark();
      if (view?.surface === 'none' || !shown()) return;
      removeSurface();
      clearTimeout(resting);
      resting = setTimeout(() => void drawSurface(), restAfter);
    },
    dispose() {
      clearTimeout(resting);
      structure = null;
      removeSurface();
      mark();
    },
  };
}
