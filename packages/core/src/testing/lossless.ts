/** What one JSON value lost or changed against another, and which keys were added with which value. */
export interface Comparison {
  /** Paths of the original whose value is missing or differs, with both values. */
  changed: string[];
  /** Paths that only the second has, with their values. */
  added: Map<string, unknown>;
}

/**
 * Compares JSON before and after reading and writing. Numbers are equal within `tolerance` (half of the last written decimal: positions have eight),
 * the order of keys does not matter.
 */
export function compareJson(before: unknown, after: unknown, tolerance = 0): Comparison {
  const result: Comparison = { changed: [], added: new Map() };
  walk(before, after, '', tolerance, result);
  return result;
}

function walk(before: unknown, after: unknown, path: string, tolerance: number, result: Comparison): void {
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const place = path === '' ? key : `${path}.${key}`;
      if (!Object.hasOwn(before, key)) result.added.set(place, after[key]);
      else if (!Object.hasOwn(after, key)) result.changed.push(`${place}: ${JSON.stringify(before[key])} is missing`);
      else walk(before[key], after[key], place, tolerance, result);
    }
    return;
  }
  const same =
    typeof before === 'number' && typeof after === 'number' ? Math.abs(before - after) <= tolerance : before === after;
  if (!same) result.changed.push(`${path}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
