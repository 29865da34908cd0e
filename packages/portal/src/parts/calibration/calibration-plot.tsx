import type { MeasuredCalibration, MeasuredLine, MeasuredRow } from '@cuvette/core/entities';
import { calibratedValue } from '@cuvette/core/methods';
import { calibrationWords as words } from './words.ts';

const size = { width: 520, height: 400, left: 56, right: 12, top: 12, bottom: 48 };

/** Round numbers between two ends, about five of them. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** The ends of an axis, with some room. */
function domain(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = 0.06 * (high - low || 1);
  return [low - room, high + room];
}

type Shown = MeasuredRow & { computed: number };

const kindOf = ({ left_out, outlier }: MeasuredRow) => (left_out === null ? (outlier ? 'far' : 'part') : 'out');

/** Measured against computed values with the line, its 90 % interval, and the line of equal values; the table below has the same numbers. */
export function CalibrationPlot({ calibration, title }: { calibration: MeasuredCalibration; title: string }) {
  const { rows, line } = calibration;
  const shown = rows.filter((row): row is Shown => row.computed !== null);
  if (shown.length < 2) return null;
  const [left, right] = domain(shown.map(({ computed }) => computed));
  const [low, high] = domain(shown.map(({ measured }) => measured));
  const x = (value: number) => size.left + ((value - left) / (right - left)) * (size.width - size.left - size.right);
  const y = (value: number) =>
    size.height - size.bottom - ((value - low) / (high - low)) * (size.height - size.top - size.bottom);
  const inside = { x: size.left, y: size.top, width: x(right) - size.left, height: y(low) - size.top };
  return (
    <figure className="calibration-plot">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={words.plot(title, shown.length)}>
        <clipPath id="calibration-inside">
          <rect {...inside} />
        </clipPath>
        <rect {...inside} className="frame" />
        {ticks(left, right).map((value) => (
          <g key={value} className="tick">
            <line x1={x(value)} x2={x(value)} y1={y(low)} y2={size.top} />
            <text x={x(value)} y={y(low) + 18} textAnchor="middle">
              {String(value).replace('-', '−')}
            </text>
          </g>
        ))}
        {ticks(low, high).map((value) => (
          <g key={value} className="tick">
            <line x1={size.left} x2={x(right)} y1={y(value)} y2={y(value)} />
            <text x={size.left - 8} y={y(value) + 4} textAnchor="end">
              {String(value).replace('-', '−')}
            </text>
          </g>
        ))}
        <text className="axis" x={(size.left + x(right)) / 2} y={size.height - 8} textAnchor="middle">
          {words.axes.x}
        </text>
        <text className="axis" transform={`translate(14 ${(size.top + y(low)) / 2}) rotate(-90)`} textAnchor="middle">
          {words.axes.y}
        </text>
        <g clipPath="url(#calibration-inside)">
          <line className="same" x1={x(left)} y1={y(left)} x2={x(right)} y2={y(right)} />
          {line ? <FittedLine line={line} ends={[left, right]} x={x} y={y} /> : null}
          {shown.map((row) => (
            <circle
              key={row.line}
              className="point"
              data-kind={kindOf(row)}
              cx={x(row.computed)}
              cy={y(row.measured)}
              r={4}
            >
              <title>{`${row.name ?? row.smiles}: ${row.measured}`}</title>
            </circle>
          ))}
        </g>
      </svg>
      <figcaption className="calibration-key">
        {(['part', 'far', 'out', 'same', 'interval'] as const).map((kind) => (
          <span key={kind} data-kind={kind}>
            {words.legend[kind]}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

interface FittedLineProps {
  line: MeasuredLine;
  ends: readonly [number, number];
  x: (value: number) => number;
  y: (value: number) => number;
}

/** The line with its interval, which is wider at the ends. */
function FittedLine({ line, ends: [from, to], x, y }: FittedLineProps) {
  const places = Array.from({ length: 41 }, (_, index) => from + ((to - from) * index) / 40);
  const at = (place: number, sign: number) => {
    const { value, halfWidth } = calibratedValue(line, place);
    return `${x(place)},${y(value + sign * halfWidth)}`;
  };
  const outline = [...places.map((place) => at(place, 1)), ...places.toReversed().map((place) => at(place, -1))];
  return (
    <>
      <polygon className="interval" points={outline.join(' ')} />
      <polyline className="fitted" points={places.map((place) => at(place, 0)).join(' ')} />
    </>
  );
}
