import { type AlignmentMode, bondsOf, identityTransform, type Transform } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import type { Drawing } from '@cuvette/core/session';
import { carbonHydrogens } from './drawing/carbon-hydrogens.ts';
import type { Bond, Painter } from './layer.ts';
import { alignment, facing, flatPositions, moved, movedAtoms } from './overlay/align.ts';

export interface ShowOptions {
  frame: boolean;
  bonds?: readonly Bond[] | null;
  alignment?: AlignmentMode;
  /**
   * What a painter will draw the atoms in (`Painter.host`): nothing is drawn before `setPainter`. A painter with the same host as before keeps its
   * place.
   */
  host?: object | null;
  /** Called once, when the structure is in the picture. */
  onDrawn?: () => void;
}

/** A structure as it is shown. */
interface ShownStructure {
  atoms: readonly Atom[];
  bonds: readonly Bond[];
  host: object | null;
  /** What brings the structure's own coordinates to where it is drawn. */
  motion: Transform;
  /** Where the atoms are drawn: x, y, z each, Å. Written anew by each frame of a motion. */
  places: Float64Array;
  onDrawn?: (() => void) | undefined;
}

/** All that decides what a renderer draws. */
export interface DrawnState {
  structure: ShownStructure;
  /** The structure that was framed last, where it was drawn: others are laid over it. */
  reference: readonly Atom[];
  /** Whether the structure is in the picture; false while its painter has not come. */
  entered: boolean;
  /** The structure is to fill the picture when it is drawn. */
  framing: boolean;
  /** All was asked for, not only what a painter looks at. */
  whole: boolean;
  painter: Painter | null;
  drawing: Drawing;
  carbon: string;
  carbonHydrogen: boolean;
  /** Colours of the atoms one by one; null colours them by element. */
  colours: readonly string[] | null;
  selected: readonly number[];
}

/** Nothing is shown yet. @param carbon CSS colour of carbon */
export function emptyState(carbon: string): DrawnState {
  return {
    structure: { atoms: [], bonds: [], host: null, motion: identityTransform, places: new Float64Array(0) },
    reference: [],
    entered: true,
    framing: false,
    whole: false,
    painter: null,
    drawing: 'ball-and-stick',
    carbon,
    carbonHydrogen: true,
    colours: null,
    selected: [],
  };
}

/** The painter, if it is the one of the atoms that are shown. */
export function painterOf({ painter, structure }: DrawnState): Painter | null {
  return painter?.atoms === structure.atoms ? painter : null;
}

/** Atoms that are not drawn: hydrogens of C-H bonds where these are hidden. */
export function hiddenAtoms({ structure: { atoms, bonds }, carbonHydrogen }: DrawnState): Set<number> {
  return carbonHydrogen ? new Set() : carbonHydrogens(atoms, bonds);
}

/** The state with another structure, laid over the one that was framed last unless it is framed itself. */
export function showing(state: DrawnState, atoms: readonly Atom[], options: ShowOptions): DrawnState {
  const { bonds, alignment: mode, host = null, onDrawn } = options;
  const before = state.structure;
  const framing = options.frame || before.atoms.length === 0;
  const stays = host !== null && host === before.host;
  const motion = framing ? facing(atoms) : stays ? before.motion : alignment(atoms, state.reference, mode);
  const places = moved(flatPositions(atoms), motion);
  const next = {
    ...state,
    structure: { atoms, bonds: bonds ?? bondsOf(atoms), host, motion, places, onDrawn },
    reference: framing ? movedAtoms(atoms, motion) : state.reference,
    framing,
    whole: !framing && state.whole,
    selected: state.selected.filter((index) => index < atoms.length),
  };
  return { ...next, entered: host === null || painterOf(next) !== null };
}

/** Returns the steps that turn the picture of one state into that of another. */
export function stepsBetween(before: DrawnState, now: DrawnState) {
  const isNew = now.structure !== before.structure;
  const enters = now.entered && (isNew || !before.entered);
  const hydrogens = now.carbonHydrogen !== before.carbonHydrogen;
  const look = hydrogens || now.drawing !== before.drawing || now.carbon !== before.carbon;
  const repainted = before.entered && !isNew && painterOf(now) !== painterOf(before);
  const marked = now.selected.join() !== before.selected.join() && !painterOf(now);
  const builds = enters || (now.entered && (hydrogens || repainted));
  return {
    /** Layers draw anew: the structure is another one. */
    isNew,
    /** The structure comes into the picture. */
    enters,
    /** The engine's models are made anew. */
    builds,
    /** Atoms get their styles. */
    styles: builds || (now.entered && (look || marked || now.colours !== before.colours)),
    /** Layers take after another look. */
    restyles: look || repainted,
  };
}
