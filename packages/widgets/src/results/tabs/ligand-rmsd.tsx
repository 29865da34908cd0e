import { inEnglish } from '@cuvette/core/phrases';
import type { Session } from '@cuvette/core/session';
import { formatNumber, type TableData } from '@cuvette/core/tables';
import type { Player, PlayerState } from '@cuvette/core/trajectory';
import type { PoseTrajectory } from '@cuvette/core/workflows/types/pose_analysis_md/pose-analysis-results';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { FramePlot } from '../../plot/frame-plot.tsx';
import { Table } from '../../table/table.tsx';
import { FrameNotLoaded } from '../frame-not-loaded.tsx';
import { FrameTable } from '../frame-table.tsx';
import type { FrameTimes } from '../hooks/use-frame-times.ts';
import { Section } from './sheet.tsx';

export interface LigandRmsdProps {
  trajectories: readonly PoseTrajectory[];
  /** RMSD of each frame, and what sums up each trajectory. */
  tables: { frames: TableData; summary: TableData };
  times: FrameTimes;
  name: string;
  session: Session;
  player: Player | null;
  state: PlayerState | null;
  /** The frame that is shown, 0-based. */
  frame: number | null;
  sentence: string | null;
}

/** How far the ligand is from the pose that it began with, by frame, of all trajectories; the frame that the player shows is the cursor. */
export function LigandRmsdTab(props: LigandRmsdProps) {
  const { trajectories, tables, times, name, session, player, state, frame, sentence } = props;
  const words = useWords();
  const { dynamics } = words;
  const series = useMemo(
    () =>
      trajectories.map(({ ligand_rmsd }, place) => ({
        id: String(place),
        name: words.trajectory.trajectory(place + 1),
        values: ligand_rmsd,
      })),
    [trajectories, words],
  );
  const largest = useMemo(
    () => trajectories.reduce((most, { ligand_rmsd }) => ligand_rmsd.reduce((a, b) => Math.max(a, b), most), 0),
    [trajectories],
  );
  const axes = useMemo(() => ({ x: times.title, y: dynamics.rmsd }), [times.title, dynamics]);
  const chosen = state?.trajectory ?? 0;
  return (
    <div className="cv-stack">
      {tables.frames.length > 0 ? (
        <FramePlot
          series={series}
          x={times.x}
          axes={axes}
          label={dynamics.rmsdLabel(trajectories.length, tables.frames.length, formatNumber(largest, 2))}
          frame={frame}
          onPick={session.setFrame}
        />
      ) : null}
      <FrameNotLoaded session={session} player={player} state={state} />
      <Section title={words.ui.term(tables.summary.title)}>
        <Table
          table={tables.summary}
          name={`${name} ${inEnglish(tables.summary.title)}`}
          activeRow={chosen < tables.summary.length ? chosen : null}
          onActiveRow={(row) => player?.choose(row)}
        />
      </Section>
      <Section title={dynamics.frames}>
        <FrameTable
          table={tables.frames}
          name={`${name} ${inEnglish(tables.frames.title)}`}
          session={session}
          state={state}
          frame={frame}
          sentence={sentence}
        />
      </Section>
    </div>
  );
}
