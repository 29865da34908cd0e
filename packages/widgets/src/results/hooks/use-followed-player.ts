import type { Session } from '@cuvette/core/session';
import type { Player, PlayerState } from '@cuvette/core/trajectory';
import { useEffect, useEffectEvent } from 'react';

/**
 * Keeps a player and a session on the same frame: what the player plays the session shows, and what is chosen elsewhere (a plot, a row) the player seeks.
 * @param options.chosen whether the session has a frame of its own; until then loading tells it none, but playing and seeking do
 */
export function useFollowedPlayer(
  player: Player | null,
  session: Session,
  options: { shown: () => number; show: (frame: number) => void; chosen?: () => boolean },
): void {
  const shown = useEffectEvent(() => options.shown());
  const chosen = useEffectEvent(() => options.chosen?.() ?? true);
  const show = useEffectEvent((frame: number) => options.show(frame));
  useEffect(() => {
    if (!player) return;
    let following = false;
    // The load whose frames the session was shown: with another one, also after growth, it is asked anew.
    let settled: PlayerState['loaded'] = null;
    let before: number | null = null;
    const seek = () => {
      following = true;
      player.seek(shown());
      following = false;
    };
    const fromPlayer = () => {
      const { load, frame, loaded, playing } = player.getState();
      const moved = before !== null && before !== frame;
      before = load === 'success' ? frame : null;
      if (following) return;
      if (load !== 'success') {
        settled = null;
        return;
      }
      if (frame === null || loaded === null) return;
      // Loading shows the range's first frame; what the session shows comes first, where it is among what was loaded.
      const here = shown() >= loaded.start && shown() < loaded.start + loaded.received;
      const came = settled !== loaded;
      settled = loaded;
      if (came && here && !playing) seek();
      // A frame of the session that is not loaded stays its own until the player moves.
      else if ((came && frame !== shown()) || (moved && (frame !== shown() || !chosen()))) show(frame);
    };
    const fromSession = () => {
      const { load, frame } = player.getState();
      if (load === 'success' && settled && !following && frame !== shown()) seek();
    };
    fromPlayer();
    const stop = [player.subscribe(fromPlayer), session.subscribe(fromSession)];
    return () => {
      for (const end of stop) end();
    };
  }, [player, session]);
}

/** Shows the structure that a frame is. Frames of one motion have the same atoms: those that are selected stay so, and a distance is followed while it plays. */
export function showStructure(session: Session, id: string | undefined): void {
  const { structure, structures } = session.getState();
  if (id !== undefined && id !== structure && structures.includes(id)) {
    session.restore({ structure: id, frame: null, mode: null });
  }
}
