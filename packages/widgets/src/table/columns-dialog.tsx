import {
  arrangedColumns,
  type ColumnLayout,
  columnHeading,
  defaultLayout,
  type TableData,
  visibleColumns,
  withMoved,
  withPinned,
  withShown,
} from '@cuvette/core/tables';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Words } from '../words.ts';

/** A list of more than this is searched, not scrolled. */
const listed = 150;

interface ColumnsDialogProps {
  table: TableData;
  layout: ColumnLayout;
  onLayout: (layout: ColumnLayout) => void;
  onClose: () => void;
  words: Words['table'];
}

/** Which columns are shown, in which order, and which of them stay in sight. */
export function ColumnsDialog({ table, layout, onLayout, onClose, words }: ColumnsDialogProps) {
  const { columns } = table;
  const [search, setSearch] = useState('');
  const shown = new Set(visibleColumns(columns, layout));
  const hidden = new Set(layout.hidden);
  const wanted = search.trim().toLowerCase();
  const arranged = arrangedColumns(columns, layout);
  const found = arranged.flatMap((place) => {
    const column = columns[place];
    const matches = column && columnHeading(column).toLowerCase().includes(wanted);
    return matches ? [{ place, column }] : [];
  });
  const isBeyond = arranged.some((place) => !shown.has(place) && !hidden.has(columns[place]?.id ?? ''));
  const others = arranged.slice(1).flatMap((place) => columns[place]?.id ?? []);
  return (
    <Dialog
      title={words.columns}
      open
      onClose={onClose}
      actions={
        <>
          <Button label={words.resetColumns} onClick={() => onLayout(defaultLayout)} />
          <Button kind="primary" label={words.done} onClick={onClose} />
        </>
      }
    >
      <div className="cv-columns">
        <p className="cv-quiet" role="status">
          {words.columnsShown(shown.size, columns.length)} {isBeyond ? words.columnsBeyond : null}
        </p>
        <div className="cv-row">
          <input
            type="search"
            className="cv-columns-search"
            aria-label={words.searchColumns}
            placeholder={words.searchColumns}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <label className="cv-row">
            {words.maximumColumns}
            <input
              type="number"
              min={1}
              value={layout.maximum}
              onChange={(event) => {
                const maximum = event.target.valueAsNumber;
                if (Number.isInteger(maximum) && maximum > 0) onLayout({ ...layout, maximum });
              }}
            />
          </label>
          <Button dense label={words.showAll} onClick={() => onLayout({ ...layout, hidden: [] })} />
          <Button dense label={words.hideAll} onClick={() => onLayout(withShown(layout, others, false))} />
        </div>
        {found.length === 0 ? <p className="cv-quiet">{words.noColumn}</p> : null}
        <ul>
          {found.slice(0, listed).map(({ place, column }) => {
            const name = columnHeading(column);
            const isHidden = hidden.has(column.id);
            const pinned = layout.pinned.includes(column.id);
            return (
              <li key={column.id}>
                <label>
                  <input
                    type="checkbox"
                    checked={!isHidden}
                    disabled={!isHidden && shown.size === 1 && shown.has(place)}
                    onChange={(event) => onLayout(withShown(layout, [column.id], event.target.checked))}
                  />
                  <span>
                    {name}
                    {!isHidden && !shown.has(place) ? <span className="cv-quiet"> ({words.beyond})</span> : null}
                  </span>
                </label>
                <Button
                  kind="quiet"
                  dense
                  icon="pin"
                  iconOnly
                  label={words.pin(name)}
                  aria-pressed={pinned}
                  onClick={() => onLayout(withPinned(layout, column.id, !pinned))}
                />
                <Button
                  kind="quiet"
                  dense
                  icon="previous"
                  iconOnly
                  label={words.moveUp(name)}
                  onClick={() => onLayout(withMoved(layout, columns, column.id, -1))}
                />
                <Button
                  kind="quiet"
                  dense
                  icon="next"
                  iconOnly
                  label={words.moveDown(name)}
                  onClick={() => onLayout(withMoved(layout, columns, column.id, 1))}
                />
              </li>
            );
          })}
        </ul>
        {found.length > listed ? <p className="cv-quiet">{words.moreFound(found.length - listed)}</p> : null}
      </div>
    </Dialog>
  );
}
