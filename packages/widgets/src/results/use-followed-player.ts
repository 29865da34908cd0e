import type { Session } from '@cuvette/core/session';
import type { Player } from '@cuvette/core/trajectory';
import { useEffect, useEffectEvent } from 'react';

/** Keeps a player and a session on the same frame: what the player plays the session shows, and what is chosen elsewhere (a plot, a row) the player seeks. */
export function useFollowedPlayer(
  player: Player | null,
  session: Session,
  options: { shown: () => number; show: (frame: number) => void },
): void {
  const shown = useEffectEvent(() => options.shown());
  const show = useEffectEvent((frame: number) => options.show(frame));
  useEffect(() => {
    if (!player) return;
    let following = false;
    let settled = false;
    const seek = () => {
      following = true;
      player.seek(shown());
      following = false;
    };
    const fromPlayer = () => {
      const { load, frame } = player.getState();
      if (following) return;
      if (load !== 'success') {
        settled = false;
        return;
      }
      if (frame === null) return;
      // Loading shows the range's first frame; what the session shows comes first, where it is among what was loaded.
      const { loaded } = player.getState();
      const here = loaded !== null && shown() >= loaded.start && shown() < loaded.start + loaded.received;
      if (!settled && here) seek();
      else if (frame !== shown()) show(frame);
      settled = true;
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
