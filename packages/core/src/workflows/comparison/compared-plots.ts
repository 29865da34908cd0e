import { inEnglish, type Text } from '../../entities/phrases.ts';
import { makeTable, type NumberColumn, numberColumn, type TableData } from '../../tables/table.ts';
import { type PlotPart, standardTabs, type TabPart } from '../tab-parts.ts';
import type { ComparedItem } from './energy-differences.ts';

/** What an axis says. */
export type Axis = Pick<NumberColumn, 'title' | 'precision'> & { unit?: string | undefined };

/** Points of one item, from left to right. */
export interface ComparedCurve {
  uuid: string;
  points: readonly { x: number; y: number }[];
}

/** Curves of several items in one plot. */
export interface CurvePlot {
  kind: 'curves';
  id: string;
  title: Text;
  mark: PlotPart['mark'];
  x: Axis;
  y: Axis;
  curves: readonly ComparedCurve[];
  /** The curves less the first one, at the places that both have, of plots that ask for them. */
  differences: readonly ComparedCurve[];
}

/** The map of one item: a table with the columns `x`, `y` and `value`. */
export interface ComparedMap {
  uuid: string;
  table: TableData;
}

/** Maps of several items side by side. */
export interface MapPlot {
  kind: 'maps';
  id: string;
  title: Text;
  value: Axis;
  maps: readonly ComparedMap[];
  /** The maps less the first one, at the places that both have. */
  differences: readonly ComparedMap[];
}

export type ComparedPlot = CurvePlot | MapPlot;

/** Values of coordinates count as the same to this many decimals of Å or degrees. */
const placeDecimals = 4;
// Adding zero makes −0 a 0, so that both have one key.
const placeOf = (...values: readonly number[]) =>
  values.map((value) => (Number(value.toFixed(placeDecimals)) + 0).toFixed(placeDecimals)).join('|');

interface Drawn {
  uuid: string;
  part: PlotPart;
  title: Text;
  x: NumberColumn;
  y: NumberColumn;
  value: NumberColumn | null;
}

/**
 * Returns what the plots of several items show, joined: those that draw the same columns of the same table with the same units share one plot. A plot
 * that one item alone has is left out, for there is nothing to hold it against.
 */
export function comparedPlots(items: readonly ComparedItem[]): ComparedPlot[] {
  const drawn = items.flatMap(plotsOf);
  const groups = Map.groupBy(drawn, ({ part, x, y, value }) =>
    [part.table, part.mark, part.x, part.y, part.value ?? '', x.unit ?? '', y.unit ?? '', value?.unit ?? ''].join(' '),
  );
  return [...groups].flatMap(([id, members]) => {
    const [first] = members;
    if (!first || new Set(members.map(({ uuid }) => uuid)).size < 2) return [];
    return [first.value ? mapPlot(id, members, first.value) : curvePlot(id, members, first)];
  });
}

function plotsOf({ item, definition, molecules }: ComparedItem): Drawn[] {
  if (!definition) return [];
  const tables = definition.tables(item, molecules);
  const parts: TabPart[] = standardTabs(definition, item, tables, molecules).flatMap((tab) => [...tab.parts]);
  return parts.flatMap((part): Drawn[] => {
    // Points that belong to several series of one item would be joined to one curve.
    if (part.kind !== 'plot' || part.series !== undefined) return [];
    const table = tables.find(({ id }) => id === part.table);
    const numbers = (id: string | undefined) => {
      const column = table?.columns.find((each) => each.id === id);
      return column?.kind === 'number' ? column : null;
    };
    const [x, y, value] = [numbers(part.x), numbers(part.y), numbers(part.value)];
    if (!table || !x || !y || (part.value !== undefined && !value)) return [];
    const rows = pointsOf({ x, y, value });
    if (rows.length < 2) return [];
    return [{ uuid: item.uuid, part, title: table.title, x, y, value }];
  });
}

interface Point {
  x: number;
  y: number;
  value: number;
}

function pointsOf({ x, y, value }: Pick<Drawn, 'x' | 'y' | 'value'>): Point[] {
  return Array.from({ length: x.values.length }, (_, row) => ({
    x: x.values[row] ?? Number.NaN,
    y: y.values[row] ?? Number.NaN,
    value: value ? (value.values[row] ?? Number.NaN) : 0,
  })).filter((point) => [point.x, point.y, point.value].every(Number.isFinite));
}

const axisOf = ({ title, unit, precision }: NumberColumn): Axis => ({ title, unit, precision });

/** What a coordinate is without its atoms: "Dihedral" of "Dihedral H1–O2–O3–H4". */
function kindOf(title: Text): Text {
  const kind = typeof title === 'object' ? title.values.kind : undefined;
  return kind === undefined || typeof kind === 'number' ? title : kind;
}

/** The axis of several columns: by the name that all share, else by that of the first without its atoms. */
function sharedAxis(columns: readonly NumberColumn[]): Axis {
  const [first] = columns as [NumberColumn, ...NumberColumn[]];
  const shared = columns.every(({ title }) => inEnglish(title) === inEnglish(first.title));
  return { ...axisOf(first), title: shared ? first.title : kindOf(first.title) };
}

function curvePlot(id: string, members: readonly Drawn[], first: Drawn): CurvePlot {
  const curves = members.map((member) => ({
    uuid: member.uuid,
    points: pointsOf(member)
      .map(({ x, y }) => ({ x, y }))
      .sort((a, b) => a.x - b.x),
  }));
  const [reference, ...others] = curves;
  const places = new Map(reference?.points.map(({ x, y }) => [placeOf(x), y]));
  const differences = first.part.differences
    ? others.map(({ uuid, points }) => ({
        uuid,
        points: points.flatMap(({ x, y }) => {
          const there = places.get(placeOf(x));
          return there === undefined ? [] : [{ x, y: y - there }];
        }),
      }))
    : [];
  return {
    kind: 'curves',
    id,
    title: first.title,
    mark: first.part.mark,
    x: sharedAxis(members.map(({ x }) => x)),
    y: sharedAxis(members.map(({ y }) => y)),
    curves,
    differences: differences.filter(({ points }) => points.length > 1),
  };
}

function mapPlot(id: string, members: readonly Drawn[], value: NumberColumn): MapPlot {
  const [x, y] = [sharedAxis(members.map((each) => each.x)), sharedAxis(members.map((each) => each.y))];
  const asTable = (points: readonly Point[], title: Text) =>
    makeTable({
      id: 'map',
      title,
      length: points.length,
      columns: [
        numberColumn(
          columnHead('x', x),
          points.map((point) => point.x),
        ),
        numberColumn(
          columnHead('y', y),
          points.map((point) => point.y),
        ),
        numberColumn(
          columnHead('value', axisOf(value)),
          points.map((point) => point.value),
        ),
      ],
      empty: '',
    });
  const grids = members.map((member) => ({ uuid: member.uuid, title: member.title, points: pointsOf(member) }));
  const [reference, ...others] = grids;
  const places = new Map(reference?.points.map((point) => [placeOf(point.x, point.y), point.value]));
  return {
    kind: 'maps',
    id,
    title: members[0]?.title ?? '',
    value: axisOf(value),
    maps: grids.map(({ uuid, title, points }) => ({ uuid, table: asTable(points, title) })),
    differences: others.flatMap(({ uuid, title, points }) => {
      const both = points.flatMap((point) => {
        const there = places.get(placeOf(point.x, point.y));
        return there === undefined ? [] : [{ ...point, value: point.value - there }];
      });
      return both.length > 1 ? [{ uuid, table: asTable(both, title) }] : [];
    }),
  };
}

const columnHead = (id: string, { title, unit, precision }: Axis) => ({
  id,
  title,
  precision,
  ...(unit ? { unit } : {}),
});
