import { phrase, type Text } from '../entities/phrases.ts';
import { toDecimals } from '../tables/number-format.ts';
import type { NamedValue } from './definition.ts';
import type { ValueMethod } from './items/value-method.ts';

interface WordPlace {
  /** A short label before the value where the title is too long ("pKa"); null for none, the title where this is missing. */
  label?: Text | null;
  /** Atom, bond or structure that the value belongs to: "O8", "C1–H8", "Pose 1". */
  site?: Text | null;
  /** Shown smaller than the others, and not in lists. */
  minor?: boolean;
}

/**
 * One value of a headline, as a type names it: `of` is the path of a named value, whose number, ±, unit, method and notes are taken from there; `number` is one
 * that has no name; `text` is for results that no single number describes. `order` is what lists sort a text by.
 */
export type HeadlineWord =
  | (WordPlace & { of: string; title?: Text; unit?: string; precision?: number })
  | (WordPlace & { number: Omit<NamedValue, 'path'> })
  | (WordPlace & { title: Text; text: Text; order?: number | null; note?: Text | null });

/** What a type says of its key results: at most three values, the main one first, and one sentence in plain words. */
export interface HeadlineWords {
  values: readonly HeadlineWord[];
  /** Null while there is nothing to say. */
  sentence: Text | null;
}

/** One value of a headline. Either `text` or `value` is there, or `error` says why neither is. */
export interface HeadlineValue {
  /** Name of the value that it quotes; null where it has none. */
  path: string | null;
  title: Text;
  label: Text | null;
  site: Text | null;
  minor: boolean;
  text: Text | null;
  /** A number; of a text what lists sort by. */
  value: number | null;
  uncertainty: number | null;
  unit: string | null;
  precision: number;
  error: Text | null;
  remark: Text | null;
  /** What changes the meaning of the number. */
  note: Text | null;
  method: ValueMethod | null;
}

/** What a result comes down to, at its head and wherever an item is named in a few words. */
export interface Headline {
  values: readonly HeadlineValue[];
  sentence: Text | null;
  /** Where the molecule lies outside the calibration of the method: "outside calibration: contains Fe". */
  applicability: Text | null;
  /** The item has not completed: these are the values that are known so far. */
  soFar: boolean;
}

/** Raise it when a type says something else of the same result: what servers stored by an older one is read again. */
export const headlineRevision = 4;

/** Most values of a headline. */
export const mostHeadlineValues = 3;

/** A count with what is counted as its unit: "12 conformers", "1 conformer". */
export function counted(count: number, one: string, several: string): { unit: string } {
  return { unit: count === 1 ? one : several };
}

/** "1.2 to 3.7 ppm"; one number alone where both are the same as they are written. */
export function rangeInWords(values: readonly number[], precision: number, unit: string): Text | null {
  if (values.length === 0) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => rounded(value, precision));
  if (low === undefined || high === undefined || low === high)
    return phrase('{value} {unit}', { value: low ?? 0, unit });
  return phrase('{low} to {high} {unit}', { low, high, unit });
}

/** A number with at most so many decimals, for a sentence. */
export function rounded(value: number, precision: number): number {
  const number = Number(toDecimals(value, precision));
  return number === 0 ? 0 : number;
}
