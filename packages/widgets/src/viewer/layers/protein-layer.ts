import { type Macromolecule, type MolecularSurface, molecularSurfaceSteps, symbolOf } from '@cuvette/core/chemistry';
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

/** What a surface is of: it stays where a pose comes and goes in the same host. `motion` is how that lies. */
interface Wanted {
  host: Macromolecule;
  motion: unknown;
  key: string;
}
/** A surface with the atoms that it is of, by their places in the host, and the look that it was painted with. */
interface Drawn extends Wanted {
  found: MolecularSurface;
  atoms: readonly number[];
  shape: GLShape | null;
  view: ProteinView | null;
  carbon: string | null;
}
const isSame = (a: Wanted | null, b: Wanted) => a?.host === b.host && a.motion === b.motion && a.key === b.key;

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
  let surface: Drawn | null = null;
  let computing: Wanted | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const shown = () => (structure && (scene.atoms() as unknown) === structure.atoms ? structure : null);

  const hostShown = () => shown()?.host ?? shown();

  const clearSurface = () => {
    computing = null;
    if (surface?.shape) removeMeshShape(viewer, surface.shape);
    surface = null;
  };

  /** The surface that is there, in the colours and with the opacity of now. */
  const paintSurface = () => {
    const known = shown();
    const { carbon } = scene.look();
    if (!surface || !known || !view) return;
    if (surface.shape && surface.view === view && surface.carbon === carbon) return;
    if (surface.shape) removeMeshShape(viewer, surface.shape);
    const { host, atoms } = surface;
    const of = atomColours(host, view);
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
    surface.shape = drawSurface(viewer, surface.found, view.surfaceOpacity, (place) => {
      const atom = atoms[place] as number;
      const number = host.atoms[atom]?.atomic_number ?? 0;
      return rgb(of(atom) ?? (number === 6 ? carbon : (elements[symbolOf(number)] ?? carbon)));
    });
    Object.assign(surface, { view, carbon });
  };

  const followSurface = async () => {
    const known = shown();
    const kind = view?.surface ?? 'none';
    if (!known || !view || kind === 'none') {
      if (surface) scene.render();
      clearSurface();
      return onSurface('none');
    }
    const host = known.host ?? known;
    const want = { host, motion: scene.motion(), key: JSON.stringify([kind, view.hiddenChains, view.hydrogens]) };
    if (isSame(surface, want)) {
      paintSurface();
      onSurface('ready');
      return scene.render();
    }
    if (isSame(computing, want)) return;
    clearSurface();
    const hidden = hiddenAtoms(host, view);
    const atoms = host.residues.flatMap(({ kind: what, first, count }) =>
      what === 'polymer' || what === 'modified'
        ? Array.from({ length: count }, (_, step) => first + step).filter((atom) => !hidden.has(atom))
        : [],
    );
    if (atoms.length === 0) {
      onSurface('none');
      return scene.render();
    }
    computing = want;
    onSurface('computing');
    scene.render();
    const places = scene.positions();
    const before = known.atoms.length - host.atoms.length;
    const positions = new Float64Array(3 * atoms.length);
    atoms.forEach((atom, index) => {
      const at = 3 * (before + atom);
      positions.set(places.subarray(at, at + 3), 3 * index);
    });
    const atomicNumbers = atoms.map((atom) => host.atoms[atom]?.atomic_number ?? 0);
    const wanted = () => computing === want && hostShown() === host;
    try {
      const found = await inSlices(molecularSurfaceSteps({ positions, atomicNumbers }, kind), wanted);
      if (!found || !wanted()) return;
      surface = { ...want, found, atoms, shape: null, view: null, carbon: null };
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
      if (atoms.length === 0 && selected.length === 0) return;
      selected = atoms;
      mark();
      scene.render();
    },
    focus(atoms) {
      const chosen = new Set(atoms);
      // Layers draw models of their own, whose atoms have places too: those of a macromolecule know their residue.
      const where = { predicate: (spec: AtomSpec) => spec.resn !== undefined && chosen.has(spec.serial ?? -1) };
      viewer.zoomTo(where as never);
      viewer.zoom(1.1);
      scene.render();
    },
    changed() {
      // What is drawn of the next structure comes with `set`: the same protein keeps its surface.
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
