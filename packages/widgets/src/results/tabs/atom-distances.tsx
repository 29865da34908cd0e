import type { AtomPair, Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import type { Session } from '@cuvette/core/session';
import { formatNumber, tableOf } from '@cuvette/core/tables';
import type { Player, PlayerState } from '@cuvette/core/trajectory';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { FramePlot } from '../../plot/frame-plot.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { FrameNotLoaded } from '../frame-not-loaded.tsx';
import { FrameTable } from '../frame-table.tsx';
import { useDistances } from '../hooks/use-distances.ts';
import type { FrameTimes } from '../hooks/use-frame-times.ts';
import { useSessionState } from '../hooks/use-session.ts';
import { AtomPairs } from './atom-pairs.tsx';
import { Section } from './sheet.tsx';

export interface AtomDistancesProps {
  client: Client;
  item: WorkflowItem;
  session: Session;
  player: Player | null;
  state: PlayerState | null;
  /** The frame that is shown, 0-based. */
  frame: number | null;
  /** Atoms of the structure. */
  atoms: number;
  /** Names an atom (0-based). */
  nameOf: (atom: number) => string;
  times: FrameTimes;
  sentence: string | null;
}

/** Distances of chosen atoms by frame of the trajectory that the player has. The pairs are the viewer's own measurements, which are in the picture as well. */
export function AtomDistancesTab(props: AtomDistancesProps) {
  const { client, item, session, player, state, frame, atoms, nameOf, times, sentence } = props;
  const all = useWords();
  const words = all.dynamics;
  const { viewer } = useSessionState(session);
  const { measurements } = viewer;
  const pairs = useMemo(
    () =>
      measurements.flatMap(([a = 0, b = 0, ...more]): AtomPair[] =>
        more.length > 0 || Math.max(a, b) >= atoms ? [] : [[a, b]],
      ),
    [measurements, atoms],
  );
  const trajectory = state?.trajectory ?? 0;
  const { lists, problem, retry } = useDistances(client, item, trajectory, pairs, state?.total ?? null);
  const title = all.trajectory.trajectory(trajectory + 1);
  const names = useMemo(() => pairs.map(([a, b]) => words.pair(nameOf(a), nameOf(b))), [pairs, nameOf, words]);
  const series = useMemo(
    () =>
      lists.flatMap((values, look) =>
        values ? [{ id: String(pairs[look]), name: names[look] ?? '', values, look }] : [],
      ),
    [lists, names, pairs],
  );
  const longest = Math.max(0, ...series.map(({ values }) => values.length));
  const table = useMemo(
    () =>
      tableOf<number>({
        id: 'atom_distances',
        title: words.distances(title),
        rows: Array.from({ length: longest }, (_, row) => row),
        columns: [
          { id: 'frame', title: words.frame, precision: 0, value: (row) => row + 1 },
          ...(times.timeOf(0) === null ? [] : [{ id: 'time', title: times.title, precision: 3, value: times.timeOf }]),
          ...series.map(({ id, name, values }) => ({
            id,
            title: name,
            unit: 'Å',
            precision: 3,
            value: (row: number) => values[row],
          })),
        ],
        empty: words.noPairs,
      }),
    [series, longest, times, title, words],
  );
  const axes = useMemo(() => ({ x: times.title, y: words.distance }), [times.title, words]);
  const spans = series.map(({ name, values }) => {
    const [low, high] = values.reduce(
      ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
      [Infinity, -Infinity],
    );
    return words.distanceSpan(name, formatNumber(low, 2), formatNumber(high, 2));
  });
  const distanceAt = (place: number) => {
    const value = frame === null ? undefined : lists[place]?.[frame];
    return value === undefined ? null : `${localNumber(all, value.toFixed(3))} Å`;
  };
  return (
    <div className="cv-stack">
      <Section title={words.pairs}>
        <AtomPairs session={session} pairs={pairs} names={names} atoms={atoms} nameOf={nameOf} valueOf={distanceAt} />
      </Section>
      {problem !== null ? (
        <ErrorState
          title={words.distancesFailed}
          detail={problem}
          action={{ label: all.errors.tryAgain, run: retry }}
        />
      ) : null}
      {pairs.length > 0 ? (
        <Section title={words.distances(title)}>
          {sentence ? <p className="cv-quiet">{sentence}</p> : null}
          {longest > 0 ? (
            <FramePlot
              series={series}
              x={times.x}
              axes={axes}
              label={words.distanceLabel(title, spans.join('; '))}
              frame={frame}
              onPick={session.setFrame}
            />
          ) : problem === null ? (
            <Skeleton height={240} label={words.distancesLoading} />
          ) : null}
          <FrameNotLoaded session={session} player={player} state={state} />
          {longest > 0 ? (
            <FrameTable
              table={table}
              name={`${item.name} ${inEnglish(table.title)}`}
              session={session}
              state={state}
              frame={frame}
            />
          ) : null}
        </Section>
      ) : null}
    </div>
  );
}
