import type { MethodReport } from '@cuvette/core/entities';
import { type Field, valueAt, type WorkflowData, type WorkflowDefinition } from '@cuvette/core/workflows';
import { submitWords as words } from './words.ts';

/** A setting that is not as a new form has it. */
export interface SettingDifference {
  path: string;
  /** Title and value, as the form shows them. */
  text: string;
}

/**
 * The shown settings that differ from those of a new form on this server.
 * @param usual the data of a new form, with what this server has in place of a default that it lacks
 */
export function settingDifferences(
  definition: Pick<WorkflowDefinition, 'fields'>,
  data: WorkflowData,
  usual: WorkflowData,
  report: MethodReport | null,
): SettingDifference[] {
  return definition.fields.flatMap((field) => {
    if (!(field.shown?.(data) ?? true)) return [];
    const value = valueAt(data, field.path);
    if (JSON.stringify(value ?? null) === JSON.stringify(valueAt(usual, field.path) ?? null)) return [];
    return [{ path: field.path, text: `${field.title}: ${valueText(field, value, data, report)}` }];
  });
}

function valueText(field: Field, value: unknown, data: WorkflowData, report: MethodReport | null): string {
  if (value === null || value === undefined || value === '') return words.none;
  switch (field.kind) {
    case 'toggle':
      return value === true ? words.on : words.off;
    case 'select':
    case 'multiselect': {
      const options = field.options(data, report);
      const titleOf = (each: unknown) => options.find((option) => option.value === String(each))?.title ?? String(each);
      return Array.isArray(value) ? value.map(titleOf).join(', ') || words.none : titleOf(value);
    }
    case 'editor':
      return Array.isArray(value) ? words.entries(value.length) : words.set;
    default: {
      const text = Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? words.set : String(value);
      const unit = 'unit' in field && field.unit ? ` ${field.unit}` : '';
      return `${text || words.none}${text ? unit : ''}`;
    }
  }
}
