import type { Client } from '@cuvette/core/client';
import type { ComparedSpectra } from '@cuvette/core/workflows/comparison/index';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { nmrWords } from '../plot/nmr-words.ts';
import { Plot, type PlotModule } from '../plot/plot.tsx';
import type { ComparePlotsProps } from './compare-plots.tsx';
import { type DrawnSpectrum, spectrumLooks } from './spectrum-look.ts';

addEnglish({ nmr: nmrWords });

type Marks = Omit<ComparePlotsProps, 'plots'>;

// Few who compare have measured shifts at hand.
const CompareCandidates = lazy(async () => ({
  default: (await import('./compare-candidates.tsx')).CompareCandidates,
}));

/** Shows the spectra of the items over each other, a plot for each kind, in the colours of the items; and which of them fits measured shifts. */
export function CompareSpectra({
  client,
  groups,
  ...marks
}: { client: Client; groups: readonly ComparedSpectra[] } & Marks) {
  const shifts = groups.filter(({ kind }) => kind === 'carbon_nmr' || kind === 'proton_nmr');
  return (
    <>
      {groups.map((group) => (
        <Overlaid key={group.kind} group={group} {...marks} />
      ))}
      {shifts.length > 0 ? (
        <Suspense fallback={null}>
          <CompareCandidates client={client} groups={shifts} nameOf={marks.nameOf} />
        </Suspense>
      ) : null}
    </>
  );
}

interface ShownSpectrum extends DrawnSpectrum {
  uuid: string;
}

function Overlaid({ group: { kind, spectra }, shown, nameOf, colourOf }: { group: ComparedSpectra } & Marks) {
  const words = useWords();
  const look = spectrumLooks[kind];
  const [labelX, labelY] = look.labels(words);
  // Of all spectra, also of those that are hidden: the axis stays where it is.
  const [from, to] = useMemo(
    () => look.range(spectra.flatMap(({ lines }) => lines.map(({ place }) => place))),
    [look, spectra],
  );
  const drawn = useMemo(
    () =>
      spectra
        .filter(({ uuid }) => shown(uuid))
        .map(({ uuid, lines }): ShownSpectrum => ({ uuid, ...look.draw(lines, from, to) })),
    [look, spectra, shown, from, to],
  );
  const draw = useCallback(
    (plot: PlotModule, width: number, height: number) =>
      plot.plot({
        className: 'cuvette-plot',
        width,
        height,
        marginLeft: 60,
        marginBottom: 38,
        marginTop: 24,
        x: {
          label: labelX,
          labelArrow: 'none',
          domain: look.falls ? [to, from] : [from, to],
          ticks: Math.max(3, Math.floor(width / 70)),
          // A wavenumber is written without a separator of thousands.
          ...(to > 1000 ? { tickFormat: 'd' } : {}),
        },
        y: {
          label: labelY,
          labelArrow: 'none',
          grid: true,
          nice: true,
          // Nuclei are whole.
          ...(look.byLines
            ? { ticks: Math.max(1, ...drawn.flatMap(({ sticks }) => sticks.map(({ y }) => y))), tickFormat: 'd' }
            : {}),
        },
        marks: [
          plot.ruleY([0], { stroke: 'var(--cv-border)' }),
          ...drawn.flatMap(({ uuid, sticks, curve }) => [
            plot.line(curve, { x: 'x', y: 'y', stroke: colourOf(uuid), strokeWidth: 1.5 }),
            plot.ruleX(sticks, {
              x: 'x',
              y1: 0,
              y2: 'y',
              stroke: colourOf(uuid),
              strokeOpacity: look.byLines ? 1 : 0.4,
            }),
          ]),
        ],
      }),
    [drawn, look, labelX, labelY, from, to, colourOf],
  );
  const data = useMemo(() => {
    const values = drawn.map(({ sticks, curve }) => heightsAt(look.byLines ? sticks : curve));
    const at = [...new Set(values.flatMap((own) => [...own.keys()]))].sort((one, other) => one - other);
    const columns = drawn.map(({ uuid }, index) => ({
      title: `${nameOf(uuid)} ${labelY}`,
      precision: look.precision,
      values: at.map((x) => values[index]?.get(x) ?? Number.NaN),
    }));
    return {
      name: look.title,
      at,
      columns: [{ title: labelX, precision: look.byLines ? 2 : 1, values: at }, ...columns],
    };
  }, [drawn, look, nameOf, labelX, labelY]);
  const title = words.ui.term(look.title);
  return (
    <section aria-label={title}>
      <h3 className="cv-compare-subtitle">{title}</h3>
      <Plot
        label={`${title}: ${words.compare.curvesLabel(labelY, labelX, drawn.length)}`}
        height={260}
        draw={draw}
        data={data}
      />
    </section>
  );
}

/** Heights by their places; lines at one place are added. */
function heightsAt(points: DrawnSpectrum['sticks']): Map<number, number> {
  const heights = new Map<number, number>();
  for (const { x, y } of points) heights.set(x, (heights.get(x) ?? 0) + y);
  return heights;
}
