import type { Transform } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import type { Drawing } from '@cuvette/core/session';
import type { AtomSpec, GLModel, GLViewer } from '3dmol';
import type { Colours } from './drawing/drawing-style.ts';
import type { Engine } from './open-viewer.ts';

/** Two bonded atoms, 0-based. */
export type Bond = readonly [number, number, order?: number];

/** The picture that layers add to: the engine, and the structure that the renderer draws. */
export interface Scene {
  readonly engine: Engine;
  readonly viewer: GLViewer;
  /** The structure's atoms, where its own coordinates put them. */
  atoms: () => readonly Atom[];
  bonds: () => readonly Bond[];
  /** Atoms that are not drawn now: hydrogens of C-H bonds where these are hidden. */
  hidden: () => ReadonlySet<number>;
  /** Where the atoms are drawn at this moment: x, y, z per atom, Å. */
  positions: () => Float64Array;
  /** What brings the structure's own coordinates to where it is drawn. */
  motion: () => Transform;
  /** How the structure's own atoms are drawn: the form, the CSS colour of carbon, whether C-H bonds are left out. */
  look: () => { drawing: Drawing; carbon: string; carbonHydrogen: boolean };
  /** Draws the picture again. */
  render: () => void;
}

/**
 * Draws atoms of which more is known than element and place: those of a macromolecule. A few of them, the first, may be guests that come and go in a host
 * that stays (poses of a ligand): the host is drawn once, and only the guests with what is near them again.
 */
export interface Painter {
  /** The atoms that it knows; others are drawn as usual. */
  readonly atoms: readonly Atom[];
  /** The atoms that fill the picture at first, where these are not all: a pose with what is near it. */
  readonly focus?: readonly number[] | null;
  /** How many atoms are guests. */
  readonly guests: number;
  /** What the other atoms are, and how they look: drawn anew where one of the two is another object than before. */
  readonly host: object;
  readonly view: object;
  /** Atoms of the host, counted among all, that are drawn once more together with the guests: the pocket. */
  readonly near: readonly number[];
  /** What else the engine gets of an atom: its residue, its chain. */
  spec: (atom: number) => Partial<AtomSpec>;
  /** Gives each atom of the host its style; `colours` are those of the elements, or of each atom where something else colours them. */
  paint: (model: GLModel, colours: Colours) => void;
  /** The same for the guests and what is near. */
  paintGuests: (model: GLModel, colours: Colours) => void;
}

/** Something drawn beside the structure's own atoms and bonds: labels, a surface, a cell, other structures. */
export interface Layer {
  /** Another structure is shown: draw anew. Nothing need be rendered, the renderer does that afterwards. */
  changed?: () => void;
  /** The structure's own atoms are drawn in another way (`look`): redraw what takes after them. Nothing need be rendered. */
  styled?: () => void;
  /** The atoms have moved: follow. Called for each frame, so it must be quick. */
  moved?: () => void;
  /** Takes everything that it drew out of the scene. */
  dispose: () => void;
}
