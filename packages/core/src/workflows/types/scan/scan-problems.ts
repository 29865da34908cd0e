import type { Problem } from '../../../chemistry/problem.ts';
import { type CoordinateType, kinds, type ScanCoordinate } from './scan-coordinates.ts';

/** How many points a scan has. */
export function scanPointCount(first: readonly ScanCoordinate[], second: readonly ScanCoordinate[]): number {
  return (first[0]?.num ?? 0) * (second[0]?.num ?? 1);
}

const ranges: Record<CoordinateType, { minimum: number; maximum: number; words: string }> = {
  bond: { minimum: Number.MIN_VALUE, maximum: Number.POSITIVE_INFINITY, words: 'A bond length is more than 0 Å' },
  angle: { minimum: 0, maximum: 180, words: 'An angle is between 0° and 180°' },
  dihedral: { minimum: -360, maximum: 360, words: 'A dihedral is between −360° and 360°' },
};

/** Lists what is wrong with the coordinates of one direction. */
export function scanProblems(
  coordinates: readonly ScanCoordinate[],
  atomCount: number | null,
  field: string,
): Problem[] {
  const found = coordinates.flatMap((coordinate, index) => oneCoordinate(coordinate, atomCount, `${field}.${index}`));
  const different = coordinates.findIndex(({ num }) => num !== coordinates[0]?.num);
  if (different > 0) {
    found.push({
      field: `${field}.${different}.num`,
      detail: `Coordinates that move together need the same number of points; these have ${coordinates.map(({ num }) => num).join(' and ')}.`,
    });
  }
  return found;
}

function oneCoordinate(
  { type, atoms, start, stop, num }: ScanCoordinate,
  atomCount: number | null,
  field: string,
): Problem[] {
  const found: Problem[] = [];
  const place = `${field}.atoms`;
  const { minimum, maximum, words } = ranges[type];
  const needed = kinds[type].atoms;
  if (atoms.length !== needed) {
    found.push({ field: place, detail: `A ${type} has ${needed} atoms, not ${atoms.length}.` });
  }
  if (new Set(atoms).size < atoms.length) {
    found.push({ field: place, detail: `An atom occurs twice in the ${type} (${atoms.join(', ')}).` });
  }
  const outside = atomCount === null ? undefined : atoms.find((atom) => atom > atomCount);
  if (outside !== undefined) {
    found.push({ field: place, detail: `There is no atom ${outside}: the molecule has ${atomCount} atoms.` });
  }
  for (const [name, value] of [
    ['start', start],
    ['stop', stop],
  ] as const) {
    if (value < minimum || value > maximum)
      found.push({ field: `${field}.${name}`, detail: `${words}; this is ${value}.` });
  }
  if (num < 2) found.push({ field: `${field}.num`, detail: 'A scan needs at least two points.' });
  if (start === stop) {
    found.push({
      field: `${field}.stop`,
      detail: 'Start and stop are the same; a scan goes from one value to another.',
    });
  }
  return found;
}

/** Whether two coordinates are the same one, read from either end. */
export function sameCoordinate(
  a: { type: string; atoms: readonly number[] },
  b: { type: string; atoms: readonly number[] },
): boolean {
  const forward = a.atoms.join(',');
  return a.type === b.type && (forward === b.atoms.join(',') || forward === [...b.atoms].reverse().join(','));
}
