import './jsx.ts';
import type { AlignmentMode } from '@cuvette/core/chemistry';
import type { Atom, Molecule } from '@cuvette/core/entities';
import {
  type FrameSource,
  framesAtHand,
  type ItemTrajectories,
  positionsOf,
  trajectoriesOf,
} from '@cuvette/core/trajectory';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { readOfMolecules } from '../results/hooks/use-reads.ts';
import type { StreamThread } from '../trajectory/stream-source.ts';
import { TrajectoryPlayer, type TrajectoryPlayerProps } from '../trajectory/trajectory-player.tsx';
import { useMovedStructure } from '../trajectory/use-moved-structure.tsx';
import { useStreams } from '../trajectory/use-streams.ts';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { useElementHome, useEmit, useWords } from './context.tsx';
import { defineElement, type ElementLook, lookAttributes } from './define.tsx';
import * as kinds from './given-kinds.ts';
import { useDefinition } from './hooks/use-definition.ts';
import { useGiven } from './hooks/use-given.ts';
import { type ItemProps, itemAttributes, itemProperties, type OpenItem, useItem } from './hooks/use-item.tsx';
import { pageAddressOf } from './page-address.ts';
import { smoothEdges } from './smooth-edges.ts';

export interface TrajectoryElementProps extends ItemProps {
  /** Structures of the same atoms, one for each frame; then no item is read. */
  frames?: readonly Molecule[] | undefined;
  /** Bonded atoms (pairs, 0-based) of `frames`; perceived from the first frame when absent. */
  bonds?: readonly (readonly [number, number])[] | undefined;
  /** Which trajectory to begin with, counted from 1. */
  trajectory?: number | undefined;
  /** Name of what moves; by default the item's. */
  label?: string | undefined;
  /** Load the frames without being asked. */
  autoload?: boolean | undefined;
  /** `default`: all atoms are laid on one another; `mcs`: those of the largest common substructure. */
  alignment?: string | undefined;
  /** Begin anew at the end. */
  loop?: boolean | undefined;
  /** 1 plays 24 frames per second. */
  speed?: number | undefined;
  /** No link to the item's own page. */
  noLink?: boolean | undefined;
  /** `on` smooths edges, `off` does not; without it they are smoothed where a graphics card draws. */
  antialias?: string | undefined;
  /** `own` takes a WebGL context for this viewer alone. */
  renderMode?: string | undefined;
}

/** As high as the player (`trajectory.css`), so that nothing moves when it comes. */
const height = 'var(--cuvette-height, 520px)';

/** Returns what the attributes say to the player. */
function settingsOf(props: TrajectoryElementProps) {
  const { trajectory = 1, autoload, alignment, loop, speed, antialias, renderMode } = props;
  return {
    trajectory: Math.max(0, Math.round(trajectory) - 1),
    autoload,
    alignment: (alignment === 'mcs' ? 'mcs' : 'default') as AlignmentMode,
    loop,
    speed,
    antialias: smoothEdges(antialias),
    renderMode: renderMode === 'own' ? ('own' as const) : undefined,
  };
}

function TrajectoryElement(given: TrajectoryElementProps) {
  const frames = useGiven('frames', given.frames, kinds.frames);
  const bonds = useGiven('bonds', given.bonds, kinds.bonds);
  const props = { ...given, frames, bonds };
  return frames ? <GivenFrames {...props} frames={frames} /> : <ItemTrajectory {...props} />;
}

function GivenFrames({ frames, ...props }: TrajectoryElementProps & { frames: readonly Molecule[] }) {
  const words = useWords();
  return (
    <FramesPlayer
      {...settingsOf(props)}
      frames={frames}
      bonds={props.bonds}
      title={props.label ?? words.trajectory.picker}
      pageAddress={null}
    />
  );
}

function ItemTrajectory(props: TrajectoryElementProps) {
  const { open, instead } = useItem(props, height);
  // The same data give the same answer, or each new attribute would start the player anew.
  const data = open?.item.object_data;
  const trajectories = useMemo(() => trajectoriesOf(data), [data]);
  if (!open) return instead;
  return trajectories ? (
    <StreamedTrajectories {...props} open={open} trajectories={trajectories} />
  ) : (
    <CalculatedFrames {...props} open={open} />
  );
}

const linkOf = ({ noLink }: TrajectoryElementProps, { item, client }: OpenItem) =>
  noLink ? null : pageAddressOf(item, client);

/** The trajectories of an item that keeps them as files: streamed, over the structure that they belong to. */
function StreamedTrajectories(props: TrajectoryElementProps & { open: OpenItem; trajectories: ItemTrajectories }) {
  const { open, trajectories } = props;
  const { item, client } = open;
  const { atoms, instead } = useMovedStructure(client, trajectories, height);
  const mark = useThreadMark();
  const { sources, bonds } = useStreams(client, item.uuid, trajectories, mark);
  if (!atoms) return instead;
  return (
    <TrajectoryPlayer
      key={item.uuid}
      {...settingsOf(props)}
      grows
      structure={atoms}
      sources={sources}
      bonds={bonds}
      title={props.label ?? item.name}
      pageAddress={linkOf(props, open)}
      session={open.session}
    />
  );
}

/** Says on the element which thread decodes, for tests and for whoever wonders about a slow page. */
function useThreadMark(): (thread: StreamThread) => void {
  const host = useElementHome()?.host;
  return useMemo(() => (thread: StreamThread) => host?.setAttribute('data-decoder', thread), [host]);
}

/** Outside the view, so that what is combined stays the same until something arrives. */
const readsOf = (reads: readonly { data?: Molecule[] | undefined; error: Error | null; isPending: boolean }[]) => ({
  molecules: reads.map(({ data }) => data ?? null),
  // A later read that fails takes nothing away from what was read before.
  failure: reads.find(({ data, error }) => error !== null && data === undefined)?.error ?? null,
  pending: reads.some(({ isPending }) => isPending),
});

/** The frames of an item whose structures are calculations: each one's last structure, or the steps of the only one. */
function CalculatedFrames(props: TrajectoryElementProps & { open: OpenItem }) {
  const { open } = props;
  const { item, client, session } = open;
  const words = useWords();
  const emit = useEmit();
  const { definition, known } = useDefinition(item.object_type);
  const structures = useMemo(() => definition?.structures(item) ?? [], [definition, item]);
  // Before anything is painted, so that nothing else is seen before what was saved or chosen.
  useLayoutEffect(() => {
    if (structures.length > 0) session.setStructures(structures.map(({ id }) => id));
  }, [session, structures]);
  const calculated = useMemo(
    () => structures.flatMap(({ id, source }) => (source.kind === 'calculation' ? [{ id, uuid: source.uuid }] : [])),
    [structures],
  );
  const uuids = useMemo(() => calculated.map(({ uuid }) => uuid), [calculated]);
  const { molecules, failure, pending } = useQueries(
    { queries: uuids.map((uuid) => readOfMolecules(client, item, uuid)), combine: readsOf },
    client.queryClient,
  );
  const frames = useMemo(
    () => (molecules.length === 1 ? (molecules[0] ?? []) : molecules.flatMap((read) => read?.at(-1) ?? [])),
    [molecules],
  );
  // A structure that nothing is known of yet is no frame.
  const shown = calculated.filter((_, index) => molecules[index]?.length);
  useEffect(() => {
    if (failure) emit('cuvette-error', { message: words.trajectory.failed, error: failure });
  }, [failure, words, emit]);
  if (failure) {
    const read = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      uuids.some((uuid, index) => molecules[index] === null && queryKey[1] === uuid);
    const again = () => void client.queryClient.refetchQueries({ queryKey: ['molecules'], predicate: read });
    return (
      <ErrorState
        title={words.trajectory.failed}
        detail={words.trajectory.failedDetail}
        action={{ label: words.errors.tryAgain, run: again }}
      />
    );
  }
  if (!known || pending) return <Skeleton height={height} label={words.trajectory.loadingStructure} />;
  return (
    <FramesPlayer
      key={item.uuid}
      {...settingsOf(props)}
      frames={frames}
      bonds={null}
      title={props.label ?? item.name}
      pageAddress={linkOf(props, open)}
      session={session}
      structures={uuids.length === 1 ? undefined : shown.map(({ id }) => id)}
    />
  );
}

/** Frames in memory: the first one is the structure that the others are laid on. */
function FramesPlayer({
  frames,
  ...rest
}: { frames: readonly Molecule[] } & Omit<TrajectoryPlayerProps, 'structure' | 'sources'>) {
  const words = useWords();
  const emit = useEmit();
  const name = words.trajectory.trajectory(1);
  // Made at once, not after the first picture, which would leave the place empty for a moment.
  const made = useMemo<
    { structure: Atom[]; sources: FrameSource[] } | { problem: string; error: unknown } | null
  >(() => {
    const structure = frames[0]?.atoms ?? [];
    if (structure.length === 0) return null;
    try {
      return { structure, sources: [framesAtHand(name, structure.length, positionsOf(frames))] };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error), error };
    }
  }, [frames, name]);
  useEffect(() => {
    if (made && 'problem' in made) emit('cuvette-error', { message: words.trajectory.failed, error: made.error });
  }, [made, words, emit]);
  if (!made) return <EmptyState title={words.trajectory.noTrajectory} detail={words.trajectory.noTrajectoryDetail} />;
  if ('problem' in made) return <ErrorState title={words.trajectory.failed} detail={made.problem} />;
  return <TrajectoryPlayer {...rest} structure={made.structure} sources={made.sources} grows />;
}

/**
 * Frames played over their structure: a trajectory that the server streams, the steps or structures of an item, or frames of the page.
 *
 * @fires cuvette-load
 * @fires cuvette-error
 * @fires cuvette-frame
 * @fires cuvette-select
 * @fires cuvette-state
 * @fires cuvette-ready
 * @slot - Shown until the view is drawn, when script is blocked, and in print; a bundle in `<script type="application/json">` is read in place of a server.
 * @csspart viewer - The picture with the line under it.
 * @csspart viewer-menu - The line under the picture.
 * @cssprop --cuvette-height - Height of the whole.
 * @cssprop --cuvette-viewer-height - Height of the picture; by default what the controls leave of the whole.
 */
defineElement<TrajectoryElementProps & ElementLook>({
  tag: 'cuvette-trajectory',
  view: TrajectoryElement,
  attributes: {
    ...itemAttributes,
    ...lookAttributes,
    trajectory: 'number',
    label: 'string',
    autoload: 'boolean',
    alignment: 'string',
    loop: 'boolean',
    speed: 'number',
    noLink: 'boolean',
    antialias: 'string',
    renderMode: 'string',
  },
  properties: [...itemProperties, 'frames', 'bonds'],
});
