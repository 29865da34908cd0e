import { inEnglish, type Text } from '../../entities/phrases.ts';
import { quotedNumber } from '../../tables/quoted-number.ts';
import type { NamedValue } from '../definition.ts';
import type { Headline, HeadlineValue } from '../headline.ts';

/** How a language says what is English here. */
export interface SummaryLanguage {
  /** A title, a unit, or a count of structures ("12 conformers"). */
  term: (text: Text) => string;
  /** A number as text. */
  number: (text: string) => string;
}

export const english: SummaryLanguage = { term: inEnglish, number: (text) => text };

/** A number as a sentence writes it, with ± and unit; empty where it is not there. `digits`: decimals in place of the usual ones. */
export function valueText(
  { value, uncertainty = null, precision, unit }: NamedValue,
  digits?: number | null,
  language: SummaryLanguage = english,
): string {
  if (value === null) return '';
  const number = language.number(quotedNumber({ value, uncertainty, precision, digits: digits ?? null }, 'en'));
  // A pH says by its name what it is.
  return unit && unit !== 'pH' ? `${number} ${language.term(unit)}` : number;
}

/** What a headline is written from: one of an item, or as a list's row carries it. */
export type WrittenHeadline = Pick<Headline, 'soFar'> & {
  values: readonly Pick<HeadlineValue, 'label' | 'minor' | 'text' | 'value' | 'uncertainty' | 'unit' | 'precision'>[];
};

/** A headline in one line: "pKa 4.92 ± 0.49, 2.53 ± 0.55", "10 conformers"; null where there is nothing to say. Minor values stay away. */
export function headlineText({ values, soFar }: WrittenHeadline, language: SummaryLanguage = english): string | null {
  const { term } = language;
  const texts = values.flatMap((value) => {
    const text = headlineValueText(value, language);
    return value.minor || text === null ? [] : [value.label === null ? text : `${term(value.label)} ${text}`];
  });
  if (texts.length === 0) return null;
  return soFar ? `${texts.join(', ')} ${term('(incomplete)')}` : texts.join(', ');
}

/** One value of a headline with ± and unit, or its words; null where it has neither. */
export function headlineValueText(
  { text, value, uncertainty, unit, precision }: WrittenHeadline['values'][number],
  language: SummaryLanguage = english,
): string | null {
  if (text !== null) return language.number(language.term(text));
  return value === null
    ? null
    : valueText({ path: '', title: '', value, uncertainty, unit, precision }, null, language);
}
