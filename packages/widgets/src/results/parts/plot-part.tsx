import type { Session } from '@cuvette/core/session';
import type { TableData } from '@cuvette/core/tables';
import type { PlotPart as PlotWord } from '@cuvette/core/workflows';
import { TablePlot } from '../../plot/table-plot.tsx';
import { useSessionState } from '../hooks/use-session.ts';

/** A plot of a result's table: the active structure's row is marked, and a click makes a row active. */
export function PlotPart({ part, table, session }: { part: PlotWord; table: TableData; session: Session }) {
  const { structure } = useSessionState(session);
  return (
    <TablePlot
      part={part}
      table={table}
      active={structure === null ? -1 : table.structures.indexOf(structure)}
      onPick={(row) => {
        const id = table.structures[row];
        if (id) session.activate(id);
      }}
    />
  );
}
