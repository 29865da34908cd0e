import { type Client, uncancelled } from '@cuvette/core/client';
import type { Atom, Molecule } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import { type FrameSource, framesAtHand, positionsOf } from '@cuvette/core/trajectory';
import type { StructureReference } from '@cuvette/core/workflows';
import { useEffect, useMemo } from 'react';
import { useEmit, useWords } from '../elements/context.tsx';
import { PlayerControls } from '../trajectory/player-controls.tsx';
import { usePlayer } from '../trajectory/use-player.ts';
import { showStructure, useFollowedPlayer } from './hooks/use-followed-player.ts';
import { useSessionState } from './hooks/use-session.ts';

export interface StepFramesProps {
  session: Session;
  /** Geometries of one calculation, of the same atoms in the same order. */
  steps: readonly Molecule[];
}

/** The trajectory player's controls for the geometries of a calculation: the session's frame is the player's, both ways. */
export function StepFrames({ session, steps }: StepFramesProps) {
  const words = useWords().trajectory;
  const structure = steps.at(-1)?.atoms ?? noAtoms;
  const name = words.trajectory(1);
  const sources = useMemo(() => [framesAtHand(name, steps[0]?.atoms.length ?? 0, positionsOf(steps))], [steps, name]);
  const last = steps.length - 1;
  return (
    <Frames
      session={session}
      structure={structure}
      sources={sources}
      shown={() => Math.min(session.getState().frame ?? last, last)}
      show={session.setFrame}
    />
  );
}

export interface StructureFramesProps {
  session: Session;
  client: Client;
  /** Structures that are the steps of one motion, in order. */
  structures: readonly StructureReference[];
  atoms: readonly Atom[];
  frequencies: boolean;
}

/** The same controls for an item whose structures are the steps of one motion (a scan, a reaction path): the active structure is the player's frame. */
export function StructureFrames({ session, client, structures, atoms, frequencies }: StructureFramesProps) {
  const words = useWords().trajectory;
  const name = words.trajectory(1);
  const key = structures.map(({ id }) => id).join();
  const sources = useMemo<FrameSource[]>(
    () => [
      {
        name,
        frames: structures.length,
        async load({ start, end }, hear) {
          const wanted = structures.slice(start, end);
          const read = await Promise.all(
            wanted.map(async ({ source }) => {
              if (source.kind === 'molecule') return source.molecule;
              if (source.kind !== 'calculation') return undefined;
              const wantedMolecules = client.molecules(source.uuid, { frequencies });
              return (await uncancelled(() => client.queryClient.ensureQueryData(wantedMolecules))).at(-1);
            }),
          );
          const molecules = read.filter((molecule) => molecule !== undefined);
          hear.begun({ atoms: molecules[0]?.atoms.length ?? 0, frames: molecules.length, total: structures.length });
          hear.frames(positionsOf(molecules));
        },
      },
    ],
    // A poll that brings nothing new must not start the player anew.
    // eslint-disable-next-line react/exhaustive-deps
    [client, key, name, frequencies],
  );
  // What frames are frames of stays the same while they are shown one after another.
  const structure = useMemo(
    () => atoms,
    // eslint-disable-next-line react/exhaustive-deps
    [atoms.map(({ atomic_number }) => atomic_number).join()],
  );
  const place = () => structures.findIndex(({ id }) => id === session.getState().structure);
  return (
    <Frames
      session={session}
      structure={structure}
      sources={sources}
      shown={() => Math.max(0, place())}
      show={(frame) => showStructure(session, structures[frame]?.id)}
    />
  );
}

const noAtoms: readonly Atom[] = [];

interface FramesProps {
  session: Session;
  structure: readonly Atom[];
  sources: readonly FrameSource[];
  /** The frame that the session shows, from 0. */
  shown: () => number;
  show: (frame: number) => void;
}

function Frames({ session, structure, sources, shown, show }: FramesProps) {
  const words = useWords().trajectory;
  const { alignment } = useSessionState(session).viewer;
  const { player, state } = usePlayer({ structure, sources, alignment, grows: true, autoload: 'small' });
  useFollowedPlayer(player, session, { shown, show });
  const emit = useEmit();
  const frame = shown();
  useEffect(() => {
    // The frame that the picture shows, not the player's while it loads.
    emit('cuvette-frame', { frame, trajectory: 0 });
  }, [frame, emit]);
  // How frames are laid on one another is a part of how structures are.
  const chosen = state?.alignment ?? alignment;
  useEffect(() => {
    if (session.getState().viewer.alignment !== chosen) session.setViewer({ alignment: chosen });
  }, [session, chosen]);
  if (!player || !state) return null;
  return (
    <section aria-label={words.player} className="cv-structure-frames">
      <PlayerControls player={player} state={state} total={state.total ?? sources[0]?.frames ?? 0} pageAddress={null} />
    </section>
  );
}
