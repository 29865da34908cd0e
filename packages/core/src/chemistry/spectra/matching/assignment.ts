/** Which line each peak is assigned to: places in both lists. */
export interface Pair {
  peak: number;
  line: number;
}

/**
 * Assigns peaks to lines so that the sum of the distances is the least, each peak and each line once and as many as possible. On one axis such an assignment
 * keeps the order of both lists, so it is found by dynamic programming in the product of their lengths.
 * @param peaks positions in any order; `lines` those of the computed lines
 */
export function bestOrder(peaks: readonly number[], lines: readonly number[]): Pair[] {
  const order = (values: readonly number[]) =>
    values.map((_, at) => at).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const [byPeak, byLine] = [order(peaks), order(lines)];
  const swapped = byPeak.length > byLine.length;
  const [few, many] = swapped ? [byLine, byPeak] : [byPeak, byLine];
  const [fewAt, manyAt] = swapped ? [lines, peaks] : [peaks, lines];
  const [n, m] = [few.length, many.length];
  // cost[i][j]: the least sum for the first i of the shorter list among the first j of the longer one.
  const cost = Array.from({ length: n + 1 }, (_, i) =>
    new Float64Array(m + 1).fill(i === 0 ? 0 : Number.POSITIVE_INFINITY),
  );
  const at = (i: number, j: number) => cost[i]?.[j] ?? Number.POSITIVE_INFINITY;
  const distance = (i: number, j: number) => Math.abs((fewAt[few[i] ?? 0] ?? 0) - (manyAt[many[j] ?? 0] ?? 0));
  for (let i = 1; i <= n; i++) {
    const row = cost[i];
    if (!row) continue;
    for (let j = i; j <= m; j++) row[j] = Math.min(at(i, j - 1), at(i - 1, j - 1) + distance(i - 1, j - 1));
  }
  const pairs: Pair[] = [];
  for (let [i, j] = [n, m]; i > 0; j--) {
    if (j > i && at(i, j - 1) <= at(i - 1, j - 1) + distance(i - 1, j - 1)) continue;
    const [one, other] = [few[i - 1] ?? 0, many[j - 1] ?? 0];
    pairs.push(swapped ? { peak: other, line: one } : { peak: one, line: other });
    i -= 1;
  }
  return pairs.sort((one, other) => one.peak - other.peak);
}

/** Errors of assigned lines: computed minus measured. */
export interface AssignmentErrors {
  count: number;
  /** Mean of the errors with their signs. */
  mean: number;
  /** Mean absolute error, root of the mean square, largest absolute error. */
  mae: number;
  rmse: number;
  max: number;
}

/** The errors of pairs of computed and measured values; null without a pair. */
export function assignmentErrors(pairs: readonly { computed: number; measured: number }[]): AssignmentErrors | null {
  const errors = pairs.map(({ computed, measured }) => computed - measured);
  const count = errors.length;
  if (count === 0) return null;
  const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / count;
  return {
    count,
    mean: meanOf(errors),
    mae: meanOf(errors.map(Math.abs)),
    rmse: Math.sqrt(meanOf(errors.map((each) => each * each))),
    max: errors.reduce((most, each) => Math.max(most, Math.abs(each)), 0),
  };
}
