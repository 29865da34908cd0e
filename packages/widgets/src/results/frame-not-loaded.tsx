import type { Session } from '@cuvette/core/session';
import type { Player, PlayerState } from '@cuvette/core/trajectory';
import { useWords } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import { useSessionState } from './hooks/use-session.ts';

/** Says that the chosen frame is not among those that the player has, and offers to load those around it. */
export function FrameNotLoaded({
  session,
  player,
  state,
}: {
  session: Session;
  player: Player | null;
  state: PlayerState | null;
}) {
  const words = useWords().dynamics;
  const { frame } = useSessionState(session);
  if (!player || !state || frame === null || state.total === null || frame >= state.total) return null;
  if (state.load === 'pending') return null;
  const { loaded } = state;
  if (state.load === 'success' && loaded && frame >= loaded.start && frame < loaded.start + loaded.received)
    return null;
  const loadAround = () => {
    const { start, end } = state.range;
    const length = end - start;
    const first = Math.max(0, Math.min(frame - Math.floor(length / 2), (state.total ?? length) - length));
    player.setStart(first);
    player.setEnd(first + length);
    void player.load();
  };
  return (
    <p className="cv-row cv-small" role="status">
      {words.notLoaded(frame + 1)}
      <Button dense label={words.loadAround} disabled={!player.ready()} onClick={loadAround} />
    </p>
  );
}
