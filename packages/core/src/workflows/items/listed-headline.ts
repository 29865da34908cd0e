import type { ItemHeadline } from '../../entities/item-headline.ts';
import { phrase, phraseOf } from '../../entities/phrases.ts';
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
  const notes = [...new Set(main.flatMap(({ note }) => note ?? []))];
  return {
    values: main.map(({ label, text, value, uncertainty, unit, precision }) => ({
      label,
      text: text === null ? null : { ...phraseOf(text) },
      value,
      uncertainty,
      unit,
      precision,
    })),
    incomplete: soFar,
    applicability,
    note: notes.join(' ') || null,
    level: [...level],
  };
}

/** A headline of a list in one line; null where there is nothing to say. */
export function listedHeadlineText({ values, incomplete }: ItemHeadline, language?: SummaryLanguage): string | null {
  const written: WrittenHeadline = {
    soFar: incomplete,
    values: values.map(({ text, ...value }) => ({
      ...value,
      minor: false,
      text: text === null ? null : phrase(text.id, text.values),
    })),
  };
  return headlineText(written, language);
}
