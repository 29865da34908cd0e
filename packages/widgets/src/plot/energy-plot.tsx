import { formatNumber } from '@cuvette/core/tables';
import { useCallback } from 'react';
import { useWords } from '../elements/context.tsx';
import { nearestIndex } from './broadening.ts';
import { Plot, type PlotModule } from './plot.tsx';

export interface EnergyPlotProps {
  /** Energy of each step relative to the last, kcal/mol; NaN where a step has none. */
  relativeEnergies: Float64Array;
  /** The step that the viewer shows, 0-based. */
  active: number;
  onPick: (step: number) => void;
  height?: number;
}

/** Energy against step of an optimization; a click moves to the step. */
export function EnergyPlot({ relativeEnergies, active, onPick, height = 220 }: EnergyPlotProps) {
  const words = useWords();
  const draw = useCallback(
    (plot: PlotModule, width: number, plotHeight: number) => {
      const steps = Array.from(relativeEnergies, (energy, index) => ({ step: index + 1, energy })).filter((s) =>
        Number.isFinite(s.energy),
      );
      return plot.plot({
        className: 'cuvette-plot',
        width,
        height: plotHeight,
        marginLeft: 56,
        marginBottom: 36,
        marginTop: 24,
        x: {
          label: words.plot.optimizationStep,
          domain: [1, Math.max(2, relativeEnergies.length)],
          ticks: tickCount(relativeEnergies.length, width),
          tickFormat: 'd',
        },
        y: { label: words.plot.relativeEnergy, grid: true, nice: true },
        marks: [
          plot.ruleX([active + 1], { stroke: 'var(--cv-accent)', strokeDasharray: '2,3' }),
          plot.line(steps, { x: 'step', y: 'energy', stroke: 'var(--cv-neutral-9)', strokeWidth: 1.5 }),
          plot.dot(steps, { x: 'step', y: 'energy', r: steps.length > 80 ? 1.5 : 3, fill: 'var(--cv-neutral-9)' }),
          plot.dot(
            steps.filter((s) => s.step === active + 1),
            { x: 'step', y: 'energy', r: 5, fill: 'var(--cv-accent)' },
          ),
        ],
      });
    },
    [relativeEnergies, active, words],
  );
  const pick = (x: number) => {
    const index = nearestIndex(
      Array.from(relativeEnergies, (energy, i) => (Number.isFinite(energy) ? i + 1 : Number.NaN)),
      x,
    );
    if (index >= 0) onPick(index);
  };
  const finite = [...relativeEnergies].filter(Number.isFinite);
  const label =
    finite.length === 0
      ? words.plot.energyNone
      : words.plot.energyLabel(relativeEnergies.length, formatNumber(finite[0], 2), formatNumber(finite.at(-1), 2));
  return <Plot label={label} height={height} draw={draw} onPick={pick} />;
}

function tickCount(steps: number, width: number): number {
  return Math.max(1, Math.min(steps - 1, Math.floor(width / 60)));
}
