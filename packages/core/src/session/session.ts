import { initialViewerState } from './initial-view.ts';
import type { ViewerState } from './viewer-state.ts';

/** What the parts of one open item share: which structure is shown, which atoms are selected, which tab, frame and vibrational mode. */
export interface SessionState {
  /** Identifier of the active structure, or null before there is one. */
  structure: string | null;
  /** Structures in order, for next and previous. */
  structures: readonly string[];
  /** Selected atoms, 0-based. */
  atoms: readonly number[];
  /** The tab that was asked for, by identifier; null leaves it to the view. */
  tab: string | null;
  /** Tabs in order, as the view reports them; none before it is drawn. */
  tabs: readonly string[];
  /** The tab that is open, as the view tells it: `tab` where there is one of that name. */
  openTab: string | null;
  /** Frame of the active structure's trajectory; null shows the last one. */
  frame: number | null;
  /** Vibrational mode that is animated, 0-based, or null. */
  mode: number | null;
  /** How the structure is looked at. */
  viewer: ViewerState;
}

/** What of a session can be saved (`saveSession`, `readSession`); what is not its own, such as the list of structures, comes with the item. */
export type SavedSession = Pick<SessionState, 'structure' | 'tab' | 'atoms' | 'frame' | 'mode' | 'viewer'>;

/** State of one open item, without a browser: views subscribe to it and change it by these calls. */
export interface Session {
  getState: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /**
   * Sets the list of structures. The active one stays when it is still there, else `first` becomes active, or the first of the list. A structure that
   * nobody chose is replaced when another one becomes the first to look at: the best pose of a docking that goes on.
   */
  setStructures: (ids: readonly string[], first?: string | null) => void;
  activate: (id: string) => void;
  next: () => void;
  previous: () => void;
  selectAtoms: (atoms: readonly number[]) => void;
  setTab: (id: string) => void;
  /** Tells which tabs there are and which one is open. */
  tellTabs: (ids: readonly string[], open: string) => void;
  setFrame: (frame: number | null) => void;
  setMode: (mode: number | null) => void;
  /** Changes how the structure is looked at; what is not named stays. */
  setViewer: (change: Partial<ViewerState>) => void;
  /**
   * Shows what was saved (`readSession`); what is not named stays. A structure that is not there yet is shown when it comes, with its
   * atoms, frame and mode, unless somebody chose another one meanwhile.
   */
  restore: (saved: Partial<SavedSession>) => void;
}

const initialState: SessionState = {
  structure: null,
  structures: [],
  atoms: [],
  tab: null,
  tabs: [],
  openTab: null,
  frame: null,
  mode: null,
  viewer: initialViewerState,
};

/** Makes a session; listeners are called once for each change, and not when nothing changed. */
export function createSession(initial: Partial<SessionState> = {}): Session {
  let state: SessionState = { ...initialState, ...initial };
  const listeners = new Set<() => void>();

  function update(change: Partial<SessionState>): void {
    const changed = Object.entries(change).some(([key, value]) => state[key as keyof SessionState] !== value);
    if (!changed) return;
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  }

  /** What was restored of a structure that is not there yet; a null structure is the first one. */
  let awaited: Pick<SessionState, 'structure' | 'atoms' | 'frame' | 'mode'> | null = null;
  /** The structure that became active because it was the first to look at, and not because somebody chose it. */
  let offered: string | null = null;

  function activate(id: string): void {
    awaited = null;
    if (state.structures.includes(id)) offered = null;
    if (id === state.structure || !state.structures.includes(id)) return;
    update({ structure: id, frame: null, mode: null, atoms: [] });
  }

  function step(offset: number): void {
    const index = state.structure === null ? -1 : state.structures.indexOf(state.structure);
    const target = state.structures[Math.min(Math.max(index + offset, 0), state.structures.length - 1)];
    if (target !== undefined) activate(target);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setStructures(ids, wanted = null) {
      const same = ids.length === state.structures.length && ids.every((id, index) => id === state.structures[index]);
      const first = (wanted !== null && ids.includes(wanted) ? wanted : ids[0]) ?? null;
      const chosen = state.structure !== null && state.structure !== offered;
      if (same && (chosen || awaited || first === state.structure)) return;
      const came = awaited && (awaited.structure ?? first);
      if (awaited && came && ids.includes(came)) {
        const { atoms, frame, mode } = awaited;
        awaited = null;
        offered = null;
        update({ structures: [...ids], structure: came, atoms, frame, mode });
        return;
      }
      const kept = state.structure !== null && ids.includes(state.structure) && (chosen || first === state.structure);
      if (!kept) offered = first;
      update(
        kept
          ? { structures: [...ids] }
          : { structures: [...ids], structure: first, frame: null, mode: null, atoms: [] },
      );
    },
    activate,
    next: () => step(1),
    previous: () => step(-1),
    selectAtoms: (atoms) => update({ atoms: [...atoms] }),
    setTab: (tab) => update({ tab }),
    tellTabs(ids, open) {
      const same = ids.length === state.tabs.length && ids.every((id, index) => id === state.tabs[index]);
      update({ tabs: same ? state.tabs : [...ids], openTab: open });
    },
    setFrame: (frame) => update({ frame, mode: null }),
    setMode: (mode) => update({ mode }),
    restore(saved) {
      const { tab = state.tab, viewer = state.viewer, structure = state.structure } = saved;
      const ofStructure = {
        atoms: saved.atoms ? [...saved.atoms] : state.atoms,
        frame: saved.frame === undefined ? state.frame : saved.frame,
        mode: saved.mode === undefined ? state.mode : saved.mode,
      };
      const target = structure ?? state.structures[0] ?? null;
      if (target !== null && state.structures.includes(target)) {
        awaited = null;
        if (structure !== null) offered = null;
        update({ tab, viewer, structure: target, ...ofStructure });
        return;
      }
      awaited = { structure, ...ofStructure };
      update({ tab, viewer, ...(state.structures.length === 0 ? ofStructure : {}) });
    },
    setViewer: (change) => update({ viewer: { ...state.viewer, ...change } }),
  };
}
