import { createSession, type Session } from '@cuvette/core/session';
import type { Player, PlayerState } from '@cuvette/core/trajectory';
import { useEffect, useMemo } from 'react';
import { useEmit, useWords } from '../elements/context.tsx';
import { showStructure, useFollowedPlayer } from '../results/hooks/use-followed-player.ts';
import { useSessionState } from '../results/hooks/use-session.ts';
import { useSheet } from '../results/hooks/use-sheet.ts';
import type { Bond } from '../viewer/layer.ts';
import { flatPositions } from '../viewer/overlay/align.ts';
import { drawingLimits } from '../viewer/tools/use-drawing-tool.ts';
import { Viewer } from '../viewer/viewer.tsx';
import { PlayerControls } from './player-controls.tsx';
import css from './trajectory.css?inline';
import { type UsePlayerOptions, usePlayer } from './use-player.ts';

export interface TrajectoryPlayerProps extends UsePlayerOptions {
  /** Name of what moves; shown under the picture. */
  title: string;
  /** Bonded atoms (pairs, 0-based) where they are known. */
  bonds?: readonly Bond[] | null | undefined;
  /** The session whose frame this is; the player begins with its own where the session has none. */
  session?: Session | undefined;
  /** Identifiers of the session's structures that the frames are, in order, where they are structures of their own: the active one is the frame. */
  structures?: readonly string[] | undefined;
  /** The item's own page, where this is in somebody else's. */
  pageAddress?: string | null | undefined;
  antialias?: boolean | undefined;
  renderMode?: 'shared' | 'own' | undefined;
}

/** The session where none is given: nothing else uses it. */
const alone = { ...createSession(), setFrame: () => {} };

/** Plays frames over a structure, wherever they come from: a stream of the server, or memory. */
export function TrajectoryPlayer(props: TrajectoryPlayerProps) {
  return <PlayedTrajectory {...props} {...usePlayer(props)} />;
}

export type PlayedTrajectoryProps = Omit<TrajectoryPlayerProps, keyof UsePlayerOptions> &
  Pick<UsePlayerOptions, 'structure' | 'sources'> & {
    player: Player | null;
    state: PlayerState | null;
  };

/** The same with a player that the parent keeps, which other parts of its view look at as well. */
export function PlayedTrajectory(props: PlayedTrajectoryProps) {
  const { player, state, structure, sources, title, bonds, pageAddress, antialias, renderMode } = props;
  // Not only with its controls: those come a moment later, and it has its height before.
  useSheet(css);
  const words = useWords();
  const emit = useEmit();
  const { session = alone, structures } = props;
  const { atoms: selected, viewer: view } = useSessionState(session);
  const shared = session === alone ? {} : { selected, onSelect: session.selectAtoms, view, onView: session.setViewer };
  /** The frame that the session has chosen; null where it has none, or shows a structure that is no frame. */
  const chosen = () => {
    const { frame, structure } = session.getState();
    if (!structures) return frame;
    const place = structures.indexOf(structure ?? '');
    return place < 0 ? null : place;
  };
  useFollowedPlayer(player, session, {
    shown: () => chosen() ?? player?.getState().frame ?? 0,
    show: (frame) => (structures ? showStructure(session, structures[frame]) : session.setFrame(frame)),
    chosen: () => chosen() !== null,
  });

  const molecule = useMemo(() => ({ atoms: [...structure] }), [structure]);
  const still = useMemo(() => flatPositions(structure), [structure]);
  const frame = state?.frame ?? null;
  const { load = 'idle', trajectory = 0, alignment = 'default', problem = null } = state ?? {};
  const positions = useMemo(
    () => (player && frame !== null && player.getState().trajectory === trajectory ? player.positions() : null),
    // What is laid on what hangs on the alignment, and on whether all frames are here.
    // eslint-disable-next-line react/exhaustive-deps
    [player, frame, trajectory, alignment, load],
  );
  useEffect(() => {
    if (frame !== null) emit('cuvette-frame', { frame, trajectory });
  }, [frame, trajectory, emit]);
  useEffect(() => {
    if (load === 'failure') emit('cuvette-error', { message: words.trajectory.failed, error: problem });
  }, [load, problem, words, emit]);

  // What was loaded is what a film shows; it is taken when the recording begins.
  const received = load === 'success' ? (state?.loaded?.received ?? 0) : 0;
  const begin = state?.loaded?.start ?? 0;
  const ensemble = useMemo(
    () =>
      player && received > 1
        ? { count: received, positions: (index: number) => player.positionsOf(begin + index) }
        : null,
    [player, received, begin],
  );

  const total = state?.total ?? state?.loaded?.received ?? 0;
  const where = frame === null ? null : words.trajectory.frameOf(frame + 1, total);
  const name = sources.length > 1 ? sources[trajectory]?.name : null;
  const description = [title, name, where, words.viewer.atoms(structure.length)].filter(Boolean).join(', ');
  return (
    <section className="cv-trajectory" aria-label={words.trajectory.player} data-load={load}>
      <div className="cv-trajectory-viewer">
        <Viewer
          {...shared}
          molecule={molecule}
          title={title}
          description={description}
          positions={positions ?? still}
          bonds={bonds}
          antialias={antialias ?? (structure.length > drawingLimits.balls ? false : undefined)}
          renderMode={renderMode}
          ensemble={ensemble}
          fileName={[title, name].filter(Boolean).join(' ')}
          scrubber={
            player && state ? (
              <PlayerControls player={player} state={state} total={total} pageAddress={pageAddress ?? null} />
            ) : null
          }
        />
      </div>
    </section>
  );
}
