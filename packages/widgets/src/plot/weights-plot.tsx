import { formatNumber } from '@cuvette/core/tables';
import { useCallback } from 'react';
import { useWords } from '../elements/context.tsx';
import { Plot, type PlotModule } from './plot.tsx';

export interface WeightsPlotProps {
  /** Boltzmann weight in percent of each conformer, in their order; NaN for one left out. */
  weights: Float64Array;
  /** Index of the conformer that the viewer shows; -1 for none. */
  active: number;
  onPick: (index: number) => void;
  height?: number;
}

/** Boltzmann weights as bars, one a conformer; a click moves to it. */
export function WeightsPlot({ weights, active, onPick, height = 160 }: WeightsPlotProps) {
  const words = useWords();
  const draw = useCallback(
    (plot: PlotModule, width: number, plotHeight: number) => {
      const bars = Array.from(weights, (weight, index) => ({
        from: index + 0.6,
        to: index + 1.4,
        weight,
        index,
      })).filter((bar) => Number.isFinite(bar.weight));
      return plot.plot({
        className: 'cuvette-plot',
        width,
        height: plotHeight,
        marginLeft: 40,
        marginBottom: 34,
        marginTop: 22,
        x: {
          label: words.plot.conformer,
          domain: [0.4, weights.length + 0.6],
          ticks: Math.max(1, Math.min(weights.length, Math.floor(width / 40))),
          tickFormat: (tick: number) =>
            Number.isInteger(tick) && tick >= 1 && tick <= weights.length ? String(tick) : '',
          labelArrow: 'none',
        },
        y: { label: words.plot.weight, grid: true, nice: true, zero: true, ticks: 4 },
        marks: [
          plot.rectY(bars, {
            x1: 'from',
            x2: 'to',
            y: 'weight',
            fill: (bar: { index: number }) => (bar.index === active ? 'var(--cv-accent)' : 'var(--cv-neutral-9)'),
          }),
          plot.ruleY([0], { stroke: 'var(--cv-border)' }),
        ],
      });
    },
    [weights, active, words],
  );
  const pick = (x: number) => {
    const index = Math.round(x) - 1;
    if (index >= 0 && index < weights.length) onPick(index);
  };
  const shown = Array.from(weights.subarray(0, 10), (weight, index) =>
    Number.isFinite(weight) ? `${index + 1}: ${formatNumber(weight, 1)} %` : `${index + 1}: ${words.plot.leftOut}`,
  );
  const list = weights.length > 10 ? `${shown.join(', ')}, …` : shown.join(', ');
  return <Plot label={words.plot.weightsLabel(weights.length, list)} height={height} draw={draw} onPick={pick} />;
}
