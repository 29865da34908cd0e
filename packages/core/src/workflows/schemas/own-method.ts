import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import type { MethodReport } from '../../entities/method-report.ts';
import { optionalChoice } from '../../entities/scalars.ts';
import { methodExtension, methodExtensions } from '../../methods/extensions.ts';
import type { Field, Offer, WorkflowData } from '../definition.ts';
import { valueAt, withValueAt } from '../rules/data-path.ts';
import { unavailableReason } from '../rules/method-availability.ts';
import { select } from './form-fields.ts';

/** A method of our own (`methods/extensions.ts`) beside the platform's, which has no name in the public data: null is the platform's. */
export const OwnMethod = optionalChoice(z.string());

/** The choice between the platform's method and our own (null is the platform's). */
export interface MethodChoice {
  type: string;
  /** Where it stands in the data. */
  path: string;
  title: string;
  /** Title of the platform's method. */
  platform: string;
  /** The method of its levels of theory, which are checked as all levels are; null where it has none. */
  method: (value: string | null) => string | null;
  /** Why it cannot run here though its method is there, or null when it can. */
  missing: (value: string | null, report: MethodReport | null) => string | null;
}

/** Why a method of the choice cannot run here, or null when it can. */
function reasonOf({ method, missing }: MethodChoice, value: string | null, report: MethodReport | null): string | null {
  const name = method(value);
  return (name === null ? null : unavailableReason(report, name)) ?? missing(value, report);
}

function ownOf({ type, path }: MethodChoice): string[] {
  return methodExtensions
    .filter((extension) => extension.type === type && extension.enumeration === path)
    .map(({ value }) => value);
}

function titleOf(choice: MethodChoice, value: string | null): string {
  return value === null ? choice.platform : (methodExtension(choice.type, value)?.title ?? value);
}

/** The form field of the choice, what does not run here greyed with its reason. */
export function methodChoiceField(choice: MethodChoice): Field {
  return select(choice.path, choice.title, (_data, report) =>
    [null, ...ownOf(choice)].map((value) => {
      const reason = reasonOf(choice, value, report);
      const option = { value: value ?? '', title: titleOf(choice, value) };
      return reason === null ? option : { ...option, unavailable: reason };
    }),
  );
}

/** A value that is no method of the type, or one that does not run here for another reason than its level's method. */
export function methodChoiceProblems(
  choice: MethodChoice,
  value: string | null,
  report: MethodReport | null,
): Problem[] {
  const own = ownOf(choice);
  if (value !== null && !own.includes(value)) {
    return [
      {
        field: choice.path,
        detail: `"${value}" is not a method that the platform knows; choose ${own.join(', ')}, or none.`,
      },
    ];
  }
  const name = choice.method(value);
  if (name !== null && unavailableReason(report, name) !== null) return [];
  const reason = choice.missing(value, report);
  return reason === null
    ? []
    : [{ field: choice.path, detail: `${titleOf(choice, value)} cannot be run here. ${reason}` }];
}

/** Where the chosen method does not run here: those of our own that do, for the person to accept. */
export function methodChoiceOffers(choice: MethodChoice, data: WorkflowData, report: MethodReport | null): Offer[] {
  const chosen = valueAt(data, choice.path);
  const value = typeof chosen === 'string' && chosen !== '' ? chosen : null;
  const reason = reasonOf(choice, value, report);
  if (report === null || reason === null) return [];
  return ownOf(choice)
    .filter((own) => own !== value && reasonOf(choice, own, report) === null)
    .map((own) => ({
      field: choice.path,
      text: `${titleOf(choice, value)}: ${reason}`,
      action: `Use ${titleOf(choice, own)}`,
      apply: (current) => withValueAt(current, choice.path, own),
    }));
}
