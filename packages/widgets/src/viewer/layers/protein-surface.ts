import { type Macromolecule, type MolecularSurface, molecularSurfaceSteps, symbolOf } from '@cuvette/core/chemistry';
import type { ProteinView } from '@cuvette/core/session';
import type { GLShape } from '3dmol';
import { removeMeshShape } from '../drawing/mesh-shape.ts';
import type { Scene } from '../layer.ts';
import { hiddenAtoms } from '../protein/protein-painter.ts';
import { atomColours } from '../protein/residue-colours.ts';
import { drawSurface, inSlices } from '../protein/surface-shape.ts';

export type SurfaceProgress = 'none' | 'computing' | 'ready' | 'failed';

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

/** The surface of a macromolecule, made in slices so that the page stays at hand. @param shown the macromolecule in the picture, and how it is viewed */
export function proteinSurface(
  scene: Scene,
  shown: () => { structure: Macromolecule; view: ProteinView } | null,
  onSurface: (state: SurfaceProgress) => void,
) {
  const { viewer } = scene;
  let surface: Drawn | null = null;
  let computing: Wanted | null = null;

  const clear = () => {
    computing = null;
    if (surface?.shape) removeMeshShape(viewer, surface.shape);
    surface = null;
  };
  /** The surface that is there, in the colours and with the opacity of now. */
  const paint = () => {
    const view = shown()?.view;
    const { carbon } = scene.look();
    if (!surface || !view) return;
    if (surface.shape && surface.view === view && surface.carbon === carbon) return;
    if (surface.shape) removeMeshShape(viewer, surface.shape);
    const colourOf = engineColours(scene, surface, view, carbon);
    Object.assign(surface, { view, carbon, shape: drawSurface(viewer, surface.found, view.surfaceOpacity, colourOf) });
  };
  const none = () => {
    onSurface('none');
    scene.render();
  };
  const ready = () => {
    paint();
    onSurface('ready');
  };
  const make = async (want: Wanted, kind: Parameters<typeof molecularSurfaceSteps>[1], atoms: readonly number[]) => {
    computing = want;
    onSurface('computing');
    scene.render();
    const isWanted = () => {
      const structure = shown()?.structure;
      return computing === want && (structure?.host ?? structure) === want.host;
    };
    try {
      const found = await inSlices(molecularSurfaceSteps(placesOf(scene, want.host, atoms), kind), isWanted);
      if (!found || !isWanted()) return;
      surface = { ...want, found, atoms, shape: null, view: null, carbon: null };
      ready();
    } catch (error) {
      console.error(error);
      if (!isWanted()) return;
      onSurface('failed');
    }
    computing = null;
    scene.render();
  };
  return {
    clear,
    paint,
    /** Makes the surface that the view asks for, unless it is there or on its way. */
    async follow() {
      const { structure, view } = shown() ?? {};
      const kind = view?.surface ?? 'none';
      if (!structure || !view || kind === 'none') {
        if (surface) scene.render();
        clear();
        return onSurface('none');
      }
      const host = structure.host ?? structure;
      const want = { host, motion: scene.motion(), key: JSON.stringify([kind, view.hiddenChains, view.hydrogens]) };
      if (isSame(surface, want)) {
        ready();
        return scene.render();
      }
      if (isSame(computing, want)) return;
      clear();
      const hidden = hiddenAtoms(host, view);
      const atoms = host.residues.flatMap(({ kind: what, first, count }) =>
        what === 'polymer' || what === 'modified'
          ? Array.from({ length: count }, (_, step) => first + step).filter((atom) => !hidden.has(atom))
          : [],
      );
      return atoms.length === 0 ? none() : make(want, kind, atoms);
    },
  };
}

/** Colour of each atom of a surface, red, green and blue from 0 to 1. */
function engineColours({ engine }: Scene, { host, atoms }: Drawn, view: ProteinView, carbon: string) {
  const of = atomColours(host, view);
  const elements = engine.elementColors.Jmol as Record<string, number>;
  const cache = new Map<string | number, readonly [number, number, number]>();
  return (place: number) => {
    const atom = atoms[place] as number;
    const number = host.atoms[atom]?.atomic_number ?? 0;
    const colour = of(atom) ?? (number === 6 ? carbon : (elements[symbolOf(number)] ?? carbon));
    const found = cache.get(colour);
    if (found) return found;
    const { r, g, b } = engine.CC.color(colour);
    const made = [r, g, b] as const;
    cache.set(colour, made);
    return made;
  };
}

/** Where atoms of the host are drawn (x, y, z each, Å), and what they are. Guests come before the host. */
function placesOf(scene: Scene, host: Macromolecule, atoms: readonly number[]) {
  const places = scene.positions();
  const before = scene.atoms().length - host.atoms.length;
  const positions = new Float64Array(3 * atoms.length);
  atoms.forEach((atom, index) => {
    const at = 3 * (before + atom);
    positions.set(places.subarray(at, at + 3), 3 * index);
  });
  return { positions, atomicNumbers: atoms.map((atom) => host.atoms[atom]?.atomic_number ?? 0) };
}
