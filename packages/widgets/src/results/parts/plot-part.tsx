import type { Session } from '@cuvette/core/session';
import type { TableData } from '@cuvette/core/tables';
import type { PlotPart as PlotWord } from '@cuvette/core/workflows';
import { lazy, Suspense } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useSessionState } from '../hooks/use-session.ts';

// Scripts of their own: many results have no plot, and the answer is there before it.
const TablePlot = lazy(async () => ({ default: (await import('../../plot/table-plot.tsx')).TablePlot }));
const MapPlot = lazy(async () => ({ default: (await import('../../plot/map-plot.tsx')).MapPlot }));

/** A plot of a result's table: the active structure's row is marked, and a click makes a row active. */
export function PlotPart({ part, table, session }: { part: PlotWord; table: TableData; session: Session }) {
  const words = useWords();
  const { structure } = useSessionState(session);
  // Two points make a plot: where there are fewer, no room is kept for one.
  if (table.length < 2) return null;
  const Drawing = part.mark === 'heat' ? MapPlot : TablePlot;
  return (
    <Suspense fallback={<Skeleton height={290} label={words.ui.loading} />}>
      <Drawing
        part={part}
        table={table}
        active={structure === null ? -1 : table.structures.indexOf(structure)}
        onPick={(row) => {
          const id = table.structures[row];
          if (id) session.activate(id);
        }}
      />
    </Suspense>
  );
}
