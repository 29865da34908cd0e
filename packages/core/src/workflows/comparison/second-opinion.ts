import { phrase, type Text } from '../../entities/phrases.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { toDecimals } from '../../tables/number-format.ts';
import type { MoleculesByCalculation, NamedValue, ResultDefinition } from '../definition.ts';

/** One number of two items that answer the same question by different methods. */
export interface OpinionRow {
  first: NamedValue;
  second: NamedValue;
  /** Second minus first, in the unit of both. */
  difference: number;
  /** Error of the difference: the root of both squared errors. Null where one of them is not known. */
  error: number | null;
  /** Whether the errors allow the difference; null where it cannot be judged. */
  agrees: boolean | null;
  /** The judgement in words. */
  text: Text;
}

/** Errors are root-mean-square: 90 % of differences are within this many of them when they are normal. */
const within90 = 1.645;

function judged(first: NamedValue, second: NamedValue): OpinionRow | null {
  if (first.value === null || second.value === null) return null;
  const difference = second.value - first.value;
  const decimals = (value: number) => Number(toDecimals(value, first.precision));
  const size = decimals(Math.abs(difference));
  const [one, other] = [first.uncertainty ?? null, second.uncertainty ?? null];
  if (one === null || other === null) {
    const text = phrase('They differ by {size}. The error of one of them is not known, so this is not judged.', {
      size,
    });
    return { first, second, difference, error: null, agrees: null, text };
  }
  const error = Math.hypot(one, other);
  const agrees = Math.abs(difference) <= within90 * error;
  const values = { size, error: decimals(error) };
  const text = agrees
    ? phrase('They agree: the difference of {size} is within what both errors allow (± {error}).', values)
    : phrase('They differ by {size}, more than both errors allow (± {error}).', values);
  return { first, second, difference, error, agrees, text };
}

/**
 * The numbers that two items of one type have both, with their difference judged by the errors of both: within 90 % of what the combined error lets expect they
 * agree. Correlated errors of similar methods make the difference smaller than the error of each, so agreement does not show that both are right.
 */
export function secondOpinion(
  definition: ResultDefinition,
  first: WorkflowItem,
  second: WorkflowItem,
  molecules: MoleculesByCalculation = new Map(),
): OpinionRow[] {
  const others = new Map(definition.values(second, molecules).map((value) => [value.path, value]));
  return definition.values(first, molecules).flatMap((value) => {
    const other = others.get(value.path);
    const row = other && other.unit === value.unit ? judged(value, other) : null;
    return row ? [row] : [];
  });
}
