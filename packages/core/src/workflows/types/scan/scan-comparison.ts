import type { CalculationSummary } from '../../../entities/calculation.ts';
import { eachOnce } from '../../../entities/phrases.ts';
import { comparable, energyBasis } from '../../../methods/comparable.ts';
import { type ColumnOf, tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import type { ReadItem } from '../../definition.ts';
import { coordinateTitle, coordinateUnit, type ScanCoordinate, scanValue } from './scan-coordinates.ts';
import { lowestEnergy, relativeEnergy, type ScanData, type ScannedPoint, scannedPoints } from './scan-table.ts';

type ComparedScan = ReadItem & { data: ScanData };

/** A scan laid out for comparison: its points by the values of the leading coordinate of each direction. */
interface Curve {
  uuid: string;
  name: string;
  data: ScanData;
  points: ReadonlyMap<string, ScannedPoint>;
  lowest: number | null;
  calculations: ReadonlyMap<string, CalculationSummary>;
}

interface Place {
  key: string;
  values: (number | null)[];
}

/** Values count as the same to this many decimals of Å or degrees. */
const placeDecimals = 4;

const leading = ({ scan_settings, scan_settings_2d }: ScanData): ScanCoordinate[] =>
  [scan_settings[0], scan_settings_2d[0]].filter((coordinate) => coordinate !== undefined);
const kindOf = (data: ScanData) =>
  leading(data)
    .map(({ type }) => type)
    .join(' × ');

function placesOf(data: ScanData): (point: ScannedPoint) => Place {
  const coordinates = leading(data);
  return ({ first, second }) => {
    const here = coordinates.map((coordinate, index) => scanValue(coordinate, index === 0 ? first : second));
    // Adding zero makes −0 a 0, so that both have one key.
    const key = here.map((value) => (Number((value ?? 0).toFixed(placeDecimals)) + 0).toFixed(placeDecimals)).join('|');
    return { key, values: here };
  };
}

/**
 * Several scans side by side: for each kind of coordinate the curves by coordinate, each relative to its own minimum, with the energy difference to
 * the first item where the two calculations compare; then the minima. A blank difference has its reason beside it.
 */
export function compareScans(items: readonly ComparedScan[]): TableData[] {
  const kinds = [...new Set(items.map(({ data }) => kindOf(data)))].filter((kind) => kind !== '');
  return kinds.flatMap((kind) => {
    const same = items.filter(({ data }) => kindOf(data) === kind);
    return [curveTable(kind, same), minimaTable(kind, same)];
  });
}

function curveOf({ item, data, molecules, calculations }: ComparedScan): Curve {
  const points = scannedPoints(data, molecules);
  const placeOf = placesOf(data);
  return {
    uuid: item.uuid,
    name: item.name,
    data,
    points: new Map(points.map((point) => [placeOf(point).key, point])),
    lowest: lowestEnergy(points),
    calculations: calculations ?? new Map(),
  };
}

function curveTable(kind: string, items: readonly ComparedScan[]): TableData {
  const curves = items.map(curveOf);
  const places = new Map<string, Place>();
  for (const { data, molecules } of items) {
    const placeOf = placesOf(data);
    for (const point of scannedPoints(data, molecules)) {
      const place = placeOf(point);
      if (!places.has(place.key)) places.set(place.key, place);
    }
  }
  const rows = [...places.values()].sort((a, b) =>
    a.values.reduce<number>((order, value, index) => order || (value ?? 0) - (b.values[index] ?? 0), 0),
  );
  const [reference] = curves;
  return tableOf({
    id: `scan_curves_${kind.replaceAll(' × ', '_')}`,
    title: `Energy by ${kind}`,
    rows,
    columns: [
      ...coordinateColumns(items),
      ...curves.map(
        ({ uuid, name, points, lowest }): ColumnOf<Place> => ({
          id: `relative_${uuid}`,
          title: name,
          unit: 'kcal/mol',
          help: 'Above the minimum of this scan',
          precision: 2,
          value: ({ key }) => relativeEnergy(points.get(key)?.molecule?.energy, lowest),
        }),
      ),
      ...curves.slice(1).flatMap((curve): ColumnOf<Place>[] => {
        const difference = ({ key }: Place) =>
          reference ? energyDifference(reference, reference.points.get(key), curve, curve.points.get(key)) : null;
        return [
          {
            id: `difference_${curve.uuid}`,
            title: `ΔE, ${curve.name} − ${reference?.name}`,
            unit: 'kcal/mol',
            help: 'Energy difference at the same coordinate',
            precision: 2,
            value: (place) => difference(place)?.value,
          },
          {
            id: `reason_${curve.uuid}`,
            title: `Why there is no ΔE, ${curve.name}`,
            text: (place) => difference(place)?.reason,
          },
        ];
      }),
    ],
    structure: ({ key }) => curves.find(({ points }) => points.get(key)?.structure)?.points.get(key)?.structure ?? null,
    empty: 'No point of these scans has finished yet.',
  });
}

function coordinateColumns(items: readonly ComparedScan[]): ColumnOf<Place>[] {
  const [first] = items;
  return (first ? leading(first.data) : []).map((coordinate, index) => {
    const titles = items.flatMap(({ data }) => {
      const own = leading(data)[index];
      return own ? [coordinateTitle(own, data.initial_molecule)] : [];
    });
    const shared = eachOnce(titles).length === 1;
    return {
      id: `coordinate_${index}`,
      title: shared && titles[0] ? titles[0] : `${coordinate.type[0]?.toUpperCase()}${coordinate.type.slice(1)}`,
      unit: coordinateUnit(coordinate),
      precision: coordinate.type === 'bond' ? 3 : 1,
      value: ({ values }) => values[index],
    };
  });
}

/** Difference of two points in kcal/mol, or why there is none; null where either has no energy. */
function energyDifference(
  a: Curve,
  first: ScannedPoint | undefined,
  b: Curve,
  second: ScannedPoint | undefined,
): { value: number | null; reason: string | null } | null {
  if (!first?.molecule || !second?.molecule) return null;
  const [mine, theirs] = [summaryOf(a, first), summaryOf(b, second)];
  if (!mine || !theirs) return { value: null, reason: 'The settings of the calculations were not read.' };
  const { comparable: allowed, reasons } = comparable(
    energyBasis(first.molecule, mine.settings, mine.provenance),
    energyBasis(second.molecule, theirs.settings, theirs.provenance),
    'energy',
  );
  if (!allowed) return { value: null, reason: reasons.join(' ') };
  return { value: relativeEnergy(second.molecule.energy, first.molecule.energy), reason: null };
}

function summaryOf({ calculations }: Curve, { calculation }: ScannedPoint): CalculationSummary | undefined {
  return calculation === null ? undefined : calculations.get(calculation);
}

function minimaTable(kind: string, items: readonly ComparedScan[]): TableData {
  const rows = items.map((item) => {
    const curve = curveOf(item);
    const lowest = [...curve.points.values()].find(
      ({ molecule }) => curve.lowest !== null && molecule?.energy === curve.lowest,
    );
    return { curve, lowest, place: lowest ? placesOf(curve.data)(lowest) : null };
  });
  const [reference] = rows;
  type Row = (typeof rows)[number];
  const difference = (row: Row) =>
    reference && row !== reference ? energyDifference(reference.curve, reference.lowest, row.curve, row.lowest) : null;
  return tableOf({
    id: `scan_minima_${kind.replaceAll(' × ', '_')}`,
    title: `Minima by ${kind}`,
    rows,
    columns: [
      { id: 'item', title: 'Item', text: ({ curve }) => curve.name },
      ...coordinateColumns(items).map((column): ColumnOf<Row> => {
        if ('text' in column)
          return { ...column, text: ({ place }, index) => (place ? column.text(place, index) : null) };
        return { ...column, value: ({ place }, index) => (place ? column.value(place, index) : null) };
      }),
      {
        id: 'energy',
        title: 'Energy of the minimum',
        unit: 'Hartree',
        precision: 6,
        value: ({ curve }) => curve.lowest,
      },
      {
        id: 'difference',
        title: `ΔE to ${reference?.curve.name ?? 'the first item'}`,
        unit: 'kcal/mol',
        precision: 2,
        value: (row) => difference(row)?.value,
      },
      { id: 'reason', title: 'Why there is no ΔE', text: (row) => difference(row)?.reason },
    ],
    structure: ({ lowest }) => lowest?.structure ?? null,
    empty: 'No point of these scans has finished yet.',
  });
}
