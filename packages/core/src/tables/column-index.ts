import type { Column, NumberColumn } from './table.ts';
import { textRanks } from './text-order.ts';

/** Key of a missing value: after every other one. */
export const missingKey = 0xffff_ffff;

/** What sorting reads of a column: one or two 32-bit words a row, the most significant first, that order as the values do. */
export type SortKeys = readonly Uint32Array[];

const sortKeys = new WeakMap<Column, SortKeys>();

/** Keys of a column, made once, when it is sorted by for the first time: columns never change, new data are new columns. */
export function sortKeysOf(column: Column): SortKeys {
  let keys = sortKeys.get(column);
  if (!keys)
    sortKeys.set(
      column,
      (keys = column.kind === 'number' ? numberKeys(column) : [textRanks(column.values, missingKey)]),
    );
  return keys;
}

/** The two halves of a double, turned so that they order as whole numbers: the sign bit set for positive numbers, all bits flipped for negative ones. */
function numberKeys({ values }: NumberColumn): SortKeys {
  const { length } = values;
  const high = new Uint32Array(length);
  const low = new Uint32Array(length);
  const pair = new Uint32Array(2);
  const double = new Float64Array(pair.buffer);
  double[0] = -1;
  const top = pair[1] !== 0 ? 1 : 0;
  for (let row = 0; row < length; row++) {
    const value = values[row] as number;
    if (Number.isNaN(value)) {
      high[row] = missingKey;
      low[row] = missingKey;
      continue;
    }
    // Adding zero turns -0 into 0, which it equals.
    double[0] = value + 0;
    const upper = pair[top] as number;
    const lower = pair[1 - top] as number;
    const negative = upper >= 0x8000_0000;
    high[row] = negative ? ~upper : upper | 0x8000_0000;
    low[row] = negative ? ~lower : lower;
  }
  return [high, low];
}
