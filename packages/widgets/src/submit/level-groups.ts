import { type Field, levelOfField, valueAt, type WorkflowData, withValueAt } from '@cuvette/core/workflows';

/** Fields that are drawn together: those of one level of theory, or one field by itself. */
export interface FieldGroup {
  key: string;
  /** Path of the level; null for a field that is of none. */
  level: string | null;
  fields: Field[];
}

/** Shown fields in groups: neighbours that set parts of one level are together. */
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

/** The list that a level is in, where it is the first of a chain; null for a level by itself. */
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

/** What a level of theory is made of, besides its tasks and thresholds. */
const levelParts = ['method', 'basis_set', 'corrections', 'solvent_settings'] as const;

/** A level as a form holds it: what a person sets of it, and its main task. */
function levelToEdit(ran: unknown): WorkflowData {
  const level = ran as WorkflowData & { tasks?: readonly string[] };
  const set = levelParts.flatMap((part) => (level[part] == null ? [] : [[part, structuredClone(level[part])]]));
  return { ...Object.fromEntries(set), tasks: [level.tasks?.includes('optimize') ? 'optimize' : 'energy'] };
}

/**
 * Data in which levels that a choice has just brought into sight ("Manual") begin as what would have run before it, so that nobody starts from nothing. Levels that
 * hold something already stay.
 * @param prepared the data before the choice as they would be stored; null while they were not valid
 */
export function withLevelsShown(
  fields: readonly Field[],
  before: WorkflowData,
  next: WorkflowData,
  prepared: WorkflowData | null,
): WorkflowData {
  if (prepared === null) return next;
  return fields.reduce((data, field) => {
    const level = levelOfField(field);
    if (level === null || !field.shown || field.shown(before) || !field.shown(next)) return data;
    const place = chainOf(level) ?? level;
    const [there, ran] = [valueAt(data, place), valueAt(prepared, place)];
    if (there != null && !(Array.isArray(there) && there.length === 0)) return data;
    if (Array.isArray(ran) ? ran.length === 0 : ran == null) return data;
    return withValueAt(data, place, Array.isArray(ran) ? ran.map(levelToEdit) : levelToEdit(ran));
  }, next);
}
