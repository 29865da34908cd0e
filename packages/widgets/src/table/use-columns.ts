import { type Column, type ColumnLayout, chosenWidth, type TableData, visibleColumns } from '@cuvette/core/tables';
import { useMemo } from 'react';
import { widthsOf } from './widths.ts';

/** From so many columns on only those in sight are drawn. */
const virtualFrom = 30;

/** A column as it is drawn, or (without `column`) the room of columns out of sight. */
export interface DrawnColumn {
  key: string;
  column: Column<string> | null;
  /** Its index in the table. */
  place: number;
  /** Its place among all that are shown, from 1, for assistive technology. */
  ariaIndex: number;
  /** Width in CSS pixels; null leaves it to the browser. */
  width: number | null;
  /** Where it stays while the others scroll, in px from the start; null for one that scrolls. */
  pinned: number | null;
}

export interface TableColumns {
  /** Columns shown, as indices into the table. */
  shown: readonly number[];
  /** Widths of the columns that scroll, where only some are drawn. */
  scrolling: readonly number[] | null;
  pinnedWidth: number;
  /** Width of all columns, where widths are fixed. */
  total: number | null;
  /** Whether a person chose a width: then every column keeps its own, and none is stretched. */
  sized: boolean;
  all: readonly DrawnColumn[];
  pinnedCount: number;
}

/** The columns of a table as its layout has them. `fixed`: their widths must not depend on which rows are in the page. */
export function useColumns(table: TableData<string>, layout: ColumnLayout, fixed: boolean): TableColumns {
  return useMemo(() => arrange(table, layout, fixed), [table, layout, fixed]);
}

function arrange(table: TableData<string>, layout: ColumnLayout, fixed: boolean): TableColumns {
  const shown = visibleColumns(table.columns, layout);
  const isPinned = new Set(layout.pinned);
  const virtual = shown.length > virtualFrom;
  const sized = shown.some((place) => chosenWidth(layout, table.columns[place]?.id ?? '') !== undefined);
  const idOf = (place: number) => table.columns[place]?.id ?? '';
  const pinnedCount = shown.filter((place) => isPinned.has(idOf(place))).length;
  const widths = fixed || virtual || sized || pinnedCount > 0 ? widthsOf(table.columns, shown, layout) : null;
  let edge = 0;
  const all = shown.map((place, index): DrawnColumn => {
    const width = widths?.[index] ?? null;
    const pinned = index < pinnedCount ? edge : null;
    edge += width ?? 0;
    return { key: idOf(place), column: table.columns[place] ?? null, place, ariaIndex: index + 1, width, pinned };
  });
  const pinnedWidth = widths?.slice(0, pinnedCount).reduce((sum, width) => sum + width, 0) ?? 0;
  return {
    shown,
    scrolling: virtual && widths ? widths.slice(pinnedCount) : null,
    pinnedWidth,
    total: widths ? edge : null,
    sized,
    all,
    pinnedCount,
  };
}

const sum = (columns: readonly DrawnColumn[]) => columns.reduce((total, { width }) => total + (width ?? 0), 0);
const gap = (key: string, width: number): DrawnColumn[] =>
  width > 0 ? [{ key, column: null, place: -1, ariaIndex: 0, width, pinned: null }] : [];

/** Returns what is drawn of the columns: those that stay, those in sight, and the room of the others. */
export function useDrawnColumns(columns: TableColumns, first: number, last: number): readonly DrawnColumn[] {
  const { all, pinnedCount, scrolling } = columns;
  return useMemo(() => {
    if (!scrolling) return all;
    const moving = all.slice(pinnedCount);
    // Names of columns are texts of the data; these keys hold a character that none of them does.
    return [
      ...all.slice(0, pinnedCount),
      ...gap('\u0000before', sum(moving.slice(0, first))),
      ...moving.slice(first, last + 1),
      ...gap('\u0000after', sum(moving.slice(last + 1))),
    ];
  }, [all, pinnedCount, scrolling, first, last]);
}
