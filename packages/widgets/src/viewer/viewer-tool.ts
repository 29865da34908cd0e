import type { Macromolecule } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import type { ViewerState } from '@cuvette/core/session';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { MenuItem } from '../ui/menu.tsx';
import type { Renderer } from './renderer.ts';

/** What a viewer shows: atoms, and whatever else is known about them. */
export type ViewedMolecule = Pick<Molecule, 'atoms'> &
  Partial<Molecule> & {
    /** Chains, residues and ligands of these atoms, where it is a macromolecule. */
    macromolecule?: Macromolecule | null | undefined;
  };

/** What a tool of the viewer works on. */
export interface View {
  /** Null until the engine is there. */
  renderer: Renderer | null;
  molecule: ViewedMolecule | null;
  /** Where the atoms are in the frame that is shown (x, y, z of each, Å); null: where the molecule has them. */
  positions: ArrayLike<number> | null;
  /** Name of what is shown, for files and messages. */
  title: string;
  state: ViewerState;
  change: (change: Partial<ViewerState>) => void;
  selected: readonly number[];
  select: (atoms: readonly number[]) => void;
  /** The box with the picture. */
  stage: RefObject<HTMLElement | null>;
}

/**
 * One tool of the viewer: what it adds to the menu, what it says below the picture, and what else it shows (over the picture, a strip
 * under it, a panel beside the menu, a dialog). A tool is a hook `use…Tool(view)` in `tools/`; it keeps what users set in the viewer's state.
 */
export interface ViewerTool {
  id: string;
  menu?: readonly MenuItem[];
  /** What is going on, in place of the structure's name. */
  status?: string | null;
  /** Something is being made of what is shown: the menu waits. */
  busy?: boolean;
  /** A sign of its own on the picture, a control. */
  sign?: ReactNode;
  /** Controls of its own, in the line at the lower edge of the picture. */
  panel?: ReactNode;
  /** Drawn over the picture: a legend, a lasso. */
  over?: ReactNode;
  /** A strip of controls between the picture and the menu. */
  below?: ReactNode;
  /** Hears keys while the picture has the focus; true when it took one. */
  onKey?: (event: KeyboardEvent) => boolean;
  dialog?: ReactNode;
}
