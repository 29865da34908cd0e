import type { AlignmentMode } from '../chemistry/alignment/index.ts';
import type { PlacedAtom } from '../chemistry/atoms.ts';
import { createFrameLoading } from './frame-loading.ts';
import { type RangeLimits, withEnd, withStart } from './frame-range.ts';
import type { FrameSource } from './frame-source.ts';
import { createLaidFrames } from './laid-frames.ts';
import { createPlayback, type PlayerClock, plainClock } from './playback.ts';
import { freshState, holdState, lastFrame, limitsOf, type Playable, type PlayerState } from './player-state.ts';

export interface PlayerOptions extends Playable {
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
  grow: (grown: Playable) => void;
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

/** Makes a player; nothing is loaded until `load` is called. */
export function createPlayer(options: PlayerOptions): Player {
  const { clock = plainClock, warn = (text) => console.warn(text) } = options;
  let playable: Playable = { structure: options.structure, sources: options.sources };
  const isThere = placeCheck(() => playable.sources, warn);
  const first = options.trajectory ?? 0;
  const held = holdState(
    freshState(playable, isThere(first, 0) ? first : 0, { alignment: 'default', loop: false, speed: 1 }),
  );
  const playback = createPlayback(held, clock);
  const laid = createLaidFrames(options.structure);
  const loading = createFrameLoading({
    held,
    playable: () => playable,
    letGo() {
      playback.stop();
      laid.reset();
    },
    replaced() {
      laid.reset();
      const { playing, frame } = held.get();
      if (playing && frame !== null) playback.from(frame);
    },
    warn,
  });

  const limits = () => limitsOf(playable, held.get().trajectory, held.get().total);
  const ready = () => held.get().load === 'idle' || held.get().load === 'success';

  const take = (grown: Playable) => {
    playable = { structure: grown.structure, sources: grown.sources };
    laid.layOn(grown.structure);
  };

  /** Takes frames that were added to the end: nothing that is here, or on its way, is let go of. */
  const growOn = (grown: Playable, frames: number) => {
    const { total: before, trajectory, loaded, range } = held.get();
    take(grown);
    // What was streamed may be ahead of what the item says.
    const total = Math.max(before ?? 0, frames);
    const { longest } = limitsOf(playable, trajectory, total);
    const follows = loaded !== null && loaded.start === 0 && loading.askedTo(before ?? 0);
    const whole = before === null || (range.start === 0 && range.end >= before);
    held.update({ total, ...(whole ? { range: { start: 0, end: longest } } : {}) });
    if (follows) loading.extendTo(longest);
  };

  const grow = (grown: Playable) => {
    const { structure, sources } = playable;
    if (grown.structure === structure && grown.sources === sources) return;
    const { trajectory, load, loaded, total } = held.get();
    const source = grown.sources[trajectory];
    const frames = source?.frames ?? null;
    const sameAtoms = sameElements(structure, grown.structure);
    const appended = source?.appends && frames !== null && frames >= (sources[trajectory]?.frames ?? 0);
    if (appended && sameAtoms && load !== 'failure') return growOn(grown, frames);
    take(grown);
    laid.reset();
    const more = frames !== null && total !== null && frames >= total && sameAtoms;
    if (more && load === 'success' && loaded) {
      void loading.loadBehind(total, loaded);
      return;
    }
    loading.letGo();
    held.update(freshState(playable, source ? trajectory : 0, held.get()));
  };

  const setRange = (changed: typeof withStart | typeof withEnd, frame: number) => {
    const { range, total } = held.get();
    if (ready() && total !== null) held.update({ range: changed(range, frame, total, limits()) });
  };

  return {
    getState: held.get,
    subscribe: held.subscribe,
    get sources() {
      return playable.sources;
    },
    limits,
    ready,
    grow,
    choose(trajectory) {
      const shown = held.get().trajectory;
      if (trajectory === shown || !isThere(trajectory, shown)) return;
      loading.letGo();
      held.update(freshState(playable, trajectory, held.get()));
    },
    setStart: (frame) => setRange(withStart, frame),
    setEnd: (frame) => setRange(withEnd, frame),
    load: loading.load,
    play() {
      if (held.get().load === 'idle') void loading.load().then(playback.play);
      else playback.play();
    },
    pause: playback.stop,
    seek(frame) {
      const state = held.get();
      if (!ready() || !state.loaded) return;
      playback.stop();
      held.update({ frame: Math.min(Math.max(Math.round(frame), state.loaded.start), lastFrame(state)) });
    },
    setAlignment(mode) {
      if (mode === held.get().alignment) return;
      laid.reset();
      held.update({ alignment: mode });
    },
    setLoop: (loop) => held.update({ loop }),
    setSpeed: (speed) => {
      if (Number.isFinite(speed) && speed > 0) held.update({ speed });
    },
    positions: () => laid.shown(held.get(), loading.store()),
    positionsOf: (frame) => laid.positionsOf(frame, held.get(), loading.store()),
    bytes: () => loading.store()?.bytes ?? 0,
    dispose() {
      loading.letGo();
      held.dispose();
    },
  };
}

/** Tells whether there is a trajectory at a place; that there is none is shown once for each place. */
function placeCheck(sources: () => readonly FrameSource[], warn: (text: string) => void) {
  let missed: number | null = null;
  return (trajectory: number, instead: number): boolean => {
    const { length } = sources();
    const found = sources()[trajectory] !== undefined;
    if (!found && length > 0 && !Object.is(missed, trajectory)) {
      missed = trajectory;
      const last = length === 1 ? 'there is only one' : `they are 1 to ${length}`;
      warn(`Cuvette: there is no trajectory ${trajectory + 1}, ${last}. Trajectory ${instead + 1} is shown.`);
    }
    return found;
  };
}

function sameElements(a: readonly PlacedAtom[], b: readonly PlacedAtom[]): boolean {
  return a.length === b.length && a.every(({ atomic_number }, index) => atomic_number === b[index]?.atomic_number);
}
