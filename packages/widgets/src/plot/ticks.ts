/** Round numbers on an axis, and how they are written. */
export interface Ticks {
  /** In rising order; the first and last enclose the range. */
  values: readonly number[];
  text: (value: number) => string;
}

/** Ticks at steps of 1, 2 or 5 times a power of ten that enclose a range in about `count` steps. A range without width gets one. */
export function numberedTicks([low, high]: readonly [low: number, high: number], count: number): Ticks {
  const span = high > low ? high - low : Math.abs(low) || 1;
  const power = 10 ** Math.floor(Math.log10(span / count));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => span / each <= count) ?? span;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return {
    values: Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(decimals))),
    text: (value) => value.toFixed(decimals).replace('-', '\u2212'),
  };
}
