import type { ByPH } from '../../tables/microstate-weights.ts';
import type { CurvePlot } from './curve-plot.ts';

/** Curves against pH; null where none has two points. */
export function phPlot(
  title: string,
  range: readonly [low: number, high: number] | null,
  curves: readonly { name: string | null; points: ByPH<number> }[],
): CurvePlot | null {
  const drawn = curves.filter(({ points }) => points.length > 1);
  if (drawn.length === 0) return null;
  const all = drawn.flatMap(({ points }) => points.map(([pH]) => pH));
  return {
    x: { title: 'pH', from: Math.min(...all), to: Math.max(...all) },
    y: { title, range },
    curves: drawn,
    sticks: [],
  };
}
