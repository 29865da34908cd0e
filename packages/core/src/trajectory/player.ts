import type { AlignmentMode } from '../chemistry/alignment/index.ts';
import type { PlacedAtom } from '../chemistry/atoms.ts';
import { playbackFramesPerSecond } from '../entities/platform-constants.ts';
import { alignedFrame, atomsToAlign } from './frame-alignment.ts';
import {
  type FrameRange,
  mayChooseRange,
  memoryLimits,
  type RangeLimits,
  rangeLimits,
  withEnd,
  withStart,
} from './frame-range.ts';
import type { FrameSource } from './frame-source.ts';
import { createFrameStore, type FrameStore } from './frame-store.ts';
import { type StreamHeader, TrajectoryProblem } from './stream-header.ts';

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

/** What tells the time and calls again; a browser gives its own, so that drawing and playing keep step. */
export interface PlayerClock {
  /** Milliseconds. */
  now: () => number;
  /** Calls once, soon; the answer takes it back. */
  soon: (work: () => void) => () => void;
}

export interface PlayerOptions {
  /** What frames are frames of: shown before there are any, and what they are laid on. */
  structure: readonly PlacedAtom[];
  sources: readonly FrameSource[];
  /** Place of the trajectory to begin with, from 0; the first where there is none at this place, and then a warning says so. */
  trajectory?: number;
  clock?: PlayerClock;
  /** Hears what a developer should know. */
  warn?: (text: string) => void;
}

/** Plays the frames of trajectories, without a browser: what is loaded, which frame is shown, and when the next one is. */
export interface Player {
  getState: () => PlayerState;
  subscribe: (listener: () => void) => () => void;
  readonly sources: readonly FrameSource[];
  /** How short and how long a range may be. */
  limits: () => RangeLimits;
  /** Whether the controls may be used: when idle or after success. */
  ready: () => boolean;
  /**
   * Takes sources that have grown, as those of a running calculation do: what is shown, and how it is played, goes on, and what was loaded whole
   * is loaded whole again, or, where the source appends, what is new of it. Frames of other atoms, or fewer of them, are another trajectory: it
   * begins anew.
   */
  grow: (grown: Pick<PlayerOptions, 'structure' | 'sources'>) => void;
  /** Takes another trajectory: what was loaded goes. Where there is none at this place nothing changes, and a warning says so. */
  choose: (trajectory: number) => void;
  setStart: (frame: number) => void;
  setEnd: (frame: number) => void;
  /** Loads the range, instead of what is being loaded or was. Never rejects: the state says how it went. */
  load: () => Promise<void>;
  /** Plays on from the frame that is shown, from the range's start when that is its last one; loads the range first when idle. */
  play: () => void;
  pause: () => void;
  /** Shows a frame, and stops playing. */
  seek: (frame: number) => void;
  setAlignment: (mode: AlignmentMode) => void;
  setLoop: (loop: boolean) => void;
  setSpeed: (speed: number) => void;
  /** Positions (x, y, z per atom, Å) of the frame that is shown, laid on the structure; null where the structure itself is. */
  positions: () => Float32Array | null;
  /** Positions of any frame that is here (counted as `frame` is), laid on the structure in the same way, for films. Null for others. */
  positionsOf: (frame: number) => Float32Array | null;
  /** Bytes that the frames take. */
  bytes: () => number;
  /** Stops playing and loading, and lets go of the frames. */
  dispose: () => void;
}

/** After a wait that is longer than this (a hidden tab, a sleeping computer) playing goes on where it was; in milliseconds. */
const longestWait = 1000;

const plainClock: PlayerClock = {
  now: () => performance.now(),
  soon(work) {
    const timer = setTimeout(work, 1000 / playbackFramesPerSecond / 2);
    return () => clearTimeout(timer);
  },
};

/** Makes a player; nothing is loaded until `load` is called. */
export function createPlayer(options: PlayerOptions): Player {
  const { clock = plainClock, warn = (text) => console.warn(text) } = options;
  let { structure, sources } = options;
  let target = placesOf(structure);
  const listeners = new Set<() => void>();
  let store: FrameStore | null = null;
  let loading: AbortController | null = null;
  let stopTicking: (() => void) | null = null;
  let alignBy: readonly number[] | null = null;
  let shown: { frame: number; alignBy: readonly number[]; positions: Float32Array } | null = null;
  /** Where the range ended that was asked for last. */
  let askedEnd = 0;
  /** The place at which there was none, so that this is said once. */
  let missed: number | null = null;
  const first = options.trajectory ?? 0;
  let state = fresh(isThere(first, 0) ? first : 0, { alignment: 'default', loop: false, speed: 1 });

  function fresh(trajectory: number, kept: Pick<PlayerState, 'alignment' | 'loop' | 'speed'>): PlayerState {
    const total = sources[trajectory]?.frames ?? null;
    const limits = limitsOf(trajectory, total);
    const { alignment, loop, speed } = kept;
    return {
      trajectory,
      load: 'idle',
      problem: null,
      total,
      range: { start: 0, end: limits.longest },
      loaded: null,
      frame: null,
      playing: false,
      alignment,
      loop,
      speed,
    };
  }

  /** What is at hand needs no choice of what to fetch: all of it is shown where it fits into memory. */
  function limitsOf(trajectory: number, total: number | null): RangeLimits {
    const count = total ?? Number.POSITIVE_INFINITY;
    return sources[trajectory]?.atHand ? memoryLimits(count, structure.length) : rangeLimits(count, structure.length);
  }

  function isThere(trajectory: number, instead: number): boolean {
    const found = sources[trajectory] !== undefined;
    if (!found && sources.length > 0 && !Object.is(missed, trajectory)) {
      missed = trajectory;
      const last = sources.length === 1 ? 'there is only one' : `they are 1 to ${sources.length}`;
      warn(`Cuvette: there is no trajectory ${trajectory + 1}, ${last}. Trajectory ${instead + 1} is shown.`);
    }
    return found;
  }

  function update(change: Partial<PlayerState>): void {
    const changed = Object.entries(change).some(([key, value]) => state[key as keyof PlayerState] !== value);
    if (!changed) return;
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  }

  function stop(): void {
    stopTicking?.();
    stopTicking = null;
    update({ playing: false });
  }

  function letGo(): void {
    stop();
    loading?.abort();
    loading = null;
    store = null;
    alignBy = null;
    shown = null;
  }

  const ready = () => state.load === 'idle' || state.load === 'success';
  const limits = () => limitsOf(state.trajectory, state.total);
  const lastFrame = () => (state.loaded ? state.loaded.start + state.loaded.received - 1 : -1);

  function begun(header: StreamHeader, range: FrameRange): void {
    checkAtoms(header, structure);
    const total = header.total ?? state.total;
    if (total === state.total || total === null) return;
    const known = limitsOf(state.trajectory, total);
    update({ total, range: withStart({ ...range, end: Math.min(range.end, total) }, range.start, total, known) });
  }

  function took(block: Float32Array, range: FrameRange, into: FrameStore): void {
    if (into.append(block) === 0) return;
    const frame = state.frame ?? range.start;
    update({ frame, loaded: { ...range, received: into.length } });
  }

  async function load(): Promise<void> {
    const source = sources[state.trajectory];
    if (!source) return;
    letGo();
    const own = new AbortController();
    loading = own;
    const { range } = state;
    askedEnd = range.end;
    const into = createFrameStore(structure.length, range.end - range.start);
    store = into;
    let announced: number | null = null;
    let came = 0;
    update({ load: 'pending', problem: null, frame: null, loaded: { ...range, received: 0 } });
    const mine = () => !own.signal.aborted;
    try {
      await source.load(
        range,
        {
          begun(header) {
            announced = header.frames;
            if (mine()) begun(header, range);
          },
          frames(block) {
            came += block.length / (3 * structure.length);
            if (mine()) took(block, range, into);
          },
        },
        own.signal,
      );
      if (!mine()) return;
      if (announced !== null && came !== announced) {
        warn(`The trajectory was announced with ${announced} frames, and ${came} came.`);
      }
      if (into.length === 0) throw new TrajectoryProblem('There are no frames in this range.');
      loading = null;
      update({ load: 'success', loaded: { ...range, end: range.start + into.length, received: into.length } });
      // Its source may have grown meanwhile.
      if (askedEnd > range.end) void loadTail();
    } catch (error) {
      if (mine()) failed(error);
    }
  }

  function failed(error: unknown): void {
    letGo();
    const problem = error instanceof Error ? error.message : String(error);
    update({ load: 'failure', problem, frame: null, loaded: null });
  }

  function grow(grown: Pick<PlayerOptions, 'structure' | 'sources'>): void {
    if (grown.structure === structure && grown.sources === sources) return;
    const source = grown.sources[state.trajectory];
    const { loaded, total } = state;
    const frames = source?.frames ?? null;
    if (source?.appends && frames !== null && frames >= (sources[state.trajectory]?.frames ?? 0)) {
      if (sameElements(structure, grown.structure) && state.load !== 'failure') return growOn(grown, frames);
    }
    const more = frames !== null && total !== null && frames >= total && sameElements(structure, grown.structure);
    ({ structure, sources } = grown);
    target = placesOf(structure);
    alignBy = null;
    shown = null;
    if (source && more && state.load === 'success' && loaded) {
      void loadBehind(source, total, loaded);
      return;
    }
    letGo();
    update(fresh(source ? state.trajectory : 0, state));
  }

  /** Takes frames that were added to the end: nothing that is here, or on its way, is let go of. */
  function growOn(grown: Pick<PlayerOptions, 'structure' | 'sources'>, frames: number): void {
    const before = state.total;
    if (grown.structure !== structure) {
      target = placesOf(grown.structure);
      shown = null;
    }
    ({ structure, sources } = grown);
    // What was streamed may be ahead of what the item says.
    const total = Math.max(before ?? 0, frames);
    const { longest } = limitsOf(state.trajectory, total);
    const whole = (range: FrameRange) => range.start === 0 && range.end >= (before ?? 0);
    const follows = state.loaded !== null && whole({ start: state.loaded.start, end: askedEnd });
    update({ total, ...(before === null || whole(state.range) ? { range: { start: 0, end: longest } } : {}) });
    if (!follows) return;
    askedEnd = longest;
    if (state.load === 'success') void loadTail();
  }

  /** Loads what comes after the frames that are here, which are played on meanwhile and stay where this fails: growing further tries it again. */
  async function loadTail(): Promise<void> {
    const { loaded } = state;
    const source = sources[state.trajectory];
    // What is on its way comes first.
    if (!source || !loaded || !store || loading) return;
    const { start } = loaded;
    const range = { start: start + store.length, end: askedEnd };
    if (range.start >= range.end) return;
    const own = new AbortController();
    loading = own;
    const into = store;
    into.widen(range.end - start);
    const frames = (block: Float32Array) => {
      if (own.signal.aborted || into.append(block) === 0) return;
      update({ loaded: { start, end: start + into.length, received: into.length } });
    };
    try {
      await source.load(range, { begun: (header) => checkAtoms(header, structure), frames }, own.signal);
    } catch (error) {
      if (!own.signal.aborted) warn(`New frames were not loaded: ${error instanceof Error ? error.message : error}`);
    }
    if (loading !== own) return;
    loading = null;
    if (askedEnd > range.end) void loadTail();
  }

  /** Loads what has grown while what is here is shown and played on, and then takes its place. */
  async function loadBehind(source: FrameSource, before: number, loaded: FrameRange): Promise<void> {
    loading?.abort();
    const own = new AbortController();
    loading = own;
    const mine = () => !own.signal.aborted;
    const whole = fresh(state.trajectory, state);
    const grown = (range: FrameRange) => (range.start === 0 && range.end >= before ? whole.range : range);
    const range = grown(loaded);
    const into = createFrameStore(structure.length, range.end - range.start);
    try {
      await source.load(
        range,
        { begun: (header) => checkAtoms(header, structure), frames: (block) => void into.append(block) },
        own.signal,
      );
      if (!mine()) return;
      if (into.length === 0) throw new TrajectoryProblem('There are no frames in this range.');
      loading = null;
      store = into;
      alignBy = null;
      shown = null;
      const end = range.start + into.length;
      const frame = Math.min(state.frame ?? range.start, end - 1);
      update({
        total: whole.total,
        range: grown(state.range),
        loaded: { start: range.start, end, received: into.length },
        frame,
      });
      if (!state.playing) return;
      stopTicking?.();
      tickFrom(frame);
    } catch (error) {
      if (mine()) failed(error);
    }
  }

  /** A frame as it came, and the atoms by which it is laid on the structure. */
  function rawFrame(frame: number): { raw: Float32Array; by: readonly number[] } | null {
    const { loaded } = state;
    const raw = loaded && store ? store.frame(frame - loaded.start) : null;
    if (!raw || !store) return null;
    // Until all frames are here there is no last one to compare with.
    const mode = state.load === 'success' ? state.alignment : 'default';
    const by = alignBy ?? atomsToAlign(structure, store.frame(store.length - 1) ?? raw, mode);
    if (state.load === 'success' || mode === state.alignment) alignBy = by;
    return { raw, by };
  }

  function tickFrom(first: number): void {
    let begin = clock.now();
    let last = begin;
    let from = first;
    let speed = state.speed;
    const tick = () => {
      const { loaded } = state;
      if (!loaded) return stop();
      const now = clock.now();
      const waited = now - last > longestWait;
      if (waited || speed !== state.speed) {
        begin = now;
        // One frame further: a screen that needs longer than that for a frame must come to the end as well.
        from = (state.frame ?? first) + (waited ? 1 : 0);
        speed = state.speed;
      }
      last = now;
      // A slow screen skips frames and keeps the pace: what is shown hangs on the time alone.
      const frame = from + Math.floor(((now - begin) * playbackFramesPerSecond * speed) / 1000 + 1e-6);
      const end = lastFrame();
      if (frame >= end && !state.loop) {
        update({ frame: end });
        return stop();
      }
      update({ frame: loaded.start + ((frame - loaded.start) % loaded.received) });
      stopTicking = clock.soon(tick);
    };
    stopTicking = clock.soon(tick);
  }

  function play(): void {
    if (state.load !== 'success' || state.playing || !state.loaded) return;
    const first = state.frame === null || state.frame >= lastFrame() ? state.loaded.start : state.frame;
    update({ frame: first, playing: true });
    tickFrom(first);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get sources() {
      return sources;
    },
    limits,
    ready,
    grow,
    choose(trajectory) {
      if (trajectory === state.trajectory || !isThere(trajectory, state.trajectory)) return;
      letGo();
      update(fresh(trajectory, state));
    },
    setStart(frame) {
      if (ready() && state.total !== null) update({ range: withStart(state.range, frame, state.total, limits()) });
    },
    setEnd(frame) {
      if (ready() && state.total !== null) update({ range: withEnd(state.range, frame, state.total, limits()) });
    },
    load,
    play() {
      if (state.load === 'idle') void load().then(play);
      else play();
    },
    pause: stop,
    seek(frame) {
      if (!ready() || !state.loaded) return;
      stop();
      update({ frame: Math.min(Math.max(Math.round(frame), state.loaded.start), lastFrame()) });
    },
    setAlignment(mode) {
      if (mode === state.alignment) return;
      alignBy = null;
      update({ alignment: mode });
    },
    setLoop: (loop) => update({ loop }),
    setSpeed: (speed) => {
      if (Number.isFinite(speed) && speed > 0) update({ speed });
    },
    positions() {
      const { frame } = state;
      const found = frame === null ? null : rawFrame(frame);
      if (!found || frame === null) return null;
      const { raw, by } = found;
      if (shown?.frame === frame && shown.alignBy === by) return shown.positions;
      shown = { frame, alignBy: by, positions: alignedFrame(raw, target, by) };
      return shown.positions;
    },
    positionsOf(frame) {
      const found = rawFrame(frame);
      return found && alignedFrame(found.raw, target, found.by);
    },
    bytes: () => store?.bytes ?? 0,
    dispose() {
      letGo();
      listeners.clear();
    },
  };
}

function placesOf(structure: readonly PlacedAtom[]): Float64Array {
  return Float64Array.from(structure.flatMap(({ position }) => position));
}

function sameElements(a: readonly PlacedAtom[], b: readonly PlacedAtom[]): boolean {
  return a.length === b.length && a.every(({ atomic_number }, index) => atomic_number === b[index]?.atomic_number);
}

function checkAtoms({ atoms }: StreamHeader, structure: readonly PlacedAtom[]): void {
  if (atoms === structure.length) return;
  throw new TrajectoryProblem(
    `The trajectory has ${atoms} atoms, and its structure has ${structure.length}: they do not belong together.`,
  );
}

/** Whether the range slider is shown: not under 50 frames, nor for frames at hand that are all shown. An unknown number is asked for by loading. */
export function showsRange({ total, range }: PlayerState, atHand = false): boolean {
  return total !== null && mayChooseRange(total) && !(atHand && range.end - range.start >= total);
}
