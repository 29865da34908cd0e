import { HARTREE_TO_KCAL_PER_MOL } from '../../../chemistry/units.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { listed, phrase, sentences, type Text } from '../../../entities/phrases.ts';
import { type ColumnOf, tableOf } from '../../../tables/build-table.ts';
import { formatNumber } from '../../../tables/number-format.ts';
import type { TableData } from '../../../tables/table.ts';
import type { MoleculesByCalculation, NamedValue } from '../../definition.ts';
import { coordinateTitle, coordinateUnit, type ScanCoordinate, scanPoint, scanValue } from './scan-coordinates.ts';

/** What a scan's item holds for its table. */
export interface ScanData {
  initial_molecule: Molecule | null;
  scan_settings: readonly ScanCoordinate[];
  scan_settings_2d: readonly ScanCoordinate[];
  scan_points: readonly (string | null)[];
  /** Single points on the geometries, in the same order; null where there are none. */
  refined_points?: readonly (string | null)[] | null;
}

/** How the energies of a scan were computed: as text, and the method of the geometries. */
export interface ScanMethod {
  words: Text;
  geometry: string;
}

/**
 * One point: where it is along each direction, the calculation that its energy is of and its structure; the first is null where the point failed, the second
 * too where it was not read. `structure` is the calculation of its geometry, and `geometryEnergy` the energy there (Hartree).
 */
export interface ScannedPoint {
  first: number;
  second: number | null;
  calculation: string | null;
  molecule: Molecule | null;
  structure: string | null;
  geometryEnergy: number | null;
}

/** Entries of `scan_points` with their places and what was read for them. */
export function scannedPoints(data: ScanData, molecules: MoleculesByCalculation): ScannedPoint[] {
  const { refined_points: refined = null } = data;
  const final = (calculation: string | null) => (calculation && molecules.get(calculation)?.at(-1)) || null;
  return data.scan_points.map((structure, index) => {
    const calculation = refined === null ? structure : (refined[index] ?? null);
    return {
      ...scanPoint(index, data.scan_settings_2d),
      calculation,
      molecule: final(calculation),
      structure,
      geometryEnergy: final(structure)?.energy ?? null,
    };
  });
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
export function scanTable(
  data: ScanData,
  molecules: MoleculesByCalculation,
  ended: boolean,
  { words, geometry }: ScanMethod,
): TableData {
  const points = scannedPoints(data, molecules);
  const lowest = lowestEnergy(points);
  const isRefined = Boolean(data.refined_points);
  const lowestGeometry = isRefined ? Math.min(...points.flatMap(({ geometryEnergy }) => geometryEnergy ?? [])) : null;
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
        help: sentences('Above the lowest point of this scan.', phrase('Computed as: {how}.', { how: words })),
        precision: 2,
        value: ({ molecule }) => relativeEnergy(molecule?.energy, lowest),
      },
      ...(isRefined
        ? [
            {
              id: 'geometry_relative_energy',
              title: phrase('Relative energy, {method}', { method: geometry }),
              unit: 'kcal/mol',
              help: 'Above the lowest point, by the method of the geometries alone.',
              precision: 2,
              value: ({ geometryEnergy }: ScannedPoint) => relativeEnergy(geometryEnergy, lowestGeometry),
            },
          ]
        : []),
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: ({ molecule }) => molecule?.energy },
      {
        id: 'status',
        title: 'Status',
        notation: 'term',
        text: ({ calculation }) => (calculation === null && ended ? 'Failed' : null),
      },
    ],
    structure: ({ structure }) => structure,
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
export function scanFacts(data: ScanData, molecules: MoleculesByCalculation, method: Text | null): NamedValue[] {
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
        return phrase('{coordinate} {value} {unit}', {
          coordinate: coordinateTitle(coordinate, data.initial_molecule),
          value,
          unit: coordinateUnit(coordinate),
        });
      });
    return listed([
      phrase('point {number}', { number: index + 1 }),
      ...along('scan_settings', first),
      ...along('scan_settings_2d', second),
    ]);
  };
  return [
    {
      path: 'barrier',
      title: data.scan_settings_2d.length > 0 ? 'Highest point' : 'Barrier',
      unit: 'kcal/mol',
      precision: 2,
      value: top.value,
      remark: placeOf(top),
      method,
    },
    {
      path: 'minimum',
      title: 'Minimum',
      unit: 'kcal/mol',
      precision: 2,
      value: bottom.value,
      remark: placeOf(bottom),
      method,
    },
  ];
}
