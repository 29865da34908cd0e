/** Index of the entry of `values` closest to `target`; -1 when there is none. */
export function nearestIndex(values: ArrayLike<number>, target: number): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const d = Math.abs((values[i] ?? Number.NaN) - target);
    if (d < distance) {
      distance = d;
      best = i;
    }
  }
  return best;
}
