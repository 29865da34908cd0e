/** One point of the path of a double-ended search; the distance along the string is null for the optimized guess, which is not on it. */
export interface PathPoint {
  calculationUuid: string;
  distance: number | null;
  from: 'reactant' | 'product' | 'optimized guess';
}

interface DoubleEndedData {
  forward_calculation_uuids?: readonly (string | null)[] | null | undefined;
  backward_calculation_uuids?: readonly (string | null)[] | null | undefined;
  forward_string_distances?: readonly number[] | null | undefined;
  backward_string_distances?: readonly number[] | null | undefined;
  ts_guess_calculation_uuid?: string | null | undefined;
  optimize_ts?: boolean | undefined;
}

/**
 * The path of a double-ended search: steps from both ends merged and sorted by their distance along the string (both measured from the reactant), the
 * optimized transition-state guess appended when `optimize_ts` is set. A step without a calculation is left out, one without a distance goes to the
 * end.
 */
export function mergedPath(data: DoubleEndedData): PathPoint[] {
  const side = (
    uuids: DoubleEndedData['forward_calculation_uuids'],
    distances: DoubleEndedData['forward_string_distances'],
    from: 'reactant' | 'product',
  ): PathPoint[] =>
    (uuids ?? []).flatMap((calculationUuid, index) =>
      calculationUuid === null ? [] : [{ calculationUuid, distance: distances?.[index] ?? null, from }],
    );
  const steps = [
    ...side(data.forward_calculation_uuids, data.forward_string_distances, 'reactant'),
    ...side(data.backward_calculation_uuids, data.backward_string_distances, 'product'),
  ].sort((a, b) => (a.distance ?? Number.POSITIVE_INFINITY) - (b.distance ?? Number.POSITIVE_INFINITY) || 0);
  const guess = data.ts_guess_calculation_uuid;
  return data.optimize_ts && guess
    ? [...steps, { calculationUuid: guess, distance: null, from: 'optimized guess' }]
    : steps;
}
