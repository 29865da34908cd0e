import { isActiveFilter, type TableData } from '@cuvette/core/tables';
import { lazy, type ReactNode, Suspense } from 'react';
import { Button } from '../ui/button.tsx';
import type { Words } from '../words.ts';
import { FilterChoice, type TableFilters } from './filters.tsx';
import type { TableSelection } from './use-selection.ts';

/** Comes with the first filter. */
const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }));

interface BarProps {
  table: TableData;
  /** Title of the rows, with the controls beside it. */
  heading: string | undefined;
  /** The single row is shown as names and values: there is nothing to filter. */
  asFacts: boolean;
  /** Begins or ends the choice of rows to compare; null where rows are not compared. */
  onCompare: (() => void) | null;
  comparing: boolean;
  /** How many rows pass the filters. */
  shown: number;
  filters: TableFilters;
  sentence: string | null | undefined;
  /** Columns beyond the edge; null where the columns are not wider than the box. */
  hiddenColumns: number | null;
  onMoreColumns: () => void;
  onColumns: () => void;
  onCsv: () => void;
  /** Null where only one row is active at a time. */
  selection: TableSelection | null;
  words: Words['table'];
  /** A link of the host, at the end. */
  link: ReactNode;
  /** Controls of the host. */
  children: ReactNode;
}

/** Controls are signs beside the title; their words are their names and tooltips. */
const sign = { kind: 'quiet', dense: true, 'data-folds': '' } as const;

/** Shows what is above the rows: how many there are, the controls, the filters, the selection. What comes and goes keeps its room. */
export function Bar(props: BarProps) {
  const { table, shown, filters, sentence, hiddenColumns, onMoreColumns, onColumns, onCsv } = props;
  const { selection, words, link, children, heading, asFacts, onCompare, comparing } = props;
  const hasRows = table.length > 0;
  return (
    <>
      <div className="cv-table-bar">
        {sentence ? <p className="cv-table-sentence">{sentence}</p> : null}
        {heading ? <h3 className="cv-table-heading">{heading}</h3> : null}
        {hasRows ? (
          <>
            <span className={asFacts ? 'cv-hidden' : 'cv-quiet cv-table-count'} role="status">
              {filters.list.some(isActiveFilter) ? words.rowsShown(shown, table.length) : words.rowCount(table.length)}
            </span>
            {hiddenColumns !== null ? (
              <Button
                kind="quiet"
                dense
                icon="next"
                label={words.moreColumns(hiddenColumns)}
                title={words.moreColumnsHint}
                data-folds=""
                data-more=""
                data-idle={hiddenColumns === 0 || undefined}
                onClick={onMoreColumns}
              />
            ) : null}
            {asFacts ? <span className="cv-table-count" /> : null}
            {asFacts ? null : <FilterChoice table={table} filters={filters} words={words} />}
            {onCompare ? (
              <Button
                {...sign}
                icon="compare"
                label={words.compareRows}
                title={words.compareRows}
                aria-pressed={comparing}
                data-wide=""
                onClick={onCompare}
              />
            ) : null}
            <Button {...sign} icon="columns" label={words.columns} title={words.columns} onClick={onColumns} />
            {children}
            <Button {...sign} icon="download" label={words.downloadCsv} title={words.downloadCsv} onClick={onCsv} />
          </>
        ) : null}
        {link}
      </div>
      {hasRows && !asFacts && filters.list.length > 0 ? (
        <Suspense>
          <FilterPanel table={table} filters={filters} words={words} />
        </Suspense>
      ) : null}
      {selection && table.length > 0 ? (
        <div className="cv-table-selection">
          <span role="status">{words.selected(selection.rows.size)}</span>
          {comparing && selection.rows.size < 2 ? <span className="cv-quiet">{words.compareHint}</span> : null}
          <Button kind="quiet" dense label={words.selectAll} onClick={selection.all} />
          <Button
            kind="quiet"
            dense
            label={words.clearSelection}
            data-idle={selection.rows.size === 0 || undefined}
            onClick={selection.clear}
          />
        </div>
      ) : null}
    </>
  );
}
