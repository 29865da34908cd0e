import { type AtomValues, formatNumber, scaleStops, type ValueRange } from '@cuvette/core/tables';
import { useId } from 'react';
import { useWords } from '../../elements/context.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { headingOf } from './values.ts';

export interface ValueLegendProps {
  values: Pick<AtomValues, 'title' | 'unit' | 'kind' | 'precision'>;
  range: ValueRange;
  /** Some atoms have no value. */
  gaps: boolean;
}

/** Shows what the colours mean: a bar from the lowest to the highest, with numbers and unit, and the same as text. */
export function ValueLegend({ values, range, gaps }: ValueLegendProps) {
  const all = useWords();
  const words = all.viewer.values;
  const id = useId();
  const { kind, precision } = values;
  const number = (value: number) => localNumber(all, formatNumber(value, precision));
  const title = headingOf(values);
  const [low, high] = range;
  const say = kind === 'signed' && low < 0 && high > 0 ? words.signedLegend : words.legend;
  const stops = scaleStops[kind];
  return (
    <div className="cv-viewer-legend" role="img" aria-label={say(title, number(low), number(high))}>
      <span>{title}</span>
      <svg className="cv-viewer-scale" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <linearGradient id={id}>
          {stops.map((stop, index) => (
            <stop key={stop} offset={index / (stops.length - 1)} stopColor={stop} />
          ))}
        </linearGradient>
        <rect width="100" height="8" fill={`url(#${id})`} />
      </svg>
      <span className="cv-viewer-ends">
        <span>{number(low)}</span>
        {kind === 'signed' && low === -high && <span>0</span>}
        <span>{number(high)}</span>
      </span>
      {gaps && <span>{words.noValue}</span>}
    </div>
  );
}
