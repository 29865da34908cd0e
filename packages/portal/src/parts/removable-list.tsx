import { type ReactNode, useState } from 'react';
import { words } from '../words.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { type ListColumn, ListTable } from './list-table.tsx';

/** How one row of a list is taken away. */
interface Removal<Row> {
  /** The word of the button, in the row and in the question. */
  label: string;
  /** What assistive technology reads of the button. */
  labelNamed: (name: string) => string;
  title: (name: string) => string;
  /** What follows from it. */
  hint: string;
  action: (row: Row) => Promise<unknown>;
}

interface RemovableListProps<Row> {
  caption: string;
  /** The columns before the one with the buttons. */
  columns: readonly ListColumn[];
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** The cells of a row, `td` elements in the order of the columns. */
  cells: (row: Row) => ReactNode;
  removal: Removal<Row>;
}

/** A list of what an account has, each row with a button that takes it away after a question. */
export function RemovableList<Row extends { uuid: string }>({
  caption,
  columns,
  rows,
  nameOf,
  cells,
  removal,
}: RemovableListProps<Row>) {
  const [removing, setRemoving] = useState<Row | null>(null);
  return (
    <>
      {rows.length > 0 ? (
        <ListTable caption={caption} columns={[...columns, { title: words.actions, hidden: true }]}>
          {rows.map((row) => (
            <tr key={row.uuid}>
              {cells(row)}
              <td className="row-actions">
                <button
                  type="button"
                  className="cv-button"
                  data-kind="danger"
                  aria-label={removal.labelNamed(nameOf(row))}
                  onClick={() => setRemoving(row)}
                >
                  {removal.label}
                </button>
              </td>
            </tr>
          ))}
        </ListTable>
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={removal.title(nameOf(removing))}
          hint={removal.hint}
          label={removal.label}
          action={() => removal.action(removing)}
          onClose={() => setRemoving(null)}
        />
      ) : null}
    </>
  );
}
