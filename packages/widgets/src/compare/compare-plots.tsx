import { columnHeading, formatNumber } from '@cuvette/core/tables';
import type {
  Axis,
  ComparedCurve,
  MapPlot as ComparedMaps,
  ComparedPlot,
  CurvePlot,
} from '@cuvette/core/workflows/comparison/index';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { ColourScale } from '../plot/colour-scale.tsx';
import { MapPlot } from '../plot/map-plot.tsx';
import { Plot, type PlotModule } from '../plot/plot.tsx';
import { resultWords } from '../results/words.ts';
import { localNumber } from '../ui/numbers.ts';
import type { Words } from '../words.ts';

addEnglish(resultWords);

export interface ComparePlotsProps {
  plots: readonly ComparedPlot[];
  /** Whether an item is shown. */
  shown: (uuid: string) => boolean;
  nameOf: (uuid: string) => string;
  colourOf: (uuid: string) => string;
}

/** Shows what the plots of the items show, joined: curves in one plot, maps side by side; of scans their differences too. */
export function ComparePlots({ plots, ...rest }: ComparePlotsProps) {
  return plots.map((plot) =>
    plot.kind === 'curves' ? (
      <Curves key={plot.id} plot={plot} {...rest} />
    ) : (
      <Maps key={plot.id} plot={plot} {...rest} />
    ),
  );
}

const headingOf = ({ ui }: Words, { title, unit }: Axis) =>
  columnHeading({ title: ui.term(title), ...(unit ? { unit } : {}) });

function Curves({ plot, shown, nameOf, colourOf }: { plot: CurvePlot } & Omit<ComparePlotsProps, 'plots'>) {
  const words = useWords();
  const { x, y } = plot;
  const [labelX, labelY] = [headingOf(words, x), headingOf(words, y)];
  const curves = useMemo(() => plot.curves.filter(({ uuid }) => shown(uuid)), [plot, shown]);
  const differences = useMemo(() => plot.differences.filter(({ uuid }) => shown(uuid)), [plot, shown]);
  const reference = plot.curves[0]?.uuid ?? '';
  const joined = words.compare.differences(nameOf(reference));
  return (
    <>
      <CurveFigure
        curves={curves}
        labelX={labelX}
        labelY={labelY}
        {...{ colourOf, nameOf }}
        precision={y.precision}
        label={words.compare.curvesLabel(labelY, labelX, curves.length)}
      />
      {differences.length > 0 ? (
        <section aria-label={joined}>
          <h3 className="cv-compare-subtitle">
            {joined} <span className="cv-quiet">{words.compare.differenceHelp}</span>
          </h3>
          <CurveFigure
            curves={differences}
            labelX={labelX}
            labelY={`Δ ${labelY}`}
            {...{ colourOf, nameOf }}
            precision={y.precision}
            label={`${joined}: ${words.compare.curvesLabel(labelY, labelX, differences.length)}`}
            least={leastShown(y.precision)}
          />
        </section>
      ) : null}
    </>
  );
}

interface CurveFigureProps {
  curves: readonly ComparedCurve[];
  labelX: string;
  labelY: string;
  label: string;
  nameOf: (uuid: string) => string;
  /** Decimals of the values that the pointer reads. */
  precision: number;
  colourOf: (uuid: string) => string;
  /** Given for differences, which get a line at zero: an axis that would be shorter to both sides shows digits that the numbers do not have. */
  least?: number;
}

/** The distance from the least to the most, at least 1. */
const extent = (values: readonly number[]) => Math.max(1, Math.max(...values) - Math.min(...values));

/** Ten units of the last digit that is printed. */
const leastShown = (precision: number) => 10 ** (1 - precision);

function CurveFigure({ curves, labelX, labelY, label, nameOf, precision, colourOf, least }: CurveFigureProps) {
  const draw = useCallback(
    (plot: PlotModule, width: number, height: number) => {
      const points = curves.flatMap(({ uuid, points }) => points.map((point) => ({ ...point, uuid })));
      const isFlat = least !== undefined && points.every(({ y }) => Math.abs(y) < least);
      const integers = points.every(({ x }) => Number.isInteger(x));
      const stroke = ({ uuid }: { uuid: string }) => colourOf(uuid);
      const at = { x: 'x', y: 'y' } as const;
      return plot.plot({
        className: 'cuvette-plot',
        width,
        height,
        marginLeft: 60,
        marginBottom: 38,
        marginTop: 24,
        x: {
          label: labelX,
          labelArrow: 'none',
          // Whole numbers that are close together would be written more than once.
          ticks: Math.min(
            integers ? extent(points.map(({ x }) => x)) : 12,
            Math.max(2, Math.min(12, Math.floor(width / 70))),
          ),
          ...(integers ? { tickFormat: 'd' } : {}),
        },
        y: {
          label: labelY,
          labelArrow: 'none',
          grid: true,
          nice: true,
          ...(isFlat ? { domain: [-least, least] } : {}),
        },
        marks: [
          ...(least !== undefined ? [plot.ruleY([0], { stroke: 'var(--cv-border)' })] : []),
          // A drawing for each: one for all would join curves that go back on themselves.
          ...curves.map((curve) => plot.line(curve.points, { ...at, stroke: colourOf(curve.uuid), strokeWidth: 1.5 })),
          plot.dot(points, { ...at, r: points.length > 200 ? 1.5 : 3, fill: stroke }),
        ],
      });
    },
    [curves, labelX, labelY, colourOf, least],
  );
  const data = useMemo(() => {
    const values = curves.map(({ points }) => new Map(points.map(({ x, y }) => [x, y])));
    const at = [...new Set(values.flatMap((own) => [...own.keys()]))].sort((one, other) => one - other);
    const columns = curves.map(({ uuid }, index) => ({
      title: `${nameOf(uuid)} ${labelY}`,
      precision,
      values: at.map((x) => values[index]?.get(x) ?? Number.NaN),
    }));
    return { name: labelY, at, columns: [{ title: labelX, values: at }, ...columns] };
  }, [curves, nameOf, labelX, labelY, precision]);
  if (curves.length === 0) return null;
  return <Plot label={label} height={260} draw={draw} data={data} />;
}

const nothing = () => undefined;
const heat = { kind: 'plot', table: 'map', mark: 'heat', x: 'x', y: 'y', value: 'value' } as const;

function Maps({ plot, shown, nameOf }: { plot: ComparedMaps } & Omit<ComparePlotsProps, 'plots'>) {
  const words = useWords();
  const { maps, differences, value } = plot;
  const reference = maps[0]?.uuid ?? '';
  const title = words.compare.differences(nameOf(reference));
  const range = useMemo(() => rangeOf(maps), [maps]);
  const differenceRange = useMemo(() => {
    const found = rangeOf(differences);
    const most = found ? Math.max(Math.abs(found[0]), Math.abs(found[1])) : 0;
    // About zero, so that the middle of the colours means no difference.
    return found ? ([-most, most] as const) : null;
  }, [differences]);
  const figures = (all: ComparedMaps['maps'], colours: readonly [number, number] | null, signed: boolean) => (
    <div className="cv-compare-maps">
      {colours ? (
        <ColourScale
          title={`${signed ? 'Δ ' : ''}${headingOf(words, value)}`}
          lowest={localNumber(words, formatNumber(colours[0], value.precision))}
          highest={localNumber(words, formatNumber(colours[1], value.precision))}
          signed={signed}
        />
      ) : null}
      {all
        .filter(({ uuid }) => shown(uuid))
        .map(({ uuid, table }) => (
          <figure key={uuid}>
            <figcaption>
              {nameOf(uuid)}
              <span className="cv-quiet">
                {' '}
                {signed ? 'Δ ' : ''}
                {headingOf(words, value)}
              </span>
            </figcaption>
            <MapPlot part={heat} table={table} active={-1} onPick={nothing} colours={colours} signed={signed} />
          </figure>
        ))}
    </div>
  );
  return (
    <>
      {figures(maps, range, false)}
      {maps.length > 1 ? (
        <section aria-label={title}>
          <h3 className="cv-compare-subtitle">
            {title} <span className="cv-quiet">{words.compare.mapDifferenceHelp}</span>
          </h3>
          {differences.length > 0 ? (
            figures(differences, differenceRange, true)
          ) : (
            <p className="cv-quiet">{words.compare.noDifference}</p>
          )}
        </section>
      ) : null}
    </>
  );
}

/** The lowest and highest value of all maps: one scale of colours for all, so that they can be held against one another. */
function rangeOf(maps: ComparedMaps['maps']): readonly [number, number] | null {
  const values = maps.flatMap(({ table }) => {
    const column = table.columns.find(({ id }) => id === 'value');
    return column?.kind === 'number' ? [...column.values] : [];
  });
  return values.length > 0 ? [Math.min(...values), Math.max(...values)] : null;
}
