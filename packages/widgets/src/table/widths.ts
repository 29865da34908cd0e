import { type Column, type ColumnLayout, formatValue } from '@cuvette/core/tables';

const samples = 48;
/** Pixels of a character of 13 px in a wide system font, and what stands beside the text of a cell. */
const character = 8;
const padding = 22;
const limits = { narrowest: 56, widest: 320, drawing: 176, rating: 64 };

/** Width of each column in CSS pixels: what a person chose, else what its heading and a sample of its values need. */
export function widthsOf(columns: readonly Column[], shown: readonly number[], layout: ColumnLayout): number[] {
  return shown.map((place) => {
    const column = columns[place];
    return column ? (layout.widths[column.id] ?? estimate(column)) : 0;
  });
}

const estimates = new WeakMap<Column, number>();

function estimate(column: Column): number {
  let width = estimates.get(column);
  if (width === undefined) estimates.set(column, (width = wanted(column)));
  return width;
}

function wanted(column: Column): number {
  if (column.kind === 'text' && column.notation === 'smiles') return limits.drawing;
  const { title, unit = '' } = column;
  const longestWord = Math.max(...title.split(/\s+/).map((word) => word.length));
  // A short title stands in one line, a long one in two or three, the unit below it; the sort mark needs room beside them.
  let longest = Math.max(longestWord, Math.min(title.length, Math.max(14, title.length / 2)), unit.length) + 2;
  const step = Math.max(1, Math.floor(column.values.length / samples));
  for (let row = 0; row < column.values.length; row += step) {
    const text = column.kind === 'number' ? formatValue(column, row) : (column.values[row] ?? '');
    longest = Math.max(longest, text.length);
  }
  const rating = column.kind === 'number' && column.rating ? limits.rating : 0;
  return Math.round(Math.min(limits.widest, Math.max(limits.narrowest, longest * character + padding + rating)));
}
