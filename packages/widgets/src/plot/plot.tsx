import type { WrittenSpectrum } from '@cuvette/core/chemistry/spectra';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { useSheet } from '../results/hooks/use-sheet.ts';
import { localNumber } from '../ui/numbers.ts';
import { observeSize } from '../ui/observe-size.ts';
import { nearestIndex } from './nearest-index.ts';
import css from './plot.css?inline';
import { type PlotData, readingOf } from './plot-data.ts';
import { PlotTools } from './plot-tools.tsx';
import { plotWords } from './words.ts';

addEnglish({ plot: plotWords });

/** Observable Plot as loaded on demand. */
export type PlotModule = typeof import('@observablehq/plot');

type Figure = ReturnType<PlotModule['plot']>;

let loading: Promise<PlotModule> | null = null;

/** Observable Plot, loaded once and only when the first plot is drawn. A failed load is forgotten, so that the next plot tries again. */
function loadPlot(): Promise<PlotModule> {
  loading ??= import('@observablehq/plot').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

export interface PlotProps {
  /** Text alternative: what a person who does not see the plot needs to know. */
  label: string;
  /** Height in px; the width follows the container. */
  height: number;
  /** Draws the figure for a width in px. Must be stable between renders unless the drawing changes. */
  draw: (plot: PlotModule, width: number, height: number) => Figure;
  /** Called with the values on the axes that were clicked; y is NaN where that axis has no numbers. */
  onPick?: ((x: number, y: number) => void) | undefined;
  /** Value on the x axis of a line that moves without the figure being drawn anew (a frame that is played); null for none. */
  cursor?: number | null | undefined;
  /** What is drawn, as numbers: for files, and for what the pointer reads where `reads` does not say that the figure tells it itself. */
  data?: PlotData | undefined;
  reads?: boolean;
  /** The computed spectrum as it is drawn, for a file in JCAMP-DX. */
  spectrum?: (() => WrittenSpectrum) | undefined;
}

/**
 * One plot: an image with a text alternative, redrawn when its box changes width.
 * The `<style>` that Observable Plot writes into its SVG is removed before the SVG enters the page (a page's Content-Security-Policy may forbid it); its rules are in the adopted sheet.
 */
export function Plot({ label, height, draw, onPick, cursor = null, data, reads = true, spectrum }: PlotProps) {
  useSheet(css);
  const words = useWords();
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [library, setLibrary] = useState<PlotModule | null>(null);
  const [failed, setFailed] = useState(false);
  const [reading, setReading] = useState<Reading | null>(null);
  const figure = useRef<Figure | null>(null);

  useEffect(() => {
    let current = true;
    loadPlot().then(
      (module) => current && setLibrary(module),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, []);

  useEffect(() => {
    const host = box.current;
    if (!host || !library || width < 40) return;
    const drawn = draw(library, width, height);
    drawn.querySelector('style')?.remove();
    drawn.removeAttribute('aria-label');
    drawn.setAttribute('aria-hidden', 'true');
    for (const label of drawn.querySelectorAll('text')) {
      if (label.childElementCount === 0) label.textContent = localNumber(words, label.textContent ?? '');
    }
    host.replaceChildren(drawn);
    figure.current = drawn;
    return () => {
      figure.current = null;
      drawn.remove();
    };
  }, [library, draw, width, height, words]);

  useEffect(() => {
    const x = figure.current?.scale('x');
    const at = cursor === null ? undefined : x?.apply(cursor);
    const { style } = line.current ?? {};
    if (!style) return;
    const shown = typeof at === 'number' && Number.isFinite(at) && at >= 0 && at <= width;
    style.display = shown ? '' : 'none';
    if (shown) style.transform = `translateX(${at}px)`;
    // After each drawing, because the line uses its scale.
  }, [cursor, library, draw, width, height, words]);

  const pick = (event: React.MouseEvent) => {
    const host = box.current;
    const x = figure.current?.scale('x');
    if (!onPick || !host || !x?.invert) return;
    const { left, top } = host.getBoundingClientRect();
    const value = x.invert(event.clientX - left);
    const height = figure.current?.scale('y')?.invert?.(event.clientY - top);
    if (typeof value === 'number' && Number.isFinite(value)) onPick(value, Number(height));
  };

  const read = (event: React.PointerEvent) => {
    const host = box.current;
    const x = figure.current?.scale('x');
    if (!data || !reads || !host || !x?.invert) return;
    const value = Number(x.invert(event.clientX - host.getBoundingClientRect().left));
    const row = nearestIndex(data.at, value);
    const at = row < 0 ? undefined : x.apply(data.at[row]);
    const lines = row < 0 ? [] : readingOf(data, row);
    if (typeof at !== 'number' || lines.length === 0) setReading(null);
    else setReading({ at, lines: lines.map((line) => localNumber(words, line)), isRight: at > width / 2 });
  };

  if (failed) return <p className="cv-quiet">{words.plot.notLoaded}</p>;
  return (
    // The keyboard's way to the same choice is the control beside each plot (a slider or a table); the picture itself is not focusable.
    <div className="cv-plot-frame">
      <div
        className="cv-plot"
        part="plot"
        style={{ height }}
        data-pick={onPick ? '' : undefined}
        onClick={pick}
        onPointerMove={read}
        onPointerLeave={() => setReading(null)}
      >
        <div ref={box} role="img" aria-label={label} className="cv-plot-box" />
        {cursor === null ? null : <div ref={line} className="cv-plot-cursor" aria-hidden="true" />}
        {reading ? (
          <p
            className="cv-plot-reading"
            aria-hidden="true"
            style={reading.isRight ? { insetInlineEnd: width - reading.at + 8 } : { insetInlineStart: reading.at + 8 }}
          >
            {reading.lines.join('\n')}
          </p>
        ) : null}
      </div>
      {data && library ? (
        <PlotTools
          figure={() => box.current?.querySelector('svg') ?? null}
          name={data.name}
          data={data}
          spectrum={spectrum}
        />
      ) : null}
    </div>
  );
}

/** What the pointer reads: its position in the plot, in px, and on which half. */
interface Reading {
  at: number;
  lines: readonly string[];
  isRight: boolean;
}

/** Width in px of an element, followed while it is on the page. */
function useWidth(ref: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(Math.floor(element.clientWidth));
    return observeSize(element, () => setWidth(Math.floor(element.clientWidth)));
  }, [ref]);
  return width;
}
