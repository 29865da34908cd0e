import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import type { Field, WorkflowData } from '../../definition.ts';
import { valueAt } from './data-path.ts';
import { shortList } from './short-list.ts';

/** The value of a field of a submission, and the values that it could have instead. */
export interface Choice {
  /** As the caller wrote it; null where it was left out. */
  value: string | null;
  /** Values that run here, in the order of the form; null where the form has no list of them. */
  available: string[] | null;
}

/** The refusal of a choice: what to change, in the caller's own words, and why; then what is available. */
export function choiceProblem(field: string, value: string | null, why: string, available: readonly string[]): Problem {
  const quoted = value === null ? '' : ` ("${value.slice(0, 60)}")`;
  // The value itself may be among them, where it lacks only something beside it.
  const others = available.filter((one) => one !== value);
  const list = others.length > 0 ? ` Available: ${shortList(others)}.` : '';
  return { field, detail: `Change ${field}${quoted}: ${why}${list}` };
}

/** Reads choices of a submission (`given`) at the fields of its form; `data` has its defaults too. */
export function choicesAt(
  fields: readonly Field[],
  given: WorkflowData,
  data: WorkflowData,
  report: MethodReport | null,
): (field: string) => Choice {
  return (path) => {
    const value = valueAt(given, path);
    const field = fields.find((one) => one.kind === 'select' && one.path === path);
    const options = field?.kind === 'select' ? field.options(data, report) : null;
    return {
      value: typeof value === 'string' && value !== '' && value !== 'auto' ? value : null,
      available: options && options.filter((one) => !one.unavailable && one.value !== '').map((one) => one.value),
    };
  };
}

/** The field whose chosen option is missing for a reason, with the option's title; null where no field of the form says it. */
export function fieldOfReason(
  fields: readonly Field[],
  data: WorkflowData,
  report: MethodReport | null,
  reason: string,
): { path: string; title: string } | null {
  for (const field of fields) {
    if (field.kind !== 'select' || field.shown?.(data) === false) continue;
    const value = String(valueAt(data, field.path) ?? '');
    const option = field.options(data, report).find((one) => one.value === value);
    if (option?.unavailable?.includes(reason)) return { path: field.path, title: option.title };
  }
  return null;
}
