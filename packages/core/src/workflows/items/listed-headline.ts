import type { ItemHeadline } from '../../entities/item-headline.ts';
import { eachOnce, inEnglish, phrase, sentences, type Text } from '../../entities/phrases.ts';
import type { Headline } from '../headline.ts';
import { headlineText, type SummaryLanguage, type WrittenHeadline } from './headline-text.ts';

/**
 * A headline as lists carry it: its main values alone.
 * @param level method and solvent (`levelInShort`)
 */
export function listedHeadline(
  { values, soFar, applicability }: Headline,
  level: readonly string[] = [],
): ItemHeadline {
  const main = values.filter(({ minor, error }) => !minor && error === null);
  const note = sentences(...eachOnce(main.flatMap(({ note }) => note ?? [])));
  return {
    values: main.map(({ label, text, value, uncertainty, unit, precision }) => ({
      label: label === null ? null : inEnglish(label),
      text: text === null ? null : withValues(text),
      value,
      uncertainty,
      unit,
      precision,
    })),
    incomplete: soFar,
    applicability: applicability === null ? null : inEnglish(applicability),
    note: inEnglish(note) || null,
    level: [...level],
  };
}

/** The API sends every text of a headline with values, also where it has none. */
const withValues = (text: Text) => (typeof text === 'string' ? phrase(text, {}) : text);

/** A headline of a list in one line; null where there is nothing to say. */
export function listedHeadlineText({ values, incomplete }: ItemHeadline, language?: SummaryLanguage): string | null {
  const written: WrittenHeadline = {
    soFar: incomplete,
    values: values.map((value) => ({ ...value, minor: false })),
  };
  return headlineText(written, language);
}
