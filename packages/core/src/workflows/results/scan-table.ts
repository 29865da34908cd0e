import { HARTREE_TO_KCAL_PER_MOL } from '../../chemistry/units.ts';
import type { Molecule } from '../../entities/molecule.ts';
import { type ColumnOf, tableOf } from '../../tables/build-table.ts';
import { formatNumber } from '../../tables/number-format.ts';
import type { TableData } from '../../tables/table.ts';
import type { MoleculesByCalculation } from '../definition.ts';
import {
  coordinateTitle,
  coordinateUnit,
  type ScanCoordinate,
  scanPoint,
  scanValue,
} from '../schemas/scan-coordinates.ts';
import type { Fact } from '../tab-parts.ts';

/** What a scan's item holds for its table. */
export interface ScanData {
  initial_molecule: Molecule | null;
  scan_settings: readonly ScanCoordinate[];
  scan_settings_2d: readonly ScanCoordinate[];
  scan_points: readonly (string | null)[];
}

/** One point: where it is along each direction, its calculation and its final structure; the first is null where the point failed, the second too where it was not read. */
export interface ScannedPoint {
  first: number;
  second: number | null;
  calculation: string | null;
  molecule: Molecule | null;
}

/** Entries of `scan_points` with their places and what was read for them. */
export function scannedPoints(data: ScanData, molecules: MoleculesByCalculation): ScannedPoint[] {
  return data.scan_points.map((calculation, index) => ({
    ...scanPoint(index, data.scan_settings_2d),
    calculation,
    molecule: (calculation && molecules.get(calculation)?.at(-1)) || null,
  }));
}

/** Lowest energy of the points in Hartree, or null when none was read. */
export function lowestEnergy(points: readonly ScannedPoint[]): number | null {
  return points.reduce<number | null>((lowest, { molecule }) => {
    const energy = molecule?.energy ?? null;
    return energy === null || (lowest !== null && lowest <= energy) ? lowest : energy;
  }, null);
}

/** Energy above a reference in kcal/mol; null when either is not known. */
export function relativeEnergy(energy: number | null | undefined, reference: number | null): number | null {
  return energy == null || reference === null ? null : (energy - reference) * HARTREE_TO_KCAL_PER_MOL;
}

/** Points of a scan in the order of `scan_points`: coordinates, energy relative to the lowest, energy; once the scan has `ended`, a failed point says so. */
export function scanTable(data: ScanData, molecules: MoleculesByCalculation, ended: boolean): TableData {
  const points = scannedPoints(data, molecules);
  const lowest = lowestEnergy(points);
  return tableOf({
    id: 'scan',
    title: 'scan',
    rows: points,
    columns: [
      { id: 'point', title: 'Point', precision: 0, value: (_, index) => index + 1 },
      ...coordinateColumns(data, 'scan_settings', ({ first }) => first),
      ...coordinateColumns(data, 'scan_settings_2d', ({ second }) => second),
      {
        id: 'relative_energy',
        title: 'Relative energy',
        unit: 'kcal/mol',
        help: 'Above the lowest point of this scan',
        precision: 2,
        value: ({ molecule }) => relativeEnergy(molecule?.energy, lowest),
      },
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: ({ molecule }) => molecule?.energy },
      {
        id: 'status',
        title: 'Status',
        notation: 'term',
        text: ({ calculation }) => (calculation === null && ended ? 'Failed' : null),
      },
    ],
    structure: ({ calculation }) => calculation,
    empty: 'No point of the scan has finished yet.',
  });
}

function coordinateColumns(
  data: ScanData,
  key: 'scan_settings' | 'scan_settings_2d',
  place: (point: ScannedPoint) => number | null,
): ColumnOf<ScannedPoint>[] {
  return data[key].map((coordinate, index) => ({
    id: `${key}_${index}`,
    title: coordinateTitle(coordinate, data.initial_molecule),
    unit: coordinateUnit(coordinate),
    precision: coordinate.type === 'bond' ? 3 : 1,
    value: (point) => scanValue(coordinate, place(point)),
  }));
}

/**
 * The highest and the lowest point of a scan: the barrier and the minimum, each with where it is. A map's highest point is not called a barrier:
 * the way from one minimum to another goes around it. Nothing before two points were read.
 */
export function scanFacts(data: ScanData, molecules: MoleculesByCalculation): Fact[] {
  const points = scannedPoints(data, molecules);
  const lowest = lowestEnergy(points);
  const known = points.flatMap((point, index) => {
    const value = relativeEnergy(point.molecule?.energy, lowest);
    return value === null ? [] : [{ ...point, index, value }];
  });
  if (known.length < 2) return [];
  const [top, bottom] = [
    known.reduce((best, point) => (point.value > best.value ? point : best)),
    known.reduce((best, point) => (point.value < best.value ? point : best)),
  ];
  const placeOf = ({ index, first, second }: (typeof known)[number]) => {
    const along = (key: 'scan_settings' | 'scan_settings_2d', place: number | null) =>
      data[key].map((coordinate) => {
        const value = formatNumber(scanValue(coordinate, place), coordinate.type === 'bond' ? 3 : 1);
        return `${coordinateTitle(coordinate, data.initial_molecule)} ${value} ${coordinateUnit(coordinate)}`;
      });
    return [`point ${index + 1}`, ...along('scan_settings', first), ...along('scan_settings_2d', second)].join(', ');
  };
  return [
    {
      path: 'barrier',
      title: data.scan_settings_2d.length > 0 ? 'Highest point' : 'Barrier',
      unit: 'kcal/mol',
      precision: 2,
      value: top.value,
      remark: placeOf(top),
    },
    { path: 'minimum', title: 'Minimum', unit: 'kcal/mol', precision: 2, value: bottom.value, remark: placeOf(bottom) },
  ];
}
