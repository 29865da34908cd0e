import { type Column, type ColumnLayout, chosenWidth, formatValue } from '@cuvette/core/tables';

const samples = 48;
/** What is beside the text of a cell, in pixels. */
const padding = 24;
const limits = { narrowest: 56, widest: 320, drawing: 112, rating: 74 };

/** Width of each column in CSS pixels: what a person chose, else what its heading and a sample of its values need. */
export function widthsOf(columns: readonly Column<string>[], shown: readonly number[], layout: ColumnLayout): number[] {
  return shown.map((place) => {
    const column = columns[place];
    return column ? (chosenWidth(layout, column.id) ?? estimate(column)) : 0;
  });
}

let pen: OffscreenCanvasRenderingContext2D | null | undefined;

/** Width of a text in the system's font of 13 px, in pixels; a page's own font may be a little wider, which the padding takes up. */
function textWidth(text: string): number {
  if (pen === undefined) {
    pen = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
    if (pen) pen.font = '13px system-ui, sans-serif';
  }
  return pen ? pen.measureText(text).width : text.length * 8;
}

const estimates = new WeakMap<Column<string>, number>();

function estimate(column: Column<string>): number {
  let width = estimates.get(column);
  if (width === undefined) estimates.set(column, (width = wanted(column)));
  return width;
}

function wanted(column: Column<string>): number {
  if (column.kind === 'text' && column.notation === 'smiles') return limits.drawing;
  const { title, unit = '' } = column;
  const word = title.split(/\s+/).reduce((long, one) => (one.length > long.length ? one : long), '');
  // A short title is in one line, a long one in two or three, the unit below it; the sort mark needs room beside them.
  const mark = 14;
  const heading = Math.max(
    textWidth(word),
    textWidth(unit),
    Math.min(textWidth(title), Math.max(110, textWidth(title) / 2)),
  );
  let longest = '';
  const step = Math.max(1, Math.floor(column.values.length / samples));
  for (let row = 0; row < column.values.length; row += step) {
    const text = column.kind === 'number' ? formatValue(column, row) : (column.values[row] ?? '');
    if (text.length > longest.length) longest = text;
  }
  const rating = column.kind === 'number' && column.rating ? limits.rating : 0;
  const width = Math.max(heading + mark, textWidth(longest) + rating) + padding;
  return Math.round(Math.min(limits.widest, Math.max(limits.narrowest, width)));
}
