import { smilesProblem } from '@cuvette/core/chemistry';
import type { IdenticalItem } from '@cuvette/core/entities';
import { makeTable, numberColumn, textColumn } from '@cuvette/core/tables';
import { useMemo } from 'react';
import { FreeTable } from '../results/free-table.tsx';
import type { BatchLine } from './batch-lines.ts';
import { batchWords as words } from './words.ts';

interface LinesTableProps {
  lines: readonly BatchLine[];
  /** The page of a finished item that had the same input. */
  pathOf?: ((item: IdenticalItem) => string) | undefined;
  /** Runs a line that was computed already, or leaves it out. */
  onToggle: (line: number) => void;
}

/** The lines of a batch with the state of each, drawing first. A line that was computed already can be opened, and run again or left out. */
export function LinesTable({ lines, pathOf, onToggle }: LinesTableProps) {
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
          ...(lines.some(({ problem, identical }) => problem || identical)
            ? [
                textColumn(
                  { id: 'why', title: words.why },
                  lines.map(({ problem, identical }) => problem ?? (identical ? words.computedOn(identical) : null)),
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
  const isComputed = lines.some(({ identical }) => identical);
  return (
    <FreeTable
      table={table}
      name="batch"
      rowActions={
        isComputed ? (row, stop) => <LineActions line={lines[row]} {...{ stop, pathOf, onToggle }} /> : undefined
      }
    />
  );
}

interface LineActionsProps extends Pick<LinesTableProps, 'pathOf' | 'onToggle'> {
  line: BatchLine | undefined;
  /** Whether Tab reaches the row. */
  stop: boolean;
}

/** What can be done with a line that was computed already. */
function LineActions({ line, stop, pathOf, onToggle }: LineActionsProps) {
  if (!line?.identical) return null;
  const { identical, state } = line;
  const tabIndex = stop ? 0 : -1;
  return (
    <>
      {pathOf ? (
        <a href={pathOf(identical)} tabIndex={tabIndex} aria-label={words.openNamed(identical.name)}>
          {words.open}
        </a>
      ) : null}{' '}
      <button
        type="button"
        className="cv-button"
        data-dense=""
        tabIndex={tabIndex}
        aria-label={state === 'out' ? words.runAgainNamed(line.line) : words.leaveOutNamed(line.line)}
        onClick={() => onToggle(line.line)}
      >
        {state === 'out' ? words.runAgain : words.leaveOut}
      </button>
    </>
  );
}
