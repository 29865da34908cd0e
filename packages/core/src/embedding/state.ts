import { readSession } from '../session/read-session.ts';
import { saveSession } from '../session/save-session.ts';
import type { Session, SessionState } from '../session/session.ts';
import type { FrameChange, FrameState } from './messages.ts';

/** What a structure has that a host may ask for; null where it is not known, and then anything is taken. */
export interface StructureFacts {
  atoms: number | null;
  /** Geometries to step through, 1 where there is but one. */
  frames: number | null;
  /** Vibrational modes. */
  modes: number | null;
  /** The frame that is shown where nobody chose one; null where none is. */
  shownFrame: number | null;
  /** Where the item's structures are the steps of one motion: those that its frames are, in order. */
  steps: readonly string[] | null;
}

/** What is known of a structure by its identifier. */
export type FactsOf = (structure: string | null) => StructureFacts;

const unknown: FactsOf = () => ({ atoms: null, frames: null, modes: null, shownFrame: null, steps: null });

/** Returns what a session shows, as a host receives it: the tab and the frame that are seen, also where nobody chose them. */
export function frameStateOf(session: Session, factsOf: FactsOf = unknown): FrameState {
  const state = session.getState();
  const { structure, structures, tab, tabs, openTab, mode } = state;
  const facts = factsOf(structure);
  const count = facts.atoms ?? Number.POSITIVE_INFINITY;
  return {
    structure,
    structures: [...structures],
    atoms: state.atoms.filter((atom) => atom < count),
    // A tab that was set a moment ago is open a moment later.
    tab: tab !== null && (tabs.includes(tab) || tabs.length === 0) ? tab : openTab,
    frame: shownFrame(state, facts),
    mode: mode !== null && mode < (facts.modes ?? Number.POSITIVE_INFINITY) ? mode : null,
    saved: saveSession(state),
  };
}

function shownFrame({ structure, frame }: SessionState, facts: StructureFacts): number | null {
  const { steps, frames } = facts;
  if (steps) {
    const place = structure === null ? -1 : steps.indexOf(structure);
    return place < 0 ? null : place;
  }
  const shown = frame ?? facts.shownFrame;
  if (shown === null || frames === null) return shown;
  return frames < 2 ? null : Math.min(shown, frames - 1);
}

/**
 * Shows what a host asked for. Nothing of it is shown when a part of it cannot be.
 * @throws Error with a message for a structure, a tab, atoms, a frame or a mode that are not there, and for a saved state that cannot be read
 */
export function applyFrameChange(session: Session, change: FrameChange, factsOf: FactsOf = unknown): void {
  const { structure, atoms, tab, frame, mode, saved: text } = change;
  const saved = text === undefined ? null : readSession(text);
  if (text !== undefined && !saved) throw new Error('The saved state cannot be read.');
  const state = session.getState();
  if (structure !== undefined && !state.structures.includes(structure)) {
    throw new Error(`There is no structure “${structure}” here. ${listed(state.structures)}.`);
  }
  if (tab !== undefined && !state.tabs.includes(tab)) {
    throw new Error(`There is no tab “${tab}” here. ${listed(state.tabs)}.`);
  }
  const facts = factsOf(targetOf(session, change));
  const { frames } = facts;
  for (const atom of atoms ?? []) expectThere('atom', atom, facts.atoms);
  expectThere('frame', frame ?? null, frames);
  expectThere('vibrational mode', mode ?? null, facts.modes);

  if (saved) session.restore(saved);
  // A structure drops what belongs to the one before it, and a frame drops the mode: so in this order.
  if (structure !== undefined) session.activate(structure);
  const step = typeof frame === 'number' ? facts.steps?.[frame] : undefined;
  if (step !== undefined) session.restore({ structure: step, frame: null, mode: null });
  else if (frame !== undefined) session.setFrame(frame);
  if (mode !== undefined) session.setMode(mode);
  if (atoms !== undefined) session.selectAtoms(atoms);
  if (tab !== undefined) session.setTab(tab);
}

/** The structure that a change is about: the one that it names, else the one that is shown. */
export function targetOf(session: Session, { structure, saved }: FrameChange): string | null {
  const { structure: shown, structures } = session.getState();
  const kept = saved === undefined ? null : readSession(saved);
  // The first structure is not named in what is saved.
  const restored = kept && (kept.structure ?? structures[0] ?? null);
  return structure ?? (restored !== null && structures.includes(restored) ? restored : shown);
}

const mostListed = 20;

function listed(there: readonly string[]): string {
  return there.length > 0 ? `These are: ${there.slice(0, mostListed).join(', ')}` : 'There is none';
}

function expectThere(what: string, index: number | null, count: number | null): void {
  if (index === null || count === null || index < count) return;
  const there = count === 0 ? 'It has none' : `They are counted from 0 to ${count - 1}`;
  throw new Error(`The structure has no ${what} ${index}. ${there}.`);
}
