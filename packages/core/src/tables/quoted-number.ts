import { toDecimals } from './number-format.ts';

/** How a number is written in a sentence. */
export interface QuotedNumber {
  value: number;
  /** In the same unit; null where there is none. */
  uncertainty: number | null;
  /** Decimals of the field. */
  precision: number;
  /** Decimals that an author asks for in their place. */
  digits?: number | null;
}

/** Most decimals that can be asked for. */
export const mostDigits = 15;

/**
 * Writes a number for a sentence, in the notation of a language: with its ±, and no more decimals than that bears (two of its own digits).
 * What is there but would be written as nothing gets two significant digits instead.
 * @param language tag whose decimal separator is used
 */
export function quotedNumber({ value, uncertainty, precision, digits }: QuotedNumber, language: string): string {
  const sure =
    uncertainty !== null && uncertainty > 0 ? Math.max(0, 1 - Math.floor(Math.log10(uncertainty))) : precision;
  const decimals = digits === null || digits === undefined ? Math.min(precision, sure) : wholeDigits(digits);
  const written = write(value, decimals, language);
  return uncertainty === null ? written : `${written} ± ${write(uncertainty, decimals, language)}`;
}

function wholeDigits(digits: number): number {
  return Math.min(mostDigits, Math.max(0, Math.round(digits)));
}

function write(value: number, decimals: number, language: string): string {
  const rounded = Number(toDecimals(value, decimals));
  const vanishes = value !== 0 && rounded === 0;
  const options: Intl.NumberFormatOptions = vanishes
    ? { maximumSignificantDigits: 2 }
    : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return formatter(language, { ...options, useGrouping: false })
    .format(vanishes ? value : rounded)
    .replace('-', '\u2212');
}

function formatter(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(language, options);
  } catch {
    // A tag that is none: as it would be without one.
    return new Intl.NumberFormat('en', options);
  }
}
