import type { Field, WorkflowData, WorkflowDefinition } from '../definition.ts';
import { valueAt } from '../parts/forms/data-path.ts';

/** A setting of an item as its form calls it, as text. */
export interface SettingText {
  /** Path in the item's data. */
  path: string;
  title: string;
  /** What was chosen; null where nothing was, or where the form does not ask for it with the other choices. */
  text: string | null;
}

/** Returns what a person set for an item, field by field in the order of the form. */
export function settingTexts(definition: WorkflowDefinition, data: WorkflowData): SettingText[] {
  return definition.fields.map((field) => ({
    path: field.path,
    title: field.title,
    text: field.shown && !field.shown(data) ? null : settingText(field, data),
  }));
}

function settingText(field: Field, data: WorkflowData): string | null {
  const value = valueAt(data, field.path);
  if (value === null || value === undefined || value === '') return null;
  switch (field.kind) {
    case 'toggle':
      return value === true ? 'yes' : 'no';
    case 'select':
      return optionTitle(field, data, value);
    case 'multiselect':
      return listText(value, (entry) => optionTitle(field, data, entry));
    case 'number':
      return withUnit(String(value), field.unit);
    case 'range':
      return Array.isArray(value)
        ? withUnit(value.map(String).join(' to '), field.unit)
        : withUnit(String(value), field.unit);
    case 'numbers':
      return withUnit(listText(value, String), field.unit);
    case 'atoms':
      // Atoms count from 1 wherever somebody reads them.
      return listText(value, (atom) => String(Number(atom) + 1 - field.base));
    case 'editor':
      if (field.editor === 'chain_sequences' || field.editor === 'kept_ligands') return namedTexts(value);
      return field.editor === 'multiplicities' ? listText(value, String) : entriesText(value);
    default:
      return Array.isArray(value) ? listText(value, String) : String(value);
  }
}

function optionTitle(field: Extract<Field, { kind: 'select' | 'multiselect' }>, data: WorkflowData, value: unknown) {
  return field.options(data, null).find((option) => option.value === String(value))?.title ?? String(value);
}

/** Texts by name: "LIG: NC=O, MG". */
function namedTexts(value: unknown): string | null {
  const entries = value !== null && typeof value === 'object' ? Object.entries(value) : [];
  const shown = entries.map(([name, text]) => (typeof text === 'string' && text !== '' ? `${name}: ${text}` : name));
  return shown.length > 0 ? shown.join(', ') : null;
}

const withUnit = (text: string | null, unit: string | undefined) => (text !== null && unit ? `${text} ${unit}` : text);

function listText(value: unknown, write: (entry: unknown) => string): string | null {
  if (!Array.isArray(value)) return write(value);
  return value.length > 0 ? value.map(write).join(', ') : null;
}

/** Constraints, coordinates and contacts: each entry with its values, one after another. */
function entriesText(value: unknown): string | null {
  if (!Array.isArray(value)) return plainText(value) || null;
  return value.length > 0 ? value.map(plainText).join('; ') : null;
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value !== 'object') return String(value);
  // What it is and of which atoms first; the rest by name, for its order is that of the store.
  const { type, constraint_type, atoms, ...rest } = value as Record<string, unknown>;
  const head = [type, constraint_type, atoms].map(plainText).filter(Boolean).join(' ');
  const others = Object.entries(rest)
    .filter(([, each]) => plainText(each) !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => `${key} ${plainText(each)}`);
  return [head, ...others].filter(Boolean).join(', ');
}
