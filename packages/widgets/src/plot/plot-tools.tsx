import type { WrittenSpectrum } from '@cuvette/core/chemistry/spectra';
import { useEffect, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { Button } from '../ui/button.tsx';
import type { PlotData } from './plot-data.ts';
import { plotWords } from './words.ts';

addEnglish({ plot: plotWords });

interface PlotToolsProps {
  /** The figure as it is drawn now; null before. */
  figure: () => SVGElement | null;
  /** Name of the files, without an extension. */
  name: string;
  /** The numbers that it shows; null where they are in a table beside it. */
  data: PlotData | null;
  /** The spectrum that it shows, where it shows one. */
  spectrum?: (() => WrittenSpectrum) | undefined;
}

/** Milliseconds for which a message is shown. */
const shownMs = 2500;
const load = () => import('./export-plot.ts');

/** A plot as a file or on the clipboard. The code for it comes with the first use. */
export function PlotTools({ figure, name, data, spectrum }: PlotToolsProps) {
  const words = useWords().plot;
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (message === '') return;
    const timer = setTimeout(() => setMessage(''), shownMs);
    return () => clearTimeout(timer);
  }, [message]);
  const run = (work: (drawn: SVGElement) => Promise<void>, done = '') => {
    const drawn = figure();
    if (!drawn) return;
    work(drawn).then(
      () => setMessage(done),
      () => setMessage(words.exportFailed),
    );
  };
  const copy = async (drawn: SVGElement) => {
    const { pngOf } = await load();
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(drawn) })]);
  };
  const tools = [
    ['PNG', words.downloadPng, () => run(async (drawn) => (await load()).downloadPng(drawn, name))],
    ['SVG', words.downloadSvg, () => run(async (drawn) => (await load()).downloadSvg(drawn, name))],
    ...(data ? [['CSV', words.downloadCsv, () => run(async () => (await load()).downloadNumbers(data))] as const] : []),
    ...(spectrum
      ? [
          [
            'JCAMP-DX',
            words.downloadJcamp,
            () => run(async () => (await load()).downloadJcamp(name, spectrum())),
          ] as const,
        ]
      : []),
    [words.copy, words.copyPicture, () => run(copy, words.copied)],
  ] as const;
  return (
    <div className="cv-plot-tools" role="group" aria-label={words.tools}>
      <span role="status" className="cv-quiet">
        {message}
      </span>
      {tools.map(([short, long, press]) => (
        <Button key={short} kind="quiet" dense label={long} title={long} aria-label={long} onClick={press}>
          {short}
        </Button>
      ))}
    </div>
  );
}
