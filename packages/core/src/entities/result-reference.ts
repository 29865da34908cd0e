import * as z from 'zod/mini';
import { uuid } from './scalars.ts';

/** Most items that one item waits for. */
export const mostAwaited = 100;

/** Most results of other items that one submission takes. */
export const mostTaken = 100;

/** Longest path of a reference. */
const longestPath = 200;

/**
 * A value of a submission that is taken from the result of another item: `{"$from": "…", "path": "conformers[0]"}`. It takes the place of the value: at
 * `initial_molecule`, or anywhere in `workflow_data`.
 */
export const ResultReference = z.strictObject({
  /** The item whose result is taken. */
  $from: uuid,
  /** Where in the result: `structure` (the one shown first), `structures[1]`, `conformers[0]`, `values.NAME`, or a path in `object_data`. */
  path: z.string().check(z.minLength(1), z.maxLength(longestPath)),
});
export type ResultReference = z.infer<typeof ResultReference>;

/** A reference with the field of the submission that it is put at (`initial_molecule`, `settings.method`). */
export interface PlacedReference {
  field: string;
  /** As it was sent; it may not be whole. */
  reference: unknown;
}

/** Whether a value is meant as a reference to a result: an object with the key `$from`. */
export function isReference(value: unknown): value is { $from: unknown } {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && Object.hasOwn(value, '$from');
}

/**
 * Replaces each reference in a value by what `change` makes of it and its place. What holds none comes back as it is, so that large structures are not copied.
 * @param field the place of the value itself; empty for the whole data
 */
export function mapReferences(value: unknown, change: (found: PlacedReference) => unknown, field = ''): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isReference(value)) return change({ field, reference: value });
  const inner = (key: string) => (field === '' ? key : `${field}.${key}`);
  if (Array.isArray(value)) {
    const entries = value.map((entry, index) => mapReferences(entry, change, inner(String(index))));
    return entries.every((entry, index) => entry === value[index]) ? value : entries;
  }
  const before = Object.entries(value);
  const after = before.map(([key, entry]) => [key, mapReferences(entry, change, inner(key))] as const);
  return after.every(([, entry], index) => entry === before[index]?.[1]) ? value : Object.fromEntries(after);
}

/** All references in a value, in their order. */
export function referencesIn(value: unknown): PlacedReference[] {
  const found: PlacedReference[] = [];
  mapReferences(value, (one) => {
    found.push(one);
    return one.reference;
  });
  return found;
}

/** A value without its references: what is known of it before the other items have completed. */
export function withoutReferences(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.filter((entry) => !isReference(entry)).map(withoutReferences);
  const kept = Object.entries(value).filter(([, entry]) => !isReference(entry));
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutReferences(entry)]));
}
