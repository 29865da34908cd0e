import type { Problem } from '../chemistry/problem.ts';
import { type Feature, type PlatformSettings, switchedOff } from '../entities/platform-settings.ts';
import type { FeatureNeed, Field, Option, WorkflowData, WorkflowDefinition } from './definition.ts';
import { choiceProblem } from './parts/forms/choice-problem.ts';
import { valueAt } from './parts/forms/data-path.ts';

/** Private features that a type and the choices in its data need, each with the field that it hangs on. */
export function featureNeeds(
  { title, feature, fields }: { title: string; feature?: Feature; fields: readonly Field[] },
  data: WorkflowData,
): FeatureNeed[] {
  const own = feature ? [{ feature, title, field: 'workflow_type' }] : [];
  const chosen = fields.flatMap((field) => {
    if (field.kind !== 'select' && field.kind !== 'multiselect') return [];
    const values = [valueAt(data, field.path)].flat().map(String);
    return field.options(data, null).flatMap((option) => {
      if (!option.feature || !values.includes(option.value)) return [];
      return [{ feature: option.feature, title: option.title, field: field.path }];
    });
  });
  return [...own, ...chosen];
}

/** Returns what a submission asks for that the administrator of the server has not switched on; nothing where nobody was asked. */
export function featureProblems(
  definition: Pick<WorkflowDefinition, 'features'>,
  data: WorkflowData,
  settings: PlatformSettings | null,
): Problem[] {
  return definition.features(data).flatMap(({ feature, title, field }) => {
    const reason = switchedOff(settings, feature);
    if (reason === null) return [];
    const isOff = `${title} is s${reason.slice(1)}`;
    if (field === 'workflow_type') return [{ field, detail: isOff }];
    const value = valueAt(data, field);
    return [choiceProblem(field, typeof value === 'string' ? value : null, isOff, [])];
  });
}

/** A choice, greyed with the reason where the feature that it needs is switched off. */
export function offeredOption(option: Option, settings: PlatformSettings | null): Option {
  const reason = switchedOff(settings, option.feature);
  return reason === null ? option : { ...option, unavailable: reason };
}
