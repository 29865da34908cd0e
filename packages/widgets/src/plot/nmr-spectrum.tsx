import {
  convertPlace,
  type MeasuredXUnit,
  type SplitLine,
  type WrittenSpectrum,
} from '@cuvette/core/chemistry/spectra';
import { formatNumber } from '@cuvette/core/tables';
import { type Broadening, bandsAt } from '@cuvette/core/workflows/curves/band-shapes';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { localNumber } from '../ui/numbers.ts';
import { nearestIndex } from './nearest-index.ts';
import { nmrWords } from './nmr-words.ts';
import { Plot, type PlotModule } from './plot.tsx';
import { overlayMarks, type SpectrumOverlay } from './spectrum-overlay.ts';

addEnglish({ nmr: nmrWords });

/** One line of a spectrum: its shift in ppm and how many nuclei share it. */
export interface NmrLine {
  shift: number;
  count: number;
  /** Names of its atoms. */
  atoms: string;
}

export interface NmrSpectrumProps {
  /** The nucleus as it is written on the axis: "¹H", "¹³C". */
  nucleus: string;
  lines: readonly NmrLine[];
  /** What the curve is made of: the lines, or the lines of their multiplets. */
  parts: readonly SplitLine[];
  /** Lines that hold a selected atom, as places in `lines`. */
  marked: ReadonlySet<number>;
  /** Span in ppm that is shown at least, from high field to low field. */
  span: readonly [number, number];
  /** What is shown instead, in ppm; null for the whole spectrum. */
  range?: readonly [low: number, high: number] | null;
  /** Shape, and full width at half maximum in ppm. */
  broadening: Broadening;
  /** Unit of the axis, and the field in MHz that frequencies are meant for. */
  unit: MeasuredXUnit;
  field: number;
  /** Decimals of a shift. */
  precision: number;
  /** Measured spectra, in the unit of the axis. */
  overlays: readonly SpectrumOverlay[];
  /** Name of the item, for a file. */
  name: string;
  onPick: (line: number) => void;
  height?: number;
}

const POINTS = 1600;
/** Points around each line, in full widths: a line is narrower than the distance of the others. */
const around = Array.from({ length: 25 }, (_, at) => (at - 12) / 4);

/** A spectrum of shifts: one line for each group of nuclei, as high as the group is large, or its multiplet. Shifts grow from right to left. */
export function NmrSpectrum(props: NmrSpectrumProps) {
  const {
    nucleus,
    lines,
    parts,
    marked,
    span,
    range = null,
    broadening,
    unit,
    field,
    precision,
    overlays,
    onPick,
  } = props;
  const { height = 260 } = props;
  const words = useWords();
  const inUnit = useCallback((shift: number) => convertPlace(shift, 'ppm', unit, field), [unit, field]);
  const axis = unit === 'ppm' ? words.nmr.axis(nucleus) : words.nmr.axisInHertz(nucleus);
  const [low, high] = useMemo(() => {
    if (range) return range;
    const shifts = lines.map(({ shift }) => shift);
    const margin = (span[1] - span[0]) / 20;
    return [Math.min(span[0], ...shifts.map((x) => x - margin)), Math.max(span[1], ...shifts.map((x) => x + margin))];
  }, [lines, span, range]);
  const sticks = useMemo(
    () => lines.map(({ shift, count }, place) => ({ position: inUnit(shift), intensity: count, place })),
    [lines, inUnit],
  );
  const curve = useMemo(() => {
    const even = Array.from({ length: POINTS }, (_, at) => low + ((high - low) * at) / (POINTS - 1));
    const near = parts.flatMap(({ position }) => around.map((each) => position + each * broadening.fullWidth));
    const places = [...even, ...near.filter((each) => each > low && each < high)].sort((one, other) => one - other);
    const heights = bandsAt(parts, places, broadening);
    return places.map((place, at) => ({ position: inUnit(place), intensity: heights[at] ?? 0 }));
  }, [parts, low, high, broadening, inUnit]);
  const isSplit = parts.length > lines.length;
  const draw = useCallback(
    (plot: PlotModule, width: number, plotHeight: number) => {
      const isShown = ({ position }: { position: number }) => position >= inUnit(low) && position <= inUnit(high);
      const shownSticks = sticks.filter(isShown);
      const chosen = shownSticks.filter(({ place }) => marked.has(place));
      const ends = { x: 'position', y1: 0, y2: 'intensity' } as const;
      const clipped = overlays.map((each) => ({
        ...each,
        points: each.points.filter(({ x }) => isShown({ position: x })),
      }));
      return plot.plot({
        className: 'cuvette-plot',
        width,
        height: plotHeight,
        marginLeft: 40,
        marginBottom: 38,
        marginTop: 24,
        x: {
          label: axis,
          labelArrow: 'none',
          domain: [inUnit(high), inUnit(low)],
          ticks: Math.max(3, Math.floor(width / 70)),
        },
        y: {
          label: words.nmr.nuclei,
          labelArrow: 'none',
          ticks: 4,
          ...(isSplit ? {} : { tickFormat: 'd' }),
          nice: true,
        },
        marks: [
          plot.ruleY([0], { stroke: 'var(--cv-border)' }),
          ...overlayMarks(plot, clipped),
          plot.line(curve, {
            x: 'position',
            y: 'intensity',
            stroke: isSplit ? 'var(--cv-accent)' : 'var(--cv-neutral-9)',
            strokeWidth: isSplit ? 1.5 : 1,
          }),
          ...(isSplit ? [] : [plot.ruleX(shownSticks, { ...ends, stroke: 'var(--cv-accent)', strokeWidth: 1.5 })]),
          plot.ruleX(chosen, { ...ends, stroke: 'var(--cv-text)', strokeWidth: isSplit ? 1 : 3 }),
          plot.dot(chosen, { x: 'position', y: 'intensity', r: 4, fill: 'var(--cv-text)' }),
        ],
      });
    },
    [sticks, curve, marked, low, high, axis, inUnit, isSplit, overlays, words],
  );
  const pick = (position: number) => {
    const nearest = nearestIndex(
      sticks.map((stick) => stick.position),
      position,
    );
    if (nearest >= 0) onPick(nearest);
  };
  const list = lines.map(({ shift, atoms }) =>
    words.nmr.line(localNumber(words, formatNumber(shift, precision)), atoms),
  );
  const data = useMemo(() => {
    const at = sticks.map(({ position }) => position);
    return {
      name: `NMR ${nucleus}`,
      at,
      columns: [
        { title: axis, values: at, precision: unit === 'ppm' ? precision : 1 },
        { title: words.nmr.nuclei, values: lines.map(({ count }) => count), precision: 0 },
        { title: words.nmr.atoms, values: lines.map(({ atoms }) => atoms) },
      ],
    };
  }, [lines, sticks, nucleus, axis, unit, precision, words]);
  return (
    <Plot
      label={words.nmr.label(nucleus, lines.length, list.join('; '))}
      height={height}
      draw={draw}
      onPick={pick}
      data={data}
      spectrum={() => writtenOf(props)}
    />
  );
}

/** The lines, or those of the multiplets, as peaks of a file. */
function writtenOf({ nucleus, parts, field, name }: NmrSpectrumProps): WrittenSpectrum {
  return {
    title: `${name} computed ${nucleus} NMR spectrum`.trim(),
    kind: nucleus === '¹H' ? 'proton_nmr' : 'carbon_nmr',
    xUnit: 'ppm',
    yUnit: 'arbitrary',
    field,
    isPeaks: true,
    origin: 'Cuvette, computed',
    x: parts.map(({ position }) => position),
    y: parts.map(({ intensity }) => intensity),
  };
}
