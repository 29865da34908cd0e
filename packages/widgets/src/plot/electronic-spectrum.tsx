import { computedUnit, convertPlace, type MeasuredXUnit } from '@cuvette/core/chemistry/spectra';
import { formatNumber } from '@cuvette/core/tables';
import { type Broadening, bandsAt, heightBesideGaussian } from '@cuvette/core/workflows/curves/band-shapes';
import {
  absorptionHeight,
  dichroismHeight,
  type Excitation,
} from '@cuvette/core/workflows/curves/electronic-broadening';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { nearestIndex } from './nearest-index.ts';
import { Plot, type PlotModule } from './plot.tsx';
import { overlayMarks, type SpectrumOverlay } from './spectrum-overlay.ts';
import { unitTitles } from './spectrum-settings.tsx';

export interface ElectronicSpectrumProps {
  kind: 'absorption' | 'dichroism';
  /** Energies are those that are drawn. */
  excitations: readonly Excitation[];
  /** Index of the chosen excitation; -1 for none. */
  active: number;
  /** Shape, and full width at half maximum in eV. */
  broadening: Broadening;
  /** Unit of the axis: wavelengths, energies or wavenumbers. */
  unit?: MeasuredXUnit;
  /** Measured spectra, in the unit of the axis. */
  overlays?: readonly SpectrumOverlay[];
  /** Name of the item, for a file. */
  name?: string;
  onPick: (index: number) => void;
  height?: number;
}

const POINTS = 600;
const none: readonly SpectrumOverlay[] = [];

/** Excitations as lines over energies (eV), each as high as its band: ε or Δε in L/(mol·cm), for bands of the same area whatever their shape. */
export function electronicLines(
  kind: ElectronicSpectrumProps['kind'],
  excitations: readonly Excitation[],
  { shape, fullWidth }: Broadening,
) {
  const height = kind === 'absorption' ? absorptionHeight : dichroismHeight;
  return excitations.map((each) => ({
    position: each.energy,
    intensity: height(each, fullWidth) * heightBesideGaussian(shape),
  }));
}

/** UV/Vis or circular dichroism: sticks at the excitations and the sum of their bands. */
export function ElectronicSpectrum({
  kind,
  excitations,
  active,
  broadening,
  unit = 'nm',
  overlays = none,
  name = '',
  onPick,
  height = 260,
}: ElectronicSpectrumProps) {
  const words = useWords().plot;
  const bands = useMemo(() => electronicLines(kind, excitations, broadening), [excitations, kind, broadening]);
  const lines = useMemo(
    () =>
      bands.map(({ position, intensity }) => ({
        position: convertPlace(position, computedUnit(kind), unit),
        intensity,
      })),
    [bands, kind, unit],
  );
  const axis = unit === 'nm' ? words.wavelength : unit === 'eV' ? words.excitationEnergy : words.wavenumber;
  const curve = useMemo(() => {
    const energies = bands.map(({ position }) => position);
    const { fullWidth } = broadening;
    const ends = [Math.max(...energies) + 1.5 * fullWidth, Math.max(0.5, Math.min(...energies) - 1.5 * fullWidth)];
    const [first = 0, last = 0] = ends.map((energy) => convertPlace(energy, 'eV', unit));
    const drawn = Array.from({ length: POINTS }, (_, at) => first + ((last - first) * at) / (POINTS - 1));
    const heights = bandsAt(
      bands,
      drawn.map((place) => convertPlace(place, unit, 'eV')),
      broadening,
    );
    return drawn.map((position, at) => ({ position, intensity: heights[at] ?? 0 }));
  }, [bands, broadening, unit]);
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
        x: {
          label: axis,
          ticks: Math.max(3, Math.floor(width / 70)),
          ...(unit === 'eV' ? {} : { tickFormat: 'd' }),
          labelArrow: 'none',
        },
        y: { label: title, grid: true, nice: true },
        marks: [
          plot.ruleY([0], { stroke: 'var(--cv-border)' }),
          plot.ruleX(lines, { x: 'position', y1: 0, y2: 'intensity', stroke: 'var(--cv-neutral-9)', strokeWidth: 1 }),
          ...overlayMarks(plot, overlays),
          plot.line(curve, { x: 'position', y: 'intensity', stroke: 'var(--cv-accent)', strokeWidth: 1.5 }),
          plot.ruleX(
            lines.filter((_, index) => index === active),
            { x: 'position', y1: 0, y2: 'intensity', stroke: 'var(--cv-text)', strokeWidth: 3 },
          ),
        ],
      }),
    [lines, curve, active, title, axis, unit, overlays],
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
    `${formatNumber(strongest.position, unit === 'eV' ? 3 : unit === 'nm' ? 1 : 0)} ${unitTitles[unit]}`,
    formatNumber(strongest.intensity, 1),
  );
  const data = useMemo(() => {
    const at = lines.map(({ position }) => position);
    return {
      name: kind === 'absorption' ? 'UV-Vis' : 'ECD',
      at,
      columns: [
        { title: axis, values: at, precision: unit === 'eV' ? 3 : 1 },
        { title, values: lines.map(({ intensity }) => intensity), precision: 1 },
      ],
    };
  }, [lines, kind, title, axis, unit]);
  const spectrum = () => ({
    title: `${name} computed ${kind === 'absorption' ? 'UV/Vis' : 'ECD'} spectrum`.trim(),
    kind,
    xUnit: unit,
    yUnit: kind === 'absorption' ? ('molar_absorptivity' as const) : ('delta_epsilon' as const),
    field: null,
    isPeaks: false,
    origin: 'Cuvette, computed',
    comments: [`Bands broadened: ${broadening.shape}, full width ${broadening.fullWidth} eV`],
    x: curve.map(({ position }) => position),
    y: curve.map(({ intensity }) => intensity),
  });
  return <Plot label={label} height={height} draw={draw} onPick={pick} data={data} spectrum={spectrum} />;
}
