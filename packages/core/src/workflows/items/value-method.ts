import { phrase, type Text } from '../../entities/phrases.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { methodExtensions } from '../../methods/extensions.ts';
import { methods } from '../../methods/methods.ts';
import { programTitle } from '../../methods/programs.ts';
import type { NamedValue, ResultDefinition } from '../definition.ts';

/** What a value was computed by: what ran, where that was recorded, else what was asked for. */
export interface ValueMethod {
  text: Text;
  ran: boolean;
}

/** The method that a value's tooltip names; null where nothing tells. */
export function methodOfValue(value: NamedValue, item: WorkflowItem, definition: ResultDefinition): ValueMethod | null {
  const ran = methodThatRan(item, value.stage);
  if (value.method)
    return {
      text: ran?.program ? phrase('{method}, {program}', { method: value.method, program: ran.program }) : value.method,
      ran: ran !== null,
    };
  if (ran) return { text: `${ran.method}${ran.program ? ` (${ran.program})` : ''}`, ran: true };
  const asked = definition.methodsUsed(item.object_data ?? {}).map(titleOfMethod);
  return asked.length > 0 ? { text: asked.join(', '), ran: false } : null;
}

/**
 * The method of the last stage that names one, by the item's own record.
 * @param wanted what the stage must have under these keys; null where no stage has it
 */
export function methodThatRan(
  { provenance }: WorkflowItem,
  wanted: NonNullable<NamedValue['stage']> = {},
): { method: string; program: string } | null {
  const keys = Object.entries(wanted);
  const stage = provenance?.stages.findLast(
    (each) => typeof each.method === 'string' && keys.every(([key, value]) => each[key] === value),
  );
  if (!stage) return null;
  const { method, engine, engine_version } = stage;
  const program = [engine, engine_version].filter((part) => typeof part === 'string').join(' ');
  return { method: titleOfMethod(String(method)), program };
}

/** Title of a method as a record of what ran names it: a level of theory, a method of our own, or a program; an unknown name stands for itself. */
export function titleOfMethod(name: string): string {
  const own = methodExtensions.find(({ value }) => value === name);
  return methods.get(name)?.title ?? own?.title ?? programTitle(name) ?? name;
}
