import { readSession } from '../session/read-session.ts';
import { saveSession } from '../session/save-session.ts';
import type { Session } from '../session/session.ts';
import type { FrameChange, FrameState } from './messages.ts';

/** What a session shows, as a host is told it. */
export function frameStateOf(session: Session): FrameState {
  const { structure, structures, atoms, tab, frame, mode } = session.getState();
  return {
    structure,
    structures: [...structures],
    atoms: [...atoms],
    tab,
    frame,
    mode,
    saved: saveSession(session.getState()),
  };
}

/**
 * Shows what a host asked for. Nothing of it is shown when a part of it cannot be.
 * @throws Error in words for a structure that is not there, and for a saved state that cannot be read
 */
export function applyFrameChange(session: Session, change: FrameChange): void {
  const { structure, atoms, tab, frame, mode, saved: text } = change;
  const saved = text === undefined ? null : readSession(text);
  if (text !== undefined && !saved) throw new Error('The saved state cannot be read.');
  const { structures } = session.getState();
  if (structure !== undefined && !structures.includes(structure)) {
    const there = structures.length > 0 ? `These are: ${structures.slice(0, 20).join(', ')}` : 'There is none yet';
    throw new Error(`There is no structure “${structure}” here. ${there}.`);
  }
  if (saved) session.restore(saved);
  // A structure drops what belongs to the one before it, and a frame drops the mode: so in this order.
  if (structure !== undefined) session.activate(structure);
  if (frame !== undefined) session.setFrame(frame);
  if (mode !== undefined) session.setMode(mode);
  if (atoms !== undefined) session.selectAtoms(atoms);
  if (tab !== undefined) session.setTab(tab);
}
