import { type Column, formatValue, rate } from '@cuvette/core/tables';
import { type CSSProperties, memo, type ReactNode, type Ref } from 'react';
import { useWords } from '../elements/context.tsx';
import { Depiction } from '../structure/depiction.tsx';
import { localNumber } from '../ui/numbers.ts';
import type { Words } from '../words.ts';
import { RatingMark } from './rating-mark.tsx';
import type { DrawnColumn } from './use-columns.ts';

interface RowProps {
  /** Index into the table, and place in what is shown. */
  row: number;
  position: number;
  drawn: readonly DrawnColumn[];
  active: boolean;
  selected: boolean;
  /** Whether Tab stops at this row. */
  stop: boolean;
  words: Words['table'];
  actions: ((row: number, stop: boolean) => ReactNode) | undefined;
  /** Hears of the box of the row's actions, to measure it. */
  actionsRef: Ref<HTMLSpanElement>;
}

/** One row. Clicks and keys are heard by the table. */
export const Row = memo(function Row(props: RowProps) {
  const { row, position, drawn, active, selected, stop, words, actions, actionsRef } = props;
  return (
    <tr
      data-row={row}
      data-active={active || undefined}
      aria-rowindex={position + 2}
      aria-selected={selected}
      tabIndex={stop ? 0 : -1}
    >
      {drawn.map((one) =>
        one.column ? (
          <td
            key={one.key}
            data-column={one.place}
            aria-colindex={one.ariaIndex}
            className={classOf(one)}
            style={pinStyle(one)}
            data-bucket={bucketOf(one.column, row)}
          >
            <Cell column={one.column} row={row} words={words} />
          </td>
        ) : (
          <td key={one.key} aria-hidden="true" className="cv-table-gap" />
        ),
      )}
      {actions ? (
        <td className="cv-row-actions">
          <span ref={actionsRef}>{actions(row, stop)}</span>
        </td>
      ) : null}
    </tr>
  );
});

export const classOf = ({ column, pinned }: DrawnColumn) =>
  [column?.kind === 'number' && 'cv-number', pinned !== null && 'cv-pinned'].filter(Boolean).join(' ') || undefined;

/** Set through the style object, which a strict Content-Security-Policy allows. */
export const pinStyle = ({ pinned }: DrawnColumn): CSSProperties | undefined =>
  pinned === null ? undefined : { insetInlineStart: pinned };

/** How the catalogue rates a value, as the colour of its cell. */
function bucketOf(column: Column, row: number) {
  return column.kind === 'number' ? rate(column.rating, column.values[row])?.bucket : undefined;
}

/** The value of a column in a row: a drawing, a text, a number with its rating. */
export function Cell({ column, row, words }: { column: Column; row: number; words: Words['table'] }) {
  const all = useWords();
  if (column.kind === 'text') {
    const text = column.values[row] ?? '';
    return column.notation === 'smiles' && text !== '' ? <Depiction smiles={text} /> : text;
  }
  const text = localNumber(all, formatValue(column, row));
  const rating = rate(column.rating, column.values[row]);
  if (!rating) return column.rating ? <span className="cv-unrated">{text}</span> : text;
  return (
    <>
      {text}
      <RatingMark rating={rating} word={words[rating.bucket]} />
    </>
  );
}
