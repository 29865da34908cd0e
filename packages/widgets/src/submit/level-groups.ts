import { type Field, levelOfField, valueAt, type WorkflowData, withValueAt } from '@cuvette/core/workflows';

/** Fields that are drawn together: those of one level of theory, or one field by itself. */
export interface FieldGroup {
  key: string;
  /** Path of the level; null for a field that is of none. */
  level: string | null;
  fields: Field[];
}

/** Shown fields in groups: neighbours that set parts of one level stand together. */
export function groupsOf(fields: readonly Field[], data: WorkflowData): FieldGroup[] {
  const groups: FieldGroup[] = [];
  for (const field of fields) {
    if (!(field.shown?.(data) ?? true)) continue;
    const level = levelOfField(field);
    const last = groups.at(-1);
    if (level !== null && last?.level === level) last.fields.push(field);
    else groups.push({ key: field.path, level, fields: [field] });
  }
  return groups;
}

const ofChain = /^(.*\boptimization_settings)\.\d+(?=\.|$)/;

/** A path in a chain of levels as it is for the chain's first level, which is the one that definitions name. */
export function firstOfChain(path: string): string {
  return path.replace(ofChain, '$1.0');
}

/** The list that a level stands in, where it is the first of a chain; null for a level by itself. */
export function chainOf(level: string): string | null {
  return /^(.*\boptimization_settings)\.0$/.exec(level)?.[1] ?? null;
}

/** How many levels the chain has; at least the one that the form shows. */
export function chainLength(chain: string, data: WorkflowData): number {
  const list = valueAt(data, chain);
  return Array.isArray(list) ? Math.max(1, list.length) : 1;
}

/**
 * A field of the chain's first level as it is for another one. What a definition's functions read at the first level, they find there of the other one.
 */
export function fieldAt(field: Field, chain: string, index: number): Field {
  if (index === 0) return field;
  const seen = (data: WorkflowData) => withValueAt(data, `${chain}.0`, valueAt(data, `${chain}.${index}`));
  const path = field.path.replace(`${chain}.0`, `${chain}.${index}`);
  const shown = field.shown;
  const moved = { ...field, path, ...(shown ? { shown: (data: WorkflowData) => shown(seen(data)) } : {}) };
  return 'options' in moved
    ? { ...moved, options: (data, report, elements) => (field as typeof moved).options(seen(data), report, elements) }
    : moved;
}

/** Data with one more level at the end of a chain, a copy of the last one; or without one of its levels. */
export function withChainChanged(data: WorkflowData, chain: string, change: 'add' | number): WorkflowData {
  const list = (valueAt(data, chain) as unknown[] | null | undefined) ?? [];
  const next = change === 'add' ? [...list, structuredClone(list.at(-1))] : list.filter((_, index) => index !== change);
  return withValueAt(data, chain, next);
}
