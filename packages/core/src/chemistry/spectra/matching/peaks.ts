/** A peak of a measured spectrum: its place on the axis and its height, signed. */
export interface Peak {
  position: number;
  height: number;
}

/**
 * Finds the peaks of a spectrum: local maxima that rise above the higher one of the two valleys around them (their prominence) by a part of
 * the whole range.
 * @param x ascending
 * @param options.least part of the range, between 0 and 1; `most` peaks at most, the most prominent ones; `signed` looks for minima below 0 too
 * @returns peaks in the order of the axis; the top of a peak lies on the parabola through its three highest points
 */
export function findPeaks(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { least = 0.03, most = 60, signed = false }: { least?: number; most?: number; signed?: boolean } = {},
): Peak[] {
  const up = maxima(x, y, 1, least);
  const down = signed ? maxima(x, y, -1, least) : [];
  return [...up, ...down]
    .sort((one, other) => other.prominence - one.prominence)
    .slice(0, most)
    .map(({ position, height }) => ({ position, height }))
    .sort((one, other) => one.position - other.position);
}

function maxima(x: ArrayLike<number>, y: ArrayLike<number>, sign: 1 | -1, least: number) {
  const height = (at: number) => sign * (y[at] ?? 0);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < y.length; at++) {
    low = Math.min(low, height(at));
    high = Math.max(high, height(at));
  }
  const threshold = least * (high - low);
  const found: (Peak & { prominence: number })[] = [];
  // A maximum counts when the curve rose to it by the threshold and has fallen from it by the threshold again.
  let [top, valley, isRising] = [0, height(0), true];
  for (let at = 1; at < y.length; at++) {
    const now = height(at);
    if (!isRising) {
      valley = Math.min(valley, now);
      if (now - valley < threshold) continue;
      [isRising, top] = [true, at];
    } else if (now > height(top)) top = at;
    else if (height(top) - now >= threshold) {
      const rise = height(top) - valley;
      if (rise >= threshold && threshold > 0 && isInside(top, y.length))
        found.push({ ...vertex(x, y, top), prominence: rise });
      [isRising, valley] = [false, now];
    } else if (height(top) - valley < threshold) valley = Math.min(valley, now);
  }
  return found;
}

const isInside = (at: number, length: number) => at > 0 && at < length - 1;

/** The top of the parabola through a maximum and its neighbours. */
function vertex(x: ArrayLike<number>, y: ArrayLike<number>, at: number): Peak {
  const [a, b, c] = [y[at - 1] ?? 0, y[at] ?? 0, y[at + 1] ?? 0];
  const curvature = a - 2 * b + c;
  const shift = curvature === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (a - c) / (2 * curvature)));
  const step = ((x[at + 1] ?? 0) - (x[at - 1] ?? 0)) / 2;
  return { position: (x[at] ?? 0) + shift * step, height: b - ((a - c) * shift) / 4 };
}
