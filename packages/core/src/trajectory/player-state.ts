import type { AlignmentMode } from '../chemistry/alignment/index.ts';
import type { PlacedAtom } from '../chemistry/atoms.ts';
import { type FrameRange, mayChooseRange, memoryLimits, type RangeLimits, rangeLimits } from './frame-range.ts';
import type { FrameSource } from './frame-source.ts';

/** Whether frames were asked for, and what came of it. */
export type LoadState = 'idle' | 'pending' | 'success' | 'failure';

export interface PlayerState {
  /** Place of the trajectory that is played, from 0. */
  trajectory: number;
  load: LoadState;
  /** Why the last load failed, for people; else null. */
  problem: string | null;
  /** Frames of the whole trajectory; null where this is not known before something was loaded. */
  total: number | null;
  /** What the next load asks for; frames count from 0, the end is exclusive. */
  range: FrameRange;
  /** What was asked for last, and how many frames of it are here. */
  loaded: (FrameRange & { received: number }) | null;
  /** The frame that is shown, counted from 0 in the whole trajectory; null shows the structure itself. */
  frame: number | null;
  playing: boolean;
  alignment: AlignmentMode;
  loop: boolean;
  /** 1 plays 24 frames per second. */
  speed: number;
}

/** What is played. */
export interface Playable {
  /** What frames are frames of: shown before there are any, and what they are laid on. */
  structure: readonly PlacedAtom[];
  sources: readonly FrameSource[];
}

/** How short and how long a range may be. What is at hand needs no choice of what to fetch: all of it is shown where it fits into memory. */
export function limitsOf({ structure, sources }: Playable, trajectory: number, total: number | null): RangeLimits {
  const count = total ?? Number.POSITIVE_INFINITY;
  return sources[trajectory]?.atHand ? memoryLimits(count, structure.length) : rangeLimits(count, structure.length);
}

/** The state of a trajectory of which nothing was loaded; how frames are laid and played is kept. */
export function freshState(
  playable: Playable,
  trajectory: number,
  { alignment, loop, speed }: Pick<PlayerState, 'alignment' | 'loop' | 'speed'>,
): PlayerState {
  const total = playable.sources[trajectory]?.frames ?? null;
  return {
    trajectory,
    load: 'idle',
    problem: null,
    total,
    range: { start: 0, end: limitsOf(playable, trajectory, total).longest },
    loaded: null,
    frame: null,
    playing: false,
    alignment,
    loop,
    speed,
  };
}

/** A player's state, which its parts change and whoever draws it listens to. */
export interface HeldState {
  get: () => PlayerState;
  /** Tells the listeners, where something is other than before. */
  update: (change: Partial<PlayerState>) => void;
  subscribe: (listener: () => void) => () => void;
  /** Forgets the listeners. */
  dispose: () => void;
}

export function holdState(first: PlayerState): HeldState {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    update(change) {
      const changed = Object.entries(change).some(([key, value]) => state[key as keyof PlayerState] !== value);
      if (!changed) return;
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => listeners.clear(),
  };
}

/** The last frame that is here, counted in the whole trajectory; -1 where there is none. */
export function lastFrame({ loaded }: PlayerState): number {
  return loaded ? loaded.start + loaded.received - 1 : -1;
}

/** Whether the range slider is shown: not under 50 frames, nor for frames at hand that are all shown. An unknown number is asked for by loading. */
export function showsRange({ total, range }: PlayerState, atHand = false): boolean {
  return total !== null && mayChooseRange(total) && !(atHand && range.end - range.start >= total);
}
