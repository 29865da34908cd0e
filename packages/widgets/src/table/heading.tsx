import { columnWidths } from '@cuvette/core/tables';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import type { Words } from '../words.ts';
import { classOf, pinStyle } from './row.tsx';
import type { DrawnColumn } from './use-columns.ts';

interface HeadingProps {
  drawn: DrawnColumn;
  sorted: 'ascending' | 'descending' | null;
  /** Place among several sorted columns, from 1; null when it is the only one. */
  place: number | null;
  /** The first of the sorted columns: only one may tell it by `aria-sort`. */
  primary: boolean;
  onSort: (id: string, add: boolean) => void;
  /** Another width in CSS pixels; null lets the table choose. */
  onResize: (id: string, width: number | null) => void;
  words: Words['table'];
}

const keyStep = 16;

/** A heading: a press sorts (with Shift by several), its edge is dragged, Alt with an arrow key changes its width. */
export function Heading({ drawn, sorted, place, primary, onSort, onResize, words }: HeadingProps) {
  const { column } = drawn;
  if (!column) return <td aria-hidden="true" className="cv-table-gap" />;
  const { id } = column;
  const rule = column.kind === 'number' && column.rating ? words.rule(column.rating) : null;
  const help = [column.help, rule].filter(Boolean).join('\n');
  const widthOf = (element: Element) => element.closest('th')?.getBoundingClientRect().width ?? 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    onResize(id, Math.max(columnWidths.narrowest, widthOf(event.currentTarget) + step));
  };
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const start = event.clientX;
    const width = widthOf(handle);
    handle.setPointerCapture(event.pointerId);
    const leftward = getComputedStyle(handle).direction === 'rtl' ? -1 : 1;
    const move = (moved: globalThis.PointerEvent) => onResize(id, width + (moved.clientX - start) * leftward);
    const end = () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  };
  return (
    <th
      scope="col"
      data-column={drawn.place}
      aria-colindex={drawn.ariaIndex}
      aria-sort={sorted && primary ? sorted : 'none'}
      className={classOf(drawn)}
      style={pinStyle(drawn)}
      title={help || undefined}
    >
      <button
        type="button"
        onClick={(event: MouseEvent) => onSort(id, event.shiftKey)}
        onKeyDown={onKeyDown}
        title={help ? undefined : `${words.sortHint}. ${words.resizeHint}.`}
      >
        <span>
          {column.title}
          {column.unit ? (
            <>
              {' '}
              <span className="cv-quiet">{column.unit}</span>
            </>
          ) : null}
        </span>
        <span aria-hidden="true" className="cv-sort-mark">
          {sorted === 'ascending' ? '▲' : sorted === 'descending' ? '▼' : ''}
          {sorted ? place : ''}
        </span>
      </button>
      <span
        className="cv-resize"
        aria-hidden="true"
        onPointerDown={onPointerDown}
        onDoubleClick={() => onResize(id, null)}
      />
    </th>
  );
}
