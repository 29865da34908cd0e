import * as z from 'zod/mini';
import { atomLabel } from '../../../chemistry/atoms.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import { forgivingEnum } from '../../../entities/scalars.ts';

const coordinateTypes = ['bond', 'angle', 'dihedral'] as const;
export type CoordinateType = (typeof coordinateTypes)[number];

/** Atoms, unit and title of each kind of coordinate. */
export const kinds: Record<CoordinateType, { atoms: number; unit: string; title: string }> = {
  bond: { atoms: 2, unit: 'Å', title: 'Bond' },
  angle: { atoms: 3, unit: '°', title: 'Angle' },
  dihedral: { atoms: 4, unit: '°', title: 'Dihedral' },
};

const CoordinateShape = z.looseObject({
  type: forgivingEnum(coordinateTypes),
  atoms: z.array(z.int().check(z.minimum(1))),
  start: z.number(),
  stop: z.number(),
  num: z.int().check(z.minimum(1)),
});

/** A coordinate that is driven: 1-based atoms, from `start` to `stop` (Å or degrees) in `num` points, both ends included. Without a type the number of atoms says it. */
export const ScanCoordinate = z.pipe(
  z.transform((value: unknown) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value) || 'type' in value) return value;
    const atoms = 'atoms' in value && Array.isArray(value.atoms) ? value.atoms.length : 0;
    const type = coordinateTypes.find((name) => kinds[name].atoms === atoms);
    return type ? { ...value, type } : value;
  }),
  CoordinateShape,
);
export type ScanCoordinate = z.infer<typeof ScanCoordinate>;

/** Coordinates that move together; one alone is read as a list of one, none as an empty list. */
export const ScanCoordinates = z.pipe(
  z.transform((value: unknown) =>
    value === null || value === undefined ? [] : Array.isArray(value) ? value : [value],
  ),
  z.array(ScanCoordinate),
);

/** Value of a coordinate at a place (0-based): evenly from `start` to `stop`, both included; null outside. */
export function scanValue(
  { start, stop, num }: Pick<ScanCoordinate, 'start' | 'stop' | 'num'>,
  place: number | null,
): number | null {
  if (place === null || place < 0 || place >= num) return null;
  if (place === 0) return start;
  return place === num - 1 ? stop : start + ((stop - start) * place) / (num - 1);
}

/** A point of a scan: its place along each direction (0-based); `second` is null in one dimension. */
export interface ScanPoint {
  first: number;
  second: number | null;
}

/** Where an entry of `scan_points` is: in two dimensions the grid goes row by row, the second direction running fastest. */
export function scanPoint(index: number, second: readonly ScanCoordinate[]): ScanPoint {
  const width = second[0]?.num;
  return width === undefined
    ? { first: index, second: null }
    : { first: Math.floor(index / width), second: index % width };
}

/** Unit of a coordinate: Å or °. */
export function coordinateUnit({ type }: Pick<ScanCoordinate, 'type'>): string {
  return kinds[type].unit;
}

/** A coordinate as a chemist names it: "Dihedral C1–C2–C3–C4". */
export function coordinateTitle(
  { type, atoms }: Pick<ScanCoordinate, 'type' | 'atoms'>,
  molecule: { atoms: readonly { atomic_number: number }[] } | null,
): Text {
  const names = atoms.map((atom) => atomLabel(molecule?.atoms, atom, 1));
  return phrase('{kind} {atoms}', { kind: kinds[type].title, atoms: names.join('–') });
}
