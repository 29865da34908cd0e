/** Which line each peak is assigned to: places in both lists. */
export interface Pair {
  peak: number;
  line: number;
}

/**
 * Assigns peaks to lines so that the sum of the distances is the least, each peak and each line once. On one axis such an assignment keeps the order of both
 * lists, so it is found by dynamic programming in the product of their lengths.
 * @param peaks positions in any order; `lines` those of the computed lines
 * @param most a peak without a line is as bad as this distance, so that none farther away is assigned; by default as many as possible are
 */
export function bestOrder(peaks: readonly number[], lines: readonly number[], most = Number.POSITIVE_INFINITY): Pair[] {
  const order = (values: readonly number[]) =>
    values.map((_, at) => at).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const [byPeak, byLine] = [order(peaks), order(lines)];
  const [n, m] = [byPeak.length, byLine.length];
  const all = [...peaks, ...lines];
  const span = all.reduce((high, each) => Math.max(high, each), 0) - all.reduce((low, each) => Math.min(low, each), 0);
  // More than all distances together: one peak less is never better.
  const alone = Math.min(most, (n + 1) * span + 1);
  const distance = (i: number, j: number) => Math.abs((peaks[byPeak[i] ?? 0] ?? 0) - (lines[byLine[j] ?? 0] ?? 0));
  // cost[i][j]: the least sum for the first i peaks and the first j lines.
  const cost = Array.from({ length: n + 1 }, (_, i) => new Float64Array(m + 1).fill(i * alone));
  const at = (i: number, j: number) => cost[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= n; i++) {
    const row = cost[i];
    for (let j = 1; row && j <= m; j++)
      row[j] = Math.min(at(i, j - 1), at(i - 1, j) + alone, at(i - 1, j - 1) + distance(i - 1, j - 1));
  }
  const pairs: Pair[] = [];
  for (let [i, j] = [n, m]; i > 0 && j > 0; ) {
    if (at(i, j) === at(i, j - 1)) j -= 1;
    else if (at(i, j) === at(i - 1, j) + alone) i -= 1;
    else {
      i -= 1;
      j -= 1;
      pairs.push({ peak: byPeak[i] ?? 0, line: byLine[j] ?? 0 });
    }
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
