import { formatNumber } from '@cuvette/core/tables';
import { broadenLorentzian, type SpectralLine } from '@cuvette/core/workflows/curves/lorentzian-broadening';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { nearestIndex } from './nearest-index.ts';
import { Plot, type PlotModule } from './plot.tsx';

export interface IrSpectrumProps {
  /** Real modes with an intensity, in the order of the frequency table. */
  lines: readonly SpectralLine[];
  /** Index into `lines` of the mode that the viewer animates; -1 for none. */
  active: number;
  /** Full width at half maximum in cm⁻¹. */
  fullWidth: number;
  onPick: (index: number) => void;
  height?: number;
}

const LOWEST = 400;
const HIGHEST = 4000;
const POINTS = 1400;

/** IR spectrum: sticks at the computed lines and their sum of Lorentzians; wavenumbers fall to the right, as in a measured spectrum. */
export function IrSpectrum({ lines, active, fullWidth, onPick, height = 280 }: IrSpectrumProps) {
  const words = useWords();
  const [from, to] = useMemo(() => {
    const positions = lines.map((line) => line.position);
    return [Math.min(LOWEST, ...positions.map((p) => p - 50)), Math.max(HIGHEST, ...positions.map((p) => p + 50))];
  }, [lines]);
  const curve = useMemo(() => {
    const { x, y } = broadenLorentzian(lines, { from, to, points: POINTS, fullWidth });
    return Array.from(x, (position, i) => ({ position, intensity: y[i] ?? 0 }));
  }, [lines, from, to, fullWidth]);
  const draw = useCallback(
    (plot: PlotModule, width: number, plotHeight: number) =>
      plot.plot({
        className: 'cuvette-plot',
        width,
        height: plotHeight,
        marginLeft: 48,
        marginBottom: 36,
        marginTop: 24,
        x: {
          label: words.plot.wavenumber,
          domain: [to, from],
          ticks: Math.max(3, Math.floor(width / 70)),
          tickFormat: 'd',
          labelArrow: 'none',
        },
        y: { label: words.plot.intensity, grid: true, nice: true },
        marks: [
          plot.ruleY([0], { stroke: 'var(--cv-border)' }),
          plot.ruleX(lines, { x: 'position', y1: 0, y2: 'intensity', stroke: 'var(--cv-neutral-9)', strokeWidth: 1 }),
          plot.line(curve, { x: 'position', y: 'intensity', stroke: 'var(--cv-accent)', strokeWidth: 1.5 }),
          plot.ruleX(
            lines.filter((_, index) => index === active),
            { x: 'position', y1: 0, y2: 'intensity', stroke: 'var(--cv-text)', strokeWidth: 3 },
          ),
          plot.dot(
            lines.filter((_, index) => index === active),
            { x: 'position', y: 'intensity', r: 4, fill: 'var(--cv-text)' },
          ),
        ],
      }),
    [lines, curve, active, from, to, words],
  );
  const pick = (position: number) => {
    const index = nearestIndex(
      lines.map((line) => line.position),
      position,
    );
    if (index >= 0) onPick(index);
  };
  const strongest = lines.reduce((best, line) => (line.intensity > best.intensity ? line : best), {
    position: Number.NaN,
    intensity: Number.NEGATIVE_INFINITY,
  });
  const label = words.plot.irLabel(
    lines.length,
    formatNumber(strongest.position, 0),
    formatNumber(strongest.intensity, 1),
  );
  const data = useMemo(() => {
    const at = lines.map(({ position }) => position);
    return {
      name: 'IR',
      at,
      columns: [
        { title: words.plot.wavenumber, values: at, precision: 0 },
        { title: words.plot.intensity, values: lines.map(({ intensity }) => intensity), precision: 1 },
      ],
    };
  }, [lines, words]);
  return <Plot label={label} height={height} draw={draw} onPick={pick} data={data} />;
}
