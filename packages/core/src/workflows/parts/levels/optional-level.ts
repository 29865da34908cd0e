import type { MethodReport } from '../../../entities/method-report.ts';
import type { Field, WorkflowData } from '../../definition.ts';
import { methodOptions } from './method-availability.ts';

/** Method of a level that may be left out: the empty choice is none, in the words of `none`. */
export function optionalMethodField(path: string, names: readonly string[], title: string, none: string): Field {
  return {
    kind: 'select',
    path: `${path}.method`,
    title,
    options: (_data: WorkflowData, report: MethodReport | null) => [
      { value: '', title: none },
      ...methodOptions(names, report),
    ],
  };
}

/** A level, or null where its method was left empty. */
export function levelOrNone<Level extends { method: string }>(level: Level | null): Level | null {
  return level?.method === '' ? null : level;
}
