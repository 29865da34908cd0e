import { columnHeading, type TableData } from '@cuvette/core/tables';
import type { ReactNode } from 'react';
import type { Words } from '../words.ts';
import { Cell } from './row.tsx';

interface FactListProps {
  table: TableData<string>;
  /** Columns that are shown, in order, as indices into the table. */
  columns: readonly number[];
  words: Words['table'];
  /** What a host can do with the row. */
  actions: ReactNode;
}

/** A table of one row as names and values, one below the other: nothing is beyond an edge, and there is nothing to sort. */
export function FactList({ table, columns, words, actions }: FactListProps) {
  return (
    <div className="cv-fact-box">
      <table className="cv-fact-list" aria-label={table.title}>
        <tbody>
          {columns.map((place) => {
            const column = table.columns[place];
            return column ? (
              <tr key={column.id} title={column.help}>
                <th scope="row">{columnHeading(column)}</th>
                <td data-column={place}>
                  <Cell column={column} row={0} words={words} />
                </td>
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
      {actions ? <div className="cv-row">{actions}</div> : null}
    </div>
  );
}
