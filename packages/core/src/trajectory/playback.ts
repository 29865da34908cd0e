import { playbackFramesPerSecond } from '../entities/platform-constants.ts';
import { type HeldState, lastFrame } from './player-state.ts';

/** What tells the time and calls again; a browser gives its own, so that drawing and playing keep step. */
export interface PlayerClock {
  /** Milliseconds. */
  now: () => number;
  /** Calls once, soon; the answer takes it back. */
  soon: (work: () => void) => () => void;
}

/** After a wait that is longer than this (a hidden tab, a sleeping computer) playing goes on where it was; in milliseconds. */
const longestWait = 1000;

export const plainClock: PlayerClock = {
  now: () => performance.now(),
  soon(work) {
    const timer = setTimeout(work, 1000 / playbackFramesPerSecond / 2);
    return () => clearTimeout(timer);
  },
};

/** Shows one frame after another. */
export interface Playback {
  /** Plays on from a frame, instead of from where it played. */
  from: (frame: number) => void;
  /** Plays on from the frame that is shown, from the range's start when that is its last one. */
  play: () => void;
  stop: () => void;
}

export function createPlayback(held: HeldState, clock: PlayerClock): Playback {
  let stopTicking: (() => void) | null = null;

  const stop = () => {
    stopTicking?.();
    stopTicking = null;
    held.update({ playing: false });
  };

  const from = (first: number) => {
    stopTicking?.();
    let begin = clock.now();
    let last = begin;
    let start = first;
    let { speed } = held.get();
    const tick = () => {
      const state = held.get();
      const { loaded } = state;
      if (!loaded) return stop();
      const now = clock.now();
      const waited = now - last > longestWait;
      if (waited || speed !== state.speed) {
        begin = now;
        // One frame further: a screen that needs longer than that for a frame must come to the end as well.
        start = (state.frame ?? first) + (waited ? 1 : 0);
        speed = state.speed;
      }
      last = now;
      // A slow screen skips frames and keeps the pace: what is shown hangs on the time alone.
      const frame = start + Math.floor(((now - begin) * playbackFramesPerSecond * speed) / 1000 + 1e-6);
      const end = lastFrame(state);
      if (frame >= end && !state.loop) {
        held.update({ frame: end });
        return stop();
      }
      held.update({ frame: loaded.start + ((frame - loaded.start) % loaded.received) });
      stopTicking = clock.soon(tick);
    };
    stopTicking = clock.soon(tick);
  };

  const play = () => {
    const state = held.get();
    if (state.load !== 'success' || state.playing || !state.loaded) return;
    const first = state.frame === null || state.frame >= lastFrame(state) ? state.loaded.start : state.frame;
    held.update({ frame: first, playing: true });
    from(first);
  };

  return { from, play, stop };
}
