import { isActiveFilter, type TableData } from '@cuvette/core/tables';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import type { Words } from '../words.ts';
import { FilterChoice, FilterPanel, type TableFilters } from './filters.tsx';
import type { TableSelection } from './use-selection.ts';

interface BarProps {
  table: TableData;
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

/** What is above the rows: how many there are, the controls, the filters, the selection. What comes and goes keeps its room. */
export function Bar(props: BarProps) {
  const { table, shown, filters, sentence, hiddenColumns, onMoreColumns, onColumns, onCsv } = props;
  const { selection, words, link, children } = props;
  return (
    <>
      <div className="cv-table-bar">
        {sentence ? <p className="cv-table-sentence">{sentence}</p> : null}
        {table.length > 0 ? (
          <>
            <span className="cv-quiet cv-table-count" role="status">
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
                data-idle={hiddenColumns === 0 || undefined}
                onClick={onMoreColumns}
              />
            ) : null}
            {children}
            <FilterChoice table={table} filters={filters} words={words} />
            <Button dense icon="columns" label={words.columns} data-folds="" onClick={onColumns} />
            <Button dense icon="download" label={words.downloadCsv} data-folds="" onClick={onCsv} />
          </>
        ) : null}
        {link}
      </div>
      {table.length > 0 ? <FilterPanel table={table} filters={filters} words={words} /> : null}
      {selection && table.length > 0 ? (
        <div className="cv-table-selection">
          <span role="status">{words.selected(selection.rows.size)}</span>
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
