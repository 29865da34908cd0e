import type { WorkflowItem } from '@cuvette/core/entities';
import { quotedNumber } from '@cuvette/core/tables';

/**
 * A number of a result as an agent gets it. It is whole: what it is, how sure it is, how it was computed, what changes its meaning, and a sentence
 * that says all of it. There is no way to ask for the value alone.
 */
export interface QuotableNumber {
  /** Null where it was not computed, or not yet; `error` says why. */
  value: number | null;
  /** Null for a number without a unit. */
  unit: string | null;
  /** ± in the same unit; null where its size is not known. */
  uncertainty: number | null;
  /** What computed it; null where that is not recorded. */
  method: string | null;
  /** Identifier of the item. */
  item: string;
  /** What changes the meaning of the number: a method that is known to fail here, a method that replaced the one asked for. */
  notes: string[];
  error: string | null;
  /** A sentence to quote, with ±, unit, method, item and notes. */
  sentence: string;
}

/** What a number is made from. */
export interface NumberParts {
  /** What it is: "Strongest acid pKa", "Relative energy of row 3". */
  title: string;
  value: number | null;
  unit: string | null;
  /** Decimals shown. */
  precision: number;
  uncertainty?: number | null;
  method: string | null;
  notes: readonly (string | null)[];
  error?: string | null;
}

/** Makes the whole number of its parts. `notes` of the item (replaced methods, warnings) belong to each of its numbers. */
export function quotableNumber(
  item: Pick<WorkflowItem, 'uuid' | 'name'>,
  { title, value, unit, precision, uncertainty = null, method, notes, error = null }: NumberParts,
  notesOfItem: readonly string[],
): QuotableNumber {
  const all = [...new Set([...notes.flatMap((note) => note ?? []), ...notesOfItem])];
  const finite = value !== null && Number.isFinite(value) ? value : null;
  const number = finite === null ? null : quotedNumber({ value: finite, uncertainty, precision }, 'en');
  const reason = finite === null ? (error ?? 'It was not computed.') : null;
  const sentence = [
    number === null
      ? `${title} of ${item.name} has no value. ${reason}`
      : `${title} of ${item.name}: ${number}${unit ? ` ${unit}` : ''}${method === null ? '' : ` (${method})`}.`,
    ...(all.length > 0 ? [`Note: ${all.join(' ')}`] : []),
    `Cuvette item ${item.uuid}.`,
  ].join(' ');
  return {
    value: finite,
    unit,
    uncertainty: finite === null ? null : uncertainty,
    method,
    item: item.uuid,
    notes: all,
    error: reason,
    sentence,
  };
}
