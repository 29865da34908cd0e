import type { WorkflowData } from '../../definition.ts';

/** Reads a value by a dotted path ("settings.opt_settings.max_steps"); undefined where the path ends early. */
export function valueAt(data: unknown, path: string): unknown {
  let value: unknown = data;
  for (const key of path.split('.')) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Returns a copy with the value at a dotted path replaced; numeric keys make lists, missing levels are made. */
export function withValueAt(data: WorkflowData, path: string, value: unknown): WorkflowData {
  return replaced(data, safeKeys(path), value) as WorkflowData;
}

function safeKeys(path: string): string[] {
  return path.split('.').filter((key) => key !== '__proto__' && key !== 'constructor' && key !== 'prototype');
}

function replaced(level: unknown, keys: readonly string[], value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const isIndex = /^\d+$/.test(key);
  if (isIndex) {
    const list = Array.isArray(level) ? [...level] : [];
    list[Number(key)] = replaced(list[Number(key)], rest, value);
    return list;
  }
  const object = level !== null && typeof level === 'object' ? (level as Record<string, unknown>) : {};
  return { ...object, [key]: replaced(object[key], rest, value) };
}

/**
 * Returns a copy in which each value at a path is replaced by what `change` makes of it and its own path; `*` stands for every entry of a list. Where
 * the path ends early, nothing is made.
 */
export function mapAt(data: unknown, path: string, change: (value: unknown, path: string) => unknown): unknown {
  const walk = (level: unknown, [key, ...rest]: readonly string[], walked: readonly string[]): unknown => {
    if (key === undefined) return change(level, walked.join('.'));
    if (level === null || typeof level !== 'object') return level;
    if (key === '*') {
      return Array.isArray(level) ? level.map((entry, index) => walk(entry, rest, [...walked, String(index)])) : level;
    }
    if (!Object.hasOwn(level, key)) return level;
    const value = walk((level as Record<string, unknown>)[key], rest, [...walked, key]);
    if (!Array.isArray(level)) return { ...level, [key]: value };
    return level.map((entry, index) => (String(index) === key ? value : entry));
  };
  return walk(data, safeKeys(path), []);
}
