import type { AlignmentMode } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import {
  createPlayer,
  type FrameSource,
  isSmallTrajectory,
  mayChooseRange,
  type Player,
  type PlayerClock,
  type PlayerState,
} from '@cuvette/core/trajectory';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

const screenClock: PlayerClock = {
  now: () => performance.now(),
  soon(work) {
    const request = requestAnimationFrame(work);
    return () => cancelAnimationFrame(request);
  },
};

export interface UsePlayerOptions {
  structure: readonly Atom[];
  sources: readonly FrameSource[];
  /** Place of the trajectory to begin with, from 0. */
  trajectory?: number | undefined;
  /** Load without being asked, always or what is small; what is at hand, and what is under 50 frames, is loaded anyway. */
  autoload?: boolean | 'small' | undefined;
  alignment?: AlignmentMode | undefined;
  loop?: boolean | undefined;
  speed?: number | undefined;
  /** New sources are the old ones with more frames, as those of a running calculation: what is shown and played goes on. */
  grows?: boolean | undefined;
}

const nothing = () => () => {};
const none = () => null;

/** A player for as long as the view is mounted and its frames come from the same place, or from one that grows; leaving ends what is being loaded. */
export function usePlayer(options: UsePlayerOptions): { player: Player | null; state: PlayerState | null } {
  const { structure, sources, trajectory = 0, alignment = 'default', loop = false, speed = 1, grows = false } = options;
  const [player, setPlayer] = useState<Player | null>(null);
  const make = useEffectEvent(() => createPlayer({ structure, sources, trajectory, clock: screenClock }));
  const [ofStructure, ofSources] = grows ? [null, null] : [structure, sources];
  useEffect(() => {
    const made = make();
    setPlayer(made);
    return () => {
      made.dispose();
      setPlayer(null);
    };
    // What makes it another player is named here; what it is made of is read when it is made.
    // eslint-disable-next-line react/exhaustive-deps
  }, [ofStructure, ofSources]);
  useEffect(() => {
    if (grows) player?.grow({ structure, sources });
  }, [player, grows, structure, sources]);
  const state = useSyncExternalStore<PlayerState | null>(player?.subscribe ?? nothing, player?.getState ?? none);

  useEffect(() => player?.choose(trajectory), [player, trajectory]);
  useEffect(() => player?.setAlignment(alignment), [player, alignment]);
  useEffect(() => player?.setLoop(loop), [player, loop]);
  useEffect(() => player?.setSpeed(speed), [player, speed]);

  const idle = state?.load === 'idle';
  const source = state ? sources[state.trajectory] : undefined;
  const total = state?.total ?? Number.POSITIVE_INFINITY;
  const few = !mayChooseRange(total) || (options.autoload === 'small' && isSmallTrajectory(total, structure.length));
  const atOnce = options.autoload === true || source?.atHand === true || few;
  useEffect(() => {
    if (player && idle && source && atOnce) void player.load();
  }, [player, idle, source, atOnce]);
  // What loads by itself is never shown as waiting for a choice, which would take room for a moment.
  const begins = idle && source && atOnce;
  return { player, state: state && begins ? { ...state, load: 'pending' } : state };
}
