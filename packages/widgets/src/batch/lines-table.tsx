import { smilesProblem } from '@cuvette/core/chemistry';
import { makeTable, numberColumn, textColumn } from '@cuvette/core/tables';
import { useMemo } from 'react';
import { FreeTable } from '../results/free-table.tsx';
import type { BatchLine } from './batch-lines.ts';
import { batchWords as words } from './words.ts';

/** The lines of a batch with the state of each, drawing first. */
export function LinesTable({ lines }: { lines: readonly BatchLine[] }) {
  const table = useMemo(
    () =>
      makeTable({
        id: 'batch_lines',
        title: words.linesTitle,
        length: lines.length,
        columns: [
          textColumn(
            { id: 'structure', title: words.structure, notation: 'smiles' },
            // What is no SMILES cannot be drawn.
            lines.map(({ runs }) => (smilesProblem(runs) === null ? runs : null)),
          ),
          numberColumn(
            { id: 'line', title: words.line, precision: 0 },
            lines.map(({ line }) => line),
          ),
          textColumn(
            { id: 'name', title: words.name },
            lines.map(({ name }) => name),
          ),
          textColumn(
            { id: 'state', title: words.state },
            lines.map(({ state }) => words.states[state]),
          ),
          // An empty column would only take room.
          ...(lines.some(({ problem }) => problem)
            ? [
                textColumn(
                  { id: 'why', title: words.why },
                  lines.map(({ problem }) => problem),
                ),
              ]
            : []),
          textColumn(
            { id: 'smiles', title: words.smiles },
            lines.map(({ smiles }) => smiles),
          ),
        ],
        empty: words.linesEmpty,
      }),
    [lines],
  );
  return <FreeTable table={table} name="batch" />;
}
