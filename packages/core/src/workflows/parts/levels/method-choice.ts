import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { methodExtension, methodExtensions } from '../../../methods/extensions.ts';
import { whyUnavailable } from '../../capabilities.ts';
import type { Field, Offer, WorkflowData } from '../../definition.ts';
import { choiceProblem } from '../forms/choice-problem.ts';
import { valueAt, withValueAt } from '../forms/data-path.ts';
import { select } from '../forms/form-fields.ts';
import { unavailableReason } from './method-availability.ts';
import type { MethodChoice } from './own-method.ts';

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
  const available = own.filter((one) => reasonOf(choice, one, report) === null);
  if (value !== null && !own.includes(value)) {
    return [choiceProblem(choice.path, value, 'it is not a known method.', available)];
  }
  const name = choice.method(value);
  if (name !== null && unavailableReason(report, name) !== null) return [];
  const reason = choice.missing(value, report);
  if (reason === null) return [];
  return [choiceProblem(choice.path, value, whyUnavailable(titleOf(choice, value), reason), available)];
}

/** Offers our own methods that run here where the chosen one does not, for the person to accept. */
export function methodChoiceOffers(choice: MethodChoice, data: WorkflowData, report: MethodReport | null): Offer[] {
  const chosen = valueAt(data, choice.path);
  const value = typeof chosen === 'string' && chosen !== '' ? chosen : null;
  const reason = reasonOf(choice, value, report);
  if (report === null || reason === null) return [];
  return ownOf(choice)
    .filter((own) => own !== value && reasonOf(choice, own, report) === null)
    .map((own) => ({
      field: choice.path,
      text: whyUnavailable(titleOf(choice, value), reason),
      action: `Use ${titleOf(choice, own)}`,
      missing: { what: titleOf(choice, value), instead: titleOf(choice, own) },
      apply: (current) => withValueAt(current, choice.path, own),
    }));
}
