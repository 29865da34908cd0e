import type { EnergyUnit } from '@cuvette/core/chemistry';
import { energyPrecision, formatNumber, fromKcal } from '@cuvette/core/tables';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { nearestIndex } from './nearest-index.ts';
import { Plot, type PlotModule } from './plot.tsx';

export interface EnergyPlotProps {
  /** Energy of each step relative to the last, kcal/mol; NaN where a step has none. */
  relativeEnergies: Float64Array;
  /** The unit that the person reads energy differences in. */
  unit?: EnergyUnit;
  /** The step that the viewer shows, 0-based. */
  active: number;
  onPick: (step: number) => void;
  height?: number;
}

/** Energy against step of an optimization; a click moves to the step. */
export function EnergyPlot({ relativeEnergies, unit = 'kcal/mol', active, onPick, height = 220 }: EnergyPlotProps) {
  const words = useWords();
  const energies = useMemo(() => relativeEnergies.map((energy) => fromKcal(energy, unit)), [relativeEnergies, unit]);
  const draw = useCallback(
    (plot: PlotModule, width: number, plotHeight: number) => {
      const steps = Array.from(energies, (energy, index) => ({ step: index + 1, energy })).filter((s) =>
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
          domain: [1, Math.max(2, energies.length)],
          ticks: tickCount(energies.length, width),
          tickFormat: 'd',
        },
        y: { label: words.plot.relativeEnergy(unit), grid: true, nice: true },
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
    [energies, unit, active, words],
  );
  const pick = (x: number) => {
    const index = nearestIndex(
      Array.from(energies, (energy, i) => (Number.isFinite(energy) ? i + 1 : Number.NaN)),
      x,
    );
    if (index >= 0) onPick(index);
  };
  const finite = [...energies].filter(Number.isFinite);
  const write = (energy: number | undefined) => formatNumber(energy, energyPrecision(2, unit));
  const label =
    finite.length === 0
      ? words.plot.energyNone
      : words.plot.energyLabel(energies.length, write(finite[0]), write(finite.at(-1)), unit);
  const data = useMemo(() => {
    const at = Array.from(energies, (energy, index) => (Number.isFinite(energy) ? index + 1 : Number.NaN));
    return {
      name: words.plot.optimizationStep,
      at,
      columns: [
        { title: words.plot.optimizationStep, values: at, precision: 0 },
        { title: words.plot.relativeEnergy(unit), values: energies, precision: energyPrecision(2, unit) },
      ],
    };
  }, [energies, unit, words]);
  return <Plot label={label} height={height} draw={draw} onPick={pick} data={data} />;
}

function tickCount(steps: number, width: number): number {
  return Math.max(1, Math.min(steps - 1, Math.floor(width / 60)));
}
