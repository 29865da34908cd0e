import { convertPlace, type MeasuredXUnit } from '@cuvette/core/chemistry/spectra';
import { formatNumber } from '@cuvette/core/tables';
import { type Broadening, bandsAt } from '@cuvette/core/workflows/curves/band-shapes';
import type { SpectralLine } from '@cuvette/core/workflows/curves/lorentzian-broadening';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { nearestIndex } from './nearest-index.ts';
import { Plot, type PlotModule } from './plot.tsx';
import { overlayMarks, type SpectrumOverlay } from './spectrum-overlay.ts';

export interface IrSpectrumProps {
  /** Real modes with an intensity, in the order of the frequency table. */
  lines: readonly SpectralLine[];
  /** Index into `lines` of the mode that the viewer animates; -1 for none. */
  active: number;
  /** Shape, and full width at half maximum in cm⁻¹. */
  broadening: Broadening;
  /** Unit of the axis: wavenumbers or wavelengths. */
  unit?: MeasuredXUnit;
  /** Measured spectra, in the unit of the axis. */
  overlays?: readonly SpectrumOverlay[];
  /** Name of the item, for a file. */
  name?: string;
  onPick: (index: number) => void;
  height?: number;
}

const LOWEST = 400;
const HIGHEST = 4000;
const POINTS = 1400;
const none: readonly SpectrumOverlay[] = [];

/** IR spectrum: sticks at the computed lines and the sum of their bands; wavenumbers fall to the right, as in a measured spectrum. */
export function IrSpectrum({
  lines,
  active,
  broadening,
  unit = 'cm-1',
  overlays = none,
  name = '',
  onPick,
  height = 280,
}: IrSpectrumProps) {
  const words = useWords();
  const axis = unit === 'cm-1' ? words.plot.wavenumber : words.plot.wavelengthMicrometre;
  const sticks = useMemo(
    () => lines.map(({ position, intensity }) => ({ position: convertPlace(position, 'cm-1', unit), intensity })),
    [lines, unit],
  );
  /** The left and the right end of the axis. */
  const [left, right] = useMemo(() => {
    const positions = lines.map((line) => line.position);
    const ends = [
      Math.max(HIGHEST, ...positions.map((p) => p + 50)),
      Math.min(LOWEST, ...positions.map((p) => p - 50)),
    ];
    // A wavelength has no end where a wavenumber comes near 0.
    const [high = HIGHEST, low = LOWEST] = unit === 'cm-1' ? ends : [ends[0], Math.max(200, ends[1] ?? LOWEST)];
    return [convertPlace(high, 'cm-1', unit), convertPlace(low, 'cm-1', unit)];
  }, [lines, unit]);
  const curve = useMemo(() => {
    const drawn = Array.from({ length: POINTS }, (_, at) => left + ((right - left) * at) / (POINTS - 1));
    const heights = bandsAt(
      lines,
      drawn.map((place) => convertPlace(place, unit, 'cm-1')),
      broadening,
    );
    return drawn.map((position, at) => ({ position, intensity: heights[at] ?? 0 }));
  }, [lines, left, right, broadening, unit]);
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
          label: axis,
          domain: [left, right],
          ticks: Math.max(3, Math.floor(width / 70)),
          ...(unit === 'cm-1' ? { tickFormat: 'd' } : {}),
          labelArrow: 'none',
        },
        y: { label: words.plot.intensity, grid: true, nice: true },
        marks: [
          plot.ruleY([0], { stroke: 'var(--cv-border)' }),
          plot.ruleX(sticks, { x: 'position', y1: 0, y2: 'intensity', stroke: 'var(--cv-neutral-9)', strokeWidth: 1 }),
          ...overlayMarks(plot, overlays),
          plot.line(curve, { x: 'position', y: 'intensity', stroke: 'var(--cv-accent)', strokeWidth: 1.5 }),
          plot.ruleX(
            sticks.filter((_, index) => index === active),
            { x: 'position', y1: 0, y2: 'intensity', stroke: 'var(--cv-text)', strokeWidth: 3 },
          ),
          plot.dot(
            sticks.filter((_, index) => index === active),
            { x: 'position', y: 'intensity', r: 4, fill: 'var(--cv-text)' },
          ),
        ],
      }),
    [sticks, curve, active, left, right, unit, axis, overlays, words],
  );
  const pick = (position: number) => {
    const index = nearestIndex(
      sticks.map((line) => line.position),
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
    const at = sticks.map(({ position }) => position);
    return {
      name: 'IR',
      at,
      columns: [
        { title: axis, values: at, precision: unit === 'cm-1' ? 0 : 3 },
        { title: words.plot.intensity, values: lines.map(({ intensity }) => intensity), precision: 1 },
      ],
    };
  }, [lines, sticks, axis, unit, words]);
  const spectrum = () => ({
    title: `${name} computed infrared spectrum`.trim(),
    kind: 'infrared' as const,
    xUnit: unit,
    yUnit: 'km/mol' as const,
    field: null,
    isPeaks: false,
    origin: 'Cuvette, computed',
    comments: [`Lines broadened: ${broadening.shape}, full width ${broadening.fullWidth} cm-1`],
    x: curve.map(({ position }) => position),
    y: curve.map(({ intensity }) => intensity),
  });
  return <Plot label={label} height={height} draw={draw} onPick={pick} data={data} spectrum={spectrum} />;
}
