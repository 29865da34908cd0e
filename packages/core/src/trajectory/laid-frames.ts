import type { PlacedAtom } from '../chemistry/atoms.ts';
import { alignedFrame, atomsToAlign } from './frame-alignment.ts';
import type { FrameStore } from './frame-store.ts';
import type { PlayerState } from './player-state.ts';

/** Frames laid on their structure. */
export interface LaidFrames {
  /** Positions (x, y, z per atom, Å) of the frame that is shown; null where the structure itself is. */
  shown: (state: PlayerState, store: FrameStore | null) => Float32Array | null;
  /** Positions of any frame that is here. */
  positionsOf: (frame: number, state: PlayerState, store: FrameStore | null) => Float32Array | null;
  /** Lays frames on another structure. */
  layOn: (structure: readonly PlacedAtom[]) => void;
  /** Chooses the atoms by which frames are laid anew: with other frames, or after another choice. */
  reset: () => void;
}

export function createLaidFrames(first: readonly PlacedAtom[]): LaidFrames {
  let structure = first;
  let target = placesOf(first);
  let alignBy: readonly number[] | null = null;
  let last: { frame: number; alignBy: readonly number[]; positions: Float32Array } | null = null;

  /** A frame as it came, and the atoms by which it is laid on the structure. */
  const rawFrame = (frame: number, { loaded, load, alignment }: PlayerState, store: FrameStore | null) => {
    const raw = loaded && store ? store.frame(frame - loaded.start) : null;
    if (!raw || !store) return null;
    // Until all frames are here there is no last one to compare with.
    const mode = load === 'success' ? alignment : 'default';
    const by = alignBy ?? atomsToAlign(structure, store.frame(store.length - 1) ?? raw, mode);
    if (load === 'success' || mode === alignment) alignBy = by;
    return { raw, by };
  };

  return {
    shown(state, store) {
      const { frame } = state;
      const found = frame === null ? null : rawFrame(frame, state, store);
      if (!found || frame === null) return null;
      const { raw, by } = found;
      if (last?.frame === frame && last.alignBy === by) return last.positions;
      last = { frame, alignBy: by, positions: alignedFrame(raw, target, by) };
      return last.positions;
    },
    positionsOf(frame, state, store) {
      const found = rawFrame(frame, state, store);
      return found && alignedFrame(found.raw, target, found.by);
    },
    layOn(next) {
      if (next === structure) return;
      structure = next;
      target = placesOf(next);
      last = null;
    },
    reset() {
      alignBy = null;
      last = null;
    },
  };
}

function placesOf(structure: readonly PlacedAtom[]): Float64Array {
  return Float64Array.from(structure.flatMap(({ position }) => position));
}
