import { type AlignedRow, columnStatistics } from '@cuvette/core/chemistry';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { observeSize } from '../../ui/observe-size.ts';
import { letterColour } from './letter-colours.ts';

/** Sizes in px. */
const cell = { width: 11, height: 16 } as const;
const nameWidth = 132;
const barHeight = 28;
const headHeight = 2 * barHeight + 18;
/** Height of the box that scrolls. */
const boxHeight = 420;

/**
 * An alignment with its letters coloured by what the amino acids are like, coverage and conservation above. Only what is in sight is drawn, on one canvas, so that
 * 10 000 sequences scroll like ten.
 */
export function AlignmentView({ rows }: { rows: readonly AlignedRow[] }) {
  const words = useWords();
  const texts = words.panels.alignment;
  const statistics = useMemo(() => columnStatistics(rows), [rows]);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [, setSize] = useState(0);
  const width = rows[0]?.letters.length ?? 0;
  const whole = { width: nameWidth + width * cell.width + 4, height: headHeight + rows.length * cell.height + 4 };
  const height = Math.min(boxHeight, whole.height + 16);

  useEffect(() => {
    const [box, picture] = [scroller.current, canvas.current];
    if (!box || !picture) return;
    let request = 0;
    const draw = () => {
      request = 0;
      drawWindow(picture, box, rows, statistics, [texts.coverage, texts.conservation]);
    };
    const soon = () => {
      request ||= requestAnimationFrame(draw);
    };
    const stop = observeSize(box, () => {
      setSize(box.clientWidth);
      soon();
    });
    box.addEventListener('scroll', soon, { passive: true });
    // Shows a name that is cut short as a whole where the pointer rests on it.
    const name = ({ clientX, clientY }: PointerEvent) => {
      const { left, top } = box.getBoundingClientRect();
      const row = Math.floor((clientY - top - box.clientTop - headHeight + box.scrollTop) / cell.height);
      const overNames = clientX - left < nameWidth && clientY - top > headHeight;
      box.title = overNames ? (rows[row]?.name ?? '') : '';
    };
    box.addEventListener('pointermove', name, { passive: true });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', soon);
    draw();
    return () => {
      cancelAnimationFrame(request);
      stop();
      box.removeEventListener('scroll', soon);
      box.removeEventListener('pointermove', name);
      scheme.removeEventListener('change', soon);
    };
  }, [rows, statistics, texts]);

  const mean = (values: Float64Array) =>
    localNumber(
      words,
      (values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0).toFixed(2),
    );
  const label = texts.label(rows.length, width, mean(statistics.coverage), mean(statistics.conservation));
  return (
    <>
      <p className="cv-quiet cv-small">{label}</p>
      <div
        ref={scroller}
        className="cv-alignment"
        role="region"
        aria-label={label}
        tabIndex={0}
        style={{ blockSize: `${height}px` }}
      >
        <canvas ref={canvas} aria-hidden="true" />
        <div style={{ inlineSize: `${whole.width}px`, blockSize: `${whole.height}px` }} />
      </div>
      <p className="cv-quiet cv-small">{texts.how}</p>
    </>
  );
}

/** As much of a name as `room` px hold in the pen's font, the rest as an ellipsis: the letters begin where the names end. */
export function fittingName(pen: Pick<CanvasRenderingContext2D, 'measureText'>, name: string, room: number): string {
  if (pen.measureText(name).width <= room) return name;
  let [fits, over] = [0, name.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (pen.measureText(`${name.slice(0, middle)}…`).width <= room) fits = middle;
    else over = middle;
  }
  return `${name.slice(0, fits)}…`;
}

/** Draws the rows and columns that the box shows; names and the bars above stay in place. */
function drawWindow(
  canvas: HTMLCanvasElement,
  box: HTMLElement,
  rows: readonly AlignedRow[],
  { coverage, conservation }: ReturnType<typeof columnStatistics>,
  titles: readonly [string, string],
): void {
  const [width, height] = [box.clientWidth, box.clientHeight];
  const scale = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { color, backgroundColor } = getComputedStyle(box);
  const family = getComputedStyle(box).fontFamily;
  const [left, top] = [box.scrollLeft, box.scrollTop];
  const columns = rows[0]?.letters.length ?? 0;
  const firstColumn = Math.floor(left / cell.width);
  const lastColumn = Math.min(columns, Math.ceil((left + width - nameWidth) / cell.width) + 1);
  const firstRow = Math.floor(top / cell.height);
  const lastRow = Math.min(rows.length, Math.ceil((top + height - headHeight) / cell.height) + 1);
  const xOf = (column: number) => nameWidth + column * cell.width - left;
  const yOf = (row: number) => headHeight + row * cell.height - top;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.fillStyle = backgroundColor;
  pen.fillRect(0, 0, width, height);
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  pen.font = '11px ui-monospace, monospace';
  for (let row = firstRow; row < lastRow; row++) {
    const letters = rows[row]?.letters ?? '';
    const y = yOf(row);
    for (let column = firstColumn; column < lastColumn; column++) {
      const letter = letters.charAt(column);
      const ground = letterColour(letter);
      if (ground) {
        pen.fillStyle = ground;
        pen.fillRect(xOf(column), y, cell.width, cell.height);
      }
      pen.fillStyle = ground ? '#000000' : color;
      pen.fillText(letter, xOf(column) + cell.width / 2, y + cell.height / 2 + 1);
    }
  }
  pen.fillStyle = backgroundColor;
  pen.fillRect(0, headHeight, nameWidth, height);
  pen.textAlign = 'start';
  pen.font = `11px ${family}`;
  pen.fillStyle = color;
  for (let row = firstRow; row < lastRow; row++) {
    const name = rows[row]?.name ?? '';
    pen.fillText(fittingName(pen, name, nameWidth - 10), 4, yOf(row) + cell.height / 2 + 1);
  }
  pen.fillStyle = backgroundColor;
  pen.fillRect(0, 0, width, headHeight);
  for (const [place, values] of [coverage, conservation].entries()) {
    const bottom = (place + 1) * barHeight;
    pen.fillStyle = place === 0 ? '#7a8a90' : '#1f9e8f';
    for (let column = firstColumn; column < lastColumn; column++) {
      const bar = (barHeight - 5) * (values[column] ?? 0);
      pen.fillRect(xOf(column) + 1, bottom - bar, cell.width - 2, bar);
    }
  }
  pen.fillStyle = backgroundColor;
  pen.fillRect(0, 0, nameWidth, headHeight);
  pen.fillStyle = color;
  pen.fillText(titles[0], 4, barHeight - 8);
  pen.fillText(titles[1], 4, 2 * barHeight - 8);
  pen.textAlign = 'center';
  for (let column = firstColumn; column < lastColumn; column++) {
    if ((column + 1) % 10 === 0 && xOf(column) > nameWidth)
      pen.fillText(String(column + 1), xOf(column) + cell.width / 2, headHeight - 9);
  }
}
