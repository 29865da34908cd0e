import { ELECTRONVOLT_NANOMETRES } from '@cuvette/core/chemistry';
import { formatNumber } from '@cuvette/core/tables';
import {
  absorptionHeight,
  broadenGaussian,
  dichroismHeight,
  type Excitation,
} from '@cuvette/core/workflows/curves/electronic-broadening';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { nearestIndex } from './nearest-index.ts';
import { Plot, type PlotModule } from './plot.tsx';

export interface ElectronicSpectrumProps {
  kind: 'absorption' | 'dichroism';
  excitations: readonly Excitation[];
  /** Index of the chosen excitation; -1 for none. */
  active: number;
  /** Full width at half maximum in eV. */
  fullWidth: number;
  onPick: (index: number) => void;
  height?: number;
}

const POINTS = 600;

/** UV/Vis or circular dichroism over wavelengths: sticks at the excitations and the sum of their Gaussians. */
export function ElectronicSpectrum({
  kind,
  excitations,
  active,
  fullWidth,
  onPick,
  height = 260,
}: ElectronicSpectrumProps) {
  const words = useWords().plot;
  const lines = useMemo(
    () =>
      excitations.map((each) => ({
        position: ELECTRONVOLT_NANOMETRES / each.energy,
        intensity: (kind === 'absorption' ? absorptionHeight : dichroismHeight)(each, fullWidth),
      })),
    [excitations, kind, fullWidth],
  );
  const curve = useMemo(() => {
    const energies = excitations.map(({ energy }) => energy);
    const from = ELECTRONVOLT_NANOMETRES / (Math.max(...energies) + 1.5 * fullWidth);
    const to = ELECTRONVOLT_NANOMETRES / Math.max(0.5, Math.min(...energies) - 1.5 * fullWidth);
    const heights = lines.map(({ intensity }) => intensity);
    return broadenGaussian(excitations, heights, { from, to, points: POINTS, fullWidth });
  }, [excitations, lines, fullWidth]);
  const title = kind === 'absorption' ? words.absorption : words.dichroism;
  const draw = useCallback(
    (plot: PlotModule, width: number, plotHeight: number) =>
      plot.plot({
        className: 'cuvette-plot',
        width,
        height: plotHeight,
        marginLeft: 56,
        marginBottom: 36,
        marginTop: 24,
        x: { label: words.wavelength, ticks: Math.max(3, Math.floor(width / 70)), tickFormat: 'd', labelArrow: 'none' },
        y: { label: title, grid: true, nice: true },
        marks: [
          plot.ruleY([0], { stroke: 'var(--cv-border)' }),
          plot.ruleX(lines, { x: 'position', y1: 0, y2: 'intensity', stroke: 'var(--cv-neutral-9)', strokeWidth: 1 }),
          plot.line(curve, { x: 'wavelength', y: 'intensity', stroke: 'var(--cv-accent)', strokeWidth: 1.5 }),
          plot.ruleX(
            lines.filter((_, index) => index === active),
            { x: 'position', y1: 0, y2: 'intensity', stroke: 'var(--cv-text)', strokeWidth: 3 },
          ),
        ],
      }),
    [lines, curve, active, title, words],
  );
  const pick = (position: number) => {
    const index = nearestIndex(
      lines.map((line) => line.position),
      position,
    );
    if (index >= 0) onPick(index);
  };
  const strongest = lines.reduce((best, line) => (Math.abs(line.intensity) > Math.abs(best.intensity) ? line : best), {
    position: Number.NaN,
    intensity: 0,
  });
  const label = words.electronicLabel(
    title,
    lines.length,
    formatNumber(strongest.position, 1),
    formatNumber(strongest.intensity, 1),
  );
  const data = useMemo(() => {
    const at = lines.map(({ position }) => position);
    return {
      name: kind === 'absorption' ? 'UV-Vis' : 'ECD',
      at,
      columns: [
        { title: words.wavelength, values: at, precision: 1 },
        { title, values: lines.map(({ intensity }) => intensity), precision: 1 },
      ],
    };
  }, [lines, kind, title, words]);
  return <Plot label={label} height={height} draw={draw} onPick={pick} data={data} />;
}
