import type { WorkflowData } from './define.ts';

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
  const keys = path.split('.').filter((key) => key !== '__proto__' && key !== 'constructor' && key !== 'prototype');
  return replaced(data, keys, value) as WorkflowData;
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
