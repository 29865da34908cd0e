import { columnHeading, formatNumber, formatValue, type NumberColumn, type TableData } from '@cuvette/core/tables';
import { useWords } from '../elements/context.tsx';
import { localNumber } from '../ui/numbers.ts';
import { Cell } from './row.tsx';

interface RowComparisonProps {
  table: TableData;
  /** The rows that were chosen, as indices into the table, in their order. */
  rows: readonly number[];
  /** Columns that are shown, as indices into the table. */
  columns: readonly number[];
}

/** Chosen rows side by side: what they have as rows, one column for each, and of numbers the difference from the first. */
export function RowComparison({ table, rows, columns }: RowComparisonProps) {
  const all = useWords();
  const words = all.table;
  const [name = 0, ...others] = columns;
  const first = rows[0] ?? 0;
  const nameOf = (row: number) => {
    const column = table.columns[name];
    if (!column) return String(row + 1);
    return column.kind === 'text' && column.notation !== 'smiles'
      ? (column.values[row] ?? String(row + 1))
      : words.rowNumber(row + 1);
  };
  return (
    <div className="cv-table-scroll cv-comparison">
      <table aria-label={words.comparison}>
        <thead>
          <tr>
            <td />
            {rows.map((row) => (
              <th key={row} scope="col">
                {nameOf(row)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(others.length > 0 ? others : columns).map((place) => {
            const column = table.columns[place];
            return column ? (
              <tr key={column.id}>
                <th scope="row">{columnHeading(column)}</th>
                {rows.map((row) => (
                  <td key={row} className={column.kind === 'number' ? 'cv-number' : undefined}>
                    <Cell column={column} row={row} words={words} />
                    {column.kind === 'number' && row !== first ? (
                      <small className="cv-quiet"> {localNumber(all, differenceOf(column, first, row))}</small>
                    ) : null}
                  </td>
                ))}
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
    </div>
  );
}

/** How much more a row has than another, with its sign, in brackets; nothing where one of them has no number. */
function differenceOf(column: NumberColumn, from: number, to: number): string {
  const difference = (column.values[to] ?? Number.NaN) - (column.values[from] ?? Number.NaN);
  if (!Number.isFinite(difference) || formatValue(column, to) === '') return '';
  return `(${difference < 0 ? '' : '+'}${formatNumber(difference, column.precision)})`;
}
