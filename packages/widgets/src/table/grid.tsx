import { toggleSort } from '@cuvette/core/tables';
import type { RefObject } from 'react';
import type { Words } from '../words.ts';
import { Heading } from './heading.tsx';
import { Row } from './row.tsx';
import type { TableProps } from './table.tsx';
import type { DrawnPart } from './use-drawn-part.ts';
import type { RowEvents } from './use-row-events.ts';
import type { ShownRows } from './use-shown-rows.ts';

interface GridProps {
  table: TableProps;
  shown: ShownRows;
  part: DrawnPart;
  events: RowEvents;
  scroller: RefObject<HTMLDivElement | null>;
  onResize: (id: string, width: number | null) => void;
  words: Words['table'];
}

/** Headings and rows in their scrolling box. */
export function Grid({ table, shown, part, events, scroller, onResize, words }: GridProps) {
  const { order, data, multiple, selection, positionOf, sorts, setSorts } = shown;
  const { columns, drawn, seen, actionsWidth } = part;
  const { activeRow, marked, rowActions } = table;
  const { onKeyDown, onCopy, ...ofRows } = events;
  const stop = activeRow !== null && positionOf(activeRow) >= 0 ? activeRow : (order[0] ?? 0);
  const cellCount = drawn.length + (rowActions ? 1 : 0);
  const widthProperty = columns.sized ? 'inlineSize' : 'minInlineSize';
  return (
    <div className="cv-table-frame" data-more={seen.hiddenColumns > 0 || undefined}>
      <div className="cv-table-scroll" ref={scroller} onKeyDown={onKeyDown} onCopy={onCopy}>
        <table
          role={multiple ? 'grid' : undefined}
          aria-multiselectable={multiple || undefined}
          aria-label={data.title}
          aria-rowcount={order.length + 1}
          aria-colcount={columns.shown.length + (rowActions ? 1 : 0)}
          data-fixed={columns.total !== null || undefined}
          data-tall={part.tall || undefined}
          data-loose={seen.looseActions || undefined}
          style={columns.total === null ? undefined : { [widthProperty]: columns.total + actionsWidth }}
        >
          {columns.total === null ? null : (
            <colgroup>
              {drawn.map(({ key, width }) => (
                <col key={key} style={{ inlineSize: width ?? undefined }} />
              ))}
              {rowActions ? <col style={{ inlineSize: actionsWidth }} /> : null}
            </colgroup>
          )}
          <thead>
            <tr aria-rowindex={1}>
              {drawn.map((one) => {
                const index = sorts.findIndex(({ column }) => column === one.column?.id);
                const sort = sorts[index];
                return (
                  <Heading
                    key={one.key}
                    drawn={one}
                    sorted={sort ? (sort.descending ? 'descending' : 'ascending') : null}
                    place={sorts.length > 1 ? index + 1 : null}
                    primary={index === 0}
                    onSort={(id, add) => setSorts(toggleSort(sorts, id, add))}
                    onResize={onResize}
                    words={words}
                  />
                );
              })}
              {rowActions ? (
                <th scope="col" className="cv-row-actions">
                  <span className="cv-hidden">{words.rowActions}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody {...ofRows}>
            <Spacer height={part.before} cells={cellCount} />
            {Array.from(order.subarray(part.first, part.last + 1), (row, index) => (
              <Row
                key={row}
                row={row}
                position={part.first + index}
                drawn={drawn}
                active={row === activeRow}
                selected={multiple ? selection.rows.has(row) : row === activeRow || marked?.has(row) === true}
                stop={row === stop}
                words={words}
                actions={rowActions}
                actionsRef={part.measuredActions}
              />
            ))}
            <Spacer height={part.after} cells={cellCount} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Spacer({ height, cells }: { height: number; cells: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="cv-table-spacer">
      <td colSpan={cells} style={{ height }} />
    </tr>
  );
}
