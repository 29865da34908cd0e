import { computedUnit, convertPlace, type MeasuredKind, type MeasuredXUnit } from '@cuvette/core/chemistry/spectra';

/** A place of the computed axis in the unit of a measured spectrum. */
export const inOwnUnit = (place: number, kind: MeasuredKind, unit: MeasuredXUnit, field: number | null): number =>
  convertPlace(place, computedUnit(kind), unit, field);

/** A place of a measured spectrum on the axis of the computed one. */
export const inComputedUnit = (place: number, kind: MeasuredKind, unit: MeasuredXUnit, field: number | null): number =>
  convertPlace(place, unit, computedUnit(kind), field);

/** Decimals of places in the unit that a kind is computed in. */
export function decimalsOf(kind: MeasuredKind): number {
  if (kind === 'infrared') return 0;
  if (kind === 'carbon_nmr') return 1;
  return kind === 'proton_nmr' ? 2 : 3;
}
