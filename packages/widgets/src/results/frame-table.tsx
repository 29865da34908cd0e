import type { Session } from '@cuvette/core/session';
import type { TableData } from '@cuvette/core/tables';
import type { PlayerState } from '@cuvette/core/trajectory';
import { useEffect, useMemo, useState } from 'react';
import { Table } from '../table/table.tsx';

export interface FrameTableProps {
  /** One row for each frame of the trajectory, in their order. */
  table: TableData;
  name: string;
  session: Session;
  state: PlayerState | null;
  /** The frame that is shown, 0-based. */
  frame: number | null;
  sentence?: string | null;
}

/** A table whose rows stand for frames: the active row is the frame that is shown, both ways. While frames are played it waits where they began. */
export function FrameTable({ table, name, session, state, frame, sentence }: FrameTableProps) {
  const playing = state?.playing ?? false;
  const [still, setStill] = useState(frame);
  useEffect(() => {
    if (!playing) setStill(frame);
  }, [playing, frame]);
  const active = still !== null && still < table.length ? still : null;
  // A row for each frame is much to draw: only what changes it draws it anew.
  return useMemo(
    () => (
      <Table
        table={table}
        name={name}
        sentence={sentence}
        activeRow={active}
        onActiveRow={(row) => session.setFrame(row)}
      />
    ),
    [table, name, sentence, active, session],
  );
}
