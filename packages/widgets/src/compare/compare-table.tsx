import {
  type Column,
  columnHeading,
  formatNumber,
  formatSigned,
  formatValue,
  type NumberColumn,
  rate,
  type Sort,
  sortOrder,
  toggleSort,
} from '@cuvette/core/tables';
import type { ComparedEntry, ItemComparison } from '@cuvette/core/workflows/comparison/index';
import { useMemo, useRef, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { RatingMark } from '../table/rating-mark.tsx';
import { tableWords } from '../table/words.ts';
import { Button } from '../ui/button.tsx';
import { localNumber } from '../ui/numbers.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useHiddenEnd } from '../ui/use-hidden-end.ts';

addEnglish({ table: tableWords });

export interface CompareTableProps {
  comparison: ItemComparison;
  entries: readonly ComparedEntry[];
  /** Names by which the items are told apart, in the order of the entries. */
  names: readonly string[];
  /** There is a picture or a plot: rows have a colour there, and can be shown or not. */
  pictured: boolean;
  /** Whether a row is shown in picture and plots. */
  shown: (uuid: string) => boolean;
  /** CSS colour of a row in picture and plots. */
  colourOf: (uuid: string) => string;
  /** Address of an item's page; null where there is none. */
  addressOf: (entry: ComparedEntry) => string | null;
  onShown: (uuid: string, on: boolean) => void;
  onReference: (uuid: string) => void;
  onRemove: (uuid: string) => void;
}

/**
 * A row for each item: what it is called, its values and the settings in which the items differ. A row without an item gives the reason; the others
 * are shown.
 */
export function CompareTable({ comparison, entries, names, ...rows }: CompareTableProps) {
  const all = useWords();
  const words = all.compare;
  const { table, settings } = comparison;
  const [sorts, setSorts] = useState<Sort[]>([]);
  const order = useMemo(() => [...sortOrder(table, sorts)], [table, sorts]);
  const columns = useMemo(() => columnsIn(comparison), [comparison]);
  const sorted = sorts[0];
  const scroller = useRef<HTMLDivElement>(null);
  const more = useHiddenEnd(scroller);
  return (
    <div
      className="cv-compare-rows"
      part="table"
      tabIndex={0}
      role="region"
      aria-label={words.table}
      ref={scroller}
      data-more={more || undefined}
    >
      <table className="cv-compare-table">
        <thead>
          <tr>
            {[table.columns[0], ...columns].map((column) =>
              column ? (
                <th
                  key={column.id}
                  scope="col"
                  className={column.kind === 'number' ? 'cv-number' : undefined}
                  data-setting={settings.has(column.id) || undefined}
                  aria-sort={sorted?.column === column.id ? (sorted.descending ? 'descending' : 'ascending') : 'none'}
                >
                  <Heading
                    text={columnHeading({ ...column, title: all.ui.term(column.title) })}
                    help={column.help ? all.ui.term(column.help) : undefined}
                    onSort={() => setSorts(toggleSort(sorts, column.id, false))}
                  />
                </th>
              ) : null,
            )}
            {columns.length === 0 ? <td /> : null}
            <td />
          </tr>
        </thead>
        <tbody>
          {order.map((row) => {
            const entry = entries[row];
            return entry ? (
              <Row
                key={entry.uuid}
                {...rows}
                comparison={comparison}
                columns={columns}
                entry={entry}
                row={row}
                name={names[row] ?? entry.uuid}
              />
            ) : null;
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Letters of a heading's line at least. */
const shortestLine = 11;

/** A heading in three lines at most, so that the head is as high before the values come as with them. */
function Heading({ text, help, onSort }: { text: string; help: string | undefined; onSort: () => void }) {
  // A line ends where a word does: each may lack a part of the next one.
  const longest = Math.max(...text.split(/\s/).map((word) => word.length));
  const line = Math.max(shortestLine, longest, Math.ceil(text.length / 3) + 5);
  return (
    <button
      type="button"
      title={help}
      style={{ minInlineSize: text.length > 2 * shortestLine ? `${line}ch` : undefined }}
      onClick={onSort}
    >
      {text}
    </button>
  );
}

/**
 * Returns the columns in which the items differ: what they share is shown once; the status is a badge beside the name, and the type counts only where
 * there are several.
 */
function columnsIn({ table }: ItemComparison): Column[] {
  return table.columns.slice(1).filter((column) => {
    if (column.id === 'status') return false;
    if (column.id !== 'type') return true;
    return new Set([...(column.values as readonly (string | null)[])].filter((value) => value !== null)).size > 1;
  });
}

interface RowProps extends Omit<CompareTableProps, 'entries' | 'names'> {
  columns: readonly Column[];
  entry: ComparedEntry;
  row: number;
  name: string;
}

function Row(props: RowProps) {
  const {
    comparison,
    columns,
    entry,
    row,
    name,
    pictured,
    shown,
    colourOf,
    addressOf,
    onShown,
    onReference,
    onRemove,
  } = props;
  const words = useWords().compare;
  const address = addressOf(entry);
  const { uuid, read } = entry;
  const status = read && read.item.object_status !== 2 ? <StatusBadge item={read.item} /> : null;
  return (
    <tr data-problem={read ? undefined : ''} data-reference={row === 0 || undefined} data-uuid={uuid}>
      <th scope="row">
        <span className="cv-compare-name">
          {read && pictured ? (
            <input
              type="checkbox"
              checked={row === 0 || shown(uuid)}
              disabled={row === 0}
              aria-label={words.show(name)}
              title={words.show(name)}
              style={{ accentColor: colourOf(uuid) }}
              onChange={(event) => onShown(uuid, event.currentTarget.checked)}
            />
          ) : null}
          {pictured ? (
            <svg viewBox="0 0 10 10" aria-hidden="true" className="cv-compare-swatch">
              {read ? <circle cx="5" cy="5" r="5" fill={colourOf(uuid)} /> : null}
            </svg>
          ) : null}
          {address === null ? (
            <span className="cv-compare-title">{name}</span>
          ) : (
            <a className="cv-compare-title" href={address}>
              {name}
            </a>
          )}
          {status}
          {row === 0 && read ? (
            <span className="cv-quiet" title={words.referenceHelp}>
              {words.reference}
            </span>
          ) : null}
        </span>
      </th>
      {read ? (
        columns.map((column) => <Cell key={column.id} comparison={comparison} column={column} row={row} />)
      ) : (
        <td colSpan={Math.max(1, columns.length)} className="cv-compare-problem">
          {entry.problem}
        </td>
      )}
      <td className="cv-compare-actions">
        {row > 0 && read ? (
          <Button
            kind="quiet"
            dense
            icon="pin"
            iconOnly
            label={words.makeReference(name)}
            onClick={() => onReference(uuid)}
          />
        ) : null}
        <Button kind="quiet" dense icon="cross" iconOnly label={words.remove(name)} onClick={() => onRemove(uuid)} />
      </td>
    </tr>
  );
}

function Cell({ comparison, column, row }: { comparison: ItemComparison; column: Column; row: number }) {
  const all = useWords();
  if (column.kind === 'text') {
    const value = column.values[row] ?? null;
    const differs = comparison.differs.get(column.id)?.[row] === true;
    const text = value === null ? '' : column.notation === 'term' ? all.ui.term(value) : value;
    return (
      <td data-differs={differs || undefined} title={text}>
        <span className="cv-compare-text">
          {differs ? (
            <>
              <span aria-hidden="true">≠ </span>
              <span className="cv-hidden">{all.compare.differs} </span>
            </>
          ) : null}
          {text}
        </span>
      </td>
    );
  }
  const uncertainty = comparison.uncertainties.get(column.id)?.[row] ?? null;
  const rating = rate(column.rating, column.values[row]);
  return (
    <td className="cv-number">
      {localNumber(all, numberText(column, row))}
      {uncertainty === null ? null : (
        <span className="cv-quiet">
          {' '}
          {all.compare.uncertainty(localNumber(all, formatNumber(uncertainty, column.precision)))}
        </span>
      )}
      {rating ? <RatingMark rating={rating} word={all.ui.term(rating.word)} /> : null}
    </td>
  );
}

/** Differences carry their sign. */
function numberText(column: NumberColumn, row: number): string {
  return column.id === 'relative_energy'
    ? formatSigned(column.values[row], column.precision)
    : formatValue(column, row);
}
