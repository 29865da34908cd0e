import { formatNumber } from '@cuvette/core/tables';
import { broadenLorentzian } from '@cuvette/core/workflows/curves/lorentzian-broadening';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { localNumber } from '../ui/numbers.ts';
import { nearestIndex } from './nearest-index.ts';
import { nmrWords } from './nmr-words.ts';
import { Plot, type PlotModule } from './plot.tsx';

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
  /** Lines that hold a selected atom, as places in `lines`. */
  marked: ReadonlySet<number>;
  /** Span in ppm that is shown at least, from high field to low field. */
  span: readonly [number, number];
  /** Full width at half maximum in ppm. */
  fullWidth: number;
  /** Decimals of a shift. */
  precision: number;
  onPick: (line: number) => void;
  height?: number;
}

const POINTS = 1600;

/** A spectrum of shifts without couplings: one line for each group of nuclei, as high as the group is large. Shifts grow from right to left. */
export function NmrSpectrum({
  nucleus,
  lines,
  marked,
  span,
  fullWidth,
  precision,
  onPick,
  height = 260,
}: NmrSpectrumProps) {
  const words = useWords();
  const [low, high] = useMemo(() => {
    const shifts = lines.map(({ shift }) => shift);
    const margin = (span[1] - span[0]) / 20;
    return [Math.min(span[0], ...shifts.map((x) => x - margin)), Math.max(span[1], ...shifts.map((x) => x + margin))];
  }, [lines, span]);
  const sticks = useMemo(
    () => lines.map(({ shift, count }, place) => ({ position: shift, intensity: count, place })),
    [lines],
  );
  const curve = useMemo(() => {
    const { x, y } = broadenLorentzian(sticks, { from: low, to: high, points: POINTS, fullWidth });
    return Array.from(x, (position, at) => ({ position, intensity: y[at] ?? 0 }));
  }, [sticks, low, high, fullWidth]);
  const draw = useCallback(
    (plot: PlotModule, width: number, plotHeight: number) => {
      const chosen = sticks.filter(({ place }) => marked.has(place));
      const ends = { x: 'position', y1: 0, y2: 'intensity' } as const;
      return plot.plot({
        className: 'cuvette-plot',
        width,
        height: plotHeight,
        marginLeft: 40,
        marginBottom: 38,
        marginTop: 24,
        x: {
          label: words.nmr.axis(nucleus),
          labelArrow: 'none',
          domain: [high, low],
          ticks: Math.max(3, Math.floor(width / 70)),
        },
        y: { label: words.nmr.nuclei, labelArrow: 'none', ticks: 4, tickFormat: 'd', nice: true },
        marks: [
          plot.ruleY([0], { stroke: 'var(--cv-border)' }),
          plot.line(curve, { x: 'position', y: 'intensity', stroke: 'var(--cv-neutral-9)', strokeWidth: 1 }),
          plot.ruleX(sticks, { ...ends, stroke: 'var(--cv-accent)', strokeWidth: 1.5 }),
          plot.ruleX(chosen, { ...ends, stroke: 'var(--cv-text)', strokeWidth: 3 }),
          plot.dot(chosen, { x: 'position', y: 'intensity', r: 4, fill: 'var(--cv-text)' }),
        ],
      });
    },
    [sticks, curve, marked, low, high, nucleus, words],
  );
  const pick = (position: number) => {
    const nearest = nearestIndex(
      lines.map(({ shift }) => shift),
      position,
    );
    if (nearest >= 0) onPick(nearest);
  };
  const list = lines.map(({ shift, atoms }) =>
    words.nmr.line(localNumber(words, formatNumber(shift, precision)), atoms),
  );
  const data = useMemo(() => {
    const at = lines.map(({ shift }) => shift);
    return {
      name: `NMR ${nucleus}`,
      at,
      columns: [
        { title: words.nmr.axis(nucleus), values: at, precision },
        { title: words.nmr.nuclei, values: lines.map(({ count }) => count), precision: 0 },
        { title: words.nmr.atoms, values: lines.map(({ atoms }) => atoms) },
      ],
    };
  }, [lines, nucleus, precision, words]);
  return (
    <Plot
      label={words.nmr.label(nucleus, lines.length, list.join('; '))}
      height={height}
      draw={draw}
      onPick={pick}
      data={data}
    />
  );
}
