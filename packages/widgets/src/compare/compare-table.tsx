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
import { headlineText } from '@cuvette/core/workflows/items/headline-text';
import { useMemo, useRef, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import type { EnergyUnit } from '../results/energy-unit.ts';
import { inChosenUnits } from '../results/headline-units.ts';
import { Depiction } from '../structure/depiction.tsx';
import { RatingMark } from '../table/rating-mark.tsx';
import { tableWords } from '../table/words.ts';
import { localNumber } from '../ui/numbers.ts';
import { useHiddenEnd } from '../ui/use-hidden-end.ts';
import { type HeadProps, ItemHead } from './compare-head.tsx';

addEnglish({ table: tableWords });

export interface CompareTableProps extends Omit<HeadProps, 'entry' | 'name' | 'reference'> {
  comparison: ItemComparison;
  entries: readonly ComparedEntry[];
  /** Names by which the items are told apart, in the order of the entries. */
  names: readonly string[];
  /** Unit of energy differences. */
  unit: EnergyUnit;
}

/**
 * Items side by side: a column for each with its name and drawing, and as rows first the settings in which they differ, then the key results and all
 * other values. A heading of a row orders the items by it. An item that cannot be there says why, and the others stay.
 */
export function CompareTable({ comparison, entries, names, unit, ...heads }: CompareTableProps) {
  const all = useWords();
  const words = all.compare;
  const { table } = comparison;
  const [sorts, setSorts] = useState<Sort[]>([]);
  const order = useMemo(() => [...sortOrder(table, sorts)], [table, sorts]);
  const columns = useMemo(() => columnsIn(comparison), [comparison]);
  const drawn = entries.some(({ read }) => read?.item.smiles);
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
            <td />
            {order.map((row) => {
              const entry = entries[row];
              return entry ? (
                <ItemHead
                  key={entry.uuid}
                  {...heads}
                  entry={entry}
                  name={names[row] ?? entry.uuid}
                  reference={row === 0}
                />
              ) : null;
            })}
          </tr>
        </thead>
        <tbody>
          {drawn ? (
            <tr>
              <th scope="row">{words.drawing}</th>
              {order.map((row) => {
                const smiles = entries[row]?.read?.item.smiles;
                return (
                  <td key={entries[row]?.uuid} data-uuid={entries[row]?.uuid} className="cv-compare-drawing">
                    {smiles ? <Depiction smiles={smiles} label={names[row]} /> : null}
                  </td>
                );
              })}
            </tr>
          ) : null}
          {columns.map((column) => (
            <tr
              key={column.id}
              data-row={column.id}
              data-setting={comparison.settings.has(column.id) || undefined}
              {...(column.id === 'headline' ? { 'data-headline': '' } : {})}
            >
              <th
                scope="row"
                aria-sort={sorted?.column === column.id ? (sorted.descending ? 'descending' : 'ascending') : 'none'}
              >
                <button
                  type="button"
                  title={column.help ? all.ui.term(column.help) : undefined}
                  onClick={() => setSorts(toggleSort(sorts, column.id, false))}
                >
                  {columnHeading({ ...column, title: all.ui.term(column.title) })}
                </button>
              </th>
              {order.map((row) => (
                <Cell
                  key={entries[row]?.uuid}
                  uuid={entries[row]?.uuid}
                  {...{ comparison, column, row, unit }}
                  comparable={entries[row]?.read?.item.object_type === entries[0]?.read?.item.object_type}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Differing settings first, then what came out. What the items share is shown once: the type counts only where there are several. */
function columnsIn({ table, settings }: ItemComparison): Column[] {
  const [, ...columns] = table.columns;
  const shown = columns.filter((column) => {
    if (column.id === 'status') return false;
    if (column.id !== 'type') return true;
    return new Set([...(column.values as readonly (string | null)[])].filter((value) => value !== null)).size > 1;
  });
  const first = (column: Column) => settings.has(column.id) || column.id === 'type';
  return [...shown.filter(first), ...shown.filter((column) => !first(column))];
}

interface CellProps {
  comparison: ItemComparison;
  column: Column;
  row: number;
  uuid: string | undefined;
  unit: EnergyUnit;
  /** It is of the type of the reference: a difference of their numbers means something. */
  comparable: boolean;
}

function Cell({ comparison, column, row, uuid, unit, comparable }: CellProps) {
  const all = useWords();
  if (column.id === 'headline')
    return (
      <td data-uuid={uuid}>
        <HeadlineText {...{ comparison, row, unit }} />
      </td>
    );
  if (column.kind === 'text') {
    const value = column.values[row] ?? null;
    const differs = comparison.differs.get(column.id)?.[row] === true;
    const text = value === null ? '' : column.notation === 'term' ? all.ui.term(column.texts?.[row] ?? value) : value;
    return (
      <td data-uuid={uuid} data-differs={differs || undefined} title={text}>
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
  const difference = comparable && row > 0 ? differenceOf(column, row) : '';
  return (
    <td data-uuid={uuid} className="cv-number" data-bucket={rating?.bucket}>
      {localNumber(all, numberText(column, row))}
      {uncertainty === null ? null : (
        <span className="cv-quiet">
          {' '}
          {all.compare.uncertainty(localNumber(all, formatNumber(uncertainty, column.precision)))}
        </span>
      )}
      {difference === '' ? null : (
        <small className="cv-quiet" title={all.compare.fromReference}>
          {' '}
          {localNumber(all, difference)}
        </small>
      )}
      {rating ? <RatingMark rating={rating} word={all.ui.term(rating.word)} /> : null}
    </td>
  );
}

/** The key results of an item in one line, in the person's units. */
function HeadlineText({ comparison, row, unit }: Pick<CellProps, 'comparison' | 'row' | 'unit'>) {
  const all = useWords();
  const headline = comparison.headlines[row];
  if (!headline) return null;
  const values = headline.values.map((value) => inChosenUnits(value, unit, 'SHE'));
  const language = { term: all.ui.term, number: (text: string) => localNumber(all, text) };
  return <strong>{headlineText({ ...headline, values }, language)}</strong>;
}

/** Differences carry their sign. */
function numberText(column: NumberColumn, row: number): string {
  return column.id === 'relative_energy'
    ? formatSigned(column.values[row], column.precision)
    : formatValue(column, row);
}

/** How much more an item has than the reference, in brackets. Total energies have a row of their own, which says whether their difference means something. */
function differenceOf(column: NumberColumn, row: number): string {
  if (column.unit === 'Hartree' || column.id === 'relative_energy') return '';
  const difference = (column.values[row] ?? Number.NaN) - (column.values[0] ?? Number.NaN);
  return Number.isFinite(difference) ? `(${formatSigned(difference, column.precision)})` : '';
}
